"""Text into words: folded for the grammar, tagged by the vocabulary, and still as they were written."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

QUOTE = "❝"
"""Stands where words of others, code or a title were taken out."""

_LEXEME = re.compile(
    r"""
      (?P<address>https?://\S+|www\.\S+|[\w.+\-]+@[\w\-]+\.[\w.\-]+|@\w+)
    | (?P<number>\d+(?:[.,:/\-]\d+)*(?:\ ?%|[º°ª]|[^\W\d_]{1,4}(?![^\W\d_]))?)
    | (?P<word>[^\W\d_][^\W_]*(?:['\-][^\W_]+)*)
    | (?P<dots>\.{2,}|…)
    | (?P<line>\s*\n\s*)
    | (?P<other>\S)
    """,
    re.VERBOSE,
)
_DOSE = re.compile(r"(\d+(?:[.,]\d+)?)(mg|mcg|ml|gr?|kg|kgs|km|kms|cm)", re.IGNORECASE)
_AGE_END = 120
_TAGS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyzáéíóúàèìòùäëïöüâêîôû"


@dataclass(frozen=True, slots=True)
class Word:
    """`symbol` is what patterns see (folded; a final `ó` stays apart as `o^`, because `trabajó` is not `trabajo`);
    `text` is what was written, empty for a word that was only understood."""

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

    def tagged(self, symbol: str, text: str) -> str:
        known = self.tags.get(symbol, "")
        guessed = "" if known else "".join(self.tag_of[name] for name in self.guess(symbol))
        return known + guessed + (self.tag_of["NAME"] if _looks_like_name(text) else "")


def vocabulary(
    classes: Mapping[str, str], guess: Callable[[str], Iterable[str]], expand: Mapping[str, str]
) -> Vocabulary:
    """`classes` lists words of each class with spaces between them, phrases with `_` inside."""
    names = ("NAME", "NUMBER", "YEARS", *classes)
    tag_of = dict(zip(names, _TAGS, strict=False))
    tags: dict[str, str] = {}
    phrases: dict[str, list[tuple[str, ...]]] = {}
    for name, words in classes.items():
        for entry in words.split():
            symbol = fold(entry)
            if tag_of[name] not in tags.get(symbol, ""):
                tags[symbol] = tags.get(symbol, "") + tag_of[name]
            if "_" in symbol:
                parts = tuple(symbol.split("_"))
                phrases.setdefault(parts[0], []).append(parts)
    longest = {first: tuple(sorted(set(found), key=len, reverse=True)) for first, found in phrases.items()}
    expanded = {short: tuple(long.split()) for short, long in expand.items()}
    return Vocabulary(tag_of, tags, longest, guess, expanded)


def read_words(text: str, known: Vocabulary) -> list[Word]:
    """The words and signs of a text, phrases of the vocabulary as one word. Linear in its length; never fails."""
    words: list[Word] = []
    text = text.replace("’", "'").replace("´", "'").replace("`", "'")
    reached = 0
    for found in _LEXEME.finditer(text):
        written = found.group()
        spaced = found.start() > reached or not words
        reached = found.end()
        match found.lastgroup:
            case "line":
                words.append(Word("\n", "", spaced=False))
            case "number":
                words.append(_number(written, spaced, known))
            case "word":
                words += _expanded(written, spaced, known)
            case "dots":
                words.append(Word(".", ".", spaced=False))
            case "address":
                words.append(
                    Word(written.lower().replace("/", "⁄").rstrip(".,;)"), written, spaced, known.tag_of["NAME"])
                )
            case _:
                words.append(Word("⁄" if written == "/" else written, written, spaced))
    return _joined(words, known)


@lru_cache(maxsize=8192)
def fold(text: str) -> str:
    """Lower case without accents, one character after another."""
    if text.isascii():
        return text.lower()
    decomposed = unicodedata.normalize("NFKD", text.lower())
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter))


def words_set(text: str) -> frozenset[str]:
    """The words of a text, folded."""
    return frozenset(fold(text).split())


def line_of(words: Sequence[Word]) -> tuple[str, dict[int, int]]:
    """The words as one line for patterns, and from the offset of each word its index (the end has one too)."""
    offsets: dict[int, int] = {}
    pieces: list[str] = []
    offset = 0
    for index, word in enumerate(words):
        offsets[offset] = index
        pieces.append(str(word))
        offset += len(pieces[-1])
    offsets[offset] = len(words)
    return "".join(pieces), offsets


def join(words: Sequence[Word]) -> str:
    """The words as they were written, with the spaces between them."""
    return "".join(f" {word.text}" if word.spaced and word.text else word.text for word in words).strip()


def _number(written: str, spaced: bool, known: Vocabulary) -> Word:
    dose = _DOSE.fullmatch(written)
    text = f"{dose[1]} {dose[2]}" if dose else written
    tags = known.tag_of["NUMBER"] + (known.tag_of["YEARS"] if written.isdecimal() and int(written) < _AGE_END else "")
    return Word(fold(written).replace("/", "⁄"), text, spaced, tags)


def _expanded(written: str, spaced: bool, known: Vocabulary) -> list[Word]:
    symbol = fold(written)
    if parts := known.expand.get(symbol):
        first = Word(parts[0], parts[0], spaced, known.tagged(parts[0], parts[0]))
        return [first, *(Word(part, part, True, known.tagged(part, part)) for part in parts[1:])]
    if symbol.endswith("'s"):
        stem = written[:-2]
        return [
            Word(fold(stem), stem, spaced, known.tagged(fold(stem), stem)),
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
                joined.append(Word(symbol, join(run), run[0].spaced, known.tags[symbol]))
                index += len(parts)
                break
        else:
            joined.append(words[index])
            index += 1
    return joined


def _looks_like_name(text: str) -> bool:
    return text[:1].isupper() and (len(text) > 1 or text not in "IYOAE")
