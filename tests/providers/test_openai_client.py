"""Servers that call their format OpenAI's and differ from it, each in its own way: the answer is understood all the
same, or the failure is called by its name."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest

from sidecar.domain.money import Usage
from sidecar.errors import ModelBusy, ModelError, ModelFailed, ModelRejected
from sidecar.llm import (
    ChatRequest,
    Completion,
    FinishReason,
    ModelEvent,
    TextChunk,
    ThinkingChunk,
    ToolSpec,
    UserMessage,
)
from sidecar.providers.factory import create_model
from sidecar.providers.model_spec import ConnectedModel, ModelSpec
from tests.loopback.http import Exchange, LoopbackServer, Request

Json = dict[str, Any]
TOOLS = (ToolSpec("weather", "The weather.", {"type": "object", "properties": {"place": {"type": "string"}}}),)
HELLO = ChatRequest("Be kind.", (UserMessage("hola"),))
USAGE = {"prompt_tokens": 70, "completion_tokens": 3, "total_tokens": 73}


def chunk(delta: Json, finish: str | None = None, **more: object) -> Json:
    return {"id": "a", "model": "tiny", "choices": [{"index": 0, "delta": delta, "finish_reason": finish}], **more}


HI = chunk({"content": "¡Hola"}), chunk({"content": " che! 🧉"}), chunk({}, "stop", usage=USAGE)
WHOLE = {
    "id": "a",
    "model": "tiny",
    "choices": [{"index": 0, "message": {"role": "assistant", "content": "¡Hola che! 🧉"}, "finish_reason": "stop"}],
    "usage": USAGE,
}


def as_json(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode()


def events(*chunks: Json, end: bytes = b"\n\n") -> bytes:
    return b"".join(b"data: " + as_json(said) + end for said in chunks) + b"data: [DONE]" + end


class Peculiar(LoopbackServer):
    """Answers every request with the same bytes, in pieces of `size`; `refuses` may say no first."""

    def __init__(
        self,
        body: bytes,
        content_type: str = "text/event-stream",
        *,
        size: int = 10_000,
        stays_open: bool = False,
        refuses: Callable[[Json], str] = lambda asked: "",
    ) -> None:
        super().__init__()
        self._body, self._type, self._size = body, content_type, size
        self._stays_open = stays_open
        self._refuses = refuses

    async def respond(self, request: Request, exchange: Exchange) -> None:
        if problem := self._refuses(request.json()):
            return await exchange.send(400, {"error": {"message": problem, "type": "invalid_request_error"}})
        await exchange.begin(content_type=self._type)
        for at in range(0, len(self._body), self._size):
            await exchange.write(self._body[at : at + self._size])
        if self._stays_open:
            await asyncio.Event().wait()
        await exchange.finish()


@asynccontextmanager
async def model_of(server: LoopbackServer) -> AsyncIterator[ConnectedModel]:
    async with server:
        model = create_model(ModelSpec("openai:tiny", f"{server.url}/v1"))
        yield model
        await model.aclose()


async def events_of(server: LoopbackServer, request: ChatRequest = HELLO) -> list[ModelEvent]:
    async with model_of(server) as model:
        return [event async for event in model.stream(request)]


async def answer_of(server: LoopbackServer, request: ChatRequest = HELLO) -> Completion:
    last = (await events_of(server, request))[-1]
    assert isinstance(last, Completion)
    return last


async def failure_of(server: LoopbackServer) -> ModelError:
    with pytest.raises(ModelError) as caught:
        await events_of(server)
    return caught.value


@pytest.mark.req("LLM-01")
@pytest.mark.parametrize("size", [1, 10_000])
@pytest.mark.parametrize(
    ("body", "content_type"),
    [
        (events(*HI), "text/event-stream"),
        (events(*HI, end=b"\r\n\r\n"), "text/event-stream"),
        (events(*HI).replace(b"data: ", b"data:"), "text/event-stream"),
        (b"\xef\xbb\xbf" + events(*HI), "text/event-stream"),
        (b": PROCESSING\n\nevent: chunk\nid: 3\nretry: 9\n" + events(*HI), "text/event-stream; charset=utf-8"),
        (events(*HI), "text/plain"),
        (events(*HI).removesuffix(b"data: [DONE]\n\n").rstrip(), "text/event-stream"),
        (b"\n".join(map(as_json, HI)) + b"\n", "application/x-ndjson"),
        (as_json(WHOLE), "application/json"),
        (json.dumps(WHOLE, indent=2).encode(), "application/json"),
        (events(WHOLE), "text/event-stream"),
    ],
)
async def test_an_answer_is_understood_however_it_comes(body: bytes, content_type: str, size: int) -> None:
    answer = await answer_of(Peculiar(body, content_type, size=size))
    assert answer.message.text == "¡Hola che! 🧉"
    assert answer.finish_reason is FinishReason.STOP
    assert (answer.usage.input_tokens, answer.usage.output_tokens) == (70, 3)


@pytest.mark.req("LLM-01")
async def test_characters_at_which_texts_are_split_elsewhere_stay_in_theirs() -> None:
    said = "one\u2028two\u0085three"
    answer = await answer_of(Peculiar(events(chunk({"content": said}), chunk({}, "stop"))))
    assert answer.message.text == said


@pytest.mark.req("CON-22")
async def test_halves_of_a_character_in_two_chunks_are_joined() -> None:
    halves = [json.dumps(chunk({"content": half})).encode() for half in ("Ho \ud83e", "\udd89 la \ud83e")]
    body = b"".join(b"data: " + half + b"\n\n" for half in halves) + events(chunk({}, "stop"))
    got = await events_of(Peculiar(body))
    assert "".join(event.text for event in got if isinstance(event, TextChunk)) == "Ho 🦉 la �"
    assert isinstance(got[-1], Completion)
    assert got[-1].message.text == "Ho 🦉 la �"


@pytest.mark.req("CON-22")
@pytest.mark.parametrize("written", ['{"place": "Salta \ud83e"}', '{"place": "Salta \\ud83e"}'])
async def test_halves_of_a_character_in_a_call_are_marked(written: str) -> None:
    call = {"index": 0, "id": "a", "function": {"name": "weather", "arguments": written}}
    body = b"data: " + json.dumps(chunk({"tool_calls": [call]})).encode() + b"\n\n" + events(chunk({}, "tool_calls"))
    (got,) = (await answer_of(Peculiar(body), ChatRequest("", HELLO.messages, TOOLS))).message.tool_calls
    assert json.loads(got.arguments) == {"place": "Salta �"}


@pytest.mark.req("LLM-06")
async def test_two_calls_that_are_both_the_first_are_two() -> None:
    """As Gemini's endpoint of this format sends them."""
    calls = [
        {
            "index": 0,
            "id": f"c{n}",
            "type": "function",
            "function": {"name": "weather", "arguments": f'{{"place": "{n}"}}'},
        }
        for n in (1, 2)
    ]
    body = events(*(chunk({"tool_calls": [call]}) for call in calls), chunk({}, "tool_calls"))
    answer = await answer_of(Peculiar(body), ChatRequest("", HELLO.messages, TOOLS))
    assert [(call.id, call.arguments) for call in answer.message.tool_calls] == [
        ("c1", '{"place": "1"}'),
        ("c2", '{"place": "2"}'),
    ]


@pytest.mark.req("LLM-06")
async def test_thoughts_known_only_by_their_end_are_taken_back() -> None:
    said = [chunk({"content": text}) for text in ("Let me think", " of cats.\n", "</thi", "nk>\n\n", "Cats purr.")]
    got = await events_of(Peculiar(events(*said, chunk({}, "stop"))))
    assert isinstance(got[-1], Completion)
    assert got[-1].message.text == "Cats purr."
    shown = ""
    for event in got[:-1]:
        if isinstance(event, TextChunk):
            shown += event.text
        elif not isinstance(event, ThinkingChunk):
            shown = ""
    assert shown == "Cats purr."


@pytest.mark.req("LLM-05")
async def test_a_usage_in_every_chunk_counts_once() -> None:
    counted = [chunk({"content": "x"}, usage={"prompt_tokens": 50, "completion_tokens": n}) for n in range(1, 9)]
    answer = await answer_of(Peculiar(events(*counted, chunk({}, "stop"))))
    assert answer.usage == Usage(50, 0, 8)


def without(name: str, message: str) -> Callable[[Json], str]:
    return lambda asked: message if asked.get(name) else ""


@pytest.mark.req("LLM-01")
@pytest.mark.parametrize(
    ("name", "problem", "body", "content_type"),
    [
        ("stream_options", "Unrecognized request argument supplied: stream_options", events(*HI), "text/event-stream"),
        ("stream", "Your organization must be verified to stream this model.", as_json(WHOLE), "application/json"),
        ("stream", "streaming is not supported for this model", as_json(WHOLE), "application/json"),
    ],
)
async def test_what_the_server_refuses_is_left_out_from_then_on(
    name: str, problem: str, body: bytes, content_type: str
) -> None:
    server = Peculiar(body, content_type, refuses=without(name, problem))
    async with model_of(server) as model:
        for _ in range(2):
            last = [event async for event in model.stream(HELLO)][-1]
            assert isinstance(last, Completion) and last.message.text == "¡Hola che! 🧉"
    asked = [bool(request.json().get(name)) for request in server.requests]
    assert asked == [True, False, False]


@pytest.mark.req("LLM-01")
async def test_the_limit_of_the_answer_has_two_names() -> None:
    problem = "Unsupported parameter: 'max_tokens' is not supported. Use 'max_completion_tokens' instead."
    server = Peculiar(events(*HI), refuses=without("max_tokens", problem))
    await answer_of(server, ChatRequest("", HELLO.messages, max_output_tokens=77))
    assert server.requests[-1].json()["max_completion_tokens"] == 77


@pytest.mark.req("CON-22")
async def test_a_refusal_that_stays_is_told() -> None:
    server = Peculiar(b"", refuses=lambda asked: "stream_options and everything else")
    assert type(await failure_of(server)) is ModelRejected
    assert len(server.requests) == 2


@pytest.mark.req("CON-22")
@pytest.mark.parametrize(
    ("body", "content_type", "expected"),
    [
        (as_json({"error": {"message": "Model overloaded", "code": 503}}), "application/json", ModelBusy),
        (b"<!doctype html><html><body>Sign in to the Wi-Fi</body></html>", "text/html", ModelFailed),
        (b"[1, 2]", "application/json", ModelFailed),
        (b'{"choices": [', "application/json", ModelFailed),
        (b"", "text/event-stream", ModelFailed),
        (b'data: "words"\n\n', "text/event-stream", ModelFailed),
    ],
)
async def test_what_is_no_answer_is_called_by_its_name(
    body: bytes, content_type: str, expected: type[ModelError]
) -> None:
    assert type(await failure_of(Peculiar(body, content_type))) is expected


@pytest.mark.req("LLM-04")
async def test_a_connection_that_stays_open_after_the_end_is_not_waited_for() -> None:
    async with asyncio.timeout(30):
        assert (await answer_of(Peculiar(events(*HI), stays_open=True))).message.text == "¡Hola che! 🧉"


async def test_a_connection_is_used_again() -> None:
    server = Peculiar(events(*HI))
    async with model_of(server) as model:
        for _ in range(3):
            _ = [event async for event in model.stream(HELLO)]
        assert server.open_connections == 1
