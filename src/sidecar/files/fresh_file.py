"""A text file that is read again when it has changed on disk, and only then."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

from sidecar.files.charsets import decode

T = TypeVar("T")

FileStamp = tuple[int, int, int]
MISSING: FileStamp = (0, 0, 0)
"""Of a file that is not there."""
_LONGEST_BYTES = 1_000_000
"""Nobody writes so much about themselves: the file is something else, and its beginning is enough to tell."""


def stamp_of(path: Path) -> FileStamp:
    """What changes whenever the file does; the same for all files that are not there."""
    try:
        stat = path.stat()
    except OSError:
        return MISSING
    return stat.st_mtime_ns, stat.st_size, stat.st_ino


@dataclass(frozen=True, slots=True)
class FileContent:
    """What a file holds as text; nothing of a file that is not there."""

    text: str = ""
    unreadable: str = ""
    """Why the system does not let us read it, in the system's words."""
    binary: bool = False
    """It is no text at all; then none of it is used."""


class FreshFile(Generic[T]):
    """`read(text)` turns the file's text into what is wanted; it sees "" for a file that is not there.

    A look at the file costs a few microseconds, so it is taken at every use: an editor that replaces the file by
    renaming another over it is noticed as well as one that writes in place.
    """

    def __init__(self, path: Path, read: Callable[[str], T]) -> None:
        self.path = path
        self._read = read
        self._known: tuple[FileStamp, T, FileContent] | None = None

    def get(self) -> T:
        """The content as it is now, in whatever encoding; an unreadable file counts as empty."""
        return self._now()[0]

    @property
    def content(self) -> FileContent:
        """What `get` was made of."""
        return self._now()[1]

    def _now(self) -> tuple[T, FileContent]:
        stamp = stamp_of(self.path)
        if self._known is None or self._known[0] != stamp:
            content = read_content(self.path)
            self._known = (stamp, self._read(content.text), content)
        return self._known[1:]


def read_text(path: Path) -> str:
    return read_content(path).text


def read_content(path: Path) -> FileContent:
    """The beginning of the file, in whatever encoding; never raises."""
    try:
        with path.open("rb") as file:
            text = decode(file.read(_LONGEST_BYTES))
    except FileNotFoundError:
        return FileContent()
    except OSError as error:
        return FileContent(unreadable=error.strerror or str(error))
    return FileContent(binary=True) if looks_binary(text) else FileContent(text)


def looks_binary(text: str) -> bool:
    """Whether what was decoded can hardly have been text."""
    sample = text[:4096]
    controls = sum(character < " " and character not in "\t\n\r\f\x1b" for character in sample)
    return "\0" in text or controls > len(sample) // 50
