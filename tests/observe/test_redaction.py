"""Secrets are taken out; what people say is left alone."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sidecar.observe.redaction import MASK, is_secret, redact, remember_secret

_A = "abcdefghij0123456789"
KEYS = {
    "openai": f"sk-proj-{_A}{_A}",
    "openai, old": f"sk-{_A}",
    "anthropic": f"sk-ant-api03-{_A}_{_A}-AA",
    "openrouter": f"sk-or-v1-{_A}",
    "google": "AIzaSyA-" + _A * 2,
    "groq": f"gsk_{_A}",
    "xai": f"xai-{_A}",
    "huggingface": f"hf_{_A}",
    "together": f"tgp_v1_{_A}",
    "tavily": f"tvly-dev-{_A}",
    "jina": f"jina_{_A}{_A}",
    "brave": f"BSA{_A}",
    "github": f"ghp_{_A}",
    "github, fine": f"github_pat_{_A}",
    "gitlab": f"glpat-{_A}",
    "slack": "xoxb-1234567890-abcdef",
    "amazon": "AKIAIOSFODNN7EXAMPLE",
    "telegram": "123456789:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw_",
    "web token": "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmN",
}


@pytest.mark.req("SEC-04")
@pytest.mark.parametrize("key", KEYS.values(), ids=KEYS)
@pytest.mark.parametrize(
    "around", ["{}", "Incorrect API key provided: {}.", '{{"key": "{}"}}', "({})", "https://x/?k={}&a=1"]
)
def test_keys_by_their_form(key: str, around: str) -> None:
    assert redact(around.format(key)) == around.format(MASK)


@pytest.mark.req("SEC-04")
@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ("Authorization: Bearer abcdefghijkl", "abcdefghijkl"),
        ("authorization: Basic dXNlcjpwYXNz", "dXNlcjpwYXNz"),
        ('{"Authorization": "Bearer abcdefgh"}', "abcdefgh"),
        ("sent with bearer 0123abcdef", "0123abcdef"),
        ("x-api-key: abcdefghijkl", "abcdefghijkl"),
        ("MISTRAL_API_KEY=AbCdEfGhIjKlMnOp", "AbCdEfGhIjKlMnOp"),
        ("api_key='qwertyuiop'", "qwertyuiop"),
        ("password=correcthorse", "correcthorse"),
        ("password: hunter22", "hunter22"),
        ("contraseña: Perr0Azul", "Perr0Azul"),
        ("la clave=caballito", "caballito"),
        ('"access_token":"abcdefgh"', "abcdefgh"),
        ("https://x/?token=abcdefgh&page=2", "abcdefgh"),
        ("http://ana:batata@192.168.0.2/feed", "batata"),
        ("-----BEGIN RSA PRIVATE KEY-----\nMIIEow\nabc\n-----END RSA PRIVATE KEY-----", "MIIEow"),
    ],
)
def test_keys_by_their_label(text: str, secret: str) -> None:
    assert secret not in redact(text)
    assert MASK in redact(text)


@pytest.mark.parametrize(
    "prose",
    [
        "la clave del asunto es escuchar",
        "La clave: entender el problema.",
        "my password is weird",
        "the token economy of 2024",
        "un token: palabra o pedazo",
        "secret: don't tell mum",
        "olvidé mi contraseña ayer a las 10:30",
        "la clave de fa",
        "I use sk-learn-contrib-packages and scikit-learn",
        "jina-embeddings-v3 y hf_transfer",
        "task-0123456789abcdef",
        "meet at 10:30 in https://example.org/a:b",
        "mailto:ana@example.org",
        "input_tokens=1234 output_tokens: 56",
        "max_tokens: 4096",
        "AIza is a prefix",
    ],
)
def test_prose_stays(prose: str) -> None:
    assert redact(prose) == prose


@given(
    st.lists(
        st.sampled_from(["la", "clave", "password", "is", "token", "del", "secret", "key", "y", "es", "bearer", ","]),
        max_size=12,
    )
)
def test_words_alone_are_never_masked(words: list[str]) -> None:
    text = " ".join(words)
    assert redact(text) == text


@pytest.mark.req("SEC-04")
def test_values_of_the_settings_wherever_they_are() -> None:
    remember_secret(" batata frita ")
    remember_secret("batata frita con queso")
    assert redact("mi batata frita con queso, batata frita") == f"mi {MASK}, {MASK}"


def test_too_short_to_be_a_secret() -> None:
    remember_secret("no")
    remember_secret("")
    assert redact("no y no") == "no y no"


@pytest.mark.req("SEC-04")
@given(
    st.text(),
    st.sampled_from(sorted(KEYS.values())),
    st.sampled_from(["", " ", '"', "\n", "\\", "password: ", "token="]),
)
def test_json_stays_json(text: str, key: str, before: str) -> None:
    masked = redact(json.dumps({"a": f"{text}{before}{key} {text}", "b": [key]}, ensure_ascii=False))
    assert set(json.loads(masked)) == {"a", "b"}
    assert key not in json.loads(masked)["b"]


@given(st.text())
def test_redaction_never_fails_and_settles(text: str) -> None:
    assert redact(redact(text)) == redact(text)


@pytest.mark.parametrize(
    ("name", "secret"),
    [
        ("api_key", True), ("OPENAI_API_KEY", True), ("brave_key", True), ("bot_token", True), ("password", True),
        ("monkey", False), ("max_tokens", False), ("history_tokens", False), ("keyboard", False), ("model", False),
    ],
)  # fmt: skip
def test_names_of_secrets(name: str, secret: bool) -> None:
    assert is_secret(name) is secret
