"""Whatever way a server numbers, repeats or splits its calls and counts its tokens, it comes out as OpenAI's."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sidecar.providers.wires.openai_chunks import Json, OpenAIChunkNormalizer


def delta(fields: Json) -> Json:
    return {"choices": [{"index": 0, "delta": fields, "finish_reason": None}]}


def put_together(chunks: Iterable[Json]) -> list[tuple[str, str, str]]:
    """Id, name and arguments of the calls, as a client puts them together that believes in the index."""
    normalizer, calls = OpenAIChunkNormalizer(), dict[int, list[str]]()
    for chunk in chunks:
        for choice in normalizer.normalize(chunk)["choices"]:
            for call in choice["delta"].get("tool_calls", []):
                known = calls.setdefault(call["index"], ["", "", ""])
                known[0] = call["id"] or known[0]
                known[1] += call["function"]["name"] or ""
                known[2] += call["function"]["arguments"]
    return [(known[0], known[1], known[2]) for _, known in sorted(calls.items())]


@dataclass(frozen=True, slots=True)
class Habits:
    """How a server sends calls."""

    index: str
    ids: bool
    repeats: bool
    pieces: int


HABITS = st.builds(
    Habits, st.sampled_from(["right", "zero", "none", "null"]), st.booleans(), st.booleans(), st.integers(1, 4)
)
CALLS = st.lists(
    st.tuples(
        st.sampled_from(["weather", "time", "remember"]),
        st.dictionaries(st.text(max_size=4), st.integers(), min_size=1),
    ),
    min_size=1,
    max_size=4,
)


def sent(calls: list[tuple[str, Json]], habits: Habits) -> Iterator[Json]:
    for number, (name, arguments) in enumerate(calls):
        text = json.dumps(arguments)
        size = max(1, -(-len(text) // habits.pieces))
        for at in range(0, len(text), size):
            told = at == 0 or (habits.repeats and habits.ids)
            call: Json = {"function": {"arguments": text[at : at + size]}}
            if habits.index != "none":
                call["index"] = {"right": number, "zero": 0, "null": None}[habits.index]
            if told:
                call["function"]["name"] = name
                call["id"] = f"call_{number}" if habits.ids else None
            yield delta({"tool_calls": [call]})


@pytest.mark.req("LLM-06")
@given(CALLS, HABITS)
def test_calls_come_out_whole_and_apart(calls: list[tuple[str, Json]], habits: Habits) -> None:
    got = put_together(sent(calls, habits))
    assert [(name, json.loads(arguments)) for _, name, arguments in got] == calls
    assert [id_ for id_, _, _ in got] == [f"call_{n}" if habits.ids else "" for n in range(len(calls))]


@pytest.mark.req("LLM-06")
def test_a_name_may_come_in_pieces() -> None:
    pieces = [{"name": "wea"}, {"name": "ther", "arguments": '{"a"'}, {"arguments": ": 1}"}]
    chunks = [delta({"tool_calls": [{"index": 0, "function": piece}]}) for piece in pieces]
    assert put_together(chunks) == [("", "weather", '{"a": 1}')]


@pytest.mark.req("LLM-06")
def test_the_one_call_of_old_servers_and_arguments_that_are_an_object() -> None:
    old = [delta({"function_call": {"name": "time", "arguments": ""}}), delta({"function_call": {"arguments": "{}"}})]
    assert put_together(old) == [("", "time", "{}")]
    parsed = [delta({"tool_calls": [{"id": "a", "function": {"name": "time", "arguments": {"place": "Salta"}}}]})]
    assert put_together(parsed) == [("a", "time", '{"place": "Salta"}')]


@pytest.mark.req("LLM-06")
def test_a_whole_message_is_a_chunk() -> None:
    whole: Json = {
        "choices": [{"index": 0, "message": {"role": "assistant", "content": "Hi."}, "finish_reason": "stop"}]
    }
    (choice,) = OpenAIChunkNormalizer().normalize(whole)["choices"]
    assert choice == {"index": 0, "delta": {"role": "assistant", "content": "Hi."}, "finish_reason": "stop"}


@pytest.mark.parametrize("broken", [{}, {"choices": None}, {"choices": ["x"]}, {"choices": {}}])
def test_a_chunk_without_choices_says_nothing(broken: Json) -> None:
    assert OpenAIChunkNormalizer().normalize(broken)["choices"] == []


def used(*usages: object) -> tuple[int, int, int]:
    """Tokens in, cached and out."""
    chunks = OpenAIChunkNormalizer()
    assert all(chunks.normalize({"choices": [], "usage": usage})["usage"] is None for usage in usages)
    assert chunks.usage_chunk is not None
    usage = chunks.usage_chunk["usage"]
    return usage["prompt_tokens"], usage["prompt_tokens_details"]["cached_tokens"], usage["completion_tokens"]


@pytest.mark.req("LLM-05")
@pytest.mark.parametrize(
    ("usage", "counted"),
    [
        (
            {"prompt_tokens": 900, "completion_tokens": 5, "prompt_tokens_details": {"cached_tokens": 600}},
            (900, 600, 5),
        ),
        ({"prompt_tokens": 900, "completion_tokens": 5, "prompt_cache_hit_tokens": 600}, (900, 600, 5)),
        ({"prompt_tokens": 900, "completion_tokens": 5, "cached_tokens": 600}, (900, 600, 5)),
        ({"prompt_tokens": 900, "completion_tokens": 5, "prompt_tokens_details": None}, (900, 0, 5)),
        ({"prompt_tokens": 90, "completion_tokens": 5, "cached_tokens": 600}, (90, 90, 5)),
        ({"prompt_tokens": "90", "completion_tokens": None}, (90, 0, 0)),
        ({"prompt_tokens": -3, "completion_tokens": 2.5}, (0, 0, 0)),
    ],
)
def test_tokens_are_counted_as_each_provider_tells_them(usage: Json, counted: tuple[int, int, int]) -> None:
    assert used(usage) == counted


@pytest.mark.req("LLM-05")
def test_a_usage_that_grows_with_every_chunk_is_not_added_up() -> None:
    assert used(*({"prompt_tokens": 900, "completion_tokens": count} for count in (1, 2, 3)), None) == (900, 0, 3)


@pytest.mark.req("LLM-05")
def test_a_usage_beside_the_answer_counts() -> None:
    chunks = OpenAIChunkNormalizer()
    chunks.normalize({"id": "a", "choices": [], "x_groq": {"usage": {"prompt_tokens": 9, "completion_tokens": 5}}})
    assert chunks.usage_chunk is not None
    assert (chunks.usage_chunk["id"], chunks.usage_chunk["usage"]["total_tokens"]) == ("a", 14)
