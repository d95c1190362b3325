"""Servers of Anthropic's format that differ from it are understood all the same."""

from __future__ import annotations

from typing import Any

import pytest

from sidecar.errors import ModelBusy, ModelError, ModelFailed
from sidecar.llm import ChatRequest, Completion, ModelEvent, TextChunk, ThinkingChunk, ToolSpec, UserMessage
from sidecar.providers.factory import create_model
from sidecar.providers.model_spec import ModelSpec
from tests.loopback.http import Exchange, LoopbackServer, Request

HELLO = ChatRequest(
    "Be kind.", (UserMessage("hola"),), (ToolSpec("weather", "The weather.", {"type": "object", "properties": {}}),)
)


class AllAtOnce(LoopbackServer):
    """Sends its whole answer at once, whatever it was asked for."""

    def __init__(self, said: dict[str, Any]) -> None:
        super().__init__()
        self._said = said

    async def respond(self, request: Request, exchange: Exchange) -> None:
        await exchange.send(200, self._said)


def message(*content: dict[str, Any], stop: str = "end_turn") -> dict[str, Any]:
    usage = {"input_tokens": 40, "cache_read_input_tokens": 60, "output_tokens": 7}
    about = {"id": "m", "type": "message", "role": "assistant", "model": "tiny", "usage": usage}
    return about | {"content": list(content), "stop_reason": stop, "stop_sequence": None}


async def events_of(server: AllAtOnce) -> list[ModelEvent]:
    async with server:
        model = create_model(ModelSpec("anthropic:tiny", server.url, "sk-test-123456789"))
        try:
            return [event async for event in model.stream(HELLO)]
        finally:
            await model.aclose()


@pytest.mark.req("LLM-01")
async def test_a_whole_answer_is_understood() -> None:
    thought = {"type": "thinking", "thinking": "Hmm.", "signature": "abc"}
    call = {"type": "tool_use", "id": "t1", "name": "weather", "input": {"place": "Salta"}}
    *heard, last = await events_of(AllAtOnce(message(thought, {"type": "text", "text": "Let me see."}, call)))
    assert [event for event in heard if isinstance(event, ThinkingChunk | TextChunk)] == [
        ThinkingChunk("Hmm."),
        TextChunk("Let me see."),
    ]
    assert isinstance(last, Completion)
    assert last.message.text == "Let me see."
    assert [(call.id, call.name, call.arguments) for call in last.message.tool_calls] == [
        ("t1", "weather", '{"place": "Salta"}')
    ]
    assert (last.usage.input_tokens, last.usage.cached_tokens, last.usage.output_tokens) == (100, 60, 7)


@pytest.mark.req("CON-22")
@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ({"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}, ModelBusy),
        ({"status": "fine"}, ModelFailed),
        ({}, ModelFailed),
    ],
)
async def test_what_is_no_answer_is_called_by_its_name(said: dict[str, Any], expected: type[ModelError]) -> None:
    with pytest.raises(expected):
        await events_of(AllAtOnce(said))


@pytest.mark.req("LLM-01")
async def test_another_server_gets_the_key_in_both_ways() -> None:
    server = AllAtOnce(message({"type": "text", "text": "hi"}))
    await events_of(server)
    headers = server.requests[0].headers
    assert (headers["x-api-key"], headers["authorization"]) == ("sk-test-123456789", "Bearer sk-test-123456789")
