"""Reasoning written into the text is told apart, in whatever pieces it arrives."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sidecar.llm import TextChunk, ThinkingChunk
from sidecar.providers.thinking import ThinkingAloud

PLAIN = st.text(alphabet="ab <>/think\n", max_size=30)


def told_apart(pieces: list[str]) -> tuple[str, str]:
    aloud = ThinkingAloud()
    chunks = [chunk for piece in pieces for chunk in aloud.feed(piece)] + list(aloud.end())
    thought = "".join(chunk.text for chunk in chunks if isinstance(chunk, ThinkingChunk))
    return thought, "".join(chunk.text for chunk in chunks if isinstance(chunk, TextChunk))


def cut(text: str, places: list[int]) -> list[str]:
    edges = sorted({0, len(text), *(place % (len(text) + 1) for place in places)})
    return [text[start:end] for start, end in pairwise(edges)]


@pytest.mark.req("LLM-06")
@given(PLAIN.filter(lambda t: "</think>" not in t), PLAIN, st.lists(st.integers(0, 80)))
def test_thought_and_answer_whatever_the_pieces(thought: str, answer: str, places: list[int]) -> None:
    pieces = cut(f"<think>{thought}</think>{answer}", places)
    got_thought, got_answer = told_apart(pieces)
    assert got_thought == thought
    assert got_answer.lstrip() == answer.lstrip()


@given(PLAIN.filter(lambda t: not t.lstrip().startswith("<think>")), st.lists(st.integers(0, 80)))
def test_an_answer_without_reasoning_is_left_as_it_is(answer: str, places: list[int]) -> None:
    assert told_apart(cut(answer, places)) == ("", answer)


@pytest.mark.req("LLM-06")
@pytest.mark.parametrize("tag", ["think", "thinking", "thought", "reasoning"])
@pytest.mark.parametrize("size", [1, 3, 100])
def test_the_usual_tags(tag: str, size: int) -> None:
    text = f"\n<{tag}>Hmm, </think or not>.</{tag}>\n\nHola"
    assert told_apart([text[at : at + size] for at in range(0, len(text), size)]) == ("Hmm, </think or not>.", "Hola")


def test_text_is_not_held_back() -> None:
    assert list(ThinkingAloud().feed("Hola")) == [TextChunk("Hola")]


def test_a_tag_in_the_middle_is_what_the_model_talks_about() -> None:
    assert told_apart(["Use ", "<think>", "x</think>"]) == ("", "Use <think>x</think>")


def test_reasoning_that_never_ends_is_no_answer() -> None:
    assert told_apart(["<think>hmm", " hmm </th"]) == ("hmm hmm </th", "")
