"""Find the name that a mistyped one was meant to be."""

from __future__ import annotations

from collections.abc import Iterable

from sidecar.language.fold import fold

_LONG_CHARS = 8
"""From here on two slips are forgiven, before it one: in a short word the second makes another word of it."""
_SHORTEST_CHARS = 3


def find_closest_name(typed: str, names: Iterable[str]) -> str:
    """Return the name that `typed` differs from by a slip or two: a letter more, less, other or swapped with its
    neighbour, accents aside; "" when there is none."""
    word = fold(typed)
    allowed = 2 if len(word) >= _LONG_CHARS else 1 if len(word) >= _SHORTEST_CHARS else 0
    distance, closest = min(((_count_slips(word, fold(name)), name) for name in names), default=(allowed + 1, ""))
    return closest if distance <= allowed else ""


def _count_slips(one: str, other: str) -> int:
    """Return the Damerau-Levenshtein distance of two words, of adjacent letters swapped at most once."""
    before: list[int] = []
    last = list(range(len(other) + 1))
    for i, letter in enumerate(one, 1):
        row = [i]
        for j, wanted in enumerate(other, 1):
            cost = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (letter != wanted))
            if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == wanted:
                cost = min(cost, before[j - 2] + 1)
            row.append(cost)
        before, last = last, row
    return last[-1]
