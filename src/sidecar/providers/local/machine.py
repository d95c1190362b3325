"""This computer: how much memory a model may have, and how many processor cores."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

import psutil

_CGROUP = Path("/sys/fs/cgroup")
"""Where a container finds its own limits."""
_FEW_CORES = 2


def memory_bytes(limits: Path = _CGROUP) -> int:
    """What programs here may use altogether. A container may have less than its machine."""
    return min([psutil.virtual_memory().total, *_memory_limit(limits)])


def available_memory_bytes(limits: Path = _CGROUP) -> int:
    """What a program could get now, without others being pushed out to disk."""
    free = [limit - _used_here(limits) for limit in _memory_limit(limits)]
    return max(0, min([psutil.virtual_memory().available, *free]))


def usable_cores(limits: Path = _CGROUP) -> int:
    """Those that a model may keep busy: of a pair that shares one core the second adds nothing to its speed, and where
    there are more than two, one is left to the person."""
    allowed = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    usable = min([allowed, psutil.cpu_count(logical=False) or allowed, *_cores_limit(limits)])
    return usable - 1 if usable > _FEW_CORES else max(1, usable)


def _memory_limit(limits: Path) -> list[int]:
    """At most one, as below. A file that says `max` means none."""
    with suppress(OSError, ValueError):
        return [int((limits / "memory.max").read_text(encoding="ascii"))]
    return []


def _cores_limit(limits: Path) -> list[int]:
    """Microseconds in each period of so many: threads beyond that are stopped in the middle of their work."""
    with suppress(OSError, ValueError):
        quota, period = map(int, (limits / "cpu.max").read_text(encoding="ascii").split())
        return [quota // period] if period > 0 else []
    return []


def _used_here(limits: Path) -> int:
    """Bytes of this container that cannot be had back. Its pages of files can."""
    with suppress(OSError, ValueError):
        for line in (limits / "memory.stat").read_text(encoding="ascii").splitlines():
            name, _, value = line.partition(" ")
            if name == "anon":
                return int(value)
    return 0
