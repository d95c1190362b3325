"""Converts text to symbols: accents, case and abbreviations folded, numbers in digits, the rest set aside."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from sidecar.dates.date_language import DateWords
from sidecar.dates.tree import Piece
from sidecar.language.fold import fold_with_offsets

JUNK = "#"
_FREE = r"(?<![\w$€£#])(?<!\d[.,:/\-])"  # not inside a price, a version, a telephone number
_END = r"(?![.,:/\-]?\d)"
_LEXEME = re.compile(
    rf"""
      (?P<url>(?:https?://|www\.)\S+|[\w.+\-]{{1,64}}@[\w\-]+\.\S+)
    | (?P<zone>\([a-z_]+(?:/[a-z_+\-0-9]+)+\))
    | (?P<iso>{_FREE}\d{{4}}-\d{{1,2}}-\d{{1,2}}
        (?:(?:t|\ {{1,3}})\d{{1,2}}:\d{{2}}(?::\d{{2}}(?:[.,]\d+)?)?(?!\ ?[ap]\.?\ ?m)
        (?:\ ?(?:z(?!\w)|[+\-]\d{{2}}:?\d{{2}}))?)?(?![\w/\-]){_END})
    | (?P<ymd>{_FREE}\d{{4}}/\d{{1,2}}/\d{{1,2}}(?!\w){_END})
    | (?P<date>{_FREE}(?:\d{{1,2}}/\d{{1,2}}(?:/(?:\d{{4}}|\d{{2}}))?|\d{{1,2}}-\d{{1,2}}-\d{{4}}
        |\d{{1,2}}\.\d{{1,2}}\.\d{{4}}|\d\d-\d\d-\d\d
        |(?:(?<=\bel\ )|(?<=\bon\ )|(?<=\bal\ )|(?<=\bdel\ )|(?<=\bthe\ ))\d{{1,2}}-\d{{1,2}})(?!\w){_END})
    | (?P<time>{_FREE}\d{{1,2}}(?::\ ?\d{{2}}(?::\d{{2}})?|h(?:s|rs)?\d{{2}}){_END})
    | (?P<dotted>{_FREE}\d{{1,2}}\.\d{{2}}(?:\.\d{{2}})?{_END})
    | (?P<decimal>{_FREE}\d{{1,3}}[.,]\d{{1,2}}{_END})
    | (?P<composite>\d+(?:[.,:/\-]\d+)+|[$€£\#]\s?\d[\d.,]*|\d+\s?%)
    | (?P<ordinal>(?<!\w)\d{{1,2}}\.?(?:º|st|nd|rd|th|ro|er|do|to|mo|vo|no|ra|da)(?![^\W_]))
    | (?P<half>(?<=\d)(?:\.?\ ?[ap]\s?\.?\s?m|[ap])(?![^\W_])\.?|
        (?<!\w)[ap](?:\ ?\.?\ |\.)m(?![^\W_])\.?)
    | (?P<minutes>(?<=\d)'(?!\w))
    | (?P<slang>(?<!\w)2(?:moro|morrow|mrw|day|nite|night)(?!\w))
    | (?P<number>\d+)
    | (?P<word>[^\W\d_]+(?:'[^\W\d_]+)*)
    | (?P<other>\S)
    """,
    re.VERBOSE,
)

_ORNAMENTS = "\"'`*_~«»“”„¡¿"
_YEAR_ENDING = re.compile(r"[1-9]\d?")
_TENTHS = frozenset({"10º", "20º", "30º"})
_DIGIT = re.compile(r" ?\d")
_RUN_TOGETHER = {"alas": ["a", "las"], "ala": ["a", "la"], "delas": ["de", "las"]}
_SLANG = {"m": "tomorrow", "d": "today", "n": "tonight"}
_SPECIAL = {"º": "º", "°": "º", "ª": "º", "’": "'", "‘": "'", "´": "'", "–": "-", "—": "-"}


@dataclass(frozen=True, slots=True)
class SymbolToken:
    """A symbol of the language's vocabulary, or the word itself; `start` and `end` point into the text.

    What is `borrowed` from another language may be several tokens that share their place in the text.
    """

    symbol: str
    start: int
    end: int
    borrowed: bool = False


@dataclass(frozen=True, slots=True)
class SymbolLine:
    """The tokens, and their symbols as one line in which patterns search."""

    text: str
    tokens: tuple[SymbolToken, ...]
    symbols: str
    token_at: dict[int, int]
    """Offset in `symbols` of a token's first character → its index."""
    found: tuple[Piece, ...] = ()
    """What the grammars of several languages find in it, overlapping, where more than one is asked."""

    def between(self, first: int, last: int) -> list[str]:
        return [token.symbol for token in self.tokens[first:last]]

    def span(self, piece: Piece) -> tuple[int, int]:
        """Return where the words of a piece begin and end in the text."""
        return self.tokens[piece.first].start, self.tokens[piece.last - 1].end


def read_symbols(text: str, words: DateWords) -> SymbolLine:
    """Read a text into the symbols that the grammar knows. Linear in its length; never fails."""
    folded = fold_with_offsets(text, _SPECIAL)
    lexemes = list(_LEXEME.finditer(folded.text))
    tokens: list[SymbolToken] = []
    reached = 0
    for index, found in enumerate(lexemes):
        if index < reached:
            continue
        phrase, symbols = _find_borrowed_phrase(lexemes, index, words)
        reached = index + len(phrase)
        symbol = symbols or _read_symbol(found, folded.text, words)
        if symbol is None:
            continue
        start, end = folded.span(found.start(), lexemes[max(index, reached - 1)].end())
        parts = symbol.split()
        if symbol in _RUN_TOGETHER and _DIGIT.match(folded.text, found.end()):
            parts = _RUN_TOGETHER[symbol]
        borrowed = bool(phrase) or found.group() in words.borrowed
        tokens += [SymbolToken(part, start, end, borrowed) for part in parts]
    tokens = _join_numbers(tokens, words)
    token_at: dict[int, int] = {}
    offset = 1
    for index, token in enumerate(tokens):
        token_at[offset] = index
        offset += len(token.symbol) + 1
    return SymbolLine(text, tuple(tokens), f" {' '.join(token.symbol for token in tokens)} ", token_at)


def _find_borrowed_phrase(lexemes: list[re.Match[str]], at: int, words: DateWords) -> tuple[tuple[str, ...], str]:
    """Return the words of another language's phrase that begins at this lexeme, with their symbols here, or nothing."""
    for phrase, symbols in words.borrowed_phrases.get(lexemes[at].group(), ()):
        if phrase == tuple(found.group() for found in lexemes[at : at + len(phrase)]):
            return phrase, symbols
    return (), ""


def _read_symbol(found: re.Match[str], folded: str, words: DateWords) -> str | None:
    kind, word = found.lastgroup, found.group()
    match kind:
        case "word":
            return words.find_symbol(word)
        case "iso" | "ymd":
            return re.sub(r" +(?=\d)", "t", word.replace("/", "-")).replace(" ", "")
        case "date":
            return re.sub(r"[.\-]", "/", word)
        case "time":
            return re.sub("h[rs]*", ":", word).replace(" ", "")
        case "dotted" | "zone":
            return word
        case "decimal":
            return word.replace(",", ".")
        case "ordinal":
            return re.sub(r"\D+", "", word) + "º"
        case "slang":
            return _SLANG[word[1]]
        case "minutes":
            return "Um"
        case "half":
            return word.strip(" .")[0] + "m"
        case "number":
            before = folded[max(0, found.start() - 5) : found.start()]
            glued = before[-1:].isalpha() or before[-1:] == "_"
            glued = glued and not re.search(r"(?<!\w)a ?las$", before)  # "a las9"
            return JUNK if glued or len(word) > 4 else word
        case "other":
            return words.symbols.get(word, word) if word in ",.;:-()/@+!?|&" else None if _is_ornament(word) else JUNK
        case _:
            return JUNK


def _is_ornament(character: str) -> bool:
    """Return whether a character is a quote, a star or a little picture."""
    return character in _ORNAMENTS or unicodedata.category(character) in {"So", "Sk", "Cf", "Mn", "Co", "Cn"}


def _join_numbers(tokens: list[SymbolToken], words: DateWords) -> list[SymbolToken]:
    """Join number words: "treinta" "y" "cinco" → 35, "twenty" "first" → 21st, "two" "thousand" "twenty" → 2020."""
    joined: list[SymbolToken] = []
    for token in _join_tens(tokens, words):
        joined.append(token)
        match joined:
            case [*_, SymbolToken("2"), SymbolToken("mil" | "thousand"), SymbolToken(end)]:
                taken = 3
            case [*_, SymbolToken("2"), SymbolToken("mil" | "thousand"), SymbolToken("and" | "y"), SymbolToken(end)]:
                taken = 4
            case _:
                continue
        if _YEAR_ENDING.fullmatch(end):
            joined[-taken:] = [SymbolToken(str(2000 + int(end)), joined[-taken].start, token.end, token.borrowed)]
    return joined


def _join_tens(tokens: list[SymbolToken], words: DateWords) -> list[SymbolToken]:
    joined: list[SymbolToken] = []
    for token in tokens:
        taken = 2 if joined and joined[-1].symbol in words.tens_joints else 1
        ten = joined[-taken] if len(joined) >= taken and _is_unit(token) else None
        if ten and _is_ten(ten, words) and (taken == 2 or not words.joint_required or ten.symbol.endswith("º")):
            ones = 1 if token.symbol == "una" else int(token.symbol.rstrip("º"))
            mark = "º" if token.symbol.endswith("º") else ""
            number = int(ten.symbol.rstrip("º")) + ones
            joined[-taken:] = [SymbolToken(f"{number}{mark}", ten.start, token.end, token.borrowed)]
        else:
            joined.append(token)
    return joined


def _is_ten(token: SymbolToken, words: DateWords) -> bool:
    if token.symbol in _TENTHS:
        return _is_spelled(token)
    return _is_number_word(token, words) and int(token.symbol) in words.tens


def _is_unit(token: SymbolToken) -> bool:
    return bool(re.fullmatch(r"[1-9]º?|una", token.symbol)) and _is_spelled(token)


def _is_spelled(token: SymbolToken) -> bool:
    return token.end - token.start > len(token.symbol.rstrip("º")) or token.symbol == "una"


def _is_number_word(token: SymbolToken, words: DateWords) -> bool:
    return token.symbol.isdecimal() and token.end - token.start > 2 and len(token.symbol) <= 3
