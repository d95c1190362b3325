"""The settings: what they understand, what they say about mistakes, and what they never show."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sidecar.cli.settings_file import parse_document, set_value
from sidecar.config import Settings, SettingsFile, load_settings
from sidecar.config.environment import load_environment
from sidecar.domain.money import Usage
from sidecar.errors import ConfigError
from sidecar.home import Home
from sidecar.observe.redaction import MASK, redact


@pytest.fixture(autouse=True)
def _clean_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for name in [name for name in os.environ if name.startswith("SIDECAR_") or name.endswith("_KEY")]:
        monkeypatch.delenv(name)
    yield
    load_environment(tmp_path / "nothing")  # takes back what an .env has set


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path)


def write(home: Home, text: str) -> None:
    home.settings.write_text(text, encoding="utf-8")


def complaint(home: Home, text: str) -> str:
    write(home, text)
    with pytest.raises(ConfigError) as error:
        load_settings(home)
    return f"{error.value} {error.value.hint.format(**error.value.fields)}"


@pytest.mark.req("OPS-02")
def test_no_file_and_an_empty_file_are_good(home: Home) -> None:
    assert load_settings(home) == Settings()
    write(home, "\ufeff")
    assert load_settings(home) == Settings()


@pytest.mark.req("OPS-02")
def test_the_environment_wins_over_the_file(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    write(home, '[turn]\nseconds = 5\nhistory_turns = 7\n[models.chat]\nmodel = "ollama:a"\nbase_url = "http://x/v1"\n')
    monkeypatch.setenv("SIDECAR_TURN__SECONDS", "60")
    monkeypatch.setenv("SIDECAR_MODELS__CHAT__MODEL", "ollama:b")
    found = load_settings(home)
    assert (found.turn.seconds, found.turn.history_turns) == (60.0, 7)
    assert found.model_for("chat").name == "ollama:b"
    assert found.model_for("memory").base_url == "http://x/v1"


@pytest.mark.req("OPS-02")
def test_a_variable_of_the_process_wins_over_the_env_file(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    home.secrets.write_text(
        "SIDECAR_TURN__SECONDS=60\nexport SIDECAR_TURN__HISTORY_TURNS='3'\nOPENAI_API_KEY=abc-12345\n"
    )
    monkeypatch.setenv("SIDECAR_TURN__SECONDS", "7")
    found = load_settings(home)
    assert (found.turn.seconds, found.turn.history_turns) == (7.0, 3)
    assert os.environ["OPENAI_API_KEY"] == "abc-12345"


@pytest.mark.req("OPS-02")
@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[modles.chat]\nmodel = 'a:b'", ["modles", "models?"]),
        ("[models.chatt]\nmodel = 'a:b'", ["models.chatt", "models.chat?"]),
        ("[models.chat]\nmodle = 'a:b'", ["models.chat.modle", "models.chat.model?"]),
        ("[turn]\nsecond = 5", ["turn.second", "turn.seconds?"]),
        ("[turn.loop]\niteration = 5", ["turn.loop.iteration", "turn.loop.iterations?"]),
        ("[tools.search]\nzzzz = 5", ["tools.search.zzzz", "engines, results"]),
        ("[turn]\nseconds = 'abc'", ["turn.seconds", "a number", "'abc'"]),
        ("[turn]\nhistory_turns = 2.5", ["turn.history_turns", "a whole number", "2.5"]),
        ("[turn]\nseconds = -1", ["turn.seconds", "zero or more"]),
        ("[turn]\nseconds = nan", ["turn.seconds", "nan"]),
        ("turn = 5", ["turn", "a section"]),
        ("models = 5", ["models", "a section"]),
        ("[models]\nchat = 5", ["models.chat", "a section"]),
        ("[models]\nchat = 'llama'", ["models.chat", "a section", "'llama'"]),
        ("[models]\nchat = []", ["models.chat", "a section"]),
        ("[models]\nchat = ['a:b', 5]", ["models.chat.fallback.0", "a section"]),
        ("[models.chat]\nmodel = 'a:b'\nfallback = [{modle = 'c:d'}]", ["models.chat.fallback.0.model?"]),
        ("[models.chat]\nmodel = 'a:b'\nfallback = [{model = 'c:d', context_window = -5}]", ["zero or more", "-5"]),
        ("[budget]\nday = 1", ["budget.day", "budget.day_usd?"]),
        ("[budget]\nday_usd = 'much'", ["budget.day_usd", "'much'"]),
        ("[budget]\nmonth_usd = -1", ["budget.month_usd", "zero or more"]),
        ("[prices.'a:b']\ninput = 1\noutput = 1\ncache = 1", ['prices."a:b".cache', 'prices."a:b".cached?']),
        ("[prices]\n'a:b' = 1", ['prices."a:b"', "a section"]),
        ("[models.chat]\nmodel = 5", ["models.chat.model", "a text"]),
        ("[models.chat]\nthinking = 'hgih'", ["models.chat.thinking", "'high'", "'hgih'"]),
        ("[tools.read_url]\nports = 80", ["tools.read_url.ports", "a list"]),
        ("[tools.search]\nengines = ['gogle']", ["tools.search.engines", "'ddgs'"]),
        ("[turn\n", ["sidecar.toml", "line 1"]),
        ("a = 1\na = 2", ["at the end"]),
        ("a = ", ["at the end"]),
        ("[prices.'a:b']\ninput = 1", ['prices."a:b".output', "missing", "config set 'prices.\"a:b\"'"]),
        ("[budget]\nday_usd = inf", ["budget.day_usd", "a number", "inf"]),
        ("[reminders]\nphrased = 'maybe'", ["reminders.phrased", "true or false", "'maybe'"]),
    ],
)
def test_mistakes_are_named_with_what_would_be_right(home: Home, text: str, words: list[str]) -> None:
    told = complaint(home, text)
    assert [word for word in [*words, "sidecar.toml"] if word not in told] == []
    assert "\n" not in told
    assert not re.search("Input should|Field required|field required|unexpected", told)


@pytest.mark.req("OPS-02", "MEM-30")
@pytest.mark.parametrize("name", ["foo", "e6", "nobody:bge", "openai:", "ollama"])
def test_an_embedder_that_does_not_exist_is_refused_before_it_is_needed(home: Home, name: str) -> None:
    assert name in complaint(home, f"[memory]\nembedder = '{name}'")


@pytest.mark.req("OPS-02")
def test_mistakes_in_variables_name_the_variable(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SIDECAR_TURN__SECONDS", "abc")
    assert "SIDECAR_TURN__SECONDS" in complaint(home, "")
    monkeypatch.delenv("SIDECAR_TURN__SECONDS")
    monkeypatch.setenv("SIDECAR_TRUN__SECONDS", "5")
    assert "SIDECAR_TURN__SECONDS?" in complaint(home, "")
    monkeypatch.delenv("SIDECAR_TRUN__SECONDS")
    monkeypatch.setenv("SIDECAR_MODELS", "{not json")
    assert "SIDECAR_MODELS" in complaint(home, "")
    monkeypatch.delenv("SIDECAR_MODELS")
    monkeypatch.setenv("SIDECAR_SERVICE_HOST", "10.0.0.1")  # what Kubernetes sets for a service of that name
    load_settings(home)


@pytest.mark.req("OPS-02")
@pytest.mark.parametrize("data", [b"[turn]\nseconds = 5 # \xe9", b"\0\0\0", b"\xff\xfet\0"])
def test_files_that_are_no_text(home: Home, data: bytes) -> None:
    home.settings.write_bytes(data)
    with pytest.raises(ConfigError, match=r"sidecar\.toml"):
        load_settings(home)
    home.settings.unlink()
    home.settings.mkdir()
    with pytest.raises(ConfigError, match=r"sidecar\.toml"):
        load_settings(home)
    home.settings.rmdir()
    home.secrets.write_bytes(b"A=\xff\n")
    with pytest.raises(ConfigError, match=r"\.env"):
        load_settings(home)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=150)
@given(
    text=st.one_of(
        st.text(), st.from_regex(r"(\[[a-z.]{1,12}\]\n)?[a-z]{1,8} = [-0-9a-z\"'\[\]{}.:]{0,8}\n", fullmatch=True)
    )
)
def test_any_file_is_read_or_refused_in_words(home: Home, text: str) -> None:
    home.settings.write_bytes(text.encode("utf-8", "surrogatepass"))
    try:
        load_settings(home)
    except ConfigError as error:
        assert str(error)


@pytest.mark.req("LLM-02")
@pytest.mark.parametrize(
    "text",
    [
        '[models]\nchat = ["ollama:a", "openai:b", "openai:c"]',
        '[[models.chat]]\nmodel = "ollama:a"\n[[models.chat]]\nmodel = "openai:b"\nfallback = ["openai:c"]',
        '[models.chat]\nmodel = "ollama:a"\nfallback = ["openai:b", {model = "openai:c"}]',
    ],
)
def test_a_chain_can_be_written_in_several_ways(home: Home, text: str) -> None:
    write(home, text)
    settings = load_settings(home)
    for role in ("chat", "memory"):
        assert [choice.name for choice in settings.model_for(role).chain] == ["ollama:a", "openai:b", "openai:c"]
        assert all(not choice.fallback for choice in settings.model_for(role).chain)


@pytest.mark.req("LLM-02")
def test_a_role_may_have_a_chain_of_its_own(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    write(home, '[models]\nchat = ["ollama:a", "ollama:b"]\nmemory = "openai:c"')
    settings = load_settings(home)
    assert [choice.name for choice in settings.model_for("memory").chain] == ["openai:c"]
    assert [choice.name for choice in settings.model_for("tools").chain] == ["ollama:a", "ollama:b"]
    monkeypatch.setenv("SIDECAR_MODELS__CHAT__MODEL", "ollama:z")
    assert [choice.name for choice in load_settings(home).model_for("chat").chain] == ["ollama:z"]


@pytest.mark.req("LLM-02", "OPS-02")
@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("SIDECAR_MODELS__CHAT", '["ollama:a", "openai:b"]'),
        ("SIDECAR_MODELS__CHAT", '{"model": "ollama:a", "fallback": ["openai:b"]}'),
        ("SIDECAR_MODELS__CHAT__FALLBACK", '["openai:b"]'),
        ("SIDECAR_MODELS__CHAT__FALLBACK", '[{"model": "openai:b", "base_url": "http://127.0.0.1:9/v1"}]'),
        ("SIDECAR_MODELS__CHAT__FALLBACK", "openai:b"),
        ("SIDECAR_MODELS", '{"chat": ["ollama:a", "openai:b"]}'),
    ],
)
def test_a_chain_can_come_from_the_environment(
    home: Home, monkeypatch: pytest.MonkeyPatch, variable: str, value: str
) -> None:
    monkeypatch.setenv(variable, value)
    if "FALLBACK" in variable:
        monkeypatch.setenv("SIDECAR_MODELS__CHAT__MODEL", "ollama:a")
    assert [choice.name for choice in load_settings(home).model_for("chat").chain] == ["ollama:a", "openai:b"]


@pytest.mark.req("LLM-02", "OPS-02")
def test_a_variable_for_one_field_leaves_a_model_by_its_name_alone(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    write(home, '[models]\nchat = "openai:a"')
    monkeypatch.setenv("SIDECAR_MODELS__CHAT__BASE_URL", "http://127.0.0.1:9/v1")
    choice = load_settings(home).model_for("chat")
    assert (choice.name, choice.base_url) == ("openai:a", "http://127.0.0.1:9/v1")


@pytest.mark.req("LLM-05")
def test_prices_and_limits_are_exact(home: Home) -> None:
    write(home, '[budget]\nday_usd = 0.1\nmonth_usd = 2\n[prices."openai:own"]\ninput = 0.1\noutput = 0.3\n')
    budget_policy = load_settings(home).budget_policy
    assert (budget_policy.budget.day_usd, budget_policy.budget.month_usd, budget_policy.budget.background_day_usd) == (
        Decimal("0.1"),
        Decimal(2),
        None,
    )
    assert budget_policy.prices["openai:own"].calculate_cost(Usage(1000, 100, 10)) == Decimal("0.000103")


# -- while it runs


@pytest.mark.req("OPS-02")
def test_an_edit_counts_and_a_broken_one_leaves_things_as_they_were(home: Home) -> None:
    write(home, "[turn]\nseconds = 5\n")
    file = SettingsFile(home)
    assert file.current() is file.current()
    write(home, "[turn]\nseconds = 50\n")
    assert file.current().turn.seconds == 50
    write(home, "[turn]\nsecond = 500\n")
    assert file.current().turn.seconds == 50
    assert "turn.second" in str(file.problem)
    write(home, "[turn]\nseconds = 5000\n")
    assert file.current().turn.seconds == 5000
    assert file.problem is None
    home.settings.unlink()
    assert file.current() == Settings()


@pytest.mark.req("OPS-02")
def test_an_edited_env_file_counts(home: Home) -> None:
    file = SettingsFile(home)
    home.secrets.write_text("SIDECAR_TURN__SECONDS=60\nSOME_API_KEY=first-123\n")
    assert file.current().turn.seconds == 60
    home.secrets.write_text("SIDECAR_TURN__SECONDS=600\n")
    assert file.current().turn.seconds == 600
    assert "SOME_API_KEY" not in os.environ
    home.secrets.unlink()
    assert file.current() == Settings()


# -- secrets


@pytest.mark.req("SEC-04")
def test_every_secret_is_known_to_the_redaction(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    write(home, '[models.chat]\nfallback = [{api_key = "correct horse"}]\n[tools.search]\nbrave_key = "battery"\n')
    home.secrets.write_text("MISTRAL_API_KEY=staplestaple\n")
    monkeypatch.setenv("SOME_TOKEN", "from-outside")
    load_settings(home)
    assert redact("correct horse, battery, staplestaple, from-outside") == ", ".join([MASK] * 4)


@pytest.mark.req("SEC-04")
@pytest.mark.parametrize(
    "text",
    [
        '[models.chat]\napi_key = ["sk-secretsecret"]',
        '[[models.chat]]\napi_kee = "sk-secretsecret"',
        '[models.chat]\nmodel = "a:b"\nfallback = [{api_kee = "sk-secretsecret"}]',
        '[models.chat]\nmodel = {api_key = "sk-secretsecret"}',
        '[models.chat]\napi_kee = "sk-secretsecret"',
        '[tools]\nsearch = [{brave_key = "sk-secretsecret"}]',
        '[models.chat]\napi_key = "sk-secretsecret',
    ],
)
def test_a_mistake_around_a_secret_does_not_show_it(home: Home, text: str) -> None:
    assert "secretsecret" not in complaint(home, text)


def test_a_secret_does_not_show_in_the_tree(home: Home) -> None:
    write(home, '[models.chat]\napi_key = "sk-secretsecret"\n')
    assert "secretsecret" not in repr(load_settings(home))


@pytest.mark.req("CLI-01")
@pytest.mark.parametrize(
    ("before", "key", "value", "after"),
    [
        ('chat = "a:b"', "models.chat.context_window", 4096, {"model": "a:b", "context_window": 4096}),
        ('chat = ["a:b", "c:d"]', "models.chat.model", "e:f", {"model": "e:f", "fallback": ["c:d"]}),
        ('chat = [{model = "a:b", tools = "json"}]', "models.chat.model", "e:f", {"model": "e:f", "tools": "json"}),
        (
            'chat = {model = "a:b", base_url = "http://x"}',
            "models.chat",
            "e:f",
            {"model": "e:f", "base_url": "http://x"},
        ),
        ('chat = "a:b"', "MODELS.Chat.Model", "e:f", {"model": "e:f"}),
        ('chat = "a:b"', "models.chat", "e:f", "e:f"),
        ('chat = {model = "a:b"}', "models.chat", ["e:f", "c:d"], ["e:f", "c:d"]),
    ],
)
def test_a_model_in_any_of_its_forms_can_be_changed(before: str, key: str, value: object, after: object) -> None:
    text = f'# mine\n[models]\n{before}  # and this\nmemory = "m:n"\n'
    changed_text = set_value(parse_document(text, Path("sidecar.toml")), key, value)
    assert changed_text.startswith("# mine\n")
    assert tomllib.loads(changed_text) == {"models": {"chat": after, "memory": "m:n"}}
