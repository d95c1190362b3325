"""A database of its own for each test."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from sidecar.storage.sqlite import SqliteDb
from tests.conversation.newcomer import Newcomer


@pytest.fixture
async def db(tmp_path: Path) -> AsyncIterator[SqliteDb]:
    async with await SqliteDb.open(tmp_path / "sidecar.db") as db:
        yield db


@pytest.fixture
def home(db: SqliteDb) -> Newcomer:
    return Newcomer(db)
