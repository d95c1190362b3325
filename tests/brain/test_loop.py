"""The loop between the model and its tools."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import Literal, cast

import pytest

from sidecar.brain.draft import Draft
from sidecar.brain.loop import LoopLimits, ToolLoop
from sidecar.brain.toolbox import ToolScope
from sidecar.domain.message import Speaker, TurnId
from sidecar.domain.person import OWNER, Preferences
from sidecar.domain.turn import (
    Ending,
    ModelAsked,
    ModelThinking,
    ReplyChunk,
    ToolFinished,
    ToolStarted,
    TurnEvent,
)
from sidecar.errors import ModelCut, ModelEmpty
from sidecar.llm import AssistantMessage, ChatRequest, ToolMessage, UserMessage
from sidecar.providers.decorators.prompted_tools import PromptedToolsModel
from sidecar.providers.model_spec import ConnectedModel
from tests.eventually import eventually
from tests.fakes.clock import FakeClock
from tests.fakes.model import FakeChatModel
from tests.fakes.toolbox import FakeToolbox, failing, returning
from tests.loopback.script import EMPTY, HANG, Break, CallTool, Say, Step, Tokens, say


class Scene:
    """A model with tools and somebody watching."""

    def __init__(self, *steps: Step, toolbox: FakeToolbox | None = None, limits: LoopLimits | None = None) -> None:
        self.model = FakeChatModel(*steps)
        self.toolbox = toolbox or FakeToolbox({"weather": returning("sunny"), "search": returning("found")})
        self.draft = Draft(TurnId(1), "terminal")
        self.events: list[TurnEvent] = []
        scope = ToolScope(OWNER, Preferences(), TurnId(1))
        self.loop = ToolLoop(self.model, self.toolbox, scope, FakeClock(), limits or LoopLimits())

    async def run(self, text: str = "hi") -> Ending:
        request = ChatRequest("system", (UserMessage(text),), tuple(self.toolbox.specs()))
        return await self.loop.run(request, self.draft, self.events.append)

    def asked(self, number: int) -> Sequence[object]:
        return self.model.requests[number].messages


@pytest.mark.req("CON-20")
async def test_a_text_is_the_answer() -> None:
    scene = Scene(say("Ho", "la"))
    assert await scene.run() is Ending.COMPLETE
    assert scene.draft.text == "Hola"
    assert scene.events == [ModelAsked("fake:model"), ReplyChunk("Ho"), ReplyChunk("la")]


@pytest.mark.req("CON-20")
async def test_the_model_reads_the_result_of_its_call() -> None:
    scene = Scene(Say(("Let me see.",), calls=(CallTool("weather", '{"place": "Lima"}'),)), say("Sunny."))
    assert await scene.run() is Ending.COMPLETE
    first, call, answer = scene.asked(1)
    assert first == UserMessage("hi")
    assert isinstance(call, AssistantMessage)
    assert answer == ToolMessage(call.tool_calls[0].id, "weather", "sunny")
    assert scene.draft.text == "Let me see.\n\nSunny."
    assert [message.speaker for message in scene.draft.messages] == [
        Speaker.COMPANION,
        Speaker.TOOL,
        Speaker.COMPANION,
    ]
    kinds = [type(event) for event in scene.events]
    assert kinds.index(ToolStarted) < kinds.index(ToolFinished)


@pytest.mark.req("CON-20")
async def test_calls_of_one_response_run_side_by_side_and_are_filed_in_order() -> None:
    toolbox = FakeToolbox(
        {"slow": returning("slow", after_turns_of_the_loop=9), "quick": returning("quick", after_turns_of_the_loop=1)}
    )
    calls = (CallTool("slow", id="a"), CallTool("quick", id="b"), CallTool("quick", id="c"))
    scene = Scene(Say(calls=calls), say("done"), toolbox=toolbox)
    await scene.run()
    assert toolbox.most_at_once == 3
    assert [receipt.call.id for receipt in scene.draft.receipts] == ["a", "b", "c"]
    assert [m.call_id for m in scene.asked(1) if isinstance(m, ToolMessage)] == ["a", "b", "c"]


@pytest.mark.req("CON-20")
async def test_calls_over_the_limit_are_not_run_and_the_model_is_told() -> None:
    calls = tuple(CallTool("weather", id=str(number)) for number in range(11))
    scene = Scene(Say(calls=calls), say("done"))
    await scene.run()
    assert len(scene.toolbox.calls) == 8
    refused = [receipt for receipt in scene.draft.receipts if not receipt.ok]
    assert [receipt.call.id for receipt in refused] == ["8", "9", "10"]
    assert "at most 8" in refused[0].content


@pytest.mark.req("CON-20", "CON-21")
async def test_what_was_turned_down_does_not_withdraw_the_tool() -> None:
    calls = tuple(CallTool("weather", id=str(number)) for number in range(12))
    scene = Scene(Say(calls=calls), CallTool("weather", id="again"), say("done"))
    await scene.run()
    assert [tool.name for tool in scene.model.requests[1].tools] == ["weather", "search"]
    assert len(scene.toolbox.calls) == 9


@pytest.mark.req("CON-23")
@pytest.mark.parametrize("finish", ["length", "filtered"])
async def test_an_answer_that_the_provider_ends_in_the_middle_is_cut(finish: Literal["length", "filtered"]) -> None:
    scene = Scene(Say(("Once upon",), finish=finish))
    assert await scene.run() is Ending.CUT
    assert scene.draft.text == "Once upon […]"


@pytest.mark.req("CON-20")
async def test_at_the_last_iteration_the_model_must_answer_from_what_it_has() -> None:
    endless = [CallTool("weather", id=str(number)) for number in range(3)]
    scene = Scene(*endless, say("That is all I found."), limits=LoopLimits(iterations=3))
    assert await scene.run() is Ending.STOPPED_EARLY
    assert scene.draft.text == "That is all I found."
    last = scene.model.requests[-1]
    assert not last.tools_allowed
    assert last.tools == scene.model.requests[0].tools
    assert len(scene.model.requests) == 4


@pytest.mark.req("CON-20")
async def test_a_model_that_insists_on_tools_after_the_limit_is_not_obeyed() -> None:
    steps = [*(CallTool("weather", id=str(n)) for n in range(2)), Say(("Well.",), calls=(CallTool("weather", id="x"),))]
    scene = Scene(*steps, limits=LoopLimits(iterations=2))
    assert await scene.run() is Ending.STOPPED_EARLY
    assert scene.draft.text == "Well."
    assert len(scene.toolbox.calls) == 2


@pytest.mark.req("CON-21")
async def test_a_tool_that_fails_twice_in_the_same_way_is_withdrawn() -> None:
    toolbox = FakeToolbox({"weather": failing("no such place"), "search": returning("found")})
    steps = [CallTool("weather", id=str(number)) for number in range(3)]
    scene = Scene(*steps, say("Sorry."), toolbox=toolbox)
    assert await scene.run() is Ending.COMPLETE
    offered = [[tool.name for tool in request.tools] for request in scene.model.requests]
    assert offered == [["weather", "search"], ["weather", "search"], ["search"], ["search"]]
    assert len(toolbox.calls) == 2, "the third call was refused without running"
    assert "not available" in scene.draft.receipts[2].error


@pytest.mark.req("CON-21")
async def test_different_failures_do_not_withdraw_a_tool() -> None:
    async def picky(arguments: str) -> str:
        raise ValueError(f"cannot read {arguments}")

    toolbox = FakeToolbox({"weather": picky})
    steps = [CallTool("weather", f'{{"place": {number}}}', id=str(number)) for number in range(4)]
    scene = Scene(*steps, say("Sorry."), toolbox=toolbox)
    await scene.run()
    assert len(toolbox.calls) == 4


@pytest.mark.req("CON-21")
async def test_an_unknown_tool_does_not_end_the_turn() -> None:
    scene = Scene(CallTool("teleport"), say("I cannot do that."))
    assert await scene.run() is Ending.COMPLETE
    assert scene.draft.receipts[0].error == "There is no tool teleport."


@pytest.mark.req("CON-22")
async def test_a_cut_stream_leaves_what_was_said_in_the_draft() -> None:
    scene = Scene(Break("end", ("Once ", "upon")))
    with pytest.raises(ModelCut):
        await scene.run()
    assert scene.draft.streaming == "Once upon"


@pytest.mark.req("CON-22")
async def test_an_empty_answer_is_an_error() -> None:
    with pytest.raises(ModelEmpty):
        await Scene(EMPTY).run()


async def test_thoughts_are_a_sign_of_life_and_never_part_of_the_answer() -> None:
    scene = Scene(Say(("Yes.",), thinking="hmm, the person wants"))
    await scene.run()
    assert ModelThinking() in scene.events
    assert scene.draft.text == "Yes."


@pytest.mark.req("CON-23", "LLM-04")
async def test_a_cancellation_reaches_the_model() -> None:
    scene = Scene(HANG)
    thinking = asyncio.create_task(scene.run())
    await eventually(lambda: scene.model.requests)
    thinking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await thinking
    assert scene.model.closed == 1


@pytest.mark.req("CON-23")
async def test_a_cancellation_between_tools_keeps_the_receipts_of_those_that_ended() -> None:
    async def never(_: str) -> str:
        await asyncio.Event().wait()
        return ""

    toolbox = FakeToolbox({"quick": returning("done"), "never": never})
    scene = Scene(Say(calls=(CallTool("never", id="a"), CallTool("quick", id="b"))), toolbox=toolbox)
    thinking = asyncio.create_task(scene.run())
    await eventually(lambda: any(isinstance(event, ToolFinished) for event in scene.events))
    thinking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await thinking
    assert [receipt.call.id for receipt in scene.draft.receipts] == ["b"]


async def test_usage_adds_up_over_the_requests_of_a_turn() -> None:
    calls = Say(calls=(CallTool("weather"),), tokens=Tokens(input=50, output=5, cached=20))
    scene = Scene(calls, Say(("ok",), tokens=Tokens(input=80, output=7)))
    await scene.run()
    assert (scene.draft.usage.input_tokens, scene.draft.usage.cached_tokens, scene.draft.usage.output_tokens) == (
        130,
        20,
        12,
    )


async def test_a_huge_result_is_cut_and_says_so() -> None:
    toolbox = FakeToolbox({"dump": returning("z" * 50_000)})
    scene = Scene(CallTool("dump"), say("ok"), toolbox=toolbox, limits=LoopLimits(result_characters=1_000))
    await scene.run()
    result = scene.asked(1)[-1]
    assert isinstance(result, ToolMessage)
    assert len(result.content) < 1_100
    assert "49000 of 50000 characters" in result.content


@pytest.mark.req("CON-21", "CON-22")
async def test_half_a_character_is_replaced_wherever_the_model_writes_it() -> None:
    call = CallTool("weather", '{"place": "Lima \ud83e"}', id="\udd89")
    scene = Scene(Say(("Hm \ud83e",), calls=(call,)), say("\ud83e", "\udd89 sun"))
    assert await scene.run() is Ending.COMPLETE
    assert scene.draft.text == "Hm \ufffd\n\n\U0001f989 sun"
    texts = [chunk.text for chunk in scene.events if isinstance(chunk, ReplyChunk)]
    stored = [text for m in scene.draft.messages for text in (m.text, *(c.id + c.arguments for c in m.tool_calls))]
    assert "".join([*texts, *stored]).encode()


@pytest.mark.req("AGT-21")
async def test_what_is_only_proposed_is_asked_in_our_own_words_and_not_done() -> None:
    text = '{"message": "", "actions": [{"action": "search", "params": {"what": "mate"}}], "requires_confirmation": 1}'
    scene = Scene()
    model = PromptedToolsModel(cast(ConnectedModel, FakeChatModel(say(text))))
    request = ChatRequest("system", (UserMessage("hi"),), tuple(scene.toolbox.specs()))
    ending = await replace(scene.loop, model=model).run(request, scene.draft, scene.events.append)
    assert ending is Ending.COMPLETE
    assert "- `search`: mate" in scene.draft.text and "?" in scene.draft.text
    assert scene.toolbox.calls == []


@pytest.mark.req("LLM-03", "CON-22")
async def test_a_reply_holds_the_words_of_one_model_and_the_work_of_all() -> None:
    scene = Scene(Say(("A begins.",), calls=(CallTool("weather"),)))
    await scene.run()  # "fake:model" also gives the last word
    other = FakeChatModel(Say(("B goes on.",), calls=(CallTool("search"),)), say("B ends."), name="fake:other")
    draft = scene.draft
    draft.messages = [message for message in draft.messages if message.tool_calls or message.tool_call_id]
    request = ChatRequest("system", (UserMessage("hi"),), tuple(scene.toolbox.specs()))
    await replace(scene.loop, model=other).run(request, draft, scene.events.append)
    assert draft.text == "B goes on.\n\nB ends."
    assert [receipt.call.name for receipt in draft.receipts] == ["weather", "search"]
    assert draft.reply(Ending.COMPLETE).model == "fake:other"
