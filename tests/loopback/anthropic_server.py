"""A server of Anthropic's messages format on loopback: `POST /v1/messages`, streamed or not."""

from __future__ import annotations

import asyncio
import itertools
import json
from collections.abc import Iterator
from typing import Any, cast

from sidecar.domain.tool import ToolCall
from sidecar.llm import AssistantMessage, ChatMessage, ChatRequest, ToolMessage, ToolSpec, UserMessage
from tests.loopback.http import Exchange, LoopbackServer, Request
from tests.loopback.script import HANG, Break, CallTool, Refuse, Say, Script, Step

Json = dict[str, Any]

_ERRORS = {
    400: "invalid_request_error",
    401: "authentication_error",
    402: "billing_error",
    403: "permission_error",
    404: "not_found_error",
    413: "request_too_large",
    429: "rate_limit_error",
    529: "overloaded_error",
}


class AnthropicServer(LoopbackServer):
    """Answers from its script, then sensibly. With an `api_key` any other key is refused, as are unknown models."""

    def __init__(self, *steps: Step, api_key: str = "", models: tuple[str, ...] = ("loopback",)) -> None:
        super().__init__()
        self.script = Script(*steps)
        self.asked: list[ChatRequest] = []
        self._api_key = api_key
        self._models = models
        self._ids = itertools.count(1)

    @property
    def base_url(self) -> str:
        return self.url

    async def respond(self, request: Request, exchange: Exchange) -> None:
        bearer = request.headers.get("authorization", "").removeprefix("Bearer ")
        if self._api_key not in ("", request.headers.get("x-api-key"), bearer):
            return await _refuse(exchange, Refuse(401, "invalid x-api-key"))
        if (request.method, request.path) != ("POST", "/v1/messages"):
            return await _refuse(exchange, Refuse(404, f"Not found: {request.path}"))
        body = request.json()
        if body["model"] not in self._models:
            return await _refuse(exchange, Refuse(404, f"model: {body['model']}"))
        if not body["messages"] or body["messages"][0]["role"] != "user":
            return await _refuse(exchange, Refuse(400, "messages: first message must use the “user” role"))
        asked = understood(body)
        self.asked.append(asked)
        reply = self.script.next(asked)
        message = {"id": f"msg_{next(self._ids)}", "type": "message", "role": "assistant", "model": body["model"]}
        if isinstance(reply, Refuse):
            await _refuse(exchange, reply)
        elif body.get("stream"):
            await _stream(reply, message, exchange)
        elif isinstance(reply, Say):
            await asyncio.sleep(reply.first_wait_s)
            await exchange.send(200, message | _whole(reply))
        else:
            await _go_wrong(reply, exchange)


def _whole(reply: Say) -> Json:
    content: list[Json] = [{"type": "text", "text": reply.text}] if reply.text else []
    for call in reply.calls:
        content.append({"type": "tool_use", "id": call.id, "name": call.name, "input": json.loads(call.arguments)})
    return {"content": content, "stop_reason": _stop_reason(reply), "stop_sequence": None, "usage": _usage(reply)}


async def _stream(reply: Say | Break, message: Json, exchange: Exchange) -> None:
    await asyncio.sleep(reply.first_wait_s if isinstance(reply, Say) else 0)
    if reply == HANG:
        await asyncio.Event().wait()
    await exchange.begin(content_type="text/event-stream; charset=utf-8")
    usage = _usage(reply) if isinstance(reply, Say) else {"input_tokens": 1, "output_tokens": 1}
    start = message | {"content": [], "stop_reason": None, "stop_sequence": None, "usage": usage | {"output_tokens": 1}}
    await _event(exchange, {"type": "message_start", "message": start})
    index = itertools.count()
    if isinstance(reply, Say) and reply.thinking:
        block = {"type": "thinking", "thinking": "", "signature": ""}
        deltas = [{"type": "thinking_delta", "thinking": reply.thinking}, {"type": "signature_delta", "signature": "s"}]
        await _block(exchange, next(index), block, deltas)
    if reply.chunks:
        await _text(reply, exchange, next(index))
    if isinstance(reply, Break):
        return await _go_wrong(reply, exchange)
    for call in reply.calls:
        block = {"type": "tool_use", "id": call.id, "name": call.name, "input": {}}
        await _block(exchange, next(index), block, list(_fragments(call)))
    ending = {"stop_reason": _stop_reason(reply), "stop_sequence": None}
    await _event(exchange, {"type": "message_delta", "delta": ending, "usage": {"output_tokens": reply.tokens.output}})
    await _event(exchange, {"type": "message_stop"})
    await exchange.finish()


async def _text(reply: Say | Break, exchange: Exchange, index: int) -> None:
    await _event(
        exchange, {"type": "content_block_start", "index": index, "content_block": {"type": "text", "text": ""}}
    )
    for number, text in enumerate(reply.chunks):
        await asyncio.sleep(reply.wait_s if isinstance(reply, Say) and number else 0)
        delta = {"type": "text_delta", "text": text}
        await _event(exchange, {"type": "content_block_delta", "index": index, "delta": delta})
    if isinstance(reply, Say):
        await _event(exchange, {"type": "content_block_stop", "index": index})


async def _block(exchange: Exchange, index: int, block: Json, deltas: list[Json]) -> None:
    await _event(exchange, {"type": "content_block_start", "index": index, "content_block": block})
    for delta in deltas:
        await _event(exchange, {"type": "content_block_delta", "index": index, "delta": delta})
    await _event(exchange, {"type": "content_block_stop", "index": index})


async def _go_wrong(reply: Break, exchange: Exchange) -> None:
    match reply.how:
        case "close":
            exchange.hang_up()
        case "reset":
            exchange.reset()
        case "end":
            await exchange.finish()
        case "garbage":
            await exchange.write(b'event: content_block_delta\ndata: {"type": "content_block_delta", "del\n\n')
            await exchange.finish()
        case "error":
            await _event(exchange, {"type": "error", "error": {"type": "api_error", "message": "Internal error"}})
            await exchange.finish()
        case "hang":
            await asyncio.Event().wait()


async def _event(exchange: Exchange, data: Json) -> None:
    await exchange.write(f"event: {data['type']}\ndata: {json.dumps(data, ensure_ascii=False)}\n\n".encode())


async def _refuse(exchange: Exchange, refusal: Refuse) -> None:
    kind = _ERRORS.get(refusal.status, "api_error")
    error = {"type": "error", "error": {"type": kind, "message": refusal.message}}
    await exchange.send(refusal.status, error, headers=refusal.headers)


def _fragments(call: CallTool) -> Iterator[Json]:
    for start in range(0, len(call.arguments), call.fragment):
        yield {"type": "input_json_delta", "partial_json": call.arguments[start : start + call.fragment]}


def _stop_reason(reply: Say) -> str:
    if reply.calls:
        return "tool_use"
    return {"stop": "end_turn", "length": "max_tokens", "filtered": "refusal"}[reply.finish]


def _usage(reply: Say) -> Json:
    """Unlike OpenAI's, `input_tokens` are only those that were not cached."""
    return {
        "input_tokens": reply.tokens.input - reply.tokens.cached,
        "cache_read_input_tokens": reply.tokens.cached,
        "cache_creation_input_tokens": 0,
        "output_tokens": reply.tokens.output,
    }


def understood(body: Json) -> ChatRequest:
    """The request that a client's JSON stands for."""
    output_format = (body.get("output_config") or {}).get("format") or {}
    tools = tuple(ToolSpec(t["name"], t.get("description", ""), t["input_schema"]) for t in body.get("tools", ()))
    return ChatRequest(
        system=_text_of(body.get("system", "")),
        messages=tuple(_messages(body["messages"])),
        tools=tools,
        tools_allowed=(body.get("tool_choice") or {}).get("type") != "none",
        max_output_tokens=body["max_tokens"],
        json_schema=output_format.get("schema"),
    )


def _messages(messages: list[Json]) -> Iterator[ChatMessage]:
    names: dict[str, str] = {}
    for message in messages:
        blocks = _blocks(message["content"])
        if message["role"] == "assistant":
            calls = tuple(ToolCall(b["id"], b["name"], _compact(b["input"])) for b in blocks if b["type"] == "tool_use")
            names |= {call.id: call.name for call in calls}
            yield AssistantMessage(_text_of(blocks), calls)
            continue
        for block in blocks:
            if block["type"] == "tool_result":
                call_id = block["tool_use_id"]
                yield ToolMessage(call_id, names.get(call_id, ""), _text_of(block["content"]))
            elif block["type"] == "text":
                yield UserMessage(block["text"])


def _blocks(content: str | list[Json]) -> list[Json]:
    return [{"type": "text", "text": content}] if isinstance(content, str) else content


def _text_of(content: object) -> str:
    if isinstance(content, str):
        return content
    return "".join(block["text"] for block in cast("list[Json]", content) if block["type"] == "text")


def _compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
