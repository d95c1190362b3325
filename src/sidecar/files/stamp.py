"""The stamp of a file: it changes whenever the file does."""

from __future__ import annotations

import os
from pathlib import Path

FileStamp = tuple[int, int, int]
"""Time of change in ns, size in bytes, inode."""
MISSING: FileStamp = (0, 0, 0)
_LARGE_BYTES = 1_000_000


def read_stamp(path: Path) -> FileStamp:
    """Stamp a file, or return `MISSING`."""
    try:
        return stamp_from(path.stat())
    except OSError:
        return MISSING


def stamp_from(stat: os.stat_result) -> FileStamp:
    return stat.st_mtime_ns, stat.st_size, stat.st_ino


def is_large(stamp: FileStamp) -> bool:
    """Return whether reading the file takes longer than an answer may wait."""
    return stamp[1] > _LARGE_BYTES
