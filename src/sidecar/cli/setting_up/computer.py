"""This computer: how much memory it has, which model fits, and the commands that bring one here."""

from __future__ import annotations

import os
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path

_GB = 10**9
_USUAL_MEMORY_BYTES = 8 * _GB
_CGROUP = Path("/sys/fs/cgroup/memory.max")


@dataclass(frozen=True, slots=True)
class LocalModel:
    """A model of Ollama's library that talks, uses tools and knows Spanish; about half of the memory is left over."""

    name: str
    needs_bytes: int
    download_bytes: int


_FITTING = (
    LocalModel("qwen3:14b", 30 * _GB, 9_300_000_000),
    LocalModel("qwen3:8b", 15 * _GB, 5_200_000_000),
    LocalModel("qwen3:4b", 11 * _GB, 2_500_000_000),
    LocalModel("qwen2.5:3b", 5 * _GB, 1_900_000_000),
    LocalModel("qwen2.5:1.5b", 0, 990_000_000),
)
"""The biggest first."""


def memory_bytes() -> int:
    """What programs here may use; 0 when it cannot be told."""
    if sys.platform == "win32":
        return _windows_memory()
    try:
        whole = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (ValueError, OSError):
        return 0
    try:
        return min(whole, int(_CGROUP.read_text(encoding="ascii")))  # a container may have less than its machine
    except (OSError, ValueError):
        return whole


def fitting_model(memory: int) -> LocalModel:
    """The biggest model that runs well in this memory."""
    memory = memory or _USUAL_MEMORY_BYTES
    return next(model for model in _FITTING if memory >= model.needs_bytes)


def commands_for(model: str, *, running: bool) -> list[str]:
    """What to type, in this order, to have Ollama with this model here. `running`: it answers already."""
    pull = f"ollama pull {model}"
    if running:
        return [pull]
    if shutil.which("ollama"):
        return ["ollama serve" if sys.platform == "win32" else "ollama serve &", pull]
    match sys.platform:
        case "darwin":
            return ["brew install ollama", "brew services start ollama", pull]
        case "win32":
            return ["winget install Ollama.Ollama", pull]
        case _:
            return ["curl -fsSL https://ollama.com/install.sh | sh", pull]


if sys.platform == "win32":
    import ctypes

    class _Memory(ctypes.Structure):
        """`MEMORYSTATUSEX`."""

        _fields_ = [
            ("length", ctypes.c_ulong),
            ("load", ctypes.c_ulong),
            *((name, ctypes.c_ulonglong) for name in ("whole", "free", "a", "b", "c", "d", "e")),
        ]

    def _windows_memory() -> int:
        status = _Memory(length=ctypes.sizeof(_Memory))
        return int(status.whole) if ctypes.windll.kernel32.GlobalMemoryStatusEx(ctypes.byref(status)) else 0

else:

    def _windows_memory() -> int:
        return 0
