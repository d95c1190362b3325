"""Background tasks come back after a failure, and end with the program."""

from __future__ import annotations

import asyncio

from sidecar.runtime.supervisor import Supervisor
from tests.fakes.clock import FakeClock


async def test_what_fails_is_started_again_after_growing_pauses() -> None:
    clock = FakeClock()
    starts: list[float] = []

    async def run() -> None:
        starts.append(clock.monotonic())
        raise RuntimeError("down")

    async with Supervisor(clock) as supervisor:
        supervisor.start("fragile", run)
        await clock.advance(200)
    assert starts == [0, 1, 3, 7, 15, 31, 63, 123, 183]


async def test_a_task_that_ran_long_starts_again_quickly() -> None:
    clock = FakeClock()
    starts: list[float] = []

    async def run() -> None:
        starts.append(clock.monotonic())
        if len(starts) > 3:
            await clock.sleep(120)
        raise RuntimeError("down")

    async with Supervisor(clock) as supervisor:
        supervisor.start("steady", run)
        await clock.advance(129)
    assert starts == [0, 1, 3, 7, 128]


async def test_what_returns_is_over_and_the_rest_ends_with_the_program() -> None:
    cancelled = asyncio.Event()

    async def short() -> None: ...

    async def endless() -> None:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            cancelled.set()
            raise

    async with Supervisor(FakeClock()) as supervisor:
        done = supervisor.start("short", short)
        supervisor.start("endless", endless)
        await done
    assert cancelled.is_set()
