"""Waiting for what happens, not for time to pass."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from inspect import isawaitable

_GIVE_UP_S = 60


async def eventually(condition: Callable[[], object]) -> None:
    """Return as soon as it holds, or what it gives to await; fail when that never happens."""
    async with asyncio.timeout(_GIVE_UP_S):
        while not await _holds(condition):  # noqa: ASYNC110 - whoever makes it true knows of no event
            await asyncio.sleep(0.001)


async def _holds(condition: Callable[[], object]) -> object:
    found = condition()
    return await found if isawaitable(found) else found
