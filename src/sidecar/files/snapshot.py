"""`MEMORY.md` between the disk and us: read in whatever encoding, written only over what was read."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from sidecar.files.charsets import decode
from sidecar.files.fresh_file import MISSING, FileStamp, looks_binary, stamp_of

LARGEST_BYTES = 64_000_000
"""What is larger was not written by a person; it is left alone."""

ReplaceFile = Callable[[Path, bytes], FileStamp]


@dataclass(frozen=True, slots=True)
class FileSnapshot:
    """`text` is None when there is no file. `problem`: why it cannot be read, in the system's words; then nothing is
    known about it. `binary`: it is no text, or more of it than anybody writes."""

    stamp: FileStamp
    text: str | None = None
    problem: str = ""
    binary: bool = False


@dataclass(frozen=True, slots=True)
class WriteResult:
    """`late`: what somebody wrote into the old file while it was being replaced."""

    stamp: FileStamp
    late: str | None = None


def read_on_disk(path: Path) -> FileSnapshot:
    """The file as it is; never raises."""
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            return FileSnapshot(stamp_of(path), binary=True)
        with path.open("rb") as file:
            found = os.fstat(file.fileno())
            stamp = (found.st_mtime_ns, found.st_size, found.st_ino)
            data = file.read(LARGEST_BYTES + 1)
    except FileNotFoundError:
        return FileSnapshot(MISSING)
    except OSError as error:
        return FileSnapshot(stamp_of(path), problem=error.strerror or str(error))
    text = decode_lines(data)
    if len(data) > LARGEST_BYTES or looks_binary(text):
        return FileSnapshot(stamp, binary=True)
    return FileSnapshot(stamp, text)


def write_over(path: Path, text: str, before: FileStamp, replace: ReplaceFile) -> WriteResult | None:
    """Replace the file, unless it is no longer the one that looked like `before`: then None, and nothing is written.
    Raises `OSError`."""
    with _Old(path) as old:
        if stamp_of(path) != before:
            return None
        stamp = replace(path, text.encode("utf-8", errors="replace"))
        return WriteResult(stamp, old.changed_since(before))


def decode_lines(data: bytes) -> str:
    """As `decode` does it, but a line that is not UTF-8 does not spoil the others, and no byte is lost."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        if data.startswith((b"\xff\xfe", b"\xfe\xff", b"\0\0\xfe\xff")):
            return decode(data)
        return "\n".join(_decode_line(line) for line in data.split(b"\n")).removeprefix("\ufeff")


def _decode_line(line: bytes) -> str:
    for encoding in ("utf-8", "cp1252"):
        try:
            return line.decode(encoding)
        except UnicodeDecodeError:
            continue
    return line.decode("latin-1")


class _Old:
    """The file under its old identity. An editor that writes in place may still have it open when it is replaced."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._descriptor: int | None = None

    def __enter__(self) -> _Old:
        if sys.platform != "win32":  # there, nobody replaces a file that is open
            with suppress(FileNotFoundError):
                self._descriptor = os.open(self._path, os.O_RDONLY)
        return self

    def __exit__(self, *_: object) -> None:
        if self._descriptor is not None:
            os.close(self._descriptor)

    def changed_since(self, before: FileStamp) -> str | None:
        if self._descriptor is None:
            return None
        now = os.fstat(self._descriptor)
        if (now.st_mtime_ns, now.st_size, now.st_ino) == before:
            return None
        with open(self._descriptor, "rb", closefd=False) as file:
            return decode_lines(file.read(LARGEST_BYTES))
