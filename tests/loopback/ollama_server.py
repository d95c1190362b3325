"""A server of Ollama's own protocol on loopback: `POST /api/chat`, `POST /api/show`, `GET /api/tags`."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator, Mapping
from typing import Any, cast

from sidecar.domain.tool import ToolCall
from sidecar.llm import AssistantMessage, ChatMessage, ChatRequest, ToolMessage, ToolSpec, UserMessage
from tests.loopback.http import Exchange, LoopbackServer, Request
from tests.loopback.script import HANG, Break, Refuse, Say, Script, Step

Json = dict[str, Any]


class OllamaServer(LoopbackServer):
    """Answers from its script, then sensibly. `models` have a tag as the real ones do; a name without one means
    `latest`. `options` keeps what each request asked to be set."""

    def __init__(
        self,
        *steps: Step,
        models: tuple[str, ...] = ("loopback:latest",),
        capabilities: tuple[str, ...] = ("completion", "tools", "thinking"),
        window: int = 131_072,
    ) -> None:
        super().__init__()
        self.script = Script(*steps)
        self.asked: list[ChatRequest] = []
        self.options: list[Mapping[str, object]] = []
        self._models = models
        self._capabilities = capabilities
        self._window = window

    @property
    def base_url(self) -> str:
        return self.url

    async def respond(self, request: Request, exchange: Exchange) -> None:
        match request.method, request.path:
            case "GET", "/api/tags":
                await exchange.send(200, {"models": [{"name": name, "model": name} for name in self._models]})
            case "POST", "/api/show" if self._has(request.json()["model"]):
                info = {"general.architecture": "tiny", "tiny.context_length": self._window}
                await exchange.send(200, {"capabilities": list(self._capabilities), "model_info": info})
            case "POST", "/api/chat" if self._has(request.json()["model"]):
                await self._chat(request.json(), exchange)
            case "POST", "/api/show" | "/api/chat":
                await _refuse(exchange, Refuse(404, f"model '{request.json()['model']}' not found"))
            case _:
                await exchange.send(404, "404 page not found", content_type="text/plain")

    def _has(self, model: str) -> bool:
        return (model if ":" in model else f"{model}:latest") in self._models

    async def _chat(self, body: Json, exchange: Exchange) -> None:
        if body.get("tools") and "tools" not in self._capabilities:
            return await _refuse(exchange, Refuse(400, f"{body['model']} does not support tools"))
        if body.get("think") and "thinking" not in self._capabilities:
            return await _refuse(exchange, Refuse(400, f"{body['model']} does not support thinking"))
        asked = understood(body)
        self.asked.append(asked)
        self.options.append(body.get("options", {}))
        reply = self.script.next(asked)
        if isinstance(reply, Refuse):
            await _refuse(exchange, reply)
        else:
            await _stream(reply, body["model"], exchange)


async def _stream(reply: Say | Break, model: str, exchange: Exchange) -> None:
    await asyncio.sleep(reply.first_wait_s if isinstance(reply, Say) else 0)
    if reply == HANG:
        await asyncio.Event().wait()
    await exchange.begin(content_type="application/x-ndjson")
    if isinstance(reply, Say) and reply.thinking:
        await _line(exchange, model, {"content": "", "thinking": reply.thinking})
    for number, text in enumerate(reply.chunks):
        await asyncio.sleep(reply.wait_s if isinstance(reply, Say) and number else 0)
        await _line(exchange, model, {"content": text})
    if isinstance(reply, Break):
        return await _go_wrong(reply, exchange)
    for call in reply.calls:
        arguments = _object_or_text(call.arguments)
        function = {"name": call.name, "arguments": arguments}
        await _line(exchange, model, {"content": "", "tool_calls": [{"id": call.id, "function": function}]})
    reason = {"stop": "stop", "length": "length", "filtered": "stop"}[reply.finish]
    counts = {"prompt_eval_count": reply.tokens.input, "eval_count": reply.tokens.output}
    await _line(exchange, model, {"content": ""}, done=True, done_reason=reason, **counts)
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
            await exchange.write(b'{"message": {"conte\n<html>\n')
            await exchange.finish()
        case "error":
            await exchange.write(b'{"error": "an error was encountered while running the model"}\n')
            await exchange.finish()
        case "hang":
            await asyncio.Event().wait()


async def _line(exchange: Exchange, model: str, message: Json, *, done: bool = False, **end: object) -> None:
    line = {"model": model, "message": {"role": "assistant", **message}, "done": done, **end}
    await exchange.write(f"{json.dumps(line, ensure_ascii=False)}\n".encode())


async def _refuse(exchange: Exchange, refusal: Refuse) -> None:
    await exchange.send(refusal.status, {"error": refusal.message}, headers=refusal.headers)


def understood(body: Json) -> ChatRequest:
    """The request that a client's JSON stands for. There is no way to forbid tools but to leave them out."""
    functions = [tool["function"] for tool in body.get("tools", ())]
    return ChatRequest(
        system="\n\n".join(m["content"] for m in body["messages"] if m["role"] == "system"),
        messages=tuple(_messages(body["messages"])),
        tools=tuple(ToolSpec(f["name"], f.get("description", ""), f.get("parameters", {})) for f in functions),
        tools_allowed=bool(functions),
        max_output_tokens=body.get("options", {}).get("num_predict"),
        json_schema=body.get("format"),
    )


def _messages(messages: list[Json]) -> Iterator[ChatMessage]:
    for message in messages:
        match message["role"]:
            case "user":
                yield UserMessage(message["content"])
            case "assistant":
                yield AssistantMessage(message["content"], tuple(map(_call, message.get("tool_calls") or ())))
            case "tool":
                yield ToolMessage(message.get("tool_call_id", ""), message["tool_name"], message["content"])
            case _:
                pass


def _call(call: Json) -> ToolCall:
    function = call["function"]
    arguments = cast(Json, function["arguments"])
    return ToolCall(call["id"], function["name"], json.dumps(arguments, ensure_ascii=False, separators=(",", ":")))


def _object_or_text(arguments: str) -> object:
    """Ollama itself parses the arguments; what is no JSON it would not take for a call, but a text is what it is."""
    try:
        return json.loads(arguments)
    except ValueError:
        return arguments
