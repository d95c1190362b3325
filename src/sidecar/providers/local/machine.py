"""Memory and cores of this computer that a model may use."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

import psutil

_CGROUP = Path("/sys/fs/cgroup")
"""The limits of a container, as seen from inside."""
_FEW_CORES = 2


def memory_bytes(limits: Path = _CGROUP) -> int:
    """Return the memory that all programs may use together. A container may have less than its machine."""
    return min([psutil.virtual_memory().total, *_memory_limit(limits)])


def available_memory_bytes(limits: Path = _CGROUP) -> int:
    """Return the memory that a program could get now without swapping."""
    free = [limit - _used_bytes(limits) for limit in _memory_limit(limits)]
    return max(0, min([psutil.virtual_memory().available, *free]))


def usable_cores(limits: Path = _CGROUP) -> int:
    """Return the cores that a model may keep busy: physical ones, since a second thread per core adds no speed, and
    one less when there are more than two, for the person."""
    allowed = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    usable = min([allowed, psutil.cpu_count(logical=False) or allowed, *_cores_limit(limits)])
    return usable - 1 if usable > _FEW_CORES else max(1, usable)


def _memory_limit(limits: Path) -> list[int]:
    """Return the container's limit as a list of one, or none when the file is missing or says `max`."""
    with suppress(OSError, ValueError):
        return [int((limits / "memory.max").read_text(encoding="ascii"))]
    return []


def _cores_limit(limits: Path) -> list[int]:
    """Return the container's limit as a list of one, or none. More threads than that would be throttled."""
    with suppress(OSError, ValueError):
        quota, period = map(int, (limits / "cpu.max").read_text(encoding="ascii").split())
        return [quota // period] if period > 0 else []
    return []


def _used_bytes(limits: Path) -> int:
    """Return the memory of this container that cannot be reclaimed, which cached file pages can."""
    with suppress(OSError, ValueError):
        for line in (limits / "memory.stat").read_text(encoding="ascii").splitlines():
            name, _, value = line.partition(" ")
            if name == "anon":
                return int(value)
    return 0
