"""A file that people and programs edit: read whole in any encoding, replaced only if it is still what was read."""

from __future__ import annotations

import errno
import os
import shutil
import stat
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from sidecar.files.charsets import decode_lines, looks_binary
from sidecar.files.stamp import MISSING, FileStamp, read_stamp, stamp_from

MAX_BYTES = 64_000_000
"""A larger file was not written by a person; it is left alone."""

ReplaceFile = Callable[[Path, bytes], FileStamp]


@dataclass(frozen=True, slots=True)
class FileSnapshot:
    """`text` is None when there is no file; `data` are its bytes. `problem`: why it cannot be read, in the system's
    words. `binary`: it is no text, or too large."""

    stamp: FileStamp
    text: str | None = None
    problem: str = ""
    binary: bool = False
    data: bytes = b""


@dataclass(frozen=True, slots=True)
class WriteResult:
    """`late`: what somebody wrote into the old file while it was being replaced."""

    stamp: FileStamp
    late: str | None = None


def read_snapshot(path: Path) -> FileSnapshot:
    """Read the file; never raises."""
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            return FileSnapshot(read_stamp(path), binary=True)
        with path.open("rb") as file:
            stamp = stamp_from(os.fstat(file.fileno()))
            data = file.read(MAX_BYTES + 1)
    except FileNotFoundError:
        return FileSnapshot(MISSING)
    except OSError as error:
        return FileSnapshot(read_stamp(path), problem=error.strerror or str(error))
    text = decode_lines(data)
    if len(data) > MAX_BYTES or looks_binary(text):
        return FileSnapshot(stamp, binary=True)
    return FileSnapshot(stamp, text, data=data)


def find_write_problem(path: Path) -> str:
    """Return why the file cannot be replaced, in the system's words; "" where it can."""
    folder = path.resolve().parent
    try:
        free_bytes = shutil.disk_usage(folder).free
        needed_bytes = path.stat().st_size if path.exists() else 1
    except OSError as error:
        return error.strerror or str(error)
    if not os.access(folder, os.W_OK | os.X_OK):
        return os.strerror(errno.EACCES)
    return "" if needed_bytes <= free_bytes else os.strerror(errno.ENOSPC)


def write_if_unchanged(path: Path, text: str, before: FileSnapshot, replace: ReplaceFile) -> WriteResult | None:
    """Replace the file if it is still what was read before; return None otherwise. Raises `OSError`.

    Its bytes are compared, too: where times are whole seconds, two saves in one second leave the same stamp.
    """
    with _OldFile(path) as old:
        if read_stamp(path) != before.stamp or old.read() != before.data:
            return None
        stamp = replace(path, text.encode("utf-8", errors="replace"))
        return WriteResult(stamp, old.read_if_changed(before.stamp))


class _OldFile:
    """The file under its old inode. An editor that writes in place may still have it open when it is replaced."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._descriptor: int | None = None

    def __enter__(self) -> _OldFile:
        if sys.platform != "win32":  # an open file cannot be replaced there
            with suppress(FileNotFoundError):
                self._descriptor = os.open(self._path, os.O_RDONLY)
        return self

    def __exit__(self, *_: object) -> None:
        if self._descriptor is not None:
            os.close(self._descriptor)

    def read_if_changed(self, before: FileStamp) -> str | None:
        if self._descriptor is None or stamp_from(os.fstat(self._descriptor)) == before:
            return None
        return decode_lines(self.read())

    def read(self) -> bytes:
        """Return the bytes; none where there is no file."""
        if self._descriptor is None:
            return self._path.read_bytes() if self._path.exists() else b""
        with open(self._descriptor, "rb", closefd=False) as file:
            file.seek(0)
            return file.read(MAX_BYTES)
