"""A text file that is read again when it has changed on disk, and only then."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

from sidecar.files.charsets import decode, looks_binary
from sidecar.files.stamp import FileStamp, read_stamp

T = TypeVar("T")

_MAX_BYTES = 1_000_000
"""A larger file is no text that a person wrote; its beginning is enough to tell."""


@dataclass(frozen=True, slots=True)
class FileContent:
    """The text of a file; empty for a missing one."""

    text: str = ""
    unreadable: str = ""
    """Why it cannot be read, in the system's words."""
    binary: bool = False
    """It is no text, and none of it is used."""


class FreshFile(Generic[T]):
    """A file parsed by `parse`, which sees "" for a missing one.

    Its stamp is checked at every use, which costs a few microseconds, so that an editor that renames another file over
    it is noticed as well as one that writes in place.
    """

    def __init__(self, path: Path, parse: Callable[[str], T]) -> None:
        self.path = path
        self._parse = parse
        self._cached: tuple[FileStamp, T, FileContent] | None = None

    def get(self) -> T:
        """Return the present content, parsed; an unreadable file counts as empty."""
        return self._refresh()[0]

    @property
    def content(self) -> FileContent:
        """What `get` parsed."""
        return self._refresh()[1]

    def _refresh(self) -> tuple[T, FileContent]:
        stamp = read_stamp(self.path)
        if self._cached is None or self._cached[0] != stamp:
            content = read_content(self.path)
            self._cached = (stamp, self._parse(content.text), content)
        return self._cached[1:]


def read_text(path: Path) -> str:
    return read_content(path).text


def read_content(path: Path) -> FileContent:
    """Read the beginning of the file, in any encoding; never raises."""
    try:
        with path.open("rb") as file:
            text = decode(file.read(_MAX_BYTES))
    except FileNotFoundError:
        return FileContent()
    except OSError as error:
        return FileContent(unreadable=error.strerror or str(error))
    return FileContent(binary=True) if looks_binary(text) else FileContent(text)
