"""From a model's name to a model: what is accepted, what is refused and with which words."""

from __future__ import annotations

import socket
import subprocess
import sys
from decimal import Decimal
from urllib.parse import urlsplit

import pytest

from sidecar.errors import ConfigError, ModelRefused, ModelUnreachable
from sidecar.llm import ChatRequest, Completion, UserMessage
from sidecar.observe.redaction import redact
from sidecar.providers.endpoint import is_private_network
from sidecar.providers.factory import create_model, preload_provider
from sidecar.providers.model_spec import ConnectedModel, ModelSpec
from sidecar.providers.provider_table import PROVIDERS
from tests.loopback.openai_server import OpenAIServer
from tests.loopback.script import Say, Tokens, say

HELLO = ChatRequest("", (UserMessage("hola"),))
KEY = "sk-test-0123456789abcdef"


@pytest.fixture(autouse=True)
def no_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, provider in PROVIDERS.items():
        for variable in (*provider.key_variables, f"{name.upper()}_BASE_URL"):
            monkeypatch.delenv(variable, raising=False)


async def answer_of(model: ConnectedModel) -> Completion:
    try:
        *_, last = [event async for event in model.stream(HELLO)]
    finally:
        await model.aclose()
    assert isinstance(last, Completion)
    return last


@pytest.mark.req("LLM-01")
@pytest.mark.parametrize("provider", [name for name, provider in PROVIDERS.items() if not provider.embedded])
async def test_every_provider_connects_without_the_network(provider: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_network(*_: object) -> None:
        raise AssertionError("connecting must not touch the network")

    monkeypatch.setattr(socket.socket, "connect", no_network)
    monkeypatch.setattr(socket, "getaddrinfo", no_network)
    model = create_model(ModelSpec(f"{provider}:maker/some-model", api_key=KEY))
    assert model.name == f"{provider}:maker/some-model"
    assert model.context_window > 0
    await model.aclose()


@pytest.mark.req("LLM-01")
@pytest.mark.parametrize("provider", ["deepseek", "groq", "llamacpp", "moonshotai", "openai", "openrouter"])
async def test_every_provider_of_the_openai_format_is_spoken_to(provider: str) -> None:
    async with OpenAIServer(say("hola"), models=("maker/model",)) as server:
        model = create_model(ModelSpec(f"{provider}:maker/model", server.base_url, KEY))
        assert (await answer_of(model)).message.text == "hola"
        assert server.requests[0].path == "/v1/chat/completions"
        assert server.requests[0].headers["authorization"] == f"Bearer {KEY}"


@pytest.mark.req("LLM-01")
async def test_a_server_called_ollama_that_only_speaks_openai_is_understood() -> None:
    async with OpenAIServer(say("hola"), say("chau"), models=("maker/model",)) as server:
        model = create_model(ModelSpec("ollama:maker/model", server.base_url, KEY))
        assert isinstance([event async for event in model.stream(HELLO)][-1], Completion)
        assert (await answer_of(model)).message.text == "chau"
        assert [request.path for request in server.requests][-2:] == ["/v1/chat/completions"] * 2
        assert server.requests[-1].headers["authorization"] == f"Bearer {KEY}"


async def test_a_server_without_key_gets_none_not_even_that_of_openai(
    openai: OpenAIServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    await answer_of(create_model(ModelSpec("openai:loopback", openai.base_url)))
    assert "authorization" not in openai.requests[0].headers


async def test_the_key_comes_from_the_usual_variable(openai: OpenAIServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DEEPSEEK_API_KEY", KEY)
    monkeypatch.setenv("DEEPSEEK_BASE_URL", openai.base_url)
    await answer_of(create_model(ModelSpec("deepseek:loopback")))
    assert openai.requests[0].headers["authorization"] == f"Bearer {KEY}"


async def test_no_proxy_between_sidecar_and_a_server_on_this_computer(
    openai: OpenAIServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    assert await answer_of(create_model(ModelSpec("openai:loopback", openai.base_url)))


@pytest.mark.req("LLM-07")
async def test_a_key_is_masked_from_the_moment_it_is_used() -> None:
    key = "plain-looking-key-without-pattern"
    model = create_model(ModelSpec("openai:x", "http://127.0.0.1:9/v1", key))
    await model.aclose()
    assert key not in redact(f"it is {key}!")
    assert key not in repr(ModelSpec("openai:x", api_key=key))


def refusal_of(choice: ModelSpec) -> str:
    with pytest.raises(ConfigError) as caught:
        create_model(choice)
    return f"{caught.value} {caught.value.hint.format(**caught.value.fields)}"


@pytest.mark.parametrize("name", ["", "gpt-5", "openai", "openai:", ":gpt-5", " : "])
def test_what_is_not_a_name(name: str) -> None:
    assert "provider:model" in refusal_of(ModelSpec(name))


@pytest.mark.parametrize(
    ("name", "meant"), [("opena", "openai"), ("antropic", "anthropic"), ("moonshot", "moonshotai")]
)
def test_an_unknown_provider_is_named_and_the_closest_suggested(name: str, meant: str) -> None:
    words = refusal_of(ModelSpec(f"{name}:x"))
    assert f"“{name}”" in words
    assert f"Did you mean {meant}?" in words


def test_an_unknown_provider_that_is_like_no_other() -> None:
    words = refusal_of(ModelSpec("qqqq:x"))
    assert "openrouter" in words
    assert "Did you mean" not in words


@pytest.mark.parametrize("provider", [name for name, provider in PROVIDERS.items() if provider.key_variables])
def test_a_missing_key_names_the_variable(provider: str) -> None:
    assert PROVIDERS[provider].key_variables[0] in refusal_of(ModelSpec(f"{provider}:x"))


def test_openrouter_wants_the_maker_too() -> None:
    assert "openai/gpt-5" in refusal_of(ModelSpec("openrouter:gpt-5", api_key=KEY))


@pytest.mark.parametrize("url", ["127.0.0.1:8080", "ftp://host/v1", "http://"])
def test_what_is_not_an_address(url: str) -> None:
    assert url in refusal_of(ModelSpec("openai:x", url))


@pytest.mark.req("CON-22")
async def test_a_wrong_key_is_said_so_without_repeating_it() -> None:
    async with OpenAIServer(api_key=KEY) as server:
        with pytest.raises(ModelRefused) as caught:
            await answer_of(create_model(ModelSpec("deepseek:loopback", server.base_url, "sk-wrong-987654321")))
    assert urlsplit(server.base_url).netloc in str(caught.value)  # it is not DeepSeek that refuses
    assert "sk-wrong-987654321" not in f"{caught.value} {caught.value.hint} {caught.value.fields}"


@pytest.mark.req("CON-22")
async def test_nothing_listening_names_the_address() -> None:
    with pytest.raises(ModelUnreachable, match=r"127\.0\.0\.1:9"):
        await answer_of(create_model(ModelSpec("ollama:x", "http://127.0.0.1:9/v1")))


@pytest.mark.req("CON-22")
async def test_a_name_that_does_not_resolve() -> None:
    with pytest.raises(ModelUnreachable, match=r"no-such-host\.invalid"):
        await answer_of(create_model(ModelSpec("openai:x", "http://no-such-host.invalid/v1")))


@pytest.mark.parametrize(
    ("choice", "window"),
    [
        (ModelSpec("ollama:llama3.1:8b"), 8_192),
        (ModelSpec("ollama:llama3.1:8b", context_window=20_000), 20_000),
        (ModelSpec("openai:unheard-of", "http://127.0.0.1:9/v1"), 32_768),
        (ModelSpec("anthropic:claude-sonnet-4-5", api_key=KEY), 200_000),
    ],
)
async def test_the_window(choice: ModelSpec, window: int) -> None:
    model = create_model(choice)
    await model.aclose()
    assert model.context_window >= window if choice.name.startswith("anthropic") else model.context_window == window


@pytest.mark.req("LLM-05")
@pytest.mark.parametrize(
    ("name", "cost"),
    [
        ("openai:gpt-4o-mini", Decimal("0.00012")),  # 1000 in at 0.15, of which 800 at half; 50 out at 0.60 per million
        ("ollama:gpt-4o-mini", Decimal(0)),
        ("openai:unheard-of", Decimal(0)),
        ("deepseek:unheard-of", Decimal(0)),
    ],
)
async def test_what_an_answer_cost(name: str, cost: Decimal) -> None:
    model_name = name.partition(":")[2]
    reply = Say(("hi",), tokens=Tokens(input=1000, output=50, cached=800))
    async with OpenAIServer(reply, models=(model_name,)) as server:
        completion = await answer_of(create_model(ModelSpec(name, server.base_url, KEY)))
    assert completion.usage.cost_usd == cost


@pytest.mark.parametrize("provider", ["openai", "anthropic", "google", "deepseek", "ollama", "llamacpp"])
def test_warming_up_loads_what_connecting_needs(provider: str) -> None:
    preload_provider(provider)
    wanted = {name: f"pydantic_ai.models.{name}" for name in ("anthropic", "google")}
    assert wanted.get(provider, "httpx2") in sys.modules


@pytest.mark.req("SCL-03")
@pytest.mark.parametrize("provider", ["openai", "openrouter", "ollama", "llamacpp"])
def test_no_sdk_is_loaded_for_the_openai_format(provider: str) -> None:
    loaded = "[name for name in ('pydantic_ai', 'openai', 'anthropic') if name in sys.modules]"
    probe = (
        "import sys; from sidecar.providers.factory import create_model; "
        "from sidecar.providers.model_spec import ModelSpec; "
        f"create_model(ModelSpec('{provider}:maker/model', 'http://127.0.0.1:9/v1', '{KEY}')); print({loaded})"
    )
    done = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, check=True, timeout=30)
    assert done.stdout.strip() == "[]"


def test_the_factory_is_cheap_to_import() -> None:
    heavy = "('pydantic_ai', 'openai', 'httpx2')"
    probe = f"import sys, sidecar.providers.factory; print([name for name in {heavy} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, check=True, timeout=30)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize(
    ("base_url", "home"),
    [
        ("http://127.0.0.1:11434/v1", True),
        ("http://[::1]:11434/v1", True),
        ("http://192.168.1.20:11434/v1", True),
        ("http://nas:11434/v1", True),
        ("http://nas.local:11434/v1", True),
        ("https://ollama.com/v1", False),
        ("https://8.8.8.8/v1", False),
    ],
)
def test_what_is_at_home(base_url: str, home: bool) -> None:
    assert is_private_network(base_url) is home


@pytest.mark.parametrize(("host", "local"), [("192.168.0.9:11434", True), ("https://gpu.example.com", False)])
def test_a_model_is_at_home_where_its_server_is(host: str, local: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who chose a model of their own is never answered by one in the cloud: that must not depend on its name alone."""
    monkeypatch.setenv("OLLAMA_HOST", host)
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:4000/v1")  # a proxy, for all that anybody knows
    assert ModelSpec("ollama:qwen2.5:3b").local is local
    assert not ModelSpec("openai:gpt-5-mini").local
    assert ModelSpec("local:any.gguf").local
    assert ModelSpec("ollama:qwen2.5:3b", "http://127.0.0.1:11434").local
