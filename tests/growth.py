"""How much work is done, and how it grows with its input: true on a busy machine, where seconds say nothing."""

from __future__ import annotations

import sys
import time
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

_TIMES_MORE = 4
_MOST = 9
"""Between linear, 4, and quadratic, 16."""
_NOISE_S = 0.02


def assert_linear(work: Callable[[int], object], size: int) -> None:
    """Assert that four times as much takes about four times as long, in this process's own time."""
    for tries in (1, 3):  # the quickest of three where one look does not tell: what others do only makes it slower
        small, large = _cpu_s(work, size, tries), _cpu_s(work, _TIMES_MORE * size, tries)
        if large < _MOST * small + _NOISE_S:
            return
    raise AssertionError(f"{size}: {small:.3f} s, {_TIMES_MORE * size}: {large:.3f} s")


def _cpu_s(work: Callable[[int], object], size: int, tries: int) -> float:
    def once() -> float:
        began = time.process_time()
        work(size)
        return time.process_time() - began

    return min(once() for _ in range(tries))


@contextmanager
def at_most_lines(most: int) -> Iterator[None]:
    """Fail as soon as the code within has run more lines of Python than this, a loop's lines counted each time."""
    left, before = most, sys.gettrace()

    def count(frame: FrameType, event: str, arg: object) -> Any:
        nonlocal left
        left -= event == "line"
        assert left >= 0, f"more than {most} lines were run, the last in {frame.f_code.co_filename}"
        return count

    sys.settrace(count)
    try:
        yield
    finally:
        sys.settrace(before)


@contextmanager
def at_most_bytes(most: int) -> Iterator[None]:
    """Fail when the code within ever holds more memory than this at once."""
    tracemalloc.start()
    try:
        yield
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak <= most, f"{peak:,} bytes were held at once"
