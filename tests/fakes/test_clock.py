"""The clock that other tests trust."""

from __future__ import annotations

import asyncio
import time
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


async def test_time_stands_still_until_a_slow_sleeper_sleeps_again() -> None:
    clock = FakeClock()
    woken: list[float] = []

    async def work() -> None:
        while True:
            await clock.sleep(60)
            woken.append(clock.monotonic())
            await asyncio.to_thread(time.sleep, 0.005)

    task = asyncio.create_task(work())
    await clock.advance(600, idle=lambda: clock.sleeping == 1)
    assert woken == [60 * n for n in range(1, 11)]
    task.cancel()


async def test_a_leap_wakes_everybody_once_and_at_its_end() -> None:
    clock = FakeClock()
    woken: list[tuple[str, float]] = []

    async def look(name: str, every_s: float) -> None:
        while True:
            await clock.sleep(every_s)
            woken.append((name, clock.monotonic()))

    tasks = [asyncio.create_task(look(name, every_s)) for name, every_s in (("often", 0.5), ("now and then", 60))]
    await clock.leap(59, idle=lambda: clock.sleeping == 2)
    assert woken == [("often", 59)]
    await clock.leap(3600, idle=lambda: clock.sleeping == 2)
    assert sorted(woken[1:]) == [("now and then", 3659), ("often", 3659)]
    for task in tasks:
        task.cancel()
