"""A text file that is read again when it has changed on disk, and only then."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Generic, TypeVar

from sidecar.domain.decoding import decode

T = TypeVar("T")

Stamp = tuple[int, int, int]
_MISSING: Stamp = (0, 0, 0)
_LONGEST_BYTES = 1_000_000
"""Nobody writes so much about themselves: the file is something else, and its beginning is enough to tell."""


def stamp_of(path: Path) -> Stamp:
    """What changes whenever the file does; the same for all files that are not there."""
    try:
        stat = path.stat()
    except OSError:
        return _MISSING
    return stat.st_mtime_ns, stat.st_size, stat.st_ino


class FreshFile(Generic[T]):
    """`read(text)` turns the file's text into what is wanted; it sees "" for a file that is not there.

    A look at the file costs a few microseconds, so it is taken at every use: an editor that replaces the file by
    renaming another over it is noticed as well as one that writes in place.
    """

    def __init__(self, path: Path, read: Callable[[str], T]) -> None:
        self.path = path
        self._read = read
        self._known: tuple[Stamp, T] | None = None

    def get(self) -> T:
        """The content as it is now, in whatever encoding; an unreadable file counts as empty."""
        stamp = stamp_of(self.path)
        if self._known is None or self._known[0] != stamp:
            self._known = (stamp, self._read(read_text(self.path)))
        return self._known[1]


def read_text(path: Path) -> str:
    try:
        with path.open("rb") as file:
            return decode(file.read(_LONGEST_BYTES))
    except OSError:
        return ""
