"""Text as grammars and look-ups compare it: lower case, without accents."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass

_NO_REPLACEMENTS: Mapping[str, str] = {}


def fold(text: str) -> str:
    """Return the text in lower case, without accents (ñ becomes n), with single spaces and none around."""
    return " ".join(fold_letters(text).split())


def fold_letters(text: str) -> str:
    """Return the text in lower case and without accents, with its white space as it is."""
    if text.isascii():
        return text.lower()
    decomposed = unicodedata.normalize("NFKD", text)
    return "".join(c for c in decomposed if not unicodedata.combining(c)).casefold()


def find_original(text: str, folded: str) -> str:
    """Return the words of a text that fold to `folded`, as they are written; `folded` where they are not in it."""
    plain = fold_with_offsets(text)
    start = plain.text.find(folded)
    return text[slice(*plain.span(start, start + len(folded)))] if start >= 0 and folded else folded


def fold_name(name: str) -> str:
    """Fold the name of a place or a unit, which is written with and without apostrophes, dots, dashes, underscores."""
    return fold(re.sub(r"[_.\-]", " ", re.sub(r"['’]", "", name)))


@dataclass(frozen=True, slots=True)
class FoldedText:
    """Folded text, and for each of its characters the offset of the character that it came from."""

    text: str
    offsets: list[int]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return where the folded characters from `start` to `end` (one at least) stand in the original."""
        return self.offsets[start], self.offsets[end - 1] + 1


def fold_with_offsets(text: str, replacements: Mapping[str, str] = _NO_REPLACEMENTS) -> FoldedText:
    """Fold the letters and keep track of offsets. `replacements` says what single characters become instead."""
    if text.isascii():
        return FoldedText(text.lower(), list(range(len(text))))
    letters: list[str] = []
    offsets: list[int] = []
    for offset, character in enumerate(text):
        for letter in replacements.get(character) or fold_letters(character):
            letters.append(letter)
            offsets.append(offset)
    return FoldedText("".join(letters), offsets)
