"""What the tests of the tools share: somebody to act for, and a client that is closed."""

from __future__ import annotations

from collections.abc import AsyncIterator
from zoneinfo import ZoneInfo

import pytest

from sidecar.brain.toolbox import ToolScope
from sidecar.domain.message import TurnId
from sidecar.domain.person import OWNER, Preferences
from sidecar.tools.http import ToolHttp


@pytest.fixture
def scope() -> ToolScope:
    return ToolScope(OWNER, Preferences(timezone=ZoneInfo("America/Argentina/Cordoba")), TurnId(1))


@pytest.fixture
async def http() -> AsyncIterator[ToolHttp]:
    async with ToolHttp() as opened:
        yield opened
