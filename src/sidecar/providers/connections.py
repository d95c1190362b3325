"""Which HTTP responses belong to which stream, so that the end of a stream is surely the end of its connection.

The SDKs should see to that themselves, but not all do: Google's leaves it to the garbage collector.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from contextvars import ContextVar

import httpx2

_opened: ContextVar[list[httpx2.Response] | None] = ContextVar("opened", default=None)


async def remember_response(response: httpx2.Response) -> None:
    """The event hook for `httpx2.AsyncClient(event_hooks={"response": [...]})`."""
    if (opened := _opened.get()) is not None:
        opened.append(response)


@asynccontextmanager
async def closing_responses() -> AsyncGenerator[None]:
    """Closes, at the end, every response that arrived inside."""
    opened: list[httpx2.Response] = []
    _opened.set(opened)
    try:
        yield
    finally:
        for response in opened:
            await response.aclose()
