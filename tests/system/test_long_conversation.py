"""A conversation goes on and on; what one more turn costs stays the same."""

from __future__ import annotations

import gc
import sqlite3
import tracemalloc
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from itertools import count
from pathlib import Path
from statistics import mean

import pytest

from sidecar.brain.tokens import TokenCounter
from sidecar.home import Home
from sidecar.llm import ChatRequest
from sidecar.memory.files.profile import create_profile
from sidecar.storage.sqlite import SqliteDb
from tests.fakes.clock import FakeClock
from tests.fakes.model import FakeChatModel
from tests.loopback.script import Say, Script, Tokens
from tests.system.stage import Talk, open_with_model

FULL_AFTER_TURNS = 60
"""By now the window is full: from here on nothing may grow."""
WINDOW_TOKENS = 8_000
MESSAGES_OF_WINDOW = 2 * 40 + 1
MARGIN = 1.1
SPARE_BYTES = 1_000_000


class CountingDb(SqliteDb):
    """Counts what SQLite does, in hundreds of its steps, for all connections together."""

    def __init__(self, path: Path, writer: sqlite3.Connection, readers: list[sqlite3.Connection]) -> None:
        ticks = count(1)
        self.hundreds_of_steps = 0

        def tick() -> None:
            self.hundreds_of_steps = next(ticks)

        for connection in (writer, *readers):
            connection.set_progress_handler(tick, 100)
        super().__init__(path, writer, readers)


@dataclass(frozen=True, slots=True)
class Work:
    """What one turn needed."""

    tokens: int
    messages: int
    database: int
    kept_bytes: int
    """Of Python's memory that was taken since the window was full, and is still held after the turn."""


def answer(request: ChatRequest) -> Say:
    """A few sentences, and how many tokens the request really had."""
    text = "That sounds like a plan worth trying, and I would begin with the smallest step of it. " * 3
    return Say((text,), tokens=Tokens(TokenCounter().request(request), 70))


async def converse(home: Home, turns: int) -> Sequence[Work]:
    """The work of the first turns, and of about 500 later ones."""
    create_profile(home.path, "en", name="Ana", timezone="UTC")
    clock, model, work = FakeClock(), FakeChatModel(), list[Work]()
    kept_every = max(1, turns // 500)  # so that what is noted here does not count as kept
    model.script = Script(then=answer)

    async def go_on(talk: Talk) -> None:
        for number in range(turns):
            if number == FULL_AFTER_TURNS:
                tracemalloc.start()
            before = db.hundreds_of_steps
            await talk.ask(f"Number {number}: " + "today I thought about the garden, the workshop and the trip. " * 4)
            await sidecar.dispatcher.idle()
            await sidecar.delivery.idle()
            request = model.requests.pop()
            if number < FULL_AFTER_TURNS or number % kept_every == 0:
                work.append(
                    Work(
                        TokenCounter().request(request),
                        len(request.messages),
                        db.hundreds_of_steps - before,
                        kept_bytes() if number % 100 == 0 else 0,
                    )
                )
            clock.set_wall(clock.now() + timedelta(minutes=3))

    async with (
        await CountingDb.open(home.database, clock=clock) as db,
        open_with_model(home, model, clock, db=db) as sidecar,
    ):
        await sidecar.run(Talk(go_on, clock))
    return work


def kept_bytes() -> int:
    gc.collect()
    return tracemalloc.get_traced_memory()[0]


@pytest.mark.req("CON-35")
@pytest.mark.parametrize("turns", [300, pytest.param(10_000, marks=[pytest.mark.slow, pytest.mark.timeout(1800)])])
async def test_one_more_turn_costs_the_same_however_many_there_were(tmp_path: Path, turns: int) -> None:
    home = Home(tmp_path / "home")
    home.create()
    try:
        work = await converse(home, turns)
    finally:
        tracemalloc.stop()
    steady = work[FULL_AFTER_TURNS:]
    quarter = len(steady) // 4
    early, late = mean(one.database for one in steady[:quarter]), mean(one.database for one in steady[-quarter:])
    longest, kept = max(one.tokens for one in steady), max(one.kept_bytes for one in steady)
    print(f"\n{turns} turns: prompt at most {longest} tokens, at most {kept / 1e6:.2f} MB kept")
    print(f"SQLite steps a turn: {early * 100:.0f} in the first quarter, {late * 100:.0f} in the last")
    assert work[20].messages > work[10].messages, "the past is in the prompt"
    assert longest <= work[0].tokens + WINDOW_TOKENS
    assert max(one.messages for one in steady) <= MESSAGES_OF_WINDOW
    assert late <= early * MARGIN
    assert 0 < kept <= SPARE_BYTES
