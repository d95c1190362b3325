"""Reasoning written into the text is told apart, in whatever pieces it arrives."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from sidecar.llm import RetryScheduled, TextChunk, ThinkingChunk
from sidecar.providers.wires.thinking_parser import ThinkingParser

PLAIN = st.text(alphabet="ab <>/think\n", max_size=30)


def told_apart(pieces: list[str]) -> tuple[str, str]:
    """The thoughts, and the answer as somebody reads it who wipes it off when told that it does not count."""
    parser = ThinkingParser()
    thought = answer = ""
    for heard in [heard for piece in pieces for heard in parser.feed(piece)] + list(parser.finish()):
        match heard:
            case ThinkingChunk(text):
                thought += text
            case TextChunk(text):
                answer += text
            case RetryScheduled():
                answer = ""
    assert parser.text == answer
    return thought, answer


def cut(text: str, places: list[int]) -> list[str]:
    edges = sorted({0, len(text), *(place % (len(text) + 1) for place in places)})
    return [text[start:end] for start, end in pairwise(edges)]


@pytest.mark.req("LLM-06")
@given(
    PLAIN.filter(lambda t: "</think>" not in t),
    PLAIN.filter(lambda t: "<think>" not in t),
    st.lists(st.integers(0, 80)),
)
def test_thought_and_answer_whatever_the_pieces(thought: str, answer: str, places: list[int]) -> None:
    pieces = cut(f"<think>{thought}</think>{answer}", places)
    got_thought, got_answer = told_apart(pieces)
    assert got_thought == thought
    assert got_answer.lstrip() == answer.lstrip()


@given(PLAIN.filter(lambda t: not t.lstrip().startswith(("<think>", "</think>"))), st.lists(st.integers(0, 80)))
def test_an_answer_without_reasoning_is_left_as_it_is(answer: str, places: list[int]) -> None:
    assume("</think>" not in answer or "<think>" in answer.partition("</think>")[0])
    assert told_apart(cut(answer, places)) == ("", answer)


@pytest.mark.req("LLM-06")
@pytest.mark.parametrize("tag", ["think", "thinking", "thought", "reasoning"])
@pytest.mark.parametrize("size", [1, 3, 100])
def test_the_usual_tags(tag: str, size: int) -> None:
    text = f"\n<{tag}>Hmm, </think or not>.</{tag}>\n\nHola"
    assert told_apart([text[at : at + size] for at in range(0, len(text), size)]) == ("Hmm, </think or not>.", "Hola")


def test_text_is_not_held_back() -> None:
    assert list(ThinkingParser().feed("Hola")) == [TextChunk("Hola")]


def test_a_tag_in_the_middle_is_what_the_model_talks_about() -> None:
    assert told_apart(["Use ", "<think>", "x</think>"]) == ("", "Use <think>x</think>")


def test_reasoning_that_never_ends_is_no_answer() -> None:
    assert told_apart(["<think>hmm", " hmm </th"]) == ("hmm hmm </th", "")


@pytest.mark.req("LLM-06")
@pytest.mark.parametrize("size", [1, 4, 1000])
@pytest.mark.parametrize(
    ("text", "thought", "answer"),
    [
        ("Let me see: cats.\n</think>\n\nCats purr.", "Let me see: cats.\n", "Cats purr."),
        ("</think>\nCats purr.", "", "Cats purr."),
        ("Cats…◁/think▷Cats purr.", "Cats…", "Cats purr."),
        ("◁think▷Cats…◁/think▷Cats purr.", "Cats…", "Cats purr."),
        ("[THINK]Cats…[/THINK] Cats purr.", "Cats…", "Cats purr."),
        (
            "<|channel|>analysis<|message|>Cats…<|end|><|start|>assistant<|channel|>final<|message|>Cats purr.",
            "Cats…<|end|><|start|>assistant",
            "Cats purr.",
        ),
        ("<think>One.</think>\n<think>Two.</think>\nCats purr.", "One.Two.", "Cats purr."),
        ("<think>One.</think>Cats <think>Two.</think>purr.", "One.Two.", "Cats purr."),
    ],
)
def test_the_ways_of_thinking_aloud(text: str, thought: str, answer: str, size: int) -> None:
    got_thought, got_answer = told_apart([text[at : at + size] for at in range(0, len(text), size)])
    assert got_answer == answer
    assert size < len(text) or got_thought == thought  # what was shown before its end came cannot be told again


@pytest.mark.parametrize(
    "answer",
    [
        "A thought ends with `</think>`, always.",
        "Write <think> before it and </think> after it.",
        "if a < b: return [THINKING]",
    ],
)
@pytest.mark.parametrize("size", [1, 5, 1000])
def test_tags_that_are_talked_about(answer: str, size: int) -> None:
    assert told_apart([answer[at : at + size] for at in range(0, len(answer), size)]) == ("", answer)


def test_a_tag_that_is_talked_about_after_thinking_loses_nothing() -> None:
    assert told_apart(["<think>Tags.</think>It begins with `<think>`, or <think>", " and goes on."]) == (
        "Tags.",
        "It begins with `<think>`, or <think> and goes on.",
    )


@pytest.mark.req("CON-22")
@given(st.text(max_size=20), st.lists(st.integers(0, 80)))
def test_halves_of_characters_are_joined(text: str, places: list[int]) -> None:
    units = text.encode("utf-16-le", "surrogatepass")
    halves = [units[at : at + 2].decode("utf-16-le", "surrogatepass") for at in range(0, len(units), 2)]
    assert told_apart(halves) == told_apart([text])


@pytest.mark.req("CON-22")
@pytest.mark.parametrize("half", ["\ud83e", "\udd89"])
def test_half_a_character_alone_is_marked(half: str) -> None:
    assert told_apart([f"Hola {half}", " che", half]) == ("", "Hola � che�")
