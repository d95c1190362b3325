"""A home with a past: facts, messages, their index and `MEMORY.md`, as they are when Sidecar has settled."""

from __future__ import annotations

import asyncio
from collections.abc import Generator
from contextlib import contextmanager
from datetime import timedelta
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.fill import fill
from bench.made_up_facts import fill_facts
from bench.model import prepare
from sidecar.app import open_services
from sidecar.domain.person import OWNER
from sidecar.home import Home
from sidecar.memory.facts.fact_age import STALE_DAYS
from sidecar.runtime.clock import SystemClock

_STALE_BATCH = 5_000


@contextmanager
def filled_home(messages: int, facts: int, kept_in: Path | None = None) -> Generator[Home]:
    """Yield a home that another process has filled, so that its memory does not count here. In `kept_in` it stays, and
    is filled once."""
    with TemporaryDirectory(prefix="sidecar-bench-") as folder:
        home = Home(kept_in / f"{facts}-facts-{messages}-messages" if kept_in else Path(folder))
        if not home.database.exists():
            process = get_context("spawn").Process(target=_fill, args=(home, messages, facts))
            process.start()
            process.join()
            if process.exitcode:
                raise RuntimeError("the home could not be filled")
        yield home


def _fill(home: Home, messages: int, facts: int) -> None:
    prepare(home)
    asyncio.run(_fill_home(home, messages, facts))


async def _fill_home(home: Home, messages: int, facts: int) -> None:
    clock = SystemClock()
    async with open_services(home, clock, alone=True) as services:
        await fill_facts(services.facts.store, facts, services.today(OWNER), home.database)
    if messages:
        fill(home.database, messages)
    async with open_services(home, clock, alone=True) as services:
        long_ago = services.today(OWNER) - timedelta(days=STALE_DAYS)
        while await services.facts.store.mark_stale(OWNER, long_ago, _STALE_BATCH) == _STALE_BATCH:
            pass
        file = services.facts.open_file()
        await file.sync_now()
        file.close()
