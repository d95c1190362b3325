"""Google's own format, in the little of it that shows that the adapter speaks it."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from sidecar.domain.tool import ToolCall
from sidecar.errors import ModelBusy, ModelCut, ModelError, ModelRefused
from sidecar.llm import (
    AssistantMessage,
    ChatRequest,
    Completion,
    FinishReason,
    ModelEvent,
    TextChunk,
    ToolSpec,
    UserMessage,
)
from sidecar.providers.factory import create_model
from sidecar.providers.model_spec import ConnectedModel, ModelSpec
from tests.eventually import eventually
from tests.loopback.http import Exchange, LoopbackServer, Request

WEATHER = ToolSpec("weather", "The weather.", {"type": "object", "properties": {"place": {"type": "string"}}})
HELLO = ChatRequest("Be kind.", (UserMessage("hola"),), (WEATHER,))
USAGE = {"promptTokenCount": 900, "cachedContentTokenCount": 600, "candidatesTokenCount": 12, "totalTokenCount": 912}


class GoogleServer(LoopbackServer):
    """Answers every request with one stream of these parts, and says at the end why it ended, if it does."""

    def __init__(self, *parts: Any, finish: str = "STOP", refusal: tuple[int, Any] | None = None) -> None:
        super().__init__()
        self._parts = parts
        self._finish = finish
        self._refusal = refusal

    async def respond(self, request: Request, exchange: Exchange) -> None:
        if self._refusal:
            status, error = self._refusal
            return await exchange.send(status, {"error": {"code": status, **error}})
        await exchange.begin(content_type="text/event-stream")
        for part in self._parts:
            await self._event(exchange, {"content": {"role": "model", "parts": [part]}, "index": 0})
        if self._finish == "HANG":
            await asyncio.Event().wait()
        if self._finish:
            await self._event(exchange, {"finishReason": self._finish, "index": 0}, usageMetadata=USAGE)
        await exchange.finish()

    async def _event(self, exchange: Exchange, candidate: Any, **more: Any) -> None:
        data = {"candidates": [candidate], "modelVersion": "gemini-test", "responseId": "r", **more}
        await exchange.write(f"data: {json.dumps(data)}\r\n\r\n".encode())


async def ask(server: GoogleServer) -> list[ModelEvent]:
    model = create_model(ModelSpec("google:gemini-test", server.url, "AIza-test-0123456789"))
    try:
        return [event async for event in model.stream(HELLO)]
    finally:
        await model.aclose()


@pytest.mark.req("LLM-01")
async def test_text_streams() -> None:
    async with GoogleServer({"text": "Ho"}, {"text": "la"}) as server:
        *chunks, last = await ask(server)
    assert chunks == [TextChunk("Ho"), TextChunk("la")]
    assert isinstance(last, Completion)
    assert last.message == AssistantMessage("Hola")
    assert (last.usage.input_tokens, last.usage.cached_tokens, last.usage.output_tokens) == (900, 600, 12)
    body = server.requests[0].json()
    assert body["systemInstruction"]["parts"][0]["text"] == "Be kind."
    assert body["tools"][0]["functionDeclarations"][0]["name"] == "weather"


@pytest.mark.req("LLM-06")
async def test_a_tool_call() -> None:
    async with GoogleServer({"functionCall": {"name": "weather", "args": {"place": "Salta"}}}) as server:
        last = (await ask(server))[-1]
    assert isinstance(last, Completion)
    (call,) = last.message.tool_calls
    assert call == ToolCall(call.id, "weather", '{"place": "Salta"}')
    assert last.finish_reason is FinishReason.TOOLS


@pytest.mark.req("CON-22")
@pytest.mark.parametrize(
    ("server", "expected"),
    [
        (GoogleServer({"text": "half"}, finish=""), ModelCut),
        (
            GoogleServer(
                refusal=(
                    400,
                    {
                        "status": "INVALID_ARGUMENT",
                        "message": "API key not valid.",
                        "details": [{"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": "API_KEY_INVALID"}],
                    },
                )
            ),
            ModelRefused,
        ),
        (GoogleServer(refusal=(429, {"status": "RESOURCE_EXHAUSTED", "message": "Quota exceeded"})), ModelBusy),
    ],
    ids=["cut", "wrong key", "too many requests"],
)
async def test_failures(server: GoogleServer, expected: type[ModelError]) -> None:
    async with server:
        with pytest.raises(expected):
            await ask(server)


@pytest.mark.req("LLM-04")
@pytest.mark.parametrize("parts", [(), ({"text": "Ho"},)], ids=["before", "during"])
async def test_cancelling_closes_the_connection(parts: tuple[Any, ...]) -> None:
    async with GoogleServer(*parts, finish="HANG") as server:
        model = create_model(ModelSpec("google:gemini-test", server.url, "AIza-test-0123456789"))
        reading = asyncio.create_task(_read(model))
        async with asyncio.timeout(30):
            await eventually(lambda: server.requests)
            reading.cancel()
            assert (await server.abandoned.get()).method == "POST"
        await asyncio.wait((reading,))
        await model.aclose()


@pytest.mark.req("LLM-04")
async def test_closing_closes_the_connection() -> None:
    async with GoogleServer({"text": "Ho"}, finish="HANG") as server:
        model = create_model(ModelSpec("google:gemini-test", server.url, "AIza-test-0123456789"))
        events = model.stream(HELLO)
        assert await anext(events) == TextChunk("Ho")
        await events.aclose()
        async with asyncio.timeout(30):
            assert (await server.abandoned.get()).method == "POST"
        await model.aclose()


async def _read(model: ConnectedModel) -> None:
    async for _ in model.stream(HELLO):
        pass
