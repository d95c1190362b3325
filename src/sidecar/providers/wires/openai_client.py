"""Servers that call their format OpenAI's, in every way in which theirs differs from it: what they refuse is left out
of the request, and what they answer becomes the stream that OpenAI would have sent."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from contextlib import aclosing, suppress
from http import HTTPStatus
from typing import Any, cast

import httpx2

from sidecar.providers.wires.http_responses import as_event_stream, iter_lines
from sidecar.providers.wires.ollama_messages import parse_json_object
from sidecar.providers.wires.openai_chunks import Json, OpenAIChunkNormalizer

_NOT_UNDERSTOOD = (HTTPStatus.BAD_REQUEST, HTTPStatus.UNPROCESSABLE_ENTITY)
_WITHOUT_STREAM = re.compile(
    r"(not|n't|un)[- ]?support\w*.{0,20}\bstream|\bstream(ing|ed)?\b.{0,30}(not|n't|un)[- ]?(support|allow|available)"
    r"|verified to stream",
    re.IGNORECASE,
)
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_OF_AN_EVENT = re.compile(rb":|(data|event|id|retry):")
_DONE = b"[DONE]"
_LONGEST_END_S = 0.5


class OpenAIClient(httpx2.AsyncClient):
    """The HTTP client for chat completions. What the server has refused once is not sent again."""

    _refused: tuple[str, ...] = ()

    async def send(self, request: httpx2.Request, *, stream: bool = False, **options: Any) -> httpx2.Response:
        response = await super().send(_without(request, self._refused), stream=stream, **options)
        if not stream or request.method != "POST":
            return response
        while response.status_code in _NOT_UNDERSTOOD:
            await response.aread()
            refused = _refused_by(response, parse_json_object(request.content))
            if not refused or refused in self._refused:
                return response
            self._refused = (*self._refused, refused)
            response = await super().send(_without(request, self._refused), stream=stream, **options)
        return _as_a_stream(response) if response.status_code == HTTPStatus.OK else response


def _refused_by(response: httpx2.Response, asked: Mapping[str, object]) -> str:
    """The part of our request that the server does not know, as far as we can do without it; else empty."""
    said = response.text
    if "stream_options" in said and "stream_options" in asked:
        return "stream_options"
    if "max_completion_tokens" in said and "max_tokens" in asked:
        return "max_tokens"  # models that think, behind a proxy, know only the new name
    error = parse_json_object(response.content).get("error")
    about_stream = isinstance(error, Mapping) and cast("Mapping[str, object]", error).get("param") == "stream"
    return "stream" if about_stream or _WITHOUT_STREAM.search(said) else ""


def _without(request: httpx2.Request, refused: tuple[str, ...]) -> httpx2.Request:
    if not refused or request.method != "POST":
        return request
    body = dict(parse_json_object(request.content))
    for name in refused:
        value = body.pop(name, None)
        if name == "max_tokens" and value is not None:
            body["max_completion_tokens"] = value
    if "stream" in refused:
        body.pop("stream_options", None)
    headers = [(name, value) for name, value in request.headers.multi_items() if name.lower() != "content-length"]
    return httpx2.Request(request.method, request.url, headers=headers, json=body, extensions=request.extensions)


def _as_a_stream(response: httpx2.Response) -> httpx2.Response:
    return as_event_stream(response, _Stream(response))


class _Stream(httpx2.AsyncByteStream):
    def __init__(self, response: httpx2.Response) -> None:
        self._response = response

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async with aclosing(_mended(self._response)) as mended:
            async for chunk in mended:
                yield b"data: %b\n\n" % json.dumps(chunk).encode()
        yield b"data: [DONE]\n\n"

    async def aclose(self) -> None:
        await self._response.aclose()


async def _mended(response: httpx2.Response) -> AsyncGenerator[Json]:
    chunks = OpenAIChunkNormalizer()
    async with aclosing(_said(response)) as said:
        async for found in said:
            yield found if found.get("error") else chunks.mended(found)
    if chunks.used is not None:
        yield chunks.used


async def _said(response: httpx2.Response) -> AsyncGenerator[Json]:
    """The objects that the server sent: one in every event, one in every line, or a single one for the whole answer.

    Raises `ValueError` for what is none of these.
    """
    async with aclosing(iter_lines(response)) as lines:
        first = b""
        while not first.strip():
            first = (await anext(lines, b"\n")).removeprefix(_BYTE_ORDER_MARK)
            if first == b"\n":
                return
        if first.lstrip().startswith(b"{"):
            for found in _in_json([first, *[line async for line in lines]]):
                yield found
            return
        if not _OF_AN_EVENT.match(first):
            raise ValueError("neither events nor JSON")
        data: list[bytes] = []
        line: bytes | None = first
        while line is not None:
            if line.startswith(b"data:"):
                data.append(line.removeprefix(b"data:").removeprefix(b" "))
            if data[-1:] == [_DONE]:
                await _until_the_end(lines)
                return
            line = await anext(lines, None)
            if data and not line:  # an empty line ends an event, and so does the end of the stream
                yield _object(b"\n".join(data))
                data = []


def _in_json(lines: list[bytes]) -> list[Json]:
    try:
        return [_object(b"\n".join(lines))]
    except ValueError:
        return [_object(line) for line in lines if line.strip()]


def _object(said: bytes) -> Json:
    found: object = json.loads(said.decode(errors="replace"))
    if not isinstance(found, dict):
        raise ValueError("not an object")
    return cast("Json", found)


async def _until_the_end(lines: AsyncGenerator[bytes]) -> None:
    """Only a connection that was read to its end can be used again. One that stays open is not waited for."""
    with suppress(TimeoutError):
        async with asyncio.timeout(_LONGEST_END_S):
            async for _ in lines:
                pass
