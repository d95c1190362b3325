"""What the tests of memory share: a person with a memory."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from sidecar.storage.sqlite import SqliteDb
from tests.fakes.clock import FakeClock
from tests.memory.stage import Mind


@pytest.fixture
async def mind(tmp_path: Path) -> AsyncIterator[Mind]:
    clock = FakeClock()
    async with await SqliteDb.open(tmp_path / "sidecar.db", clock=clock) as db:
        yield Mind(db, clock)
