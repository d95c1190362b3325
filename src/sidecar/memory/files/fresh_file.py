"""A text file that is read again when it has changed on disk, and only then."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Generic, TypeVar

T = TypeVar("T")

_Stamp = tuple[int, int, int]
_MISSING: _Stamp = (0, 0, 0)


class FreshFile(Generic[T]):
    """`read(text)` turns the file's text into what is wanted; it sees "" for a file that is not there.

    A look at the file costs a few microseconds, so it is taken at every use: an editor that replaces the file by
    renaming another over it is noticed as well as one that writes in place.
    """

    def __init__(self, path: Path, read: Callable[[str], T]) -> None:
        self.path = path
        self._read = read
        self._known: tuple[_Stamp, T] | None = None

    def get(self) -> T:
        """The content as it is now. Undecodable bytes come out as `�`; an unreadable file counts as empty."""
        stamp = self._stamp()
        if self._known is None or self._known[0] != stamp:
            self._known = (stamp, self._read(self._text()))
        return self._known[1]

    def _stamp(self) -> _Stamp:
        try:
            stat = self.path.stat()
        except OSError:
            return _MISSING
        return stat.st_mtime_ns, stat.st_size, stat.st_ino

    def _text(self) -> str:
        try:
            return self.path.read_text(encoding="utf-8-sig", errors="replace")
        except OSError:
            return ""
