"""Atomic replacement: a reader, or a crash, sees the old file or the new one and nothing between."""

from __future__ import annotations

import os
import stat
import tempfile
from contextlib import suppress
from pathlib import Path

from sidecar.files.stamp import FileStamp, stamp_from


def replace_file(path: Path, data: bytes) -> FileStamp:
    """Write the data and return the file's new stamp. On `OSError` the old file is untouched.

    A link stays a link; an existing file keeps its mode and owner, a new one is for its owner alone.
    """
    path = path.resolve()
    # a unique name, since another process may be writing the same file; mode 0600
    descriptor, temporary = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".tmp", dir=path.parent)
    try:
        with open(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
            _keep_mode(path, temporary)
            stamp = stamp_from(os.fstat(file.fileno()))
        os.replace(temporary, path)
    finally:
        with suppress(OSError):  # it is only there if something went wrong
            os.unlink(temporary)
    _sync_folder(path.parent)
    return stamp


def _keep_mode(path: Path, temporary: str) -> None:
    with suppress(OSError):  # no such file yet, or its owner cannot be kept
        before = path.stat()
        os.chmod(temporary, stat.S_IMODE(before.st_mode))
        if hasattr(os, "chown"):
            os.chown(temporary, before.st_uid, before.st_gid)


def _sync_folder(folder: Path) -> None:
    """Flush the new name to disk, before anybody relies on it."""
    with suppress(OSError):  # Windows cannot open folders, some file systems cannot sync them
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
