"""Servers that imitate OpenAI's format: parameters that they reject are left out of the request, and their answers
become the stream that OpenAI would have sent."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from contextlib import aclosing, suppress
from http import HTTPStatus
from typing import Any, cast

import httpx2

from sidecar.domain.json_text import parse_json
from sidecar.providers.wires.http_responses import as_event_stream, iter_lines
from sidecar.providers.wires.ollama_messages import parse_json_object
from sidecar.providers.wires.openai_chunks import Json, OpenAIChunkNormalizer

_REJECTED = (HTTPStatus.BAD_REQUEST, HTTPStatus.UNPROCESSABLE_ENTITY)
_WITHOUT_STREAM = re.compile(
    r"(not|n't|un)[- ]?support\w*.{0,20}\bstream|\bstream(ing|ed)?\b.{0,30}(not|n't|un)[- ]?(support|allow|available)"
    r"|verified to stream",
    re.IGNORECASE,
)
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_EVENT_LINE = re.compile(rb":|(data|event|id|retry):")
_DONE = b"[DONE]"
_DRAIN_TIMEOUT_S = 0.5


class OpenAIClient(httpx2.AsyncClient):
    """The HTTP client for chat completions. A parameter that the server has rejected once is not sent again."""

    _rejected: tuple[str, ...] = ()

    async def send(self, request: httpx2.Request, *, stream: bool = False, **options: Any) -> httpx2.Response:
        response = await super().send(_without(request, self._rejected), stream=stream, **options)
        if not stream or request.method != "POST":
            return response
        while response.status_code in _REJECTED:
            await response.aread()
            rejected = _rejected_parameter(response, parse_json_object(request.content))
            if not rejected or rejected in self._rejected:
                return response
            self._rejected = (*self._rejected, rejected)
            response = await super().send(_without(request, self._rejected), stream=stream, **options)
        return as_event_stream(response, _Stream(response)) if response.status_code == HTTPStatus.OK else response


def _rejected_parameter(response: httpx2.Response, asked: Mapping[str, object]) -> str:
    """Return the parameter of our request that the server does not know and that is not essential; else empty."""
    text = response.text
    if "stream_options" in text and "stream_options" in asked:
        return "stream_options"
    if "max_completion_tokens" in text and "max_tokens" in asked:
        return "max_tokens"  # reasoning models behind a proxy know only the new name
    error = parse_json_object(response.content).get("error")
    about_stream = isinstance(error, Mapping) and cast("Mapping[str, object]", error).get("param") == "stream"
    return "stream" if about_stream or _WITHOUT_STREAM.search(text) else ""


def _without(request: httpx2.Request, rejected: tuple[str, ...]) -> httpx2.Request:
    if not rejected or request.method != "POST":
        return request
    body = dict(parse_json_object(request.content))
    for name in rejected:
        value = body.pop(name, None)
        if name == "max_tokens" and value is not None:
            body["max_completion_tokens"] = value
    if "stream" in rejected:
        body.pop("stream_options", None)
    headers = [(name, value) for name, value in request.headers.multi_items() if name.lower() != "content-length"]
    return httpx2.Request(request.method, request.url, headers=headers, json=body, extensions=request.extensions)


class _Stream(httpx2.AsyncByteStream):
    def __init__(self, response: httpx2.Response) -> None:
        self._response = response

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async with aclosing(_normalized(self._response)) as chunks:
            async for chunk in chunks:
                yield b"data: %b\n\n" % json.dumps(chunk).encode()
        yield b"data: [DONE]\n\n"

    async def aclose(self) -> None:
        await self._response.aclose()


async def _normalized(response: httpx2.Response) -> AsyncGenerator[Json]:
    normalizer = OpenAIChunkNormalizer()
    async with aclosing(_parse_body(response)) as chunks:
        async for chunk in chunks:
            yield chunk if chunk.get("error") else normalizer.normalize(chunk)
    if normalizer.usage_chunk is not None:
        yield normalizer.usage_chunk


async def _parse_body(response: httpx2.Response) -> AsyncGenerator[Json]:
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
