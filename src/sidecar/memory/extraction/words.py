"""Splits text into words: folded for the grammar, tagged by the vocabulary, and still as they were written."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import assert_never

from sidecar.domain.person import Language
from sidecar.language.fold import fold_letters
from sidecar.language.stop_words import STOP_WORDS
from sidecar.language.tokens import Token, TokenKind, tokenize
from sidecar.memory.lexicon.lexicon import word_classes

QUOTE = "❝"
"""Stands in for quotations, code and titles."""

_SHORT_UNIT = re.compile(r"[^\W\d_]{1,4}")
_DOSE = re.compile(r"(\d+(?:[.,]\d+)?)(mg|mcg|ml|gr?|kg|kgs|km|kms|cm)", re.IGNORECASE)
_DATE = re.compile(r"[0-3]?\d[/-][01]?\d(?:[/-]\d{2,4})?")
_AGE_END = 120
_ACRONYM_CHARS = 4
_TAGS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyzáéíóúàèìòùäëïöüâêîôû"


@dataclass(frozen=True, slots=True)
class Word:
    """`symbol` is what patterns see (folded; a final `ó` stays apart as `o^`, because `trabajó` is not `trabajo`);
    `text` is what was written, empty for an implied word."""

    symbol: str
    text: str
    spaced: bool = True
    tags: str = ""

    def __str__(self) -> str:
        return f"{self.symbol}/{self.tags} "


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Classes of words by name. `guess` names the classes of a word that no list has, from its form."""

    tag_of: Mapping[str, str]
    tags: Mapping[str, str]
    phrases: Mapping[str, tuple[tuple[str, ...], ...]]
    guess: Callable[[str], Iterable[str]]
    expand: Mapping[str, tuple[str, ...]]
    """Contractions: what is written as one word and is several."""
    merge: Callable[[list[Word]], list[Word]] = list
    """Makes one word of what several words say: "he comprado" is "compré"."""

    def tagged(self, symbol: str, text: str) -> str:
        known = self.tags.get(symbol, "")
        guessed = "" if known else "".join(self.tag_of[name] for name in self.guess(symbol))
        name = self.tag_of["NAME"] if _looks_like_name(text) else ""
        return known + guessed + (name if name not in known else "")

    def without_capital(self, word: Word) -> Word:
        """Return a word that began a sentence as it is written within one; what may be a name stays."""
        listed = self.tags.get(word.symbol, "")
        common = self.tag_of["NAME"] not in listed and (listed or word.symbol in STOP_WORDS)
        return replace(word, text=word.text.lower()) if common and word.text[1:].islower() else word


_NO_CLASSES: Mapping[str, Iterable[str]] = {}


def vocabulary(
    language: Language,
    guess: Callable[[str], Iterable[str]],
    expand: Mapping[str, str],
    more_classes: Mapping[str, Iterable[str]] = _NO_CLASSES,
    merge: Callable[[list[Word]], list[Word]] = list,
) -> Vocabulary:
    """Return the classes that the lexicon has for a language, with `more_classes` joined to them."""
    listed = word_classes(language)
    classes = {**listed, **{name: [*listed.get(name, ()), *forms] for name, forms in more_classes.items()}}
    tag_of = dict(zip(dict.fromkeys(("NAME", "NUMBER", "YEARS", "DATE", *classes)), _TAGS, strict=False))
    tags: dict[str, str] = {}
    phrases: dict[str, list[tuple[str, ...]]] = {}
    for name, forms in classes.items():
        for form in forms:
            symbol = fold_letters(form).replace(" ", "_")
            if tag_of[name] not in tags.get(symbol, ""):
                tags[symbol] = tags.get(symbol, "") + tag_of[name]
            if "_" in symbol:
                parts = tuple(symbol.split("_"))
                phrases.setdefault(parts[0], []).append(parts)
    longest = {first: tuple(sorted(set(found), key=len, reverse=True)) for first, found in phrases.items()}
    expanded = {short: tuple(long.split()) for short, long in expand.items()}
    return Vocabulary(tag_of, tags, longest, guess, expanded, merge)


def parse_words(text: str, known: Vocabulary) -> list[Word]:
    """Return the words and signs of a text, phrases of the vocabulary as one word. Never fails."""
    words: list[Word] = []
    tokens = deque(tokenize(re.sub("[’´`]", "'", text)))
    reached = 0
    while tokens:
        token = tokens.popleft()
        spaced = token.start > reached or not words
        reached = token.end
        match token.kind:
            case TokenKind.LINE:
                words.append(Word("\n", "", spaced=False))
            case TokenKind.NUMBER:
                written = token.text
                if tokens and _is_unit(tokens[0], token.end):
                    unit = tokens.popleft()
                    written, reached = text[token.start : unit.end], unit.end
                words.append(_number(written, spaced, known))
            case TokenKind.WORD:
                words += _expanded(token.text, spaced, known)
            case TokenKind.ADDRESS:
                address = token.text.rstrip(".,;)")
                words.append(Word(address.lower().replace("/", "⁄"), address, spaced, known.tag_of["NAME"]))
                words += [Word(sign, sign, spaced=False) for sign in token.text[len(address) :]]
            case TokenKind.SIGN if token.text[0] in ".…" and token.text != ".":
                words.append(Word(".", ".", spaced=False))
            case TokenKind.SIGN:
                words.append(Word("⁄" if token.text == "/" else token.text, token.text, spaced))
            case _:
                assert_never(token.kind)
    return known.merge(_joined(words, known))


def _is_unit(token: Token, number_end: int) -> bool:
    """Return whether a token belongs to the number before it: "50mg", "3rd", "20 %"."""
    if token.text == "%":
        return token.start - number_end <= 1
    return token.start == number_end and (token.text in "°" or bool(_SHORT_UNIT.fullmatch(token.text)))


def folded_words(text: str) -> frozenset[str]:
    """Return the words of a text, folded."""
    return frozenset(fold_letters(text).split())


def encode_line(words: Sequence[Word]) -> tuple[str, dict[int, int]]:
    """Return the words as one line for patterns, and from the offset of each word its index (the end has one too)."""
    offsets: dict[int, int] = {}
    pieces: list[str] = []
    offset = 0
    for index, word in enumerate(words):
        offsets[offset] = index
        pieces.append(str(word))
        offset += len(pieces[-1])
    offsets[offset] = len(words)
    return "".join(pieces), offsets


def join_words(words: Sequence[Word]) -> str:
    """Join words as they were written, with the spaces between them."""
    return "".join(f" {word.text}" if word.spaced and word.text else word.text for word in words).strip()


def _number(written: str, spaced: bool, known: Vocabulary) -> Word:
    dose = _DOSE.fullmatch(written)
    text = f"{dose[1]} {dose[2]}" if dose else written
    tags = known.tag_of["NUMBER"] + (known.tag_of["YEARS"] if written.isdecimal() and int(written) < _AGE_END else "")
    tags += known.tag_of["DATE"] if _DATE.fullmatch(written) else ""
    return Word(fold_letters(written).replace("/", "⁄"), text, spaced, tags)


def _expanded(written: str, spaced: bool, known: Vocabulary) -> list[Word]:
    symbol = fold_letters(written)
    if parts := known.expand.get(symbol):
        first = Word(parts[0], parts[0], spaced, known.tagged(parts[0], parts[0]))
        return [first, *(Word(part, part, True, known.tagged(part, part)) for part in parts[1:])]
    if symbol.endswith("'s"):
        stem = written[:-2]
        return [
            Word(fold_letters(stem), stem, spaced, known.tagged(fold_letters(stem), stem)),
            Word("'s", "'s", False, known.tagged("'s", "'s")),
        ]
    if written[-1] in "óÓ":
        return [Word(symbol + "^", written, spaced, known.tagged(symbol + "^", written))]
    return [Word(symbol, written, spaced, known.tagged(symbol, written))]


def _joined(words: list[Word], known: Vocabulary) -> list[Word]:
    joined: list[Word] = []
    index = 0
    while index < len(words):
        for parts in known.phrases.get(words[index].symbol, ()):
            run = words[index : index + len(parts)]
            if tuple(word.symbol for word in run) == parts:
                symbol = "_".join(parts)
                joined.append(Word(symbol, join_words(run), run[0].spaced, known.tags[symbol]))
                index += len(parts)
                break
        else:
            joined.append(words[index])
            index += 1
    return joined


def _looks_like_name(text: str) -> bool:
    shouted = len(text) > _ACRONYM_CHARS and text.isupper()
    return text[:1].isupper() and not shouted and (len(text) > 1 or text not in "IYOAE")
