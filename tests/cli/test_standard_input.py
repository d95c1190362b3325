"""Bytes from a pipe or from an argument, as text."""

from __future__ import annotations

import os

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sidecar.cli.standard_input import decode_argument, decode_text
from sidecar.errors import ConfigError

_SENTENCE = "¿Qué hacés mañana? Año nuevo — 12 €"


@pytest.mark.req("CLI-03")
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32", "cp1252"])
def test_text_in_any_usual_encoding(encoding: str) -> None:
    assert decode_text(_SENTENCE.encode(encoding)) == _SENTENCE


@pytest.mark.parametrize(
    "data", [b"a\0b", bytes(range(256)), b"\x7fELF\x02\x01\x01\0\0", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"]
)
def test_binary_data_is_refused(data: bytes) -> None:
    with pytest.raises(ConfigError):
        decode_text(data)


@given(st.binary(max_size=300))
@example(b"\xff\xfe\x00\xd8")
def test_whatever_comes_in_it_is_text_or_refused(data: bytes) -> None:
    try:
        text = decode_text(data)
    except ConfigError:
        return
    text.encode("utf-8")
    assert "\0" not in text


@given(st.text())
def test_an_argument_in_utf8_stays_as_it_is(text: str) -> None:
    assert decode_argument(text) == text


def test_an_argument_in_another_encoding_is_understood() -> None:
    assert decode_argument(os.fsdecode("café".encode("cp1252"))) == "café"
