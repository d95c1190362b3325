"""The home's lock: one process at a time answers for a data folder.

The operating system holds the lock, so it ends with the process, however the process ends. The file contains the
process id of the holder, for people; it is never removed, since removing a locked file would let two processes in.
"""

from __future__ import annotations

import os
import sys
import time
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

from sidecar.errors import HomeBusy, StorageReadOnly

_PID_BYTES = 32
_RETRIES = 4
_RETRY_S = 0.02


class HomeLock:
    """The lock of a data folder, held from `acquire` to `release` or to the end of the process."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor: int | None = descriptor
        if hasattr(os, "register_at_fork"):
            # a forked child shares the lock and would hold it after we exit; closing its copy does not release ours
            os.register_at_fork(after_in_child=self._close)

    @classmethod
    def acquire(cls, path: Path) -> Self:
        """Lock the file at `path`, creating it (0600) if needed.

        Raises `HomeBusy` with the `pid` of the holder, or `StorageReadOnly`.
        """
        try:
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise StorageReadOnly(
                "I can't write to the data folder: {folder}",
                hint="Check its permissions and the disk, or choose another folder with --home.",
                folder=path.parent,
            ) from error
        if not _lock_with_retries(descriptor):
            pid = _read_pid(descriptor)
            os.close(descriptor)
            raise HomeBusy(
                "Sidecar is already open in another terminal (process {pid}, {folder}).",
                hint="Use that one, or close it first.",
                pid=pid,
                folder=path.parent,
            )
        _write_pid(descriptor)
        return cls(descriptor)

    def release(self) -> None:
        """Release the lock. May be called more than once."""
        if self._descriptor is not None:
            os.ftruncate(self._descriptor, 0)
            self._close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()

    def _close(self) -> None:
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None


def is_locked(path: Path) -> bool:
    """Return whether a process holds the lock. Checking takes it for an instant, for which `acquire` retries."""
    try:
        descriptor = os.open(path, os.O_RDWR)
    except OSError:
        return False
    try:
        return not _try_lock(descriptor)
    finally:
        os.close(descriptor)


def _read_pid(descriptor: int) -> int | None:
    os.lseek(descriptor, 0, os.SEEK_SET)
    try:
        return int(os.read(descriptor, _PID_BYTES))
    except (OSError, ValueError):
        return None  # being written at this moment, or a full disk


def _write_pid(descriptor: int) -> None:
    with suppress(OSError):  # a full disk loses the process id, not the lock
        os.ftruncate(descriptor, 0)
        os.write(descriptor, str(os.getpid()).encode())


if sys.platform == "win32":
    import msvcrt

    _BEYOND_THE_PID = 1 << 20  # Windows does not allow reading a locked byte

    def _lock(descriptor: int) -> None:
        os.lseek(descriptor, _BEYOND_THE_PID, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        os.lseek(descriptor, 0, os.SEEK_SET)

else:
    import fcntl

    def _lock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _lock_with_retries(descriptor: int) -> bool:
    """Retry for a moment, since another process may only be checking (`is_locked`)."""
    for _ in range(_RETRIES):
        if _try_lock(descriptor):
            return True
        time.sleep(_RETRY_S)
    return _try_lock(descriptor)


def _try_lock(descriptor: int) -> bool:
    try:
        _lock(descriptor)
    except OSError:
        return False
    return True
