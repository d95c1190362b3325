"""A provider's real traffic, recorded once and replayed by tests.

To record: `python -m tests.loopback.recording http://127.0.0.1:8080 file.json` stands between a client and the
provider, prints its own URL, and writes every exchange to the file. Only bodies are kept, with secrets taken out;
headers, and so keys, are not.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import httpx2

from sidecar.observe.redaction import redact
from tests.loopback.http import Exchange, LoopbackServer, Request

_NOT_FORWARDED = {"host", "content-length", "connection", "accept-encoding"}


@dataclass(frozen=True, slots=True)
class Recorded:
    """One request and its answer; `chunks` is the body in the pieces in which it came."""

    method: str
    path: str
    asked: Any
    status: int
    content_type: str
    chunks: tuple[str, ...]


class Recorder(LoopbackServer):
    """Passes everything on to `upstream` and writes it down."""

    def __init__(self, upstream: str, file: Path) -> None:
        super().__init__()
        self._upstream = upstream.rstrip("/")
        self._file = file
        self._exchanges: list[Recorded] = []

    async def respond(self, request: Request, exchange: Exchange) -> None:
        headers = {name: value for name, value in request.headers.items() if name not in _NOT_FORWARDED}
        url = self._upstream + request.path
        async with (
            httpx2.AsyncClient(timeout=None) as http,
            http.stream(request.method, url, params=request.query, headers=headers, content=request.body) as answer,
        ):
            content_type = answer.headers.get("content-type", "")
            await exchange.begin(answer.status_code, content_type=content_type)
            chunks: list[str] = []
            async for text in answer.aiter_text():
                chunks.append(text)
                await exchange.write(text.encode())
        asked = json.loads(redact(request.body.decode())) if request.body else None
        kept = tuple(map(redact, chunks))
        self._exchanges.append(Recorded(request.method, request.path, asked, answer.status_code, content_type, kept))
        self._file.write_text(json.dumps([asdict(e) for e in self._exchanges], indent=1, ensure_ascii=False), "utf-8")
        await exchange.finish()


class Replayer(LoopbackServer):
    """Answers as recorded, in order. A conversation that is not the recorded one is refused with 409."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self._exchanges = [Recorded(**entry) for entry in json.loads(file.read_text("utf-8"))]

    @property
    def left(self) -> int:
        return len(self._exchanges)

    async def respond(self, request: Request, exchange: Exchange) -> None:
        recorded = self._exchanges.pop(0) if self._exchanges else None
        if recorded is None or not _same(recorded, request):
            expected = "nothing" if recorded is None else json.dumps(recorded.asked)
            return await exchange.send(409, {"error": {"message": f"The recording has {expected} here."}})
        await exchange.begin(recorded.status, content_type=recorded.content_type)
        for chunk in recorded.chunks:
            await exchange.write(chunk.encode())
        await exchange.finish()


def _same(recorded: Recorded, request: Request) -> bool:
    """The same conversation and tools at the same place; other parameters may change with the client's library."""
    if (recorded.method, recorded.path) != (request.method, request.path):
        return False
    asked = request.json() if request.body else None
    return all((recorded.asked or {}).get(key) == (asked or {}).get(key) for key in ("messages", "tools"))


async def _record(upstream: str, file: Path) -> None:
    async with Recorder(upstream, file) as recorder:
        print(recorder.url, flush=True)
        await asyncio.Event().wait()


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(_record(sys.argv[1], Path(sys.argv[2])))
