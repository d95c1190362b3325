"""Servers whose answers are JSON, but strange: numbers out of range, values nested by the thousand, other charsets."""

from __future__ import annotations

import json
from contextlib import suppress

import pytest

from sidecar.domain.json_text import parse_json
from sidecar.domain.person import OWNER
from sidecar.errors import ModelError
from sidecar.llm import ChatRequest, Completion, UserMessage
from sidecar.providers.decorators.metering import MeteredModel, Purpose
from sidecar.providers.discovery.servers import list_models
from sidecar.providers.factory import create_model
from sidecar.providers.model_spec import ModelSpec
from tests.loopback.http import Exchange, LoopbackServer, Request
from tests.providers.test_metering import Ledger
from tests.providers.test_retry import HurriedClock

pytestmark = pytest.mark.filterwarnings("ignore:Failed to extract usage")
HELLO = ChatRequest("Be kind.", (UserMessage("hola"),))
HUGE = str(10**30)
ANSWER = "Sí, mañana."
NESTED = "[" * 20_000 + "]" * 20_000
LESS_NESTED = "[" * 700 + "]" * 700
BODIES = {
    "openai": [
        '{"id":"1","model":"m","choices":[{"index":0,"delta":{"content":TEXT},"finish_reason":"stop"}],'
        '"usage":{"prompt_tokens":COUNT,"completion_tokens":COUNT,"total_tokens":COUNT}}',
    ],
    "anthropic": [
        '{"type":"message_start","message":{"id":"1","type":"message","role":"assistant","model":"m","content":[],'
        '"usage":{"input_tokens":COUNT,"output_tokens":COUNT}}}',
        '{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}',
        '{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":TEXT}}',
        '{"type":"content_block_stop","index":0}',
        '{"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":COUNT}}',
        '{"type":"message_stop"}',
    ],
    "google": [
        '{"candidates":[{"content":{"role":"model","parts":[{"text":TEXT}]},"index":0,"finishReason":"STOP"}],'
        '"modelVersion":"m","usageMetadata":{"promptTokenCount":COUNT,"candidatesTokenCount":COUNT}}',
    ],
    "ollama": [
        '{"message":{"content":TEXT},"done":true,"done_reason":"stop","prompt_eval_count":COUNT,"eval_count":COUNT}',
    ],
}


class StrangeServer(LoopbackServer):
    """Answers in the format of `provider`; `count` is the JSON of every count of tokens."""

    def __init__(
        self, provider: str, count: str = "5", text: str = ANSWER, charset: str = "utf-8", declares: str | None = None
    ) -> None:
        super().__init__()
        self._provider = provider
        self._count = count
        self._text = json.dumps(text, ensure_ascii=False)
        self._charset = charset
        self._declared = charset if declares is None else declares

    async def respond(self, request: Request, exchange: Exchange) -> None:
        if request.path.endswith("/show"):
            return await exchange.send(200, {"capabilities": ["tools"]})
        own = self._provider == "ollama"
        kind = "application/x-ndjson" if own else "text/event-stream"
        await exchange.begin(content_type=f"{kind}; charset={self._declared}")
        for body in BODIES[self._provider]:
            line = body.replace("COUNT", self._count).replace("TEXT", self._text)
            event = f"event: {json.loads(body.replace('COUNT', '1').replace('TEXT', '1')).get('type', 'message')}\n"
            event = event if self._provider == "anthropic" else ""
            await exchange.write((f"{line}\n" if own else f"{event}data: {line}\n\n").encode(self._charset))
        await exchange.finish()


async def ask(provider: str, server: StrangeServer) -> tuple[Completion | ModelError, Ledger]:
    ledger = Ledger()
    async with server:
        model = create_model(ModelSpec(f"{provider}:m", server.url, "sk-test-123456789"))
        metered = MeteredModel(model, Purpose(OWNER), ledger, HurriedClock(), lambda *_: None)
        try:
            last = [event async for event in metered.stream(HELLO)][-1]
        except ModelError as error:
            return error, ledger
        finally:
            await model.aclose()
    assert isinstance(last, Completion)
    return last, ledger


@pytest.mark.req("LLM-05", "CON-22")
@pytest.mark.parametrize(
    "count", [str(10**30), "-5", f"-{10**30}", "1e308", "0.5", "true", '"12"', '"x"', "null", "[]"]
)
@pytest.mark.parametrize("provider", BODIES)
async def test_an_impossible_count_of_tokens_spoils_no_answer(provider: str, count: str) -> None:
    answer, ledger = await ask(provider, StrangeServer(provider, count))
    if isinstance(answer, ModelError):
        assert answer.code == "model_failed"
        assert count not in (HUGE, "-5", f"-{HUGE}", "null"), "a whole number is no reason to lose the answer"
        return
    assert answer.message.text == ANSWER
    (entry,) = ledger.entries
    assert 0 <= entry.usage.input_tokens < 100 and 0 <= entry.usage.output_tokens < 100


@pytest.mark.req("CON-22")
@pytest.mark.parametrize("nested", [NESTED, LESS_NESTED])
@pytest.mark.parametrize("provider", BODIES)
async def test_a_deeply_nested_answer_is_a_failed_request(provider: str, nested: str) -> None:
    answer, _ = await ask(provider, StrangeServer(provider, nested))
    assert isinstance(answer, ModelError) or answer.message.text == ANSWER
    async with StrangeServer(provider, nested) as server:
        with suppress(ModelError):
            await list_models(ModelSpec(f"{provider}:m", server.url, "sk-test-123456789"))


@pytest.mark.req("LLM-06")
@pytest.mark.parametrize("charset", ["iso-8859-1", "latin1", "windows-1252", "utf-8", "utf8"])
@pytest.mark.parametrize("provider", BODIES)
async def test_text_is_read_in_the_charset_that_the_server_names(provider: str, charset: str) -> None:
    answer, _ = await ask(provider, StrangeServer(provider, charset=charset))
    assert isinstance(answer, Completion)
    assert answer.message.text == ANSWER


@pytest.mark.parametrize("charset", ["klingon", "rot13", "undefined", ""])
@pytest.mark.parametrize("provider", BODIES)
async def test_an_unknown_charset_is_taken_for_utf_8(provider: str, charset: str) -> None:
    answer, _ = await ask(provider, StrangeServer(provider, declares=charset))
    assert isinstance(answer, Completion)
    assert answer.message.text == ANSWER


@pytest.mark.req("LLM-06")
@pytest.mark.parametrize("declares", ["", "utf-8"])
@pytest.mark.parametrize("provider", BODIES)
async def test_text_of_an_old_server_that_names_no_charset_is_read_too(provider: str, declares: str) -> None:
    answer, _ = await ask(provider, StrangeServer(provider, charset="windows-1252", declares=declares))
    assert isinstance(answer, Completion)
    assert answer.message.text == ANSWER


@pytest.mark.parametrize("depth", [101, 500, 900, 100_000])
def test_nesting_has_a_limit(depth: int) -> None:
    for opened, closed in (("[", "]"), ('{"a":', "}")):
        with pytest.raises(ValueError, match="nested"):
            parse_json(opened * depth + "1" + closed * depth)
    assert parse_json("[" * 90 + "1" + "]" * 90)
