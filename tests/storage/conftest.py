"""A fresh database for each test, and a clock that stands still."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from sidecar.storage.sqlite import SqliteDb
from tests.fakes.clock import FakeClock


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "home" / "sidecar.db"


@pytest.fixture
async def db(path: Path, clock: FakeClock) -> AsyncIterator[SqliteDb]:
    async with await SqliteDb.open(path, clock=clock) as db:
        yield db
