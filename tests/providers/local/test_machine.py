"""What a model may have of this computer, and of a container on it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from sidecar.providers.local.machine import available_memory_bytes, memory_bytes, usable_cores

pytestmark = pytest.mark.req("LLM-01")

MB = 1 << 20


def container(folder: Path, **files: str) -> Path:
    """The limits as a kernel shows them: `memory_max` is the file `memory.max`."""
    for name, text in files.items():
        (folder / name.replace("_", ".")).write_text(text, encoding="ascii")
    return folder


def test_this_computer() -> None:
    assert 0 < memory_bytes() <= psutil.virtual_memory().total
    assert 0 <= available_memory_bytes() <= memory_bytes()
    assert 1 <= usable_cores() <= (os.cpu_count() or 1)


def test_a_container_has_less(tmp_path: Path) -> None:
    limits = container(tmp_path, memory_max=f"{64 * MB}\n", memory_stat=f"anon {10 * MB}\nfile {50 * MB}\n")
    assert memory_bytes(limits) == 64 * MB
    assert available_memory_bytes(limits) == 54 * MB


def test_a_container_that_is_full_has_nothing(tmp_path: Path) -> None:
    limits = container(tmp_path, memory_max=f"{64 * MB}\n", memory_stat=f"anon {70 * MB}\n")
    assert available_memory_bytes(limits) == 0


@pytest.mark.parametrize("limit", ["max\n", "", "lots", "1e9"])
def test_a_container_without_a_limit(tmp_path: Path, limit: str) -> None:
    limits = container(tmp_path, memory_max=limit, cpu_max=limit)
    assert memory_bytes(limits) == psutil.virtual_memory().total
    assert available_memory_bytes(limits) > 0
    assert usable_cores(limits) == usable_cores(tmp_path / "none")


@pytest.mark.parametrize("quota", ["100000 100000\n", "150000 100000\n", "20000 100000\n", "0 100000"])
def test_a_container_with_a_part_of_the_processors(tmp_path: Path, quota: str) -> None:
    assert usable_cores(container(tmp_path, cpu_max=quota)) == 1


@pytest.mark.parametrize("quota", ["max 100000\n", "6400000 100000\n", "100000 0\n", "100000\n", "garbage"])
def test_a_container_with_all_processors(tmp_path: Path, quota: str) -> None:
    assert usable_cores(container(tmp_path, cpu_max=quota)) == usable_cores(tmp_path / "none")


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="processes cannot be kept to a processor here")
def test_a_process_that_is_kept_to_one_processor() -> None:
    program = (
        "import os; os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})\n"
        "from sidecar.providers.local.machine import usable_cores; print(usable_cores())"
    )
    assert subprocess.check_output([sys.executable, "-c", program], text=True).strip() == "1"
