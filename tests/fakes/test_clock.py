"""The clock that other tests trust."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta

from sidecar.runtime.clock import Clock
from tests.fakes.clock import FakeClock


async def test_sleepers_wake_in_order_each_at_its_own_moment() -> None:
    clock = FakeClock()
    port: Clock = clock
    start = clock.now()
    woken: list[tuple[str, float]] = []

    async def sleep(name: str, *naps: float) -> None:
        for nap in naps:
            await port.sleep(nap)
            woken.append((name, clock.monotonic()))

    tasks = [
        asyncio.create_task(sleep("a", 3, 3)),
        asyncio.create_task(sleep("b", 1, 1, 1)),
        asyncio.create_task(sleep("c", 0)),
    ]
    await clock.advance(4)
    assert woken == [("c", 0), ("b", 1), ("b", 2), ("a", 3), ("b", 3)]
    assert (clock.now() - start, clock.sleeping) == (timedelta(seconds=4), 1)
    await clock.advance(2)
    assert woken[-1] == ("a", 6)
    await asyncio.gather(*tasks)


async def test_a_cancelled_sleeper_does_not_wake_and_timeouts_stand_still() -> None:
    clock = FakeClock()
    task = asyncio.create_task(clock.sleep(5))
    await clock.advance(1)
    assert not task.done()
    task.cancel()
    await clock.advance(10)
    assert task.cancelled() and clock.sleeping == 0


async def test_setting_the_wall_clock_moves_neither_the_sleepers_nor_the_monotonic_time() -> None:
    clock = FakeClock()
    task = asyncio.create_task(clock.sleep(10))
    await clock.advance(1)
    clock.set_wall(datetime(2030, 1, 1, tzinfo=UTC))
    assert (clock.now(), clock.monotonic()) == (datetime(2030, 1, 1, tzinfo=UTC), 1)
    assert not task.done()
    await clock.advance(9)
    assert task.done() and clock.now() == datetime(2030, 1, 1, 0, 0, 9, tzinfo=UTC)
