"""A fresh stage for each test."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from sidecar.storage.sqlite import SqliteDb
from tests.fakes.clock import FakeClock
from tests.reminders.stage import Stage


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
async def db(tmp_path: Path, clock: FakeClock) -> AsyncIterator[SqliteDb]:
    async with await SqliteDb.open(tmp_path / "sidecar.db", clock=clock) as db:
        yield db


@pytest.fixture
async def stage(db: SqliteDb, clock: FakeClock) -> Stage:
    return Stage(db, clock)
