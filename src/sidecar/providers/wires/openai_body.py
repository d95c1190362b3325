"""Bodies of answers in OpenAI's format: a stream of events, JSON in lines, or one object for the whole answer."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncGenerator
from contextlib import aclosing, suppress
from typing import cast

import httpx2

from sidecar.domain.json_text import parse_json
from sidecar.providers.wires.http_responses import iter_lines
from sidecar.providers.wires.openai_chunks import Json

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_EVENT_LINE = re.compile(rb":|(data|event|id|retry):")
_DONE = b"[DONE]"
_DRAIN_TIMEOUT_S = 0.5


async def parse_body(response: httpx2.Response) -> AsyncGenerator[Json]:
    """Yield the objects of a body: one in every event, one in every line, or one for the whole answer.

    Raises `ValueError` for any other body.
    """
    async with aclosing(iter_lines(response)) as lines:
        first = b""
        while not first.strip():
            first = (await anext(lines, b"\n")).removeprefix(_BYTE_ORDER_MARK)
            if first == b"\n":
                return
        if first.lstrip().startswith(b"{"):
            for found in _parse_json_body([first, *[line async for line in lines]]):
                yield found
            return
        if not _EVENT_LINE.match(first):
            raise ValueError("neither events nor JSON")
        data: list[bytes] = []
        line: bytes | None = first
        while line is not None:
            if line.startswith(b"data:"):
                data.append(line.removeprefix(b"data:").removeprefix(b" "))
            if data[-1:] == [_DONE]:
                await _drain(lines)
                return
            line = await anext(lines, None)
            if data and not line:  # an empty line ends an event, and so does the end of the stream
                yield _parse_object(b"\n".join(data))
                data = []


def _parse_json_body(lines: list[bytes]) -> list[Json]:
    try:
        return [_parse_object(b"\n".join(lines))]
    except ValueError:
        return [_parse_object(line) for line in lines if line.strip()]


def _parse_object(text: bytes) -> Json:
    found: object = parse_json(text.decode(errors="replace"))
    if not isinstance(found, dict):
        raise ValueError("not an object")
    return cast("Json", found)


async def _drain(lines: AsyncGenerator[bytes]) -> None:
    """Read the rest, so that the connection can be used again; do not wait long for a server that keeps it open."""
    with suppress(TimeoutError):
        async with asyncio.timeout(_DRAIN_TIMEOUT_S):
            async for _ in lines:
                pass
