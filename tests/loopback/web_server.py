"""A web site on loopback: pages by path, as well-behaved or as hostile as a test needs."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from tests.loopback.http import Exchange, LoopbackServer, Request


@dataclass(frozen=True, slots=True)
class Page:
    body: bytes | str
    content_type: str = "text/html; charset=utf-8"
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)


Site = Page | Callable[[Request, Exchange], Awaitable[None]]


class WebServer(LoopbackServer):
    """`WebServer({"/": Page("<p>hola")})`. What is not there is a 404."""

    def __init__(self, pages: Mapping[str, Site]) -> None:
        super().__init__()
        self.pages = dict(pages)

    @property
    def authority(self) -> str:
        """`127.0.0.1:port`, for an allow-list."""
        return urlsplit(self.url).netloc

    @property
    def port(self) -> int:
        return urlsplit(self.url).port or 0

    async def respond(self, request: Request, exchange: Exchange) -> None:
        match self.pages.get(request.path):
            case None:
                await exchange.send(404, "nothing here", content_type="text/plain")
            case Page(body, content_type, status, headers):
                await exchange.send(status, body, content_type=content_type, headers=headers)
            case answer:
                await answer(request, exchange)


def redirect(target: str, status: int = 302) -> Page:
    return Page("", status=status, headers={"location": target})


async def endless(_: Request, exchange: Exchange) -> None:
    """A body that does not end while somebody reads it."""
    await exchange.begin(content_type="text/html")
    while True:
        await exchange.write(b"<p>" + b"palabra " * 8_000)


async def drip(_: Request, exchange: Exchange) -> None:
    """One byte now and then: never silent for long, never done."""
    await exchange.begin(content_type="text/html")
    while True:
        await exchange.write(b".")
        await asyncio.sleep(0.02)
