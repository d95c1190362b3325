"""The pieces of `sidecar setup` that need no terminal."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sidecar.cli.prompts import Option, match_option
from sidecar.cli.setup.candidate import parse_address, provider_title, resolve_candidate
from sidecar.cli.setup.cloud_providers import CLOUD_PROVIDERS, key_provider, key_variable, suggest_model
from sidecar.cli.setup.persistence import set_chat_model
from sidecar.cli.setup.suggested_models import install_commands, suggest_local_model
from sidecar.home import Home
from sidecar.providers.discovery.servers import ModelListing
from sidecar.providers.model_spec import ModelSpec
from sidecar.providers.provider_table import PROVIDERS

HOME = Home(Path("/nowhere"))
OPTIONS = [
    Option("qwen2.5:3b, with Ollama", ("ollama:qwen2.5:3b", "qwen2.5:3b")),
    Option("qwen2.5:7b, with Ollama", ("ollama:qwen2.5:7b", "qwen2.5:7b")),
    Option("Tengo una clave", ("key", "clave")),
]


@pytest.mark.req("LLM-07")
@pytest.mark.parametrize(
    ("answer", "place"),
    [
        ("1", 0), ("3", 2), ("0", None), ("4", None), ("qwen2.5:7b", 1), ("OLLAMA:QWEN2.5:3B", 0), ("qwen2.5:7", 1),
        ("qwen", None), ("tengo", 2), ("Clave", 2), ("clavé", 2), ("nothing like it", None),
        ("¡Tengo una clave!", 2), ("una clave, por favor", 2), ("no tengo clave", None), ("el qwen2.5:7b", 1),
        ("?", None),
    ],
)  # fmt: skip
def test_answers_by_number_or_by_words(answer: str, place: int | None) -> None:
    assert match_option(answer, OPTIONS) == place


def chat_after(before: str, choice: ModelSpec) -> Any:
    after = set_chat_model(before, HOME, choice)
    return tomllib.loads(after)["models"]["chat"]


@pytest.mark.req("LLM-07")
@pytest.mark.parametrize(
    ("before", "expected"),
    [
        ("", {"model": "ollama:a"}),
        ("[models]\n", {"model": "ollama:a"}),
        ('[models.memory]\nmodel = "x:y"\n', {"model": "ollama:a"}),
        ('[models]\nchat = "openai:b"\n', "ollama:a"),
        ('models.chat = "openai:b"\n', "ollama:a"),
        ('[models]\nchat = ["openai:b", "ollama:a", "groq:c"]\n', ["ollama:a", "groq:c"]),
        ('[models]\nchat = ["ollama:a", "groq:c"]\n', ["ollama:a", "groq:c"]),
        ('[models]\nchat = { model = "openai:b", api_key = "k" }\n', {"model": "ollama:a"}),
        (
            '[models.chat]\nmodel = "openai:b"\nbase_url = "http://x/v1"\napi_key = "k"\nfallback = ["groq:c"]\n',
            {"model": "ollama:a", "fallback": ["groq:c"]},
        ),
        ('[models.chat]\nmodel = "ollama:a"\ncontext_window = 9\n', {"model": "ollama:a", "context_window": 9}),
    ],
)
def test_every_way_of_writing_a_model(before: str, expected: object) -> None:
    assert chat_after(before, ModelSpec("ollama:a")) == expected


@pytest.mark.req("LLM-07")
def test_a_key_is_never_left_to_another_server() -> None:
    before = '[models.chat]\nmodel = "openai:a"\nbase_url = "http://one/v1"\napi_key = "secret"\n'
    moved = ModelSpec("openai:a", "http://two/v1")
    assert chat_after(before, moved) == {"model": "openai:a", "base_url": "http://two/v1"}
    assert chat_after('[models]\nchat = "openai:b"\n', moved) == {"model": "openai:a", "base_url": "http://two/v1"}


NAMES = st.sampled_from(["ollama:a:1b", "openai:gpt-5-mini", "openrouter:x/y"])
ADDRESSES = st.sampled_from(["", "http://127.0.0.1:1/v1"])
FORMS = st.sampled_from(
    ["", '[models]\nchat = "{0}"\n', '[models]\nchat = ["{0}", "{1}"] # two\n', '[models.chat] # it\nmodel = "{0}"\n']
)


@given(
    form=FORMS,
    old=NAMES,
    other=NAMES,
    new=NAMES,
    address=ADDRESSES,
    around=st.sampled_from(["", "# a\n[turn]\nseconds=1\n"]),
)
def test_repeating_changes_nothing_more(form: str, old: str, other: str, new: str, address: str, around: str) -> None:
    before = form.format(old, other) + around
    choice = ModelSpec(new, address)
    once = set_chat_model(before, HOME, choice)
    assert set_chat_model(once, HOME, choice) == once
    assert [line for line in around.splitlines() if line not in once.splitlines()] == []
    assert once.count("#") == before.count("#")


@pytest.mark.req("LLM-07")
def test_a_key_that_was_pasted_is_not_hidden_by_an_old_one_in_the_file() -> None:
    before = '[models.chat]\nmodel = "openai:a"\napi_key = "old"\n'
    assert chat_after(before, ModelSpec("openai:a", api_key="new")) == {"model": "openai:a"}
    assert chat_after(before, ModelSpec("openai:a"))["api_key"] == "old"


@pytest.mark.req("LLM-07", "SEC-04")
def test_who_is_elsewhere_stays_there_with_the_key(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI_BASE_URL", "ANTHROPIC_BASE_URL", "OPENAI_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    usual = resolve_candidate(ModelSpec("openai:a", api_key="k"))
    assert (usual.choice.base_url, usual.key, usual.variable) == ("", "", "OPENAI_API_KEY")
    monkeypatch.setenv("ANTHROPIC_BASE_URL", "https://api.anthropic.com/")
    assert resolve_candidate(ModelSpec("anthropic:a")).choice.base_url == ""
    monkeypatch.setenv("OPENAI_BASE_URL", "http://box.lan:8080/v1/")
    monkeypatch.setenv("OPENAI_API_KEY", "k")
    moved = resolve_candidate(ModelSpec("openai:a"))
    assert moved.choice == ModelSpec("openai:a", "http://box.lan:8080/v1", "k")
    assert (moved.key, moved.variable) == ("k", "SIDECAR_MODELS__CHAT__API_KEY")
    assert provider_title("openai") == "box.lan:8080"
    assert provider_title("anthropic") == "Anthropic"


@pytest.mark.req("LLM-07")
def test_a_key_tells_whose_it_is() -> None:
    assert key_provider("sk-ant-api03-xyz") == "anthropic"
    assert key_provider("sk-proj-xyz") == "openai"
    assert key_provider("sk-or-v1-xyz") == "openrouter"
    assert key_provider("AIzaXyz") == "google"
    assert key_provider("sk-0123456789") == ""


def test_every_provider_with_a_key_can_be_set_up() -> None:
    assert set(CLOUD_PROVIDERS) == {name for name, provider in PROVIDERS.items() if provider.key_variables}
    assert all(
        key_variable(name) and cloud.models and "/" in cloud.where + "/" for name, cloud in CLOUD_PROVIDERS.items()
    )


@pytest.mark.req("LLM-07")
def test_the_suggested_model() -> None:
    assert suggest_model("openai", ModelListing(("gpt-5", "gpt-5-mini"))) == "gpt-5-mini"
    assert suggest_model("openai", ModelListing(("whisper-1", "gpt-9"))) == "gpt-9"
    assert suggest_model("openai", ModelListing(())) == ""
    assert suggest_model("anthropic", ModelListing(None)) == "claude-haiku-4-5"
    assert suggest_model("", ModelListing(("mine",))) == "mine"


@pytest.mark.parametrize(
    ("typed", "address"),
    [
        ("192.168.0.7:8080", "http://192.168.0.7:8080/v1"),
        ("http://box:1234/", "http://box:1234/v1"),
        ("https://models.example/api/v3/", "https://models.example/api/v3"),
        ("box", "http://box/v1"),
        ("http://mi servidor", ""),
        ("mi casa", ""),
        ("http://", ""),
        ("ftp://box/models", ""),
        ("http://box:notaport", ""),
    ],
)
def test_an_address_as_people_write_it(typed: str, address: str) -> None:
    assert parse_address(typed) == address


@pytest.mark.req("LLM-07")
@given(memory=st.integers(0, 2**40))
def test_a_model_fits_the_memory(memory: int) -> None:
    model = suggest_local_model(memory)
    assert model.download_bytes < (memory or 8 * 10**9) or model.needs_bytes == 0
    assert suggest_local_model(memory + 10**9).download_bytes >= model.download_bytes or memory == 0


def test_the_commands_end_with_the_model() -> None:
    assert install_commands("a:1b", running=True) == ["ollama pull a:1b"]
    assert install_commands("a:1b", running=False)[-1] == "ollama pull a:1b"
    assert len(install_commands("a:1b", running=False)) > 1
