"""A small HTTP/1.1 server on a free loopback port: the ground on which every pretended service stands.

A service subclasses `LoopbackServer` and answers in `respond`. Every request is kept in `requests`; one whose client
went away before the answer was complete is also put into `abandoned`.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
import struct
from collections.abc import AsyncGenerator, Coroutine, Mapping
from dataclasses import dataclass, field
from http.client import responses
from typing import Any, Self, TypeVar
from urllib.parse import parse_qsl, urlsplit

JSON = "application/json"
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Request:
    """What a client sent. Header names are in lower case."""

    method: str
    path: str
    query: Mapping[str, str] = field(default_factory=dict[str, str])
    headers: Mapping[str, str] = field(default_factory=dict[str, str])
    body: bytes = b""

    def json(self) -> Any:
        return json.loads(self.body)


class Exchange:
    """The answer to one request: whole with `send`, or piece by piece with `begin`, `write` and `finish`."""

    def __init__(self, writer: asyncio.StreamWriter) -> None:
        self._writer = writer
        self.complete = False
        self.keep_alive = True

    async def send(
        self, status: int, body: object = b"", *, content_type: str = JSON, headers: Mapping[str, str] | None = None
    ) -> None:
        """A whole answer. A body that is neither bytes nor text is sent as JSON."""
        data = body if isinstance(body, bytes) else (body if isinstance(body, str) else json.dumps(body)).encode()
        self._head(status, {"content-type": content_type, "content-length": str(len(data)), **(headers or {})})
        self._writer.write(data)
        await self._writer.drain()
        self.complete = True

    async def begin(self, status: int = 200, *, content_type: str, headers: Mapping[str, str] | None = None) -> None:
        self._head(status, {"content-type": content_type, "transfer-encoding": "chunked", **(headers or {})})
        await self._writer.drain()

    async def write(self, data: bytes) -> None:
        self._writer.write(b"%x\r\n%b\r\n" % (len(data), data))
        await self._writer.drain()

    async def finish(self) -> None:
        self._writer.write(b"0\r\n\r\n")
        await self._writer.drain()
        self.complete = True

    def hang_up(self) -> None:
        """Close the connection in the middle of the answer."""
        self.complete, self.keep_alive = True, False
        self._writer.close()

    def reset(self) -> None:
        """Break the connection off so that the client reads "connection reset by peer"."""
        self.complete, self.keep_alive = True, False
        connection = self._writer.get_extra_info("socket")
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self._writer.transport.abort()

    def _head(self, status: int, headers: Mapping[str, str]) -> None:
        fields = [f"{name}: {value}" for name, value in headers.items()]
        lines = [f"HTTP/1.1 {status} {responses.get(status, '')}", *fields, "", ""]
        self._writer.write("\r\n".join(lines).encode("latin-1"))


class LoopbackServer:
    """Listens while its `async with` lasts. `url` is where, without a slash at the end."""

    def __init__(self, port: int = 0) -> None:
        self._port = port
        self.url = ""
        self.requests: list[Request] = []
        self.abandoned: asyncio.Queue[Request] = asyncio.Queue()
        self._connections: set[asyncio.Task[None]] = set()

    async def respond(self, request: Request, exchange: Exchange) -> None:
        raise NotImplementedError

    @property
    def open_connections(self) -> int:
        return len(self._connections)

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", self._port)
        self.url = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        for connection in self._connections:
            connection.cancel()
        await asyncio.gather(*self._connections, return_exceptions=True)
        await self._server.wait_closed()

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        connection = asyncio.create_task(self._serve(reader, writer))
        self._connections.add(connection)
        connection.add_done_callback(self._connections.discard)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            read_ahead = b""
            while (request := await _read_request(reader, read_ahead)) is not None:
                self.requests.append(request)
                exchange = Exchange(writer)
                read_ahead = await self._answer(request, exchange, reader)
                if not exchange.complete:
                    self.abandoned.put_nowait(request)
                if not exchange.complete or not exchange.keep_alive:
                    break
        except ConnectionError:
            pass
        finally:
            writer.close()
            with contextlib.suppress(ConnectionError):
                await writer.wait_closed()

    async def _answer(self, request: Request, exchange: Exchange, reader: asyncio.StreamReader) -> bytes:
        """Run `respond` until it is done or the client has gone. Returns what was read of a next request."""
        async with _running(self.respond(request, exchange)) as answering, _running(_first_byte(reader)) as watching:
            await asyncio.wait((answering, watching), return_when=asyncio.FIRST_COMPLETED)
            if not answering.done() and watching.result():
                await asyncio.wait((answering,))  # the client is still there and sent its next request already
            if answering.done():
                with contextlib.suppress(ConnectionError):
                    answering.result()
            return watching.result() if watching.done() else b""


async def _first_byte(reader: asyncio.StreamReader) -> bytes:
    """The first byte of the next request, or nothing when the client hangs up."""
    try:
        return await reader.read(1)
    except ConnectionError:
        return b""


@contextlib.asynccontextmanager
async def _running(coroutine: Coroutine[Any, Any, T]) -> AsyncGenerator[asyncio.Task[T]]:
    task = asyncio.create_task(coroutine)
    try:
        yield task
    finally:
        task.cancel()
        await asyncio.wait((task,))


async def _read_request(reader: asyncio.StreamReader, read_ahead: bytes) -> Request | None:
    try:
        head = read_ahead + await reader.readuntil(b"\r\n\r\n")
        first, *lines = head.decode("latin-1").rstrip("\r\n").split("\r\n")
        method, target, _ = first.split(" ")
        headers = {name.strip().lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
        body = await reader.readexactly(int(headers.get("content-length", "0")))
    except asyncio.IncompleteReadError:
        return None
    address = urlsplit(target)
    return Request(method, address.path, dict(parse_qsl(address.query)), headers, body)
