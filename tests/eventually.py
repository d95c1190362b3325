"""Waiting for what happens, not for time to pass."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

_GIVE_UP_S = 30


async def eventually(condition: Callable[[], object]) -> None:
    """Return as soon as it holds; fail when it never does."""
    async with asyncio.timeout(_GIVE_UP_S):
        while not condition():  # noqa: ASYNC110 - whoever makes it true knows of no event
            await asyncio.sleep(0.001)
