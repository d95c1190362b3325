"""The machine that figures were measured on, and how figures are shown: as text or, with `--json`, as one object."""

from __future__ import annotations

import argparse
import json
import os
import platform
import resource
import statistics
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import TemporaryFile

_SYNCS = 50


@dataclass(frozen=True, slots=True)
class Machine:
    """`load` is the average of the last minute; `sync_ms` what the disk of the temporary folder takes to make 4 KiB
    safe, the median of 50. A turn waits for the disk several times."""

    cpu: str
    cores: int
    system: str
    python: str
    load: float
    sync_ms: float


@dataclass(frozen=True, slots=True)
class Figure:
    """What was measured; `goal`, where there is one, is the most it may be."""

    name: str
    value: float
    unit: str
    goal: float | None = None

    @property
    def missed(self) -> bool:
        return self.goal is not None and self.value > self.goal


def options(description: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--json", action="store_true", help="one JSON object instead of text")
    return parser


def show(figures: Sequence[Figure], *, as_json: bool) -> None:
    machine = this_machine()
    if as_json:
        print(json.dumps({"machine": asdict(machine), "figures": [asdict(figure) for figure in figures]}, indent=1))
        return
    print(f"{machine.cpu}, {machine.cores} cores, load {machine.load:.2f}, sync {machine.sync_ms:.2f} ms")
    print(f"{machine.system}, Python {machine.python}\n")
    width = max(len(figure.name) for figure in figures)
    for figure in figures:
        goal = "" if figure.goal is None else f"  goal ≤ {figure.goal:g}{'  MISSED' if figure.missed else ''}"
        print(f"{figure.name:<{width}}  {figure.value:>9.2f} {figure.unit:<6}{goal}")


def percentile(values: Sequence[float], percent: float) -> float:
    """Return the smallest value that at least `percent` of them do not exceed."""
    ordered = sorted(values)
    return ordered[max(0, -int(-len(ordered) * percent // 100) - 1)]


def this_machine() -> Machine:
    return Machine(
        cpu=_cpu(),
        cores=os.cpu_count() or 0,
        system=f"{platform.system()} {platform.release()}",
        python=platform.python_version(),
        load=round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else -1.0,
        sync_ms=round(_sync_ms(), 3),
    )


def memory_mb() -> float:
    """Return the resident memory of this process."""
    if sys.platform == "linux":
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
        return pages * resource.getpagesize() / 1e6
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6


def _cpu() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), platform.machine())


def _sync_ms() -> float:
    times: list[float] = []
    with TemporaryFile() as file:
        for _ in range(_SYNCS):
            file.write(bytes(4096))
            file.flush()
            started = time.perf_counter()
            os.fsync(file.fileno())
            times.append(time.perf_counter() - started)
    return statistics.median(times) * 1000
