"""Writing a file so that a reader, or a crash, sees the old one or the new one and nothing between."""

from __future__ import annotations

import os
import stat
import tempfile
from contextlib import suppress
from pathlib import Path

from sidecar.files.fresh_file import FileStamp


def replace_file(path: Path, data: bytes) -> FileStamp:
    """The file holds the data; a link stays a link. One that was there keeps its mode and owner, a new one is for its
    owner alone. On `OSError` the old file is untouched. Returns how the file looks now (`fresh_file.stamp_of`), unless
    somebody changes it at once."""
    path = path.resolve()
    # A name of its own: another process may be writing the same file now. It is readable for its owner alone.
    descriptor, temporary = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".tmp", dir=path.parent)
    try:
        with open(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
            _keep_mode(path, temporary)
            now = os.fstat(file.fileno())
        os.replace(temporary, path)
    finally:
        with suppress(OSError):  # it is there only if something went wrong
            os.unlink(temporary)
    _sync_folder(path.parent)
    return now.st_mtime_ns, now.st_size, now.st_ino


def _keep_mode(path: Path, temporary: str) -> None:
    with suppress(OSError):  # there is none yet, or its owner cannot be kept
        before = path.stat()
        os.chmod(temporary, stat.S_IMODE(before.st_mode))
        if hasattr(os, "chown"):
            os.chown(temporary, before.st_uid, before.st_gid)


def _sync_folder(folder: Path) -> None:
    """The new name is on the disk too, before anybody relies on it."""
    with suppress(OSError):  # Windows opens no folders, some file systems sync none
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
