"""A text that is too long for one message is cut where a reader would pause, and nothing of it is lost."""

from __future__ import annotations

import html
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sidecar.dispatch.message_parts import format_parts

pytestmark = pytest.mark.req("CHA-23")

PROSE = st.lists(st.text(alphabet="abc ñé.!?\n,"), max_size=30).map("\n\n".join)


def squeezed(text: str) -> str:
    return "".join(text.split())


@pytest.mark.parametrize(
    ("text", "limit", "parts"),
    [
        pytest.param("short", 10, ["short"], id="fits"),
        pytest.param("one two\n\nthree four", 12, ["one two", "three four"], id="between paragraphs"),
        pytest.param("one two\nthree four", 12, ["one two", "three four"], id="between lines"),
        pytest.param("One two. Three four.", 12, ["One two.", "Three four."], id="between sentences"),
        pytest.param("one two three", 9, ["one two", "three"], id="between words"),
        pytest.param("x" * 10, 4, ["xxxx", "xxxx", "xx"], id="anywhere, when there is no border"),
        pytest.param("abc👍🏽d", 4, ["abc", "👍🏽d"], id="not within an emoji"),
        pytest.param("Look:\n```py\na = 1\n```", 18, ["Look:\n", "```py\na = 1\n```"], id="before a code block"),
    ],
)
def test_where_it_is_cut(text: str, limit: int, parts: list[str]) -> None:
    assert format_parts(text, str, limit) == parts


def test_a_code_block_that_is_too_long_is_closed_and_opened_again() -> None:
    code = "```py\n" + "\n".join(f"line {n}" for n in range(30)) + "\n```"
    parts = format_parts(code, str, 60)
    assert all(len(part) <= 60 for part in parts)
    assert all(part.startswith("```py\n") and part.endswith("```") for part in parts)
    assert re.findall(r"line \d+", "\n".join(parts)) == [f"line {n}" for n in range(30)]


@given(PROSE, st.integers(5, 60))
def test_every_part_fits_and_nothing_is_lost(text: str, limit: int) -> None:
    parts = format_parts(text, str, limit)
    assert all(len(part) <= limit for part in parts)
    assert squeezed("".join(parts)) == squeezed(text)


@given(st.text(alphabet="a<>& \n`~", max_size=300), st.integers(6, 60))
def test_the_limit_counts_what_is_sent(text: str, limit: int) -> None:
    assert all(len(part) <= limit for part in format_parts(text, html.escape, limit))


def test_without_a_limit_the_text_is_only_formatted() -> None:
    assert format_parts("a" * 100_000, str.upper, None) == ["A" * 100_000]
