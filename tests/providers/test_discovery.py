"""What runs here is found, what is no model server is not, and keys are checked without spending anything."""

from __future__ import annotations

import asyncio
import json
from datetime import timedelta

import pytest

from sidecar.errors import ConfigError, ModelBusy, ModelFailed, ModelRefused, ModelTimeout, ModelUnreachable
from sidecar.llm import ChatRequest, UserMessage
from sidecar.providers.discovery.servers import ModelListing, find_environment_keys, find_local_servers, list_models
from sidecar.providers.endpoint import base_url_from_environment
from sidecar.providers.factory import create_model
from sidecar.providers.model_spec import ModelSpec
from sidecar.providers.provider_table import PROVIDERS
from tests.eventually import eventually
from tests.fakes.deadlines import LoopClock
from tests.loopback.http import Exchange, LoopbackServer, Request
from tests.loopback.ollama_server import OllamaServer
from tests.loopback.openai_server import OpenAIServer

LOCAL = [name for name, provider in PROVIDERS.items() if provider.local and not provider.embedded]
NOWHERE = "http://127.0.0.1:9"


class Fixed(LoopbackServer):
    """Answers everything with the same body."""

    def __init__(self, status: int, body: object, *, date: str = "") -> None:
        super().__init__()
        self._said = status, body
        self._headers = {"date": date} if date else {}

    async def respond(self, request: Request, exchange: Exchange) -> None:
        await exchange.send(*self._said, headers=self._headers)


class Silent(LoopbackServer):
    async def respond(self, request: Request, exchange: Exchange) -> None:
        import asyncio

        await asyncio.Event().wait()


@pytest.fixture(autouse=True)
def nothing_here(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in LOCAL:
        monkeypatch.setenv(f"{name.upper()}_BASE_URL", NOWHERE)
    for provider in PROVIDERS.values():
        for variable in provider.key_variables:
            monkeypatch.delenv(variable, raising=False)


@pytest.mark.req("LLM-07")
async def test_servers_of_this_computer(monkeypatch: pytest.MonkeyPatch) -> None:
    assert await find_local_servers() == []
    async with (
        OllamaServer(models=("b:1b", "nomic-embed-text:latest")) as ollama,
        OpenAIServer(models=("m",)) as studio,
    ):
        monkeypatch.setenv("OLLAMA_BASE_URL", ollama.base_url)
        monkeypatch.setenv("LMSTUDIO_BASE_URL", studio.base_url)
        found = await find_local_servers()
    assert [(server.provider, server.choices) for server in found] == [
        ("lmstudio", ("lmstudio:m",)),
        ("ollama", ("ollama:b:1b",)),
    ]


@pytest.mark.req("LLM-07")
async def test_another_program_at_the_address_is_no_model_server(monkeypatch: pytest.MonkeyPatch) -> None:
    for body in (b"<html>Tomcat</html>", b'{"status": "up"}', b"[1, 2", b'{"models": 7}', b""):
        async with Fixed(200, body) as server:
            monkeypatch.setenv("LLAMACPP_BASE_URL", f"{server.url}/v1")
            assert await find_local_servers() == [], body


@pytest.mark.req("LLM-07")
async def test_servers_that_hang_are_asked_at_once_and_not_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = LoopClock()
    async with Silent() as server:
        for name in LOCAL:
            monkeypatch.setenv(f"{name.upper()}_BASE_URL", server.url)
        finding = asyncio.create_task(find_local_servers(timedelta(seconds=1000)))
        await eventually(lambda: len(server.requests) >= len(LOCAL))
        assert not finding.done()
        clock.advance(1000)
        assert await finding == []


@pytest.mark.req("LLM-07")
def test_keys_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    assert find_environment_keys() == []
    monkeypatch.setenv("GEMINI_API_KEY", "AIzaSomething")
    monkeypatch.setenv("GROQ_API_KEY", "")
    assert [(key.provider, key.variable) for key in find_environment_keys()] == [("google", "GEMINI_API_KEY")]


@pytest.mark.req("LLM-07")
async def test_a_key_is_checked_with_the_list_of_models(monkeypatch: pytest.MonkeyPatch) -> None:
    async with OpenAIServer(
        api_key="sk-right-0123456789", models=("gpt-5-mini", "tts-1", "text-embedding-3")
    ) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
        offer = await list_models(ModelSpec("openai:gpt-5-mini", api_key="sk-right-0123456789"))
        assert offer.chat_models == ("gpt-5-mini",)
        with pytest.raises(ModelRefused):
            await list_models(ModelSpec("openai:gpt-5-mini", api_key="sk-wrong-0123456789"))
        with pytest.raises(ConfigError):
            await list_models(ModelSpec("openai:gpt-5-mini"))
        assert [request.path for request in server.requests] == ["/v1/models", "/v1/models"]


@pytest.mark.req("LLM-07")
@pytest.mark.parametrize(
    ("status", "body", "error"),
    [
        (403, {}, ModelRefused),
        (402, {}, ModelRefused),
        (400, {"error": {"details": [{"reason": "API_KEY_INVALID"}]}}, ModelRefused),
        (429, {}, ModelBusy),
        (500, {}, ModelFailed),
    ],
)
async def test_what_a_provider_answers_instead(status: int, body: object, error: type[Exception]) -> None:
    async with Fixed(status, body) as server:
        with pytest.raises(error):
            await list_models(ModelSpec("google:any", server.url, "AIza0123456789"))


@pytest.mark.req("LLM-07")
async def test_nobody_answers() -> None:
    with pytest.raises(ModelUnreachable):
        await list_models(ModelSpec("openai:any", NOWHERE))
    with pytest.raises(ModelUnreachable):
        await list_models(ModelSpec("openai:any", "https://nowhere.invalid/v1"))
    async with Silent() as server:
        with pytest.raises(ModelTimeout):
            await list_models(ModelSpec("openai:any", server.url), timedelta(seconds=0.2))


@pytest.mark.req("LLM-07")
@pytest.mark.parametrize(
    ("provider", "body", "names"),
    [
        ("anthropic", {"data": [{"type": "model", "id": "claude-haiku-4-5-20251001"}]}, ("claude-haiku-4-5-20251001",)),
        ("google", {"models": [{"name": "models/gemini-2.5-flash"}]}, ("gemini-2.5-flash",)),
        ("together", [{"id": "meta/llama"}, {"id": "x/whisper"}], ("meta/llama", "x/whisper")),
        (
            "mistral",
            {"object": "list", "data": [{"id": "mistral-small-latest"}, 5, {"no": "id"}]},
            ("mistral-small-latest",),
        ),
    ],
)
async def test_each_provider_lists_its_models_in_its_own_way(
    provider: str, body: object, names: tuple[str, ...]
) -> None:
    async with Fixed(200, json.dumps(body)) as server:
        offer = await list_models(ModelSpec(f"{provider}:any", server.url, "a-key-0123456789"))
    assert offer.models == names
    sent = server.requests[0].headers
    assert "a-key-0123456789" in {sent.get("x-api-key"), sent.get("x-goog-api-key"), sent.get("authorization", "")[7:]}


@pytest.mark.req("LLM-07")
async def test_a_server_without_a_list_does_not_tell_and_its_clock_is_read() -> None:
    async with Fixed(404, b"no", date="Sun, 15 Mar 2026 12:30:00 GMT") as server:
        offer = await list_models(ModelSpec("openai:any", server.url))
    assert offer.models is None
    assert offer.has("whatever")
    assert offer.server_time is not None
    assert offer.server_time.isoformat() == "2026-03-15T12:30:00+00:00"


def test_a_name_without_its_date_or_tag() -> None:
    offer = ModelListing(("claude-haiku-4-5-20251001", "llama3:latest", "qwen2.5:3b"))
    assert all(offer.has(name) for name in ("claude-haiku-4-5", "llama3", "qwen2.5:3b"))
    assert not any(offer.has(name) for name in ("claude-opus-4-5", "qwen2", "llama", "qwen2.5:7b"))


@pytest.mark.req("LLM-07")
@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("192.0.2.7", "http://192.0.2.7:11434/v1"),
        ("box:8000", "http://box:8000/v1"),
        (":8000", "http://127.0.0.1:8000/v1"),
        ("0.0.0.0", "http://127.0.0.1:11434/v1"),
        ("http://0.0.0.0:8000/", "http://127.0.0.1:8000/v1"),
        ("https://box.example", "https://box.example:443/v1"),
        ("http://box.example/ollama", "http://box.example:80/ollama/v1"),
        ("[::1]:8000", "http://[::1]:8000/v1"),
        ("", "http://usual/v1"),
        ("  ", "http://usual/v1"),
        ("box:many", "http://usual/v1"),
    ],
)
def test_ollamas_own_variable_is_understood(host: str, address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OLLAMA_BASE_URL")
    monkeypatch.setenv("OLLAMA_HOST", host)
    assert base_url_from_environment("ollama", "http://usual/v1") == address
    assert base_url_from_environment("vllm", "http://usual/v1") == NOWHERE


@pytest.mark.req("LLM-07")
async def test_an_ollama_somewhere_else_is_found_and_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OLLAMA_BASE_URL")
    async with OllamaServer() as server:
        monkeypatch.setenv("OLLAMA_HOST", server.url.removeprefix("http://"))
        (found,) = await find_local_servers()
        assert found.choices == ("ollama:loopback:latest",)
        model = create_model(ModelSpec("ollama:loopback"))
        _ = [event async for event in model.stream(ChatRequest("", (UserMessage("hola"),)))]
        await model.aclose()
        assert len(server.asked) == 1


@pytest.mark.req("LLM-07")
@pytest.mark.parametrize(
    ("model", "there"), [("qwen2.5", False), ("qwen2.5-coder", False), ("qwen2.5-coder:7b", True), ("llama3", True)]
)
async def test_ollama_has_exactly_a_model_or_not(model: str, there: bool) -> None:
    async with OllamaServer(models=("qwen2.5-coder:7b", "llama3:latest")) as server:
        assert (await list_models(ModelSpec("ollama:x", server.base_url))).has(model) is there


@pytest.mark.req("LLM-07")
@pytest.mark.parametrize(
    ("message", "says"), [("Country not supported", "Country not supported"), ("", "doesn't accept the key")]
)
async def test_not_every_403_is_about_the_key(message: str, says: str) -> None:
    async with Fixed(403, {"error": {"message": message}}) as server:
        with pytest.raises(ModelRefused, match=says):
            await list_models(ModelSpec("openai:x", server.url))
