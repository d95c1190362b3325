"""Lines at a terminal: broken between words, never inside what somebody will copy."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sidecar.cli.line_wrap import display_width, keep_on_one_line, wrap_line, wrap_text


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_what_goes_on_stands_under_its_text() -> None:
    assert list(wrap_line("- one two three four five six seven", 30)) == ["- one two three four five six", "  seven"]
    assert list(wrap_line("   B. one two three four five six", 30)) == ["   B. one two three four five", "      six"]


@pytest.mark.req("CLI-03")
def test_a_command_stays_on_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "24")
    command = "sidecar setup --model ollama:qwen3:8b"
    assert f"  {command}" in wrap_text(f"Type this:\n  {keep_on_one_line(command)}", Terminal()).split("\n")
    assert f"`{command}`" in wrap_text(f"To have it, `{command}` is enough.", Terminal()).split("\n")
    assert wrap_text(keep_on_one_line(command), io.StringIO()) == command


@pytest.mark.req("CLI-03")
def test_a_program_reads_it_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "24")
    text = "word " * 40
    assert wrap_text(text, io.StringIO(), "first ") == f"first {text}"


@given(text=st.text(st.sampled_from("ab c·-`é字\n"), max_size=200), columns=st.integers(20, 100))
def test_no_word_is_lost_or_broken(text: str, columns: int) -> None:
    for line in text.split("\n"):
        pieces = list(wrap_line(line, columns))
        assert " ".join(pieces).split() == line.split()
        assert all(display_width(piece) <= columns for piece in pieces) or max(map(len, line.split())) > 5
