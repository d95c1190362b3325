"""The system's clock, and noticing that it was set or that the computer slept."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from sidecar.runtime.clock import ClockJumpDetector, SystemClock
from tests.fakes.clock import FakeClock


async def test_the_system_clock_tells_the_instant_and_lets_time_pass() -> None:
    clock = SystemClock()
    started, before = clock.monotonic(), datetime.now(UTC)
    await clock.sleep(0.02)
    assert clock.monotonic() - started >= 0.019
    assert clock.now().tzinfo is UTC
    assert timedelta(0) <= clock.now() - before < timedelta(seconds=10)


@pytest.mark.req("REM-04")
@pytest.mark.parametrize("jump_s", [3.0, -3.0, 3600.0, -86_400.0])
async def test_a_jump_is_noticed_once(jump_s: float) -> None:
    clock = FakeClock()
    watch = ClockJumpDetector(clock)
    await clock.advance(10)
    assert watch.detect_jump() == 0.0
    clock.set_wall(clock.now() + timedelta(seconds=jump_s))
    await clock.advance(10)
    assert watch.detect_jump() == pytest.approx(jump_s)
    await clock.advance(10)
    assert watch.detect_jump() == 0.0


@pytest.mark.req("REM-04")
async def test_small_corrections_are_no_jump_until_they_add_up() -> None:
    clock = FakeClock()
    watch = ClockJumpDetector(clock, tolerance_s=2.0)
    jumps: list[float] = []
    for _ in range(5):
        clock.set_wall(clock.now() + timedelta(seconds=0.5))
        jumps.append(watch.detect_jump())
    assert jumps == [0.0, 0.0, 0.0, pytest.approx(2.0), 0.0]
