"""Ollama in its own protocol: the window is really set, nothing is cut silently, a missing model is said so."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest

from sidecar.domain.money import Usage
from sidecar.errors import ContextTooLong, ModelBusy, ModelFailed, ModelRejected, ModelUnreachable
from sidecar.llm import ChatRequest, Completion, ThinkingChunk, ToolSpec, UserMessage
from sidecar.providers.budget import Price
from sidecar.providers.factory import create_model
from sidecar.providers.model_spec import ConnectedModel, ModelSpec
from sidecar.providers.wires.ollama_messages import is_installed
from tests.loopback.http import Exchange, Request
from tests.loopback.ollama_server import OllamaServer
from tests.loopback.openai_server import OpenAIServer
from tests.loopback.script import CallTool, Refuse, Say, Step, Tokens, say

HELLO = ChatRequest("You are Sidecar.", (UserMessage("hola"),))
WEATHER = ToolSpec("weather", "The weather.", {"type": "object", "properties": {"place": {"type": "string"}}})


@asynccontextmanager
async def ollama(
    server: OllamaServer, change: Callable[[ModelSpec], ModelSpec] = lambda choice: choice
) -> AsyncIterator[ConnectedModel]:
    model = create_model(change(ModelSpec("ollama:loopback", server.base_url)))
    try:
        yield model
    finally:
        await model.aclose()


async def answer_of(model: ConnectedModel, request: ChatRequest = HELLO) -> Completion:
    last = [event async for event in model.stream(request)][-1]
    assert isinstance(last, Completion)
    return last


@pytest.mark.req("LLM-01")
@pytest.mark.parametrize(
    ("chosen", "of_the_model", "expected"), [(None, 131_072, 8_192), (None, 2_048, 2_048), (32_768, 131_072, 32_768)]
)
async def test_the_length_of_the_context_is_set(chosen: int | None, of_the_model: int, expected: int) -> None:
    async with (
        OllamaServer(window=of_the_model) as server,
        ollama(server, lambda choice: replace(choice, context_window=chosen)) as model,
    ):
        await answer_of(model, replace(HELLO, max_output_tokens=50))
        assert server.options == [{"num_ctx": expected, "num_predict": 50}]
        assert model.context_window == expected


@pytest.mark.req("LLM-01")
async def test_a_prompt_that_would_be_cut_is_refused() -> None:
    async with OllamaServer() as server, ollama(server) as model:
        with pytest.raises(ContextTooLong):
            await answer_of(model, replace(HELLO, messages=(UserMessage("palabra " * 8_000),)))
        assert server.asked == []
        assert server.requests[0].json() == {"model": "loopback"}


@pytest.mark.req("LLM-01")
async def test_the_server_is_told_not_to_cut_either() -> None:
    async with OllamaServer(Refuse(400, "input length exceeds the context length")) as server, ollama(server) as model:
        with pytest.raises(ContextTooLong):
            await answer_of(model)
        assert server.requests[-1].json()["truncate"] is False


@pytest.mark.req("LLM-01", "CON-22")
async def test_a_missing_model_is_named_with_how_to_get_it_and_what_is_there() -> None:
    async with OllamaServer(models=("qwen2.5:3b", "loopback2:latest")) as server, ollama(server) as model:
        with pytest.raises(ModelRejected) as caught:
            await answer_of(model)
    hint = caught.value.hint.format(**caught.value.fields)
    assert "ollama pull loopback" in hint and "qwen2.5:3b" in hint and "loopback2:latest" in hint


@pytest.mark.parametrize(
    ("name", "there"),
    [("llama3", True), ("llama3:latest", True), ("llama3.2", False), ("llama3:70b", False), ("qwen:7b", True)],
)
def test_a_model_is_there_or_it_is_not(name: str, there: bool) -> None:
    assert is_installed(name, ["llama3:latest", "llama3.2:1b", "qwen:7b"]) is there


@pytest.mark.req("LLM-06")
async def test_calls_without_ids_get_some() -> None:
    steps: list[Step] = [Say(calls=(CallTool("weather", '{"place": "Salta"}', ""), CallTool("weather", "{}", "")))]
    async with OllamaServer(*steps) as server, ollama(server) as model:
        last = await answer_of(model, replace(HELLO, tools=(WEATHER,)))
    assert [call.id for call in last.message.tool_calls] == ["call_1", "call_2"]


@pytest.mark.req("LLM-06")
@pytest.mark.parametrize(
    ("name", "thinking", "sent"),
    [
        ("loopback", None, None),
        ("loopback", "off", False),
        ("loopback", "low", True),
        ("gpt-oss:20b", "low", "low"),
        ("gpt-oss:20b", "off", False),
    ],
)
async def test_thinking_is_asked_for_as_the_model_knows_it(name: str, thinking: object, sent: object) -> None:
    async with (
        OllamaServer(models=("loopback:latest", "gpt-oss:20b")) as server,
        ollama(server, lambda choice: replace(choice, name=f"ollama:{name}", thinking=thinking)) as model,  # type: ignore[arg-type]
    ):
        await answer_of(model)
        assert server.requests[-1].json().get("think") == sent


@pytest.mark.req("LLM-06")
async def test_a_model_that_cannot_think_is_not_asked_to() -> None:
    async with (
        OllamaServer(capabilities=("completion",)) as server,
        ollama(server, lambda choice: replace(choice, thinking="high")) as model,
    ):
        assert (await answer_of(model)).message.text == "You said: hola"


@pytest.mark.req("LLM-06")
async def test_thoughts_in_tags_split_over_chunks_are_no_answer() -> None:
    async with (
        OllamaServer(say("<th", "ink>Let me s", "ee</thi", "nk>\n\nHo", "la")) as server,
        ollama(server) as model,
    ):
        events = [event async for event in model.stream(HELLO)]
    assert [event.text for event in events if isinstance(event, ThinkingChunk)] == ["Let me s", "ee"]
    assert isinstance(events[-1], Completion) and events[-1].message.text == "Hola"


@pytest.mark.req("LLM-05")
async def test_at_home_it_is_free_unless_the_settings_say_otherwise() -> None:
    reply = Say(("hi",), tokens=Tokens(1000, 100))
    async with OllamaServer(reply, reply) as server:
        async with ollama(server) as model:
            assert (await answer_of(model)).usage == Usage(1000, 0, 100)
        async with ollama(server, lambda choice: replace(choice, price=Price(*[1, 10]))) as model:  # type: ignore[arg-type]
            assert str((await answer_of(model)).usage.cost_usd) == "0.002"


@pytest.mark.req("CON-22")
async def test_nothing_listening() -> None:
    model = create_model(ModelSpec("ollama:x", "http://127.0.0.1:9"))
    with pytest.raises(ModelUnreachable, match=r"127\.0\.0\.1:9"):
        await answer_of(model)
    await model.aclose()


def test_it_needs_no_big_library() -> None:
    probe = (
        "import sys; from sidecar.providers.factory import ModelSpec, create_model;"
        "create_model(ModelSpec('ollama:x'));"
        "print([name for name in ('pydantic_ai', 'openai', 'genai_prices') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, check=True, timeout=30)
    assert done.stdout.strip() == "[]"


class OldServer(OllamaServer):
    """Does not say beforehand what its models can do."""

    async def respond(self, request: Request, exchange: Exchange) -> None:
        if request.path == "/api/show":
            await exchange.send(200, {"modelfile": "FROM tiny", "model_info": {"tiny.context_length": 32_768}})
        else:
            await super().respond(request, exchange)


@pytest.mark.req("LLM-06", "AGT-21")
async def test_an_old_server_that_says_too_late_what_it_lacks() -> None:
    acts = say('{"message": "", "actions": [{"action": "weather", "params": {"place": "Salta"}}]}')
    async with (
        OldServer(acts, acts, capabilities=("completion",)) as server,
        ollama(server, lambda choice: replace(choice, thinking="high")) as model,
    ):
        for _ in range(2):
            (call,) = (await answer_of(model, replace(HELLO, tools=(WEATHER,)))).message.tool_calls
            assert (call.name, call.arguments) == ("weather", '{"place": "Salta"}')
        chats = [request.json() for request in server.requests if request.path == "/api/chat"]
    assert ["tools" in body or bool(body.get("think")) for body in chats] == [True, True, False, False]


@pytest.mark.req("LLM-06")
async def test_a_call_that_the_server_left_in_the_text_is_one() -> None:
    left = say('<tool_call>\n{"name": "weather", "arguments": {"place": "Salta"}}\n</tool_call>')
    async with OllamaServer(left) as server, ollama(server) as model:
        (call,) = (await answer_of(model, replace(HELLO, tools=(WEATHER,)))).message.tool_calls
    assert (call.name, call.arguments) == ("weather", '{"place": "Salta"}')


@pytest.mark.req("CON-22")
@pytest.mark.parametrize(
    "problem",
    ["model requires more system memory (9.1 GiB) than is available (4.0 GiB)", "CUDA error: out of memory"],
)
async def test_a_model_that_does_not_fit_is_not_asked_again(problem: str) -> None:
    async with OllamaServer(Refuse(500, problem)) as server, ollama(server) as model:
        with pytest.raises(ModelRejected, match="enough memory") as caught:
            await answer_of(model)
    assert not caught.value.retryable


@pytest.mark.req("CON-22")
@pytest.mark.parametrize(
    ("refusal", "seconds"),
    [
        (Refuse(503, headers={"retry-after": "1.5"}), 1.5),
        (Refuse(429, headers={"retry-after-ms": "700"}), 0.7),
        (Refuse(429, "slow down, try again in 2s"), 2.0),
    ],
)
async def test_the_wait_is_known_however_it_is_asked_for(refusal: Refuse, seconds: float) -> None:
    async with OllamaServer(refusal) as server, ollama(server) as model:
        with pytest.raises(ModelBusy) as caught:
            await answer_of(model)
    assert caught.value.retry_after_s == seconds


@pytest.mark.req("LLM-01")
async def test_what_splits_a_line_elsewhere_splits_none_here() -> None:
    async with OllamaServer(say("one\u2028two", "\u0085three")) as server, ollama(server) as model:
        assert (await answer_of(model)).message.text == "one\u2028two\u0085three"


@pytest.mark.req("LLM-01")
@pytest.mark.parametrize("end", ["", "/", "/v1", "/v1/", "/api", "/api/chat", "/v1/chat/completions"])
async def test_the_address_may_say_more_than_it_needs(end: str) -> None:
    async with OllamaServer(say("hi")) as server:
        model = create_model(ModelSpec("ollama:loopback", f"{server.url}{end}"))
        assert (await answer_of(model)).message.text == "hi"
        await model.aclose()


@pytest.mark.req("LLM-01")
async def test_a_server_of_another_format_is_found_without_its_version() -> None:
    async with OpenAIServer(say("hi")) as server:
        model = create_model(ModelSpec("ollama:loopback", server.url))
        assert (await answer_of(model)).message.text == "hi"
        await model.aclose()


@pytest.mark.req("CON-22")
async def test_the_servers_own_words_are_passed_on() -> None:
    refusal = Refuse(500, "llama runner process has terminated: CUDA error")
    async with OllamaServer(refusal) as server, ollama(server) as model:
        with pytest.raises(ModelFailed, match="CUDA error"):
            await answer_of(model)
