"""Servers of Anthropic's format that send the whole answer at once, although they were asked for a stream: it becomes
the stream that Anthropic would have sent."""

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
"""For each kind of block: the fields that come in pieces, and in which kind of piece."""


class AnthropicClient(httpx2.AsyncClient):
    """The HTTP client for Anthropic's messages."""

    async def send(self, request: httpx2.Request, *, stream: bool = False, **options: Any) -> httpx2.Response:
        response = await super().send(request, stream=stream, **options)
        whole = response.headers.get("content-type", "").startswith("application/json")
        if not (stream and whole and response.status_code == HTTPStatus.OK):
            return response
        await response.aread()
        said = dict(parse_json_object(response.content))
        return as_event_stream(response, httpx2.ByteStream(b"".join(map(_sent, _events(said))))) if said else response


def _sent(event: Json) -> bytes:
    return b"event: %b\ndata: %b\n\n" % (str(event["type"]).encode(), json.dumps(event).encode())


def _events(said: Json) -> Iterator[Json]:
    """What the server would have sent event by event. An error is one already."""
    if said.get("type") != "message":
        yield said | {"type": "error"}
        return
    blocks = cast("list[Json]", said.get("content") or [])
    yield {"type": "message_start", "message": said | {"content": [], "stop_reason": None}}
    for index, block in enumerate(blocks):
        yield from ({"index": index, **event} for event in _of_a_block(block))
    delta = {"stop_reason": said.get("stop_reason"), "stop_sequence": said.get("stop_sequence")}
    yield {"type": "message_delta", "delta": delta, "usage": said.get("usage") or {"output_tokens": 0}}
    yield {"type": "message_stop"}


def _of_a_block(block: Json) -> Iterator[Json]:
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
