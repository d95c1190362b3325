"""Models without tools of their own: what they write is understood, forgiven where it may be, and shown in time."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sidecar.domain.tool import ToolCall
from sidecar.errors import ModelEmpty, ModelFailed
from sidecar.llm import (
    AssistantMessage,
    ChatRequest,
    Completion,
    FinishReason,
    ModelEvent,
    RetryScheduled,
    TextChunk,
    ToolMessage,
    ToolSpec,
    UserMessage,
)
from sidecar.providers.decorators.action_parser import ActionAnswer, TextAnswer, UnconfirmedActions, parse_answer
from sidecar.providers.decorators.prompted_tools import stream_native, stream_prompted
from sidecar.providers.decorators.tool_call_stream_filter import ToolCallStreamFilter
from sidecar.providers.factory import create_model
from sidecar.providers.model_spec import ModelSpec
from tests.fakes.model import FakeChatModel
from tests.loopback.ollama_server import OllamaServer
from tests.loopback.openai_server import OpenAIServer
from tests.loopback.script import Refuse, Say, Step, say

PLACE = {"type": "object", "properties": {"place": {"type": "string"}}, "required": ["place"]}
TOOLS = (
    ToolSpec("weather", "The weather somewhere.", PLACE),
    ToolSpec("add_note", "Keeps a note.", {"type": "object", "properties": {"text": {"type": "string"}}}),
)
NAMES = {tool.name for tool in TOOLS}
HELLO = ChatRequest("You are Sidecar.", (UserMessage("¿Llueve en Salta?"),), TOOLS)
IN_ONE = '{"action": "add_note", "params": {"text": "mate"}}'
IN_SALTA = ("weather", {"place": "Salta"})


def understood(text: str) -> tuple[str, list[tuple[str, object]]]:
    match parse_answer(text, NAMES):
        case ActionAnswer(said, actions):
            return said, [(name, json.loads(params)) for name, params in actions]
        case TextAnswer(said):
            return said, []
        case _:
            raise AssertionError("not understood")


@pytest.mark.req("AGT-21", "LLM-06")
@pytest.mark.parametrize(
    "text",
    [
        '{"actions": [{"action": "weather", "params": {"place": "Salta"}}], "message": "", '
        '"requires_confirmation": false}',
        '```json\n{"actions": [{"action": "weather", "params": {"place": "Salta"}}]}\n```',
        '```\n{"actions": [{"action": "weather", "params": {"place": "Salta"}}]}\n```',
        "{'actions': [{'action': 'weather', 'params': {'place': 'Salta'}}], 'requires_confirmation': False}",
        '{"actions": [{"action": "weather", "params": {"place": "Salta",},},],}',
        '{actions: [{action: "weather", params: {place: "Salta"}}]}',
        '{"action": "weather", "params": {"place": "Salta"}}',
        '[{"action": "weather", "params": {"place": "Salta"}}]',
        '{"tool": "weather", "arguments": {"place": "Salta"}}',
        '{"name": "weather", "arguments": {"place": "Salta"}}',
        '{"action": "weather", "place": "Salta"}',
        '{"action": "weather" "params": {"place": "Salta"}}',
        '{"action": "weather", "params": {"place": “Salta”}}',
        '<tool_call>\n{"name": "weather", "arguments": {"place": "Salta"}}\n</tool_call>',
        '{"type": "function", "function": {"name": "weather", "arguments": {"place": "Salta"}}}',
        '{"type": "function", "function": {"name": "weather", "arguments": "{\\"place\\": \\"Salta\\"}"}}',
        '{"tool_calls": [{"type": "function", "function": '
        '{"name": "weather", "arguments": "{\\"place\\": \\"Salta\\"}"}}]}',
        '{"message": "", // it rains [perhaps]\n"actions": [{"action": "weather", /* there */ '
        '"params": {"place": "Salta"}}]}',
        'Thought: I should look.\nAction: weather\nAction Input: {"place": "Salta"}\nObservation: rain',
        'Action: `weather`\nAction Input:\n```json\n{"place": "Salta"}\n```',
        '\n\n  {\n  "message": null,\n  "actions": [\n {"action":"weather","params":{"place":"Salta"}}\n]\n}  \n',
    ],
)
def test_one_action_in_many_spellings(text: str) -> None:
    assert understood(text) == ("", [IN_SALTA])


@pytest.mark.req("AGT-21")
@pytest.mark.parametrize(
    "text",
    [
        'Let me look.\n{"action": "weather", "params": {"place": "Salta"}}',
        'Let me look.\n```json\n{"action": "weather", "params": {"place": "Salta"}}\n```',
        '{"message": "Let me look.", "actions": [{"action": "weather", "params": {"place": "Salta"}}]}',
        "{'message': 'Let me look.', 'actions': [{'action': 'weather', 'params': {'place': 'Salta'}}]}",
    ],
)
def test_words_around_are_kept(text: str) -> None:
    assert understood(text) == ("Let me look.", [IN_SALTA])


@pytest.mark.req("AGT-21")
def test_several_actions_in_one_object_or_in_several() -> None:
    note = ("add_note", {"text": 'it\'s {odd}, "quoted" and [bracketed]'})
    one = json.dumps({"actions": [{"action": name, "params": params} for name, params in (IN_SALTA, note)]})
    two = "\n".join(json.dumps({"action": name, "params": params}) for name, params in (IN_SALTA, note))
    assert understood(one)[1] == understood(two)[1] == [IN_SALTA, note]


@pytest.mark.req("AGT-21")
@pytest.mark.parametrize(
    "text",
    [
        "It will rain.",
        "Use `{}` for an empty object, [like this](http://x.y) or {a: 1}.",
        'An example: {"message": "hola"} is JSON.',
        '```json\n{"name": "weather", "version": 2}\n```',
        '{"city": "Salta", "rain": true}',
        "[1, 2, 3]",
        "a { b [ c",
        "",
    ],
)
def test_what_is_no_action_is_an_answer_as_it_stands(text: str) -> None:
    assert understood(text) == (text, [])


@pytest.mark.req("AGT-21")
def test_a_bare_message_is_the_answer() -> None:
    assert understood('{"message": "It will rain.", "actions": []}') == ("It will rain.", [])
    assert understood('{"message": "It will rain."}') == ("It will rain.", [])


@pytest.mark.req("AGT-21")
def test_what_needs_agreement_is_asked_and_not_done() -> None:
    asks = {"message": "Shall I?", "actions": [{"action": "add_note", "params": {}}], "requires_confirmation": True}
    assert understood(json.dumps(asks)) == ("Shall I?", [])


@pytest.mark.req("AGT-21")
@pytest.mark.parametrize(
    "text",
    ['{"actions": [{"action": "weather", "params": {"pla', '{"action": weather weather}', '```json\n{"actions": ['],
)
def test_an_action_that_is_not_whole_is_not_taken_for_an_answer(text: str) -> None:
    assert parse_answer(text, NAMES) is None


@pytest.mark.req("AGT-21")
def test_parameters_that_are_no_object_reach_the_tool_as_they_are() -> None:
    found = parse_answer('{"actions": [{"action": "weather", "params": "Salta"}]}', NAMES)
    assert found == ActionAnswer("", (("weather", "Salta"),))


@pytest.mark.req("AGT-21")
def test_an_unknown_action_in_the_protocol_reaches_the_toolbox_which_says_so() -> None:
    assert understood('{"actions": [{"action": "fly", "params": {}}]}') == ("", [("fly", {})])


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@pytest.mark.req("AGT-21")
@given(
    st.dictionaries(st.text(), VALUES, max_size=4),
    st.sampled_from(["{}", "```json\n{}\n```", "Well…\n{}", "{}\nDone."]),
)
def test_any_parameters_come_through_unchanged(params: dict[str, object], around: str) -> None:
    answer = json.dumps({"actions": [{"action": "weather", "params": params}]}, ensure_ascii=False)
    assert understood(around.replace("{}", answer))[1] == [("weather", params)]


ANSWER_PIECES = (
    '{"actions": [', '{"action": "weather", "params": {"city": "Salta"}}', '{"action": "weather"}', "]", "}", ", ",
    '"message": "words"', '{"message": "words", "actions": []}', '"actions": null', "Action: weather\nAction Input: {}",
    "```json\n", "```", "// why\n", "Well, ", "True", "'",
)  # fmt: skip


@given(
    st.text(alphabet="{}[]\"'`:,\\ \nactionmesg<>", max_size=60)
    | st.lists(st.sampled_from(ANSWER_PIECES), max_size=8).map("".join)
)
def test_any_text_is_read_or_refused(text: str) -> None:
    match parse_answer(text, NAMES):
        case ActionAnswer(_, actions):
            assert actions
            for name, parameters in actions:
                assert name in text
                assert isinstance(json.loads(parameters), dict)
        case TextAnswer(answer):
            assert set(answer) <= {*text, "\n"}
        case UnconfirmedActions() | None:
            pass


# -- as it arrives


@given(st.text(alphabet="ab`{}[]<\"' \n:act", max_size=50), st.integers(1, 7))
def test_what_is_shown_is_always_the_beginning_of_the_text(text: str, size: int) -> None:
    held, shown = ToolCallStreamFilter(), ""
    for start in range(0, len(text), size):
        shown += held.feed(text[start : start + size])
        assert text.startswith(shown)
    assert shown + held.rest(text) == text


@pytest.mark.req("CON-23")
@given(st.text(), st.integers(1, 9))
def test_a_message_inside_an_object_is_shown_while_it_is_written(message: str, size: int) -> None:
    answer = json.dumps({"message": message, "actions": []})
    held, shown = ToolCallStreamFilter(), ""
    for start in range(0, len(answer), size):
        shown += held.feed(answer[start : start + size])
        assert message.startswith(shown)
    assert shown == message


@pytest.mark.req("CON-23")
def test_code_and_links_do_not_hold_an_answer_back() -> None:
    held = ToolCallStreamFilter()
    assert held.feed("See [this](http://x.y), ") == "See [this](http://x.y), "
    assert held.feed("`{x}` and\n```python\n") == "`{x}` and\n", "a fence may be that of an action"
    assert held.feed("d = {1: 2}\n```\n") == "```python\nd = {1: 2}\n"
    assert held.feed("and so on.") == "```\nand so on."


def test_an_action_is_never_shown() -> None:
    held = ToolCallStreamFilter()
    assert held.feed("Let me look.\n") == "Let me look.\n"
    assert held.feed('```json\n{"act') + held.feed('ion": "weather", "params": {}}\n```') == ""


@pytest.mark.req("AGT-21")
@pytest.mark.parametrize("yes", ["true", '"true"', '"Yes"', "1", "True"])
def test_agreement_is_waited_for_however_it_is_written(yes: str) -> None:
    action = f'{{"action": "add_note", "params": {{"text": "mate"}}, "requires_confirmation": {yes}}}'
    within = f'{{"message": "¿Lo anoto?", "actions": [{action}]}}'
    beside = f'{{"message": "¿Lo anoto?", "actions": [{IN_ONE}], "requires_confirmation": {yes}}}'
    before = f'¿Lo anoto? {{"message": "", "actions": [{IN_ONE}], "requires_confirmation": {yes}}}'
    assert [understood(text) for text in (within, beside, before)] == [("¿Lo anoto?", [])] * 3


@pytest.mark.req("AGT-21")
@pytest.mark.parametrize("no", ["false", '"false"', '"no"', "0", "null", '""'])
def test_agreement_that_is_not_needed_is_not_waited_for(no: str) -> None:
    assert understood(f'{{"message": "Va.", "actions": [{IN_ONE}], "requires_confirmation": {no}}}')[1]


@pytest.mark.req("AGT-21")
def test_what_needs_agreement_and_asks_nothing_is_neither_done_nor_shown() -> None:
    found = parse_answer(f'{{"message": "", "actions": [{IN_ONE}], "requires_confirmation": true}}', NAMES)
    assert found == UnconfirmedActions((("add_note", '{"text": "mate"}'),))


# -- as a model


async def events_of(*steps: Step, request: ChatRequest = HELLO, constrained: bool = False) -> list[ModelEvent]:
    model = FakeChatModel(*steps)
    return [event async for event in stream_prompted(model.stream, request, constrained=constrained)]


@pytest.mark.req("LLM-06")
async def test_an_action_is_a_tool_call_like_any_other() -> None:
    *_, last = await events_of(say('{"action": "weather", ', '"params": {"place": "Salta"}}'))
    assert isinstance(last, Completion)
    assert last.finish_reason is FinishReason.TOOLS
    assert last.message == AssistantMessage("", (ToolCall("act_1", "weather", '{"place": "Salta"}'),))


@pytest.mark.req("LLM-06", "CON-23")
async def test_words_are_shown_as_they_come_and_all_of_them() -> None:
    *chunks, last = await events_of(say("It ", "will ", "rain: {see}", " the sky"))
    assert isinstance(last, Completion) and last.message.text == "It will rain: {see} the sky"
    assert "".join(chunk.text for chunk in chunks if isinstance(chunk, TextChunk)) == last.message.text
    assert chunks[0] == TextChunk("It ")


@pytest.mark.req("LLM-06", "CON-22")
async def test_half_an_action_is_a_failure() -> None:
    with pytest.raises(ModelFailed):
        await events_of(say('{"actions": [{"action": "wea'))


@pytest.mark.req("LLM-03", "CON-22")
@pytest.mark.parametrize("text", ['{"message": "", "actions": []}', '```json\n{"message": " "}\n```'])
async def test_an_answer_without_words_or_actions_is_empty(text: str) -> None:
    with pytest.raises(ModelEmpty):
        await events_of(say(text))


@pytest.mark.req("AGT-21")
async def test_what_needs_agreement_and_asks_nothing_is_proposed() -> None:
    text = f'{{"message": "", "actions": [{IN_ONE}], "requires_confirmation": "true"}}'
    *chunks, last = await events_of(say(text))
    assert isinstance(last, Completion) and last.message == AssistantMessage("")
    assert last.proposed == (ToolCall("act_1", "add_note", '{"text": "mate"}'),)
    assert chunks == []


@pytest.mark.req("LLM-06", "CON-23")
async def test_a_message_cut_by_the_output_limit_is_shown_without_its_json() -> None:
    *chunks, last = await events_of(Say(('{"message": "Once upon a', " time there w"), finish="length"))
    assert isinstance(last, Completion) and last.finish_reason is FinishReason.LENGTH
    assert last.message == AssistantMessage("Once upon a time there w")
    assert chunks == [TextChunk("Once upon a"), TextChunk(" time there w")]


@pytest.mark.req("LLM-06", "CON-23")
async def test_words_before_an_action_that_was_cut_stay_and_the_action_does_not() -> None:
    text = 'I will note it.\n{"actions": [{"action": "add_note", "params": {"text": "Allerg'
    *_, last = await events_of(Say((text,), finish="length"))
    assert isinstance(last, Completion) and last.message == AssistantMessage("I will note it.")


@pytest.mark.req("LLM-06", "CON-22")
@pytest.mark.parametrize("finish", ["length", "stop"])
async def test_an_action_that_was_cut_is_no_answer(finish: Literal["length", "stop"]) -> None:
    with pytest.raises(ModelFailed):
        await events_of(Say(('{"message": "", "actions": [{"action": "add_note", "params": {"te',), finish=finish))


@pytest.mark.req("LLM-06")
@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("", '<tool_call>\n{"name": "weather", "arguments": {"place": "Salta"}}\n</tool_call>'),
        ("One moment.", 'One moment.\n<tool_call>{"name": "weather", "arguments": {"place": "Salta"}}</tool_call>'),
        ("", '{"name": "weather", "parameters": {"place": "Salta"}}'),
        ("", '<tool_call>\n{"name": "weather", "arguments": {"place": "Salta"}}'),
        ("", '<function=weather>{"place": "Salta"}</function>'),
        ("Let me look.", "Let me look.\n<function=weather>\n<parameter=place>\nSalta\n</parameter>\n</function>"),
        ("", "<tool_call>\n<function=weather><parameter=place>Salta</parameter></function>\n</tool_call>"),
        ("", "<tool_call>weather\n<arg_key>place</arg_key>\n<arg_value>Salta</arg_value>\n</tool_call>"),
        (
            "",
            '<function_calls><invoke name="weather">'
            '<parameter name="place">Salta</parameter></invoke></function_calls>',
        ),
        ("", '[TOOL_CALLS][{"name": "weather", "arguments": {"place": "Salta"}}]'),
        ("Ya miro.", 'Ya miro. [TOOL_CALLS]weather[ARGS]{"place": "Salta"}'),
        ("", '<|tool_call|>[{"name": "weather", "arguments": {"place": "Salta"}}]'),
        ("", '<|python_tag|>weather(place="Salta")'),
        ("", '```tool_code\nweather(place="Salta")\n```'),
        ("", '<|channel|>commentary to=functions.weather <|constrain|>json<|message|>{"place": "Salta"}<|call|>'),
        (
            "",
            "<|tool_calls_section_begin|><|tool_call_begin|>functions.weather:0<|tool_call_argument_begin|>"
            '{"place": "Salta"}<|tool_call_end|><|tool_calls_section_end|>',
        ),
        (
            "",
            "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>weather\n```json\n"
            '{"place": "Salta"}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
        ),
        ("Voy a mirar:", 'Voy a mirar:\n```json\n{"name": "weather", "arguments": {"place": "Salta"}}\n```'),
    ],
)
@pytest.mark.parametrize("size", [1, 5, 1000])
async def test_a_call_that_a_server_left_in_the_text_is_a_call(said: str, text: str, size: int) -> None:
    model = FakeChatModel(Say(tuple(re.findall(rf".{{1,{size}}}", text, re.DOTALL))))
    *chunks, last = [event async for event in stream_native(model.stream, HELLO)]
    assert isinstance(last, Completion) and last.finish_reason is FinishReason.TOOLS
    assert last.message == AssistantMessage(said, (ToolCall("act_1", "weather", '{"place": "Salta"}'),))
    assert "".join(chunk.text for chunk in chunks if isinstance(chunk, TextChunk)).strip() == said
    assert model.requests == [HELLO]


@pytest.mark.req("LLM-06", "CON-23")
@pytest.mark.parametrize("request_", [HELLO, replace(HELLO, tools_allowed=False)])
@pytest.mark.parametrize(
    "call",
    [
        '<tool_call>{"name": "weather", "arguments": {"pla',
        '<tool_call>{"name": "fly", "arguments": {}}</tool_call>',
        '[TOOL_CALLS][{"name": "wea',
        "<function=wea",
        "<|python_tag|>weather(place=here)",
    ],
)
async def test_a_call_that_cannot_be_made_is_not_shown(call: str, request_: ChatRequest) -> None:
    chunks = tuple(f"One moment. {call}")
    *shown, last = [event async for event in stream_native(FakeChatModel(Say(chunks)).stream, request_)]
    assert isinstance(last, Completion) and last.message == AssistantMessage("One moment.")
    assert "".join(chunk.text for chunk in shown if isinstance(chunk, TextChunk)).strip() == "One moment."
    with pytest.raises(ModelFailed):
        _ = [event async for event in stream_native(FakeChatModel(Say(tuple(call))).stream, request_)]


@pytest.mark.req("LLM-06")
@pytest.mark.parametrize(
    "text",
    [
        "Write `<function=name>` or `[TOOL_CALLS]` there; <b>bold</b>, [a](b), [TODO] and <table>.",
        'Here it is:\n```json\n{"name": "Ana", "age": 3}\n```\nThat is all.',
        '{"message": "hola"}',
        '{"name": "Ana", "age": 7}',
        'Send {"name": "weather", "arguments": {"place": "Salta"}} to the tool.',
        '{"actions": [{"action": "reboot", "params": {}}]}',
        "Write <tool_call> before it.",
    ],
)
async def test_what_a_native_model_says_about_json_stays_as_it_is(text: str) -> None:
    *chunks, last = [event async for event in stream_native(FakeChatModel(say(*text)).stream, HELLO)]
    assert isinstance(last, Completion) and last.message == AssistantMessage(text)
    assert "".join(chunk.text for chunk in chunks if isinstance(chunk, TextChunk)) == text


@pytest.mark.req("LLM-06", "AGT-21")
async def test_a_step_written_out_is_not_shown_and_a_talk_about_steps_is() -> None:
    step = 'One moment.\nThought: look\nAction: weather\nAction Input: {"place": "Salta"}'
    *chunks, last = await events_of(Say(tuple(re.findall(r".{1,4}", step, re.DOTALL))))
    assert isinstance(last, Completion) and last.message.text == "One moment."
    assert [call.name for call in last.message.tool_calls] == ["weather"]
    assert "".join(chunk.text for chunk in chunks if isinstance(chunk, TextChunk)).strip() == "One moment."
    talk = "Action: run fast.\nThought: none.\nAction: weather\nAction Input: what you like {here: 1}"
    *chunks, last = await events_of(Say(tuple(re.findall(r".{1,4}", talk, re.DOTALL))))
    assert isinstance(last, Completion) and last.message == AssistantMessage(talk)
    assert "".join(chunk.text for chunk in chunks if isinstance(chunk, TextChunk)) == talk


@pytest.mark.req("LLM-06")
async def test_earlier_calls_and_their_results_are_told_in_words() -> None:
    model = FakeChatModel(say("Yes."))
    past = (
        UserMessage("And in Salta?"),
        AssistantMessage("Looking.", (ToolCall("act_1", "weather", '{"place": "Salta"}'),)),
        ToolMessage("act_1", "weather", "rain"),
        UserMessage("Sure?"),
    )
    request = replace(HELLO, messages=past)
    assert [event async for event in stream_prompted(model.stream, request, constrained=False)]
    (asked,) = model.requests
    assert asked.tools == ()
    assert asked.system.startswith("You are Sidecar.") and "- weather: The weather somewhere." in asked.system
    first, spoken, last = asked.messages
    assert first == past[0]
    assert isinstance(spoken, AssistantMessage) and json.loads(spoken.text)["actions"][0]["action"] == "weather"
    assert last == UserMessage("[Result of weather]\nrain\n\nSure?")


@pytest.mark.req("LLM-06")
async def test_forbidden_tools_are_not_offered_and_not_taken() -> None:
    model = FakeChatModel(say('{"message": "Rain.", "actions": [{"action": "weather", "params": {}}]}'))
    request = replace(HELLO, tools_allowed=False)
    *_, last = [event async for event in stream_prompted(model.stream, request, constrained=False)]
    assert isinstance(last, Completion) and last.message == AssistantMessage("Rain.")
    assert "weather" not in model.requests[0].system


@pytest.mark.req("LLM-06")
async def test_where_the_server_can_it_holds_the_answer_to_the_protocol() -> None:
    async with OllamaServer(
        say('{"message": "Let me ', 'look.", "actions": [{"action": "weather", "params": {"place": "Salta"}}]}'),
        models=("tiny:1b",),
        capabilities=("completion",),
    ) as server:
        model = create_model(ModelSpec("ollama:tiny:1b", server.base_url))
        first, *_, last = [event async for event in model.stream(HELLO)]
        await model.aclose()
    assert first == TextChunk("Let me ")
    assert isinstance(last, Completion) and last.message.tool_calls[0].name == "weather"
    schema = server.asked[0].json_schema
    assert schema is not None and "actions" in json.dumps(schema["required"])


@pytest.mark.req("LLM-06")
async def test_a_server_that_says_that_it_knows_no_tools_is_spoken_to_in_text_from_then_on() -> None:
    refusal = Refuse(400, '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set')
    action = Say(('{"message": "", "actions": [{"action": "weather", "params": {"place": "Salta"}}]}',))
    async with OpenAIServer(refusal, Refuse(400, "schema too deep"), action, action) as server:
        model = create_model(ModelSpec("vllm:loopback", server.base_url))
        for _ in range(2):
            *_, last = [event async for event in model.stream(HELLO)]
            assert isinstance(last, Completion) and last.message.tool_calls[0].arguments == '{"place": "Salta"}'
        await model.aclose()
    assert [bool(asked.tools) for asked in server.asked] == [True, False, False, False]
    assert [asked.json_schema is not None for asked in server.asked] == [False, True, False, False]


@pytest.mark.req("LLM-06")
async def test_it_can_be_chosen_in_the_settings() -> None:
    async with OpenAIServer(say('{"action": "weather", "params": {}}')) as server:
        model = create_model(ModelSpec("openai:loopback", server.base_url, tools="json"))
        *_, last = [event async for event in model.stream(HELLO)]
        await model.aclose()
    assert isinstance(last, Completion) and last.message.tool_calls[0].name == "weather"
    assert server.asked[0].tools == ()


async def test_what_is_taken_back_is_no_part_of_what_follows() -> None:
    """A thought whose beginning was never written is known by its end only: what passed for the answer goes."""
    async with OpenAIServer(say("musing ", "and more </think>", "a tag begins with ", "<tool")) as server:
        model = create_model(ModelSpec("openai:loopback", server.base_url))
        after, withdrawn = "", 0
        async for event in model.stream(HELLO):
            match event:
                case RetryScheduled():
                    after, withdrawn = "", withdrawn + 1
                case TextChunk(text):
                    after += text
                case _:
                    pass
        await model.aclose()
    assert withdrawn == 1
    assert after == "a tag begins with <tool"
