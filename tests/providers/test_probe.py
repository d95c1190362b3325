"""The trial says of each model what it can do, and never more than it showed."""

from __future__ import annotations

from datetime import timedelta

import pytest

from sidecar.errors import ModelRefused, ModelTimeout
from sidecar.providers.discovery.probe import ProbeOutcome, ProbeResult, probe_model
from sidecar.providers.factory import create_model
from sidecar.providers.model_spec import ModelSpec
from sidecar.runtime.clock import SystemClock
from tests.loopback.ollama_server import OllamaServer
from tests.loopback.openai_server import OpenAIServer
from tests.loopback.script import HANG, CallTool, Refuse, Step, say

YES, NO, UNKNOWN = ProbeOutcome.YES, ProbeOutcome.NO, ProbeOutcome.UNKNOWN
TEXT = say("one ", "two ", "three")
TOOL = CallTool("current_time", '{"place": "Tokyo"}')
FORM = say('{"name": "Ana", "age": 34}')


async def tried(*steps: Step, patience_s: float = 5.0, **choice: str) -> ProbeResult:
    async with OpenAIServer(*steps) as server:
        model = create_model(ModelSpec("openai:loopback", server.base_url, **choice))  # pyright: ignore[reportArgumentType]
        try:
            return await probe_model(model, SystemClock(), timedelta(seconds=patience_s))
        finally:
            await model.aclose()


@pytest.mark.req("LLM-07")
@pytest.mark.parametrize(
    ("steps", "streams", "tools", "json"),
    [
        ((TEXT, TOOL, FORM), YES, YES, YES),
        ((say("one two three"), TOOL, FORM), NO, YES, YES),
        ((TEXT, say("It is noon in Tokyo."), FORM), YES, NO, YES),
        ((TEXT, CallTool("current_time", '{"city": 1}'), FORM), YES, NO, YES),
        ((TEXT, CallTool("another_tool", '{"place": "Tokyo"}'), FORM), YES, NO, YES),
        ((TEXT, TOOL, say("Ana is 34.")), YES, YES, NO),
        ((TEXT, TOOL, say('{"name": "Ana", "age": "many"}')), YES, YES, NO),
        ((TEXT, TOOL, say("```json\n", '{"name": "Ana", "age": 34}\n', "```")), YES, YES, YES),
        ((TEXT, TOOL, Refuse(400, "response_format is not supported")), YES, YES, NO),
        ((TEXT, Refuse(429, "slow down"), Refuse(503, "busy")), YES, UNKNOWN, UNKNOWN),
    ],
)
async def test_what_a_model_can_do(
    steps: tuple[Step, ...], streams: ProbeOutcome, tools: ProbeOutcome, json: ProbeOutcome
) -> None:
    trial = await tried(*steps, tools="native")
    assert trial.failure is None
    assert (trial.streams, trial.tools, trial.json) == (streams, tools, json)
    assert trial.first_word_s > 0
    assert trial.context_window > 0


@pytest.mark.req("LLM-07")
async def test_a_model_that_does_not_answer_says_why() -> None:
    refused = await tried(Refuse(401, "wrong key", "invalid_api_key"))
    assert isinstance(refused.failure, ModelRefused)
    assert refused.tools is UNKNOWN
    late = await tried(HANG, patience_s=0.3)
    assert isinstance(late.failure, ModelTimeout)


@pytest.mark.req("LLM-07")
async def test_tools_in_the_text_count_as_tools() -> None:
    in_text = say('{"message": "", "actions": [{"action": "current_time", "params": {"place": "Tokyo"}}]}')
    assert (await tried(TEXT, in_text, FORM, tools="json")).tools is YES


@pytest.mark.req("LLM-07")
async def test_ollama_in_its_own_protocol() -> None:
    async with OllamaServer(models=("small:1b",), window=4096) as server:
        model = create_model(ModelSpec("ollama:small:1b", server.base_url))
        try:
            trial = await probe_model(model, SystemClock(), timedelta(seconds=5))
        finally:
            await model.aclose()
    assert (trial.streams, trial.tools, trial.json, trial.context_window) == (YES, YES, YES, 4096)
