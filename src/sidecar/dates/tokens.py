"""Text into symbols: accents, case and abbreviations folded, numbers in digits, everything else set aside."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from sidecar.dates.language import Language

JUNK = "#"
_FREE = r"(?<![\w$€£#])(?<!\d[.,:/\-])"  # not inside a price, a version, a telephone number
_END = r"(?![.,:/\-]?\d)"
_LEXEME = re.compile(
    rf"""
      (?P<url>(?:https?://|www\.)\S+|[\w.+\-]{{1,64}}@[\w\-]+\.\S+)
    | (?P<zone>\([a-z_]+(?:/[a-z_+\-0-9]+)+\))
    | (?P<iso>{_FREE}\d{{4}}-\d{{1,2}}-\d{{1,2}}
        (?:(?:t|\ {{1,3}})\d{{1,2}}:\d{{2}}(?::\d{{2}}(?:[.,]\d+)?)?
        (?:\ ?(?:z(?!\w)|[+\-]\d{{2}}:?\d{{2}}))?)?(?![\w/\-]){_END})
    | (?P<ymd>{_FREE}\d{{4}}/\d{{1,2}}/\d{{1,2}}(?!\w){_END})
    | (?P<date>{_FREE}(?:\d{{1,2}}/\d{{1,2}}(?:/(?:\d{{4}}|\d{{2}}))?|\d{{1,2}}-\d{{1,2}}-\d{{4}}
        |\d{{1,2}}\.\d{{1,2}}\.\d{{4}})(?!\w){_END})
    | (?P<time>{_FREE}\d{{1,2}}(?::\ ?\d{{2}}(?::\d{{2}})?|h\d{{2}}){_END})
    | (?P<dotted>{_FREE}\d{{1,2}}\.\d{{2}}(?:\.\d{{2}})?{_END})
    | (?P<decimal>{_FREE}\d{{1,3}}[.,]\d{{1,2}}{_END})
    | (?P<composite>\d+(?:[.,:/\-]\d+)+|[$€£\#]\s?\d[\d.,]*|\d+\s?%)
    | (?P<ordinal>(?<!\w)\d{{1,2}}\.?(?:º|st|nd|rd|th|ro|er|do|to|mo|vo|no|ra|da)(?![^\W_]))
    | (?P<half>(?<=\d)(?:\.?\ ?[ap]\s?\.?\s?m|[ap])(?![^\W_])\.?|
        (?<!\w)[ap](?:\ ?\.?\ |\.)m(?![^\W_])\.?)
    | (?P<number>\d+)
    | (?P<word>[^\W\d_]+(?:'[^\W\d_]+)*)
    | (?P<other>\S)
    """,
    re.VERBOSE,
)


@dataclass(frozen=True, slots=True)
class Token:
    """A symbol of the language's vocabulary, or the word itself; `start` and `end` point into the text."""

    symbol: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Line:
    """The tokens, and their symbols as one line in which patterns search."""

    text: str
    tokens: tuple[Token, ...]
    symbols: str
    token_at: dict[int, int]
    """Offset in `symbols` of a token's first character → its index."""

    def between(self, first: int, last: int) -> list[str]:
        return [token.symbol for token in self.tokens[first:last]]


def read_line(text: str, language: Language) -> Line:
    """The text as the grammar sees it. Linear in its length; never fails."""
    folded, origin = fold(text)
    tokens: list[Token] = []
    for found in _LEXEME.finditer(folded):
        symbol = _symbol(found, folded, language)
        if symbol is not None:
            tokens.append(Token(symbol, origin[found.start()], origin[found.end() - 1] + 1))
    tokens = _join_numbers(tokens, folded, origin, language)
    token_at: dict[int, int] = {}
    offset = 1
    for index, token in enumerate(tokens):
        token_at[offset] = index
        offset += len(token.symbol) + 1
    return Line(text, tuple(tokens), f" {' '.join(token.symbol for token in tokens)} ", token_at)


def fold(text: str) -> tuple[str, list[int]]:
    """Lower case without accents, and for each of its characters the place it came from."""
    if text.isascii():
        return text.lower(), list(range(len(text)))
    letters: list[str] = []
    origin: list[int] = []
    for place, character in enumerate(text):
        for letter in _SPECIAL.get(character) or unicodedata.normalize("NFKD", character).lower():
            if not unicodedata.combining(letter):
                letters.append(letter)
                origin.append(place)
    return "".join(letters), origin


_SPECIAL = {"º": "º", "°": "º", "ª": "º", "’": "'", "‘": "'", "´": "'", "–": "-", "—": "-"}


def _symbol(found: re.Match[str], folded: str, language: Language) -> str | None:
    kind, word = found.lastgroup, found.group()
    match kind:
        case "word":
            return language.symbol(word)
        case "iso" | "ymd":
            return re.sub(r" +(?=\d)", "t", word.replace("/", "-")).replace(" ", "")
        case "date":
            return re.sub(r"[.\-]", "/", word)
        case "time":
            return word.replace("h", ":").replace(" ", "")
        case "dotted" | "zone":
            return word
        case "decimal":
            return word.replace(",", ".")
        case "ordinal":
            return re.sub(r"\D+", "", word) + "º"
        case "half":
            return word.strip(" .")[0] + "m"
        case "number":
            glued = found.start() > 0 and (folded[found.start() - 1].isalpha() or folded[found.start() - 1] == "_")
            return JUNK if glued or len(word) > 4 else word
        case "other":
            return word if word in ",.;:-()/@+!?|" else JUNK
        case _:
            return JUNK


def _join_numbers(tokens: list[Token], folded: str, origin: list[int], language: Language) -> list[Token]:
    """ "thirty" "y" "cinco" → 35, "twenty" "first" → 21st: only number words join."""
    joined: list[Token] = []
    index = 0
    while index < len(tokens):
        token = tokens[index]
        end = index + 1
        if _is_word(token, language) and int(token.symbol) in language.tens:
            between = end + 1 if end < len(tokens) and tokens[end].symbol in language.tens_joints else end
            if between < len(tokens) and (between > end or not language.joint_required):
                unit = tokens[between]
                if re.fullmatch(r"[1-9]º?|una", unit.symbol) and _spelled(unit):
                    ones = 1 if unit.symbol == "una" else int(unit.symbol.rstrip("º"))
                    mark = "º" if unit.symbol.endswith("º") else ""
                    joined.append(Token(f"{int(token.symbol) + ones}{mark}", token.start, unit.end))
                    index = between + 1
                    continue
        joined.append(token)
        index = end
    return joined


def _spelled(token: Token) -> bool:
    return token.end - token.start > len(token.symbol.rstrip("º")) or token.symbol == "una"


def _is_word(token: Token, language: Language) -> bool:
    return token.symbol.isdecimal() and token.end - token.start > 2 and len(token.symbol) <= 3
