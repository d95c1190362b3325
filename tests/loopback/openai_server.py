"""A server of OpenAI's chat completions on loopback: `POST /v1/chat/completions`, streamed or not, `GET /v1/models`.

By hand: `python -m tests.loopback.openai_server --port 0 --script demo` prints the base URL to give to a client.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import itertools
import json
from collections.abc import Callable, Iterator
from typing import Any, cast

from sidecar.domain.tool import ToolCall
from sidecar.llm import AssistantMessage, ChatMessage, ChatRequest, ToolMessage, ToolSpec, UserMessage
from tests.loopback.http import Exchange, LoopbackServer, Request
from tests.loopback.script import HANG, Break, CallTool, Refuse, Reply, Say, Script, Step, Tokens, say, sensible

Json = dict[str, Any]


class OpenAIServer(LoopbackServer):
    """Answers from its script, then sensibly. With an `api_key` any other key is refused, as are unknown models."""

    def __init__(self, *steps: Step, api_key: str = "", models: tuple[str, ...] = ("loopback",), port: int = 0) -> None:
        super().__init__(port)
        self.script = Script(*steps)
        self.asked: list[ChatRequest] = []
        self._api_key = api_key
        self._models = models
        self._ids = itertools.count(1)

    @property
    def base_url(self) -> str:
        return f"{self.url}/v1"

    async def respond(self, request: Request, exchange: Exchange) -> None:
        if self._api_key and request.headers.get("authorization") != f"Bearer {self._api_key}":
            refusal = Refuse(401, "Incorrect API key provided: sk-wro*****ong.", "invalid_api_key")
            return await _refuse(exchange, refusal)
        match request.method, request.path:
            case "GET", "/v1/models":
                data = [{"id": name, "object": "model", "created": 0, "owned_by": "tests"} for name in self._models]
                await exchange.send(200, {"object": "list", "data": data})
            case "POST", "/v1/chat/completions":
                await self._complete(request.json(), exchange)
            case _:
                await _refuse(exchange, Refuse(404, f"Unknown path {request.path}"))

    async def _complete(self, body: Json, exchange: Exchange) -> None:
        if body["model"] not in self._models:
            missing = Refuse(404, f"The model `{body['model']}` does not exist", "model_not_found")
            return await _refuse(exchange, missing)
        asked = understood(body)
        self.asked.append(asked)
        reply = self.script.next(asked)
        wire = _Wire(f"chatcmpl-{next(self._ids)}", body["model"])
        if isinstance(reply, Refuse):
            await _refuse(exchange, reply)
        elif body.get("stream"):
            await _stream(reply, wire, exchange, with_usage=body.get("stream_options", {}).get("include_usage", False))
        elif isinstance(reply, Say):
            await asyncio.sleep(reply.first_wait_s)
            await exchange.send(200, wire.completion(reply))
        else:
            await _go_wrong(reply, exchange)


class _Wire:
    """The objects of one completion as they are sent."""

    def __init__(self, id_: str, model: str) -> None:
        self._common: Json = {"id": id_, "created": 1_700_000_000, "model": model}

    def completion(self, reply: Say) -> Json:
        message: Json = {"role": "assistant", "content": reply.text or None}
        if reply.thinking:
            message["reasoning_content"] = reply.thinking
        if reply.calls:
            message["tool_calls"] = [
                {"id": c.id, "type": "function", "function": {"name": c.name, "arguments": c.arguments}}
                for c in reply.calls
            ]
        choice = {"index": 0, "message": message, "finish_reason": _finish(reply), "logprobs": None}
        return self._common | {"object": "chat.completion", "choices": [choice], "usage": _usage(reply.tokens)}

    def chunk(self, delta: Json, finish_reason: str | None = None) -> Json:
        choice = {"index": 0, "delta": delta, "finish_reason": finish_reason, "logprobs": None}
        return self._common | {"object": "chat.completion.chunk", "choices": [choice]}

    def usage_chunk(self, tokens: Tokens) -> Json:
        return self._common | {"object": "chat.completion.chunk", "choices": [], "usage": _usage(tokens)}


async def _stream(reply: Say | Break, wire: _Wire, exchange: Exchange, *, with_usage: bool) -> None:
    await asyncio.sleep(reply.first_wait_s if isinstance(reply, Say) else 0)
    if reply == HANG:
        await asyncio.Event().wait()
    await exchange.begin(content_type="text/event-stream; charset=utf-8")
    await _event(exchange, wire.chunk({"role": "assistant", "content": ""}))
    if isinstance(reply, Say) and reply.thinking:
        await _event(exchange, wire.chunk({"reasoning_content": reply.thinking}))
    for number, text in enumerate(reply.chunks):
        await asyncio.sleep(reply.wait_s if isinstance(reply, Say) and number else 0)
        await _event(exchange, wire.chunk({"content": text}))
    if isinstance(reply, Break):
        return await _go_wrong(reply, exchange)
    for index, call in enumerate(reply.calls):
        for delta in _call_deltas(index, call):
            await _event(exchange, wire.chunk({"tool_calls": [delta]}))
    await _event(exchange, wire.chunk({}, _finish(reply)))
    if with_usage:
        await _event(exchange, wire.usage_chunk(reply.tokens))
    await exchange.write(b"data: [DONE]\n\n")
    await exchange.finish()


async def _go_wrong(reply: Break, exchange: Exchange) -> None:
    match reply.how:
        case "close":
            exchange.hang_up()
        case "reset":
            exchange.reset()
        case "end":
            await exchange.finish()
        case "garbage":
            await exchange.write(b'data: {"choices": [{"delta": \n\ndata: <html>\n\n')
            await exchange.finish()
        case "error":
            error = {"message": "The server had an error", "type": "server_error", "code": None}
            await _event(exchange, {"error": error})
            await exchange.finish()
        case "hang":
            await asyncio.Event().wait()


async def _event(exchange: Exchange, data: Json) -> None:
    await exchange.write(f"data: {json.dumps(data, ensure_ascii=False)}\n\n".encode())


async def _refuse(exchange: Exchange, refusal: Refuse) -> None:
    error = {"message": refusal.message, "type": "invalid_request_error", "param": None, "code": refusal.code or None}
    await exchange.send(refusal.status, {"error": error}, headers=refusal.headers)


def _call_deltas(index: int, call: CallTool) -> Iterator[Json]:
    """The first delta names the call; the arguments follow in pieces."""
    yield {"index": index, "id": call.id, "type": "function", "function": {"name": call.name, "arguments": ""}}
    for start in range(0, len(call.arguments), call.fragment):
        yield {"index": index, "function": {"arguments": call.arguments[start : start + call.fragment]}}


def _finish(reply: Say) -> str:
    if reply.calls:
        return "tool_calls"
    return {"stop": "stop", "length": "length", "filtered": "content_filter"}[reply.finish]


def _usage(tokens: Tokens) -> Json:
    return {
        "prompt_tokens": tokens.input,
        "completion_tokens": tokens.output,
        "total_tokens": tokens.input + tokens.output,
        "prompt_tokens_details": {"cached_tokens": tokens.cached},
    }


def understood(body: Json) -> ChatRequest:
    """The request that a client's JSON stands for."""
    system = [m["content"] for m in body["messages"] if m["role"] in ("system", "developer")]
    functions = [tool["function"] for tool in body.get("tools", ())]
    response_format = body.get("response_format") or {}
    return ChatRequest(
        system="\n\n".join(system),
        messages=tuple(_messages(body["messages"])),
        tools=tuple(ToolSpec(f["name"], f.get("description", ""), f.get("parameters", {})) for f in functions),
        tools_allowed=body.get("tool_choice") != "none",
        max_output_tokens=body.get("max_completion_tokens", body.get("max_tokens")),
        json_schema=response_format.get("json_schema", {}).get("schema"),
    )


def _messages(messages: list[Json]) -> Iterator[ChatMessage]:
    names: dict[str, str] = {}
    for message in messages:
        match message["role"]:
            case "user":
                yield UserMessage(_text(message["content"]))
            case "assistant":
                calls = tuple(_call(call) for call in message.get("tool_calls") or ())
                names |= {call.id: call.name for call in calls}
                yield AssistantMessage(_text(message.get("content")), calls)
            case "tool":
                call_id = message["tool_call_id"]
                yield ToolMessage(call_id, names.get(call_id, ""), _text(message["content"]))
            case _:
                pass


def _call(call: Json) -> ToolCall:
    return ToolCall(call["id"], call["function"]["name"], call["function"]["arguments"])


def _text(content: object) -> str:
    if isinstance(content, list):
        return "".join(part.get("text", "") for part in cast("list[Json]", content))
    return content if isinstance(content, str) else ""


# -- by hand

SCRIPTS: dict[str, Callable[[ChatRequest], Reply]] = {
    "demo": sensible,
    "slow": lambda request: Say(sensible(request).chunks, first_wait_s=4, wait_s=0.3),
    "busy": lambda _: Refuse(429, "Rate limit reached", "rate_limit_exceeded", {"retry-after": "2"}),
    "broken": lambda _: Refuse(500, "The server had an error"),
    "closed": lambda _: Refuse(402, "Insufficient balance", "insufficient_quota"),
    "cut": lambda _: Break("close", ("This answer ", "will not ")),
    "hang": lambda _: HANG,
    "empty": lambda _: say(),
}


async def _serve(port: int, script: str, api_key: str) -> None:
    async with OpenAIServer(api_key=api_key, port=port) as server:
        server.script = Script(then=SCRIPTS[script])
        print(server.base_url, flush=True)
        await asyncio.Event().wait()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=0, help="0 takes a free one")
    parser.add_argument("--script", choices=SCRIPTS, default="demo")
    parser.add_argument("--api-key", default="", help="refuse any other key")
    options = parser.parse_args()
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(_serve(options.port, options.script, options.api_key))


if __name__ == "__main__":
    main()
