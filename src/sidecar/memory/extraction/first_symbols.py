"""The words with which a pattern can begin, so that most rules need not be tried for a clause."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sidecar.language.fold import fold_letters
from sidecar.memory.extraction.words import Vocabulary

ANY = "*"
"""Stands for every word."""


def find_first_symbols(pieces: Sequence[str], known: Vocabulary) -> frozenset[str]:
    """Return the symbols and, as `#tag`, the classes with which a pattern of these signs and words can begin."""
    first, nullable = _choices(iter([*pieces, ")"]), known)
    return frozenset({ANY}) if nullable or ANY in first else frozenset(first)


def _choices(pieces: Iterator[str], known: Vocabulary) -> tuple[set[str], bool]:
    """Read choices up to the closing bracket. Returns what they can begin with, and whether one may be empty."""
    first: set[str] = set()
    nullable = False
    open_end = True  # nothing before in this choice takes up a word
    last: set[str] = set()
    last_nullable = True
    for piece in pieces:
        match piece:
            case ")":
                break
            case "|":
                nullable = nullable or open_end
                open_end, last_nullable = True, True
                last = set[str]()
                continue
            case "?" | "*":
                if not last_nullable and last:
                    open_end = True
                continue
            case "(":
                last, last_nullable = _choices(pieces, known)
            case "!(":
                _choices(pieces, known)
                last, last_nullable = set[str](), True
            case _:
                last, last_nullable = _word(piece, known)
        if open_end:
            first |= last
            open_end = last_nullable
        else:
            last_nullable = True  # what follows "?" here changes nothing
    return first, nullable or open_end


def _word(piece: str, known: Vocabulary) -> tuple[set[str], bool]:
    if piece.startswith(("!", "=")):
        return set(), True
    if piece in {"...", "..", "_"}:
        return {ANY}, piece == ".."
    first: set[str] = set()
    nullable = False
    for name in piece.split("|"):
        if name == "END":
            nullable = True
        else:
            first |= _one(name, known)
    return first, nullable


def _one(name: str, known: Vocabulary) -> set[str]:
    symbol = fold_letters(name)
    if "_" in symbol and symbol not in known.tags:
        name = next((part for part in name.split("_") if part), "_")
        symbol = fold_letters(name)
    if name == "_":
        return {ANY}
    if name in known.tag_of:
        return {f"#{known.tag_of[name]}"}
    return {symbol, f"{symbol}^"} if name.endswith("ó") else {symbol}
