"""Whatever way a server numbers, repeats or splits its calls and counts its tokens, the answer is the same."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sidecar.llm import TextChunk, ThinkingChunk
from sidecar.providers.wires.openai_chunks import Json, OpenAIAnswer


def delta(fields: Json) -> Json:
    return {"choices": [{"index": 0, "delta": fields, "finish_reason": None}]}


def put_together(chunks: Iterable[Json]) -> list[tuple[str, str, str]]:
    """Id, name and arguments of the calls."""
    answer = OpenAIAnswer()
    for chunk in chunks:
        assert not list(answer.feed(chunk))
    return [(call.id, call.name, call.arguments) for call in answer.calls]


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
    assert [id_ for id_, _, _ in got] == [f"call_{n if habits.ids else n + 1}" for n in range(len(calls))]


@pytest.mark.req("LLM-06")
def test_a_name_may_come_in_pieces() -> None:
    pieces = [{"name": "wea"}, {"name": "ther", "arguments": '{"a"'}, {"arguments": ": 1}"}]
    chunks = [delta({"tool_calls": [{"index": 0, "function": piece}]}) for piece in pieces]
    assert put_together(chunks) == [("call_1", "weather", '{"a": 1}')]


@pytest.mark.req("LLM-06")
def test_the_one_call_of_old_servers_and_arguments_that_are_an_object() -> None:
    old = [delta({"function_call": {"name": "time", "arguments": ""}}), delta({"function_call": {"arguments": "{}"}})]
    assert put_together(old) == [("call_1", "time", "{}")]
    parsed = [delta({"tool_calls": [{"id": "a", "function": {"name": "time", "arguments": {"place": "Salta"}}}]})]
    assert put_together(parsed) == [("a", "time", '{"place": "Salta"}')]


@pytest.mark.req("LLM-06")
def test_a_whole_message_is_a_chunk() -> None:
    whole: Json = {
        "choices": [{"index": 0, "message": {"role": "assistant", "content": "Hi."}, "finish_reason": "stop"}]
    }
    answer = OpenAIAnswer()
    said = [*answer.feed(whole), *answer.finish()]
    assert (said, answer.finish_reason) == ([TextChunk("Hi.")], "stop")


@pytest.mark.parametrize("broken", [{}, {"choices": None}, {"choices": ["x"]}, {"choices": {}}])
def test_a_chunk_without_choices_says_nothing(broken: Json) -> None:
    answer = OpenAIAnswer()
    assert not [*answer.feed(broken), *answer.finish()]
    assert (answer.finish_reason, answer.calls) == ("", ())


def used(*usages: object) -> tuple[int, int, int]:
    """Tokens in, cached and out."""
    answer = OpenAIAnswer()
    for usage in usages:
        assert not list(answer.feed({"choices": [], "usage": usage}))
    return answer.usage.input_tokens, answer.usage.cached_tokens, answer.usage.output_tokens


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
    answer = OpenAIAnswer()
    beside = {"id": "a", "choices": [], "x_groq": {"usage": {"prompt_tokens": 9, "completion_tokens": 5}}}
    assert not list(answer.feed(beside))
    assert (answer.usage.input_tokens, answer.usage.output_tokens) == (9, 5)


@pytest.mark.req("LLM-05")
@pytest.mark.parametrize(
    ("usage", "cost"),
    [
        ({"cost": 0.00123}, Decimal("0.00123")),
        ({"cost": 0.0001, "is_byok": True, "cost_details": {"upstream_inference_cost": 0.002}}, Decimal("0.0021")),
        ({"cost": 0.0021, "is_byok": False, "cost_details": {"upstream_inference_cost": 0.002}}, Decimal("0.0021")),
        ({"cost": float("nan")}, None),
        ({"cost": -1}, None),
        ({"cost": "free"}, None),
        ({}, None),
    ],
)
def test_what_the_provider_charges_is_read(usage: Json, cost: Decimal | None) -> None:
    """With a key of one's own, the provider behind OpenRouter is paid too."""
    answer = OpenAIAnswer()
    assert not list(answer.feed({"choices": [], "usage": {"prompt_tokens": 1, **usage}}))
    assert answer.usage.cost_usd == cost


@pytest.mark.req("LLM-06")
def test_thoughts_among_the_parts_of_a_message_are_told_apart() -> None:
    """As Mistral sends them."""
    thought = {"type": "thinking", "thinking": [{"type": "text", "text": "Let me see."}]}
    answer = OpenAIAnswer()
    said = [
        *answer.feed(delta({"content": [thought]})),
        *answer.feed(delta({"content": [{"type": "text", "text": "42"}]})),
    ]
    assert said == [ThinkingChunk("Let me see."), TextChunk("42")]


@pytest.mark.req("LLM-06")
@pytest.mark.parametrize("name", ["reasoning_content", "reasoning"])
def test_thoughts_have_two_names(name: str) -> None:
    assert list(OpenAIAnswer().feed(delta({name: "Hmm."}))) == [ThinkingChunk("Hmm.")]
