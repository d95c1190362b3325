"""Real traffic, replayed: what llama.cpp's server sent to the adapter, byte for byte."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from sidecar.errors import ContextTooLong, ModelRejected
from sidecar.llm import AssistantMessage, ChatRequest, Completion, FinishReason, UserMessage
from sidecar.providers.factory import create_model
from sidecar.providers.model_spec import ModelSpec
from tests.loopback.openai_server import OpenAIServer
from tests.loopback.recording import Recorder, Replayer
from tests.loopback.script import say

RECORDINGS = Path(__file__).parent / "recordings"
GREETING = ChatRequest("Answer in one short sentence.", (UserMessage("Say hello to Ana."),), max_output_tokens=24)
MOOD = {"type": "object", "properties": {"mood": {"enum": ["happy", "sad"]}}, "required": ["mood"]}
CONVERSATION = (
    GREETING,
    replace(GREETING, messages=(*GREETING.messages, AssistantMessage("Hello, Ana!"), UserMessage("And goodbye."))),
    replace(GREETING, messages=(UserMessage("Ana smiles. What is her mood?"),), json_schema=MOOD),
    replace(GREETING, messages=(UserMessage("a long tale " * 800),)),
)
"""What was asked when the recording was made; to record again, ask it through `tests.loopback.recording`."""


async def ask(base_url: str, request: ChatRequest) -> Completion:
    model = create_model(ModelSpec("openai:smollm2", base_url))
    try:
        *_, last = [event async for event in model.stream(request)]
    finally:
        await model.aclose()
    assert isinstance(last, Completion)
    return last


@pytest.mark.req("LLM-08", "LLM-01")
async def test_llama_cpp_as_it_answered() -> None:
    async with Replayer(RECORDINGS / "llama_cpp.json") as server:
        greeting, goodbye, mood = [await ask(f"{server.url}/v1", request) for request in CONVERSATION[:3]]
        with pytest.raises(ContextTooLong):
            await ask(f"{server.url}/v1", CONVERSATION[3])
        assert server.left == 0
    assert greeting.message.text
    assert greeting.usage.output_tokens <= 24
    assert goodbye.usage.input_tokens > greeting.usage.input_tokens
    assert goodbye.finish_reason in (FinishReason.STOP, FinishReason.LENGTH)
    assert json.loads(mood.message.text)["mood"] in ("happy", "sad")


@pytest.mark.req("LLM-08")
async def test_what_is_recorded_is_what_is_replayed(tmp_path: Path) -> None:
    file = tmp_path / "traffic.json"
    async with OpenAIServer(say("Ho", "la"), models=("smollm2",)) as provider, Recorder(provider.url, file) as recorder:
        recorded = await ask(f"{recorder.url}/v1", GREETING)
    async with Replayer(file) as replayer:
        assert await ask(f"{replayer.url}/v1", GREETING) == recorded


@pytest.mark.req("LLM-08")
async def test_another_conversation_is_refused() -> None:
    async with Replayer(RECORDINGS / "llama_cpp.json") as server:
        with pytest.raises(ModelRejected, match="The recording has"):
            await ask(f"{server.url}/v1", replace(GREETING, messages=(UserMessage("Something else."),)))


@pytest.mark.req("LLM-07")
async def test_a_recording_holds_no_secrets(tmp_path: Path) -> None:
    file, key = tmp_path / "traffic.json", "sk-recorded-0123456789"
    async with OpenAIServer(api_key=key, models=("smollm2",)) as provider, Recorder(provider.url, file) as recorder:
        model = create_model(ModelSpec("openai:smollm2", f"{recorder.url}/v1", key))
        async for _ in model.stream(replace(GREETING, messages=(UserMessage(f"my key is {key}"),))):
            pass
        await model.aclose()
    assert key not in file.read_text("utf-8")
