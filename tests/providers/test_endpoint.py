"""Addresses of model servers, as people copy them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sidecar.errors import ConfigError
from sidecar.providers.endpoint import normalize_base_url, validate_base_url


@pytest.mark.req("LLM-01")
@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("http://127.0.0.1:8080/v1", "http://127.0.0.1:8080/v1"),
        ("http://127.0.0.1:8080/v1/", "http://127.0.0.1:8080/v1"),
        (" https://box.example/v1/chat/completions ", "https://box.example/v1"),
        ("https://box.example/api/completions/", "https://box.example/api"),
        ("https://box.example/chatty", "https://box.example/chatty"),
    ],
)
def test_what_is_too_much_goes(written: str, meant: str) -> None:
    assert validate_base_url(written, "openai") == meant
    assert validate_base_url(meant, "vllm") == meant


@pytest.mark.req("LLM-01")
@pytest.mark.parametrize("end", ["", "/", "/v1", "/v1/", "/v1/messages"])
def test_anthropic_needs_the_address_without_its_version(end: str) -> None:
    assert validate_base_url(f"http://127.0.0.1:9{end}", "anthropic") == "http://127.0.0.1:9"


@pytest.mark.req("LLM-01")
@pytest.mark.parametrize(
    "written",
    [
        "hola",
        "mi servidor",
        "127.0.0.1:8080",
        "http://",
        "http://[::1",
        "ftp://box.example/v1",
        "sk-123456789",
        ":8080",
    ],
)
def test_what_is_no_address_is_refused(written: str) -> None:
    with pytest.raises(ConfigError):
        validate_base_url(written, "openai")


@given(st.text())
def test_tidying_twice_is_tidying_once(text: str) -> None:
    for provider in ("openai", "anthropic"):
        assert normalize_base_url(normalize_base_url(text, provider), provider) == normalize_base_url(text, provider)
