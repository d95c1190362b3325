"""One at a time for each, side by side for all."""

from __future__ import annotations

import asyncio
from collections import defaultdict, deque

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sidecar.runtime.lanes import Lanes


class Desk:
    """Queues per person, worked off by lanes."""

    def __init__(self) -> None:
        self.queues: dict[str, deque[int]] = defaultdict(deque)
        self.done: dict[str, list[int]] = defaultdict(list)
        self.busy: set[str] = set()
        self.lanes: Lanes[str] = Lanes(self.work)

    async def work(self, key: str) -> bool:
        assert key not in self.busy, "twice at once for the same person"
        if not self.queues[key]:
            return False
        self.busy.add(key)
        piece = self.queues[key].popleft()
        for _ in range(piece % 3):
            await asyncio.sleep(0)
        self.done[key].append(piece)
        self.busy.discard(key)
        return True


@given(arrivals=st.lists(st.tuples(st.sampled_from("abc"), st.integers(0, 9), st.booleans()), max_size=40))
@pytest.mark.req("CHA-20")
def test_every_piece_is_done_once_and_in_order(arrivals: list[tuple[str, int, bool]]) -> None:
    async def run() -> Desk:
        desk = Desk()
        for key, piece, pause in arrivals:
            desk.queues[key].append(piece)
            desk.lanes.wake(key)
            if pause:
                await asyncio.sleep(0)
        await desk.lanes.idle()
        return desk

    desk = asyncio.run(run())
    for key in "abc":
        assert desk.done[key] == [piece for k, piece, _ in arrivals if k == key]


async def test_a_wake_during_the_last_look_is_not_lost() -> None:
    looks = 0
    lanes: Lanes[str]

    async def work(key: str) -> bool:
        nonlocal looks
        looks += 1
        if looks == 1:
            lanes.wake(key)  # something arrives while the lane finds nothing
        return False

    lanes = Lanes(work)
    lanes.wake("a")
    await lanes.idle()
    assert looks == 2


async def test_closing_stops_what_runs() -> None:
    started = asyncio.Event()

    async def work(_: str) -> bool:
        started.set()
        await asyncio.Event().wait()
        return True

    lanes = Lanes(work)
    lanes.wake("a")
    await started.wait()
    await lanes.close()
    await asyncio.wait_for(lanes.idle(), 30)
