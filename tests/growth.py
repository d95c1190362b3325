"""How the work grows with its input. Ratios hold on a busy machine, where seconds say nothing."""

from __future__ import annotations

import time
from collections.abc import Callable

_TIMES_MORE = 4
_MOST = 9
"""Between linear, 4, and quadratic, 16."""
_NOISE_S = 0.02


def assert_linear(work: Callable[[int], object], size: int) -> None:
    """Assert that four times as much takes about four times as long, in this process's own time."""
    small, large = _cpu_s(work, size), _cpu_s(work, _TIMES_MORE * size)
    assert large < _MOST * small + _NOISE_S, f"{size}: {small:.3f} s, {_TIMES_MORE * size}: {large:.3f} s"


def _cpu_s(work: Callable[[int], object], size: int) -> float:
    """The quickest of three: what others do on the machine only makes it slower."""

    def once() -> float:
        began = time.process_time()
        work(size)
        return time.process_time() - began

    return min(once() for _ in range(3))
