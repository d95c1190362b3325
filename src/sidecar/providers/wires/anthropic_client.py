"""Servers in Anthropic's format that ignore the request for a stream: their whole answer becomes the stream that
Anthropic would have sent."""

from __future__ import annotations

import json
from collections.abc import Iterator
from http import HTTPStatus
from typing import Any, cast

import httpx2

from sidecar.providers.wires.http_responses import as_event_stream
from sidecar.providers.wires.ollama_messages import parse_json_object

Json = dict[str, Any]
_DELTAS = {
    "text": (("text", "text_delta"),),
    "thinking": (("thinking", "thinking_delta"), ("signature", "signature_delta")),
}
"""For each type of block: the fields that are streamed, and the type of their pieces."""


class AnthropicClient(httpx2.AsyncClient):
    """The HTTP client for Anthropic's messages."""

    async def send(self, request: httpx2.Request, *, stream: bool = False, **options: Any) -> httpx2.Response:
        response = await super().send(request, stream=stream, **options)
        whole = response.headers.get("content-type", "").startswith("application/json")
        if not (stream and whole and response.status_code == HTTPStatus.OK):
            return response
        await response.aread()
        answer = dict(parse_json_object(response.content))
        if not answer:
            return response
        body = httpx2.ByteStream(b"".join(map(_encode, _events(answer))))
        return as_event_stream(response, body)


def _encode(event: Json) -> bytes:
    return b"event: %b\ndata: %b\n\n" % (str(event["type"]).encode(), json.dumps(event).encode())


def _events(answer: Json) -> Iterator[Json]:
    """Yield the events of a stream with this answer; an error is an event already."""
    if answer.get("type") != "message":
        yield answer | {"type": "error"}
        return
    blocks = cast("list[Json]", answer.get("content") or [])
    yield {"type": "message_start", "message": answer | {"content": [], "stop_reason": None}}
    for index, block in enumerate(blocks):
        yield from ({"index": index, **event} for event in _block_events(block))
    delta = {"stop_reason": answer.get("stop_reason"), "stop_sequence": answer.get("stop_sequence")}
    yield {"type": "message_delta", "delta": delta, "usage": answer.get("usage") or {"output_tokens": 0}}
    yield {"type": "message_stop"}


def _block_events(block: Json) -> Iterator[Json]:
    kind = block.get("type", "")
    if kind == "tool_use":
        yield {"type": "content_block_start", "content_block": block | {"input": {}}}
        piece = {"type": "input_json_delta", "partial_json": json.dumps(block.get("input") or {})}
        yield {"type": "content_block_delta", "delta": piece}
    else:
        fields = _DELTAS.get(kind, ())
        yield {"type": "content_block_start", "content_block": block | {name: "" for name, _ in fields}}
        for name, delta in fields:
            if block.get(name):
                yield {"type": "content_block_delta", "delta": {"type": delta, name: block[name]}}
    yield {"type": "content_block_stop"}
