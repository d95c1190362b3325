"""A database of its own for each test."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from sidecar.storage.sqlite import SqliteDb


@pytest.fixture
async def db(tmp_path: Path) -> AsyncIterator[SqliteDb]:
    async with await SqliteDb.open(tmp_path / "sidecar.db") as db:
        yield db
