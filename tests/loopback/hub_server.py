"""A hub of models on loopback that speaks as Hugging Face's does: `/OWNER/REPOSITORY/resolve/main/FILE`.

A large file is described by a redirect to the servers that deliver it, which listen on another port; a small one is
described and delivered by the hub itself. What goes wrong on the way is a `Trouble`.
"""

from __future__ import annotations

import asyncio
import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self
from urllib.parse import quote, unquote

from tests.loopback.http import Exchange, LoopbackServer, Request

BYTES = "application/octet-stream"
_RESOLVE = re.compile(r"/([^/]+/[^/]+)/resolve/main/(.+)")
_RANGE = re.compile(r"bytes=(\d+)-")


@dataclass(frozen=True, slots=True)
class Trouble:
    """What goes wrong with one answer of those who deliver. Everything but `cut_after` and `hold_after` is served."""

    cut_after: int | None = None
    """So many bytes come, then the connection breaks."""
    hold_after: int | None = None
    """So many bytes come, then nothing until `Delivery.released` is set."""
    ignores_range: bool = False
    other_range: bool = False
    """It goes on from the beginning, and says so."""
    wrong_bytes: bool = False
    short_by: int = 0
    endless: bool = False
    chunked: bool = False
    """It does not say how much will come."""
    status: int = 0


SMOOTH = Trouble()


@dataclass(slots=True)
class Kept:
    """A file on the hub. `size` and `etag` are what the hub says of it, None where it says nothing."""

    data: bytes
    large: bool
    size: str | None
    etag: str | None


class Delivery(LoopbackServer):
    """The servers behind the hub. `troubles` come one per request; then `trouble` for all others."""

    def __init__(self) -> None:
        super().__init__()
        self.files: dict[str, Kept] = {}
        self.troubles: list[Trouble] = []
        self.trouble = SMOOTH
        self.released = asyncio.Event()

    @property
    def ranges(self) -> list[str | None]:
        """What each request wanted to have; None is everything."""
        return [request.headers.get("range") for request in self.requests]

    async def respond(self, request: Request, exchange: Exchange) -> None:
        trouble = self.troubles.pop(0) if self.troubles else self.trouble
        await deliver(self.files[unquote(request.path)].data, request, exchange, trouble, self.released)


async def deliver(data: bytes, request: Request, exchange: Exchange, trouble: Trouble, released: asyncio.Event) -> None:
    if trouble.status:
        return await exchange.send(trouble.status, "trouble", content_type="text/plain")
    wanted = _RANGE.fullmatch(request.headers.get("range", ""))
    start = int(wanted[1]) if wanted and not trouble.ignores_range and not trouble.other_range else 0
    if start >= len(data) and wanted and not trouble.ignores_range:
        return await exchange.send(416, headers={"content-range": f"bytes */{len(data)}"})
    body = data[start : len(data) - trouble.short_by]
    body = bytes(255 - byte for byte in body) if trouble.wrong_bytes else body
    partly = wanted is not None and not trouble.ignores_range
    headers = {"content-range": f"bytes {start}-{len(data) - 1}/{len(data)}"} if partly else {}
    await _send(exchange, 206 if partly else 200, headers, body, trouble, released)


async def _send(
    exchange: Exchange,
    status: int,
    headers: Mapping[str, str],
    body: bytes,
    trouble: Trouble,
    released: asyncio.Event,
) -> None:
    if trouble.cut_after is not None:
        whole = {**headers, "content-length": str(len(body))}
        await exchange.send(status, body[: trouble.cut_after], content_type=BYTES, headers=whole)
        return exchange.hang_up()
    if not (trouble.chunked or trouble.endless or trouble.hold_after is not None):
        return await exchange.send(status, body, content_type=BYTES, headers=headers)
    await exchange.begin(status, content_type=BYTES, headers=headers)
    first = len(body) if trouble.hold_after is None else trouble.hold_after
    await exchange.write(body[:first])
    if trouble.hold_after is not None:
        await released.wait()
        await exchange.write(body[first:])
    while trouble.endless:
        await exchange.write(body)
        await asyncio.sleep(0)
    await exchange.finish()


class HubServer(LoopbackServer):
    """`url` is for HF_ENDPOINT. `keeps` puts a file there; `delivery` are those who send the large ones.

    A repository in `moved` has another name now; one in `gated` is only for who sends the `token`: 401 without any,
    403 with another one. With `refuses` every answer has that status.
    """

    def __init__(self, token: str = "hf_rightToken0123456789") -> None:
        super().__init__()
        self.delivery = Delivery()
        self.files: dict[str, Kept] = {}
        self.moved: dict[str, str] = {}
        self.gated: set[str] = set()
        self.token = token
        self.refuses = 0

    def keeps(self, model: str, data: bytes, *, large: bool = True) -> Kept:
        """Put the file `OWNER/REPOSITORY/FILE` there, instead of an earlier version."""
        etag = hashlib.sha256(data).hexdigest() if large else hashlib.sha1(data).hexdigest()
        self.files[model] = kept = Kept(data, large, str(len(data)), f'"{etag}"')
        self.delivery.files[f"/{model}"] = kept
        return kept

    async def respond(self, request: Request, exchange: Exchange) -> None:
        path = _RESOLVE.fullmatch(request.path)
        if self.refuses:
            return await exchange.send(self.refuses, "no", content_type="text/plain")
        if path is None:
            return await exchange.send(404, "Not found", content_type="text/plain")
        repository, name = path[1], path[2]
        if repository in self.moved:
            place = f"/{self.moved[repository]}/resolve/main/{name}"
            return await exchange.send(307, headers={"location": place})
        if repository in self.gated and (status := self._refusal(request)):
            return await exchange.send(status, headers={"x-error-code": "GatedRepo"})
        model = unquote(f"{repository}/{name}")
        if model not in self.files:
            return await exchange.send(404, headers={"x-error-code": "EntryNotFound"})
        await self._found(model, self.files[model], request, exchange)

    def _refusal(self, request: Request) -> int:
        said = request.headers.get("authorization")
        if said is None:
            return 401
        return 0 if said == f"Bearer {self.token}" else 403

    async def _found(self, model: str, kept: Kept, request: Request, exchange: Exchange) -> None:
        about = {"x-repo-commit": "0" * 40}
        if kept.large:
            about |= {"location": f"{self.delivery.url}/{quote(model)}"}
            about |= {} if kept.size is None else {"x-linked-size": kept.size}
            about |= {} if kept.etag is None else {"x-linked-etag": kept.etag}
            return await exchange.send(302, headers=about)
        about |= {} if kept.etag is None else {"etag": kept.etag}
        if request.method == "HEAD":
            return await exchange.send(200, headers=about | {"content-length": kept.size or "0"})
        await exchange.send(200, kept.data, content_type=BYTES, headers=about)

    async def __aenter__(self) -> Self:
        await self.delivery.__aenter__()
        return await super().__aenter__()

    async def __aexit__(self, *how: object) -> None:
        await super().__aexit__(*how)
        await self.delivery.__aexit__(*how)
