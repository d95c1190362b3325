"""Several models as one: who is asked when, and that an answer is always one model's alone."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import timedelta
from decimal import Decimal

import pytest

from sidecar.domain.message import TurnId
from sidecar.domain.money import RequestOutcome, RequestRecord
from sidecar.domain.person import OWNER
from sidecar.errors import ConfigError, ModelBusy, ModelCut, ModelFailed, ModelRefused, ModelTimeout
from sidecar.llm import (
    AssistantMessage,
    ChatRequest,
    Completion,
    ModelEvent,
    RetryScheduled,
    TextChunk,
    ToolSpec,
    UserMessage,
)
from sidecar.providers.budget import BudgetPolicy
from sidecar.providers.model_spec import ModelSpec
from sidecar.providers.registry import ModelRegistry
from tests.loopback.openai_server import OpenAIServer
from tests.loopback.script import EMPTY, HANG, Break, Refuse, Say, Script, Step, say
from tests.providers.test_retry import HurriedClock

HELLO = ChatRequest("Be kind.", (UserMessage("hola"),))
TURN = TurnId(1)


class Memory:
    """Choices and accounts that forget when the test ends."""

    def __init__(self) -> None:
        self.chosen: dict[str, str] = {}
        self.records: list[RequestRecord] = []

    async def get(self, person: str, key: str) -> str | None:
        return self.chosen.get(key)

    async def set(self, person: str, key: str, value: str) -> None:
        self.chosen[key] = value

    async def clear(self, person: str, key: str) -> None:
        self.chosen.pop(key, None)

    async def record(self, request: RequestRecord, line: int | None = None, /) -> int:
        if line is None:
            self.records.append(request)
            return len(self.records) - 1
        self.records[line] = request
        return line

    async def token_ratio(self, model: str) -> float | None:
        return None

    async def outcomes(self, model: str, connection: str) -> Sequence[RequestOutcome]:
        return ()

    async def spent(self, since: object) -> tuple[Decimal, Decimal]:
        return Decimal(0), Decimal(0)


@dataclass
class House:
    """Servers in a chain, a registry over them and what it wrote down."""

    servers: Sequence[OpenAIServer]
    clock: HurriedClock
    memory: Memory
    budget_policy: BudgetPolicy = field(default_factory=BudgetPolicy)

    def __post_init__(self) -> None:
        first, *others = (
            ModelSpec(f"openai:{'abc'[place]}", server.base_url) for place, server in enumerate(self.servers)
        )
        self.choice = replace(first, fallback=tuple(others))
        self.registry = ModelRegistry(
            lambda _: self.choice, self.memory, self.memory, self.clock, budget_policy=lambda: self.budget_policy
        )

    async def ask(self, request: ChatRequest = HELLO) -> list[ModelEvent]:
        model = await self.registry.chat_model(OWNER, TURN)
        return [event async for event in model.stream(request)]

    async def answer(self, request: ChatRequest = HELLO) -> str:
        last = (await self.ask(request))[-1]
        assert isinstance(last, Completion)
        return f"{last.model.partition(':')[2]}: {last.message.text}"

    @property
    def asked(self) -> list[int]:
        return [len(server.asked) for server in self.servers]


@asynccontextmanager
async def house_of(*scripts: Sequence[Step]) -> AsyncIterator[House]:
    async with AsyncExitStack() as stack:
        servers: list[OpenAIServer] = []
        for place, steps in enumerate(scripts):
            server = OpenAIServer(models=("abc"[place],))
            server.script = Script(*steps)
            servers.append(await stack.enter_async_context(server))
        house = House(servers, HurriedClock(), Memory())
        stack.push_async_callback(house.registry.close)
        yield house


@pytest.mark.req("LLM-03", "CON-22")
@pytest.mark.parametrize(
    "steps",
    [
        [Refuse(429)] * 3,
        [Refuse(500)] * 3,
        [Refuse(401)],
        [Refuse(402)],
        [Refuse(404)],
        [EMPTY] * 3,
        [Break("close")] * 3,
        [Break("garbage", ("half",))] * 3,
        [HANG],
    ],
    ids=str,
)
async def test_whoever_gives_no_answer_is_followed_by_the_next(steps: list[Step]) -> None:
    async with house_of(steps, [say("hola")]) as house:
        request = replace(HELLO, first_token_timeout=timedelta(seconds=0.2))
        assert await house.answer(request) == "b: hola"
        assert house.asked == [len(steps), 1]


@pytest.mark.req("LLM-03", "LLM-06")
@pytest.mark.parametrize("text", ['{"message": "", "actions": []}', '{"message": "", "actions": [{"action": "wea'])
async def test_json_that_says_and_does_nothing_is_followed_by_the_next(text: str) -> None:
    request = replace(HELLO, tools=(ToolSpec("weather", "The weather.", {"type": "object", "properties": {}}),))
    async with house_of([say(text)] * 3, [say("hola")]) as house:
        house.choice = replace(house.choice, tools="json")
        assert await house.answer(request) == "b: hola"
        assert house.asked == [3, 1]


@pytest.mark.req("LLM-03")
async def test_a_server_that_is_not_there_is_followed_by_the_next() -> None:
    async with house_of([], [say("hola")]) as house:
        house.choice = replace(house.choice, base_url="http://127.0.0.1:9/v1")
        assert await house.answer() == "b: hola"


@pytest.mark.req("LLM-03")
async def test_an_answer_is_never_made_of_two_halves() -> None:
    async with house_of([Break("close", ("The first ", "half"))] * 3, [say("A whole ", "answer")]) as house:
        shown = ""
        for event in await house.ask():
            match event:
                case TextChunk(text):
                    shown += text
                case RetryScheduled():
                    shown = ""
                case Completion():
                    assert event.message.text == "A whole answer"
                case _:
                    pass
        assert shown == "A whole answer"


@pytest.mark.req("LLM-03", "CON-23")
async def test_without_a_next_one_the_text_stays_and_the_error_says_that_it_was_cut() -> None:
    async with house_of([Refuse(500)] * 3, [Break("close", ("Only ", "half"))] * 3) as house:
        shown = ""
        with pytest.raises(ModelCut):
            async for event in (await house.registry.chat_model(OWNER, TURN)).stream(HELLO):
                shown = shown + event.text if isinstance(event, TextChunk) else ""
        assert shown == "Only half"


@pytest.mark.req("LLM-03")
async def test_when_all_fail_the_first_choice_says_why() -> None:
    async with house_of([Refuse(401)], [Refuse(500)] * 3) as house:
        with pytest.raises(ModelRefused):
            await house.ask()
        assert house.asked == [1, 3]


@pytest.mark.req("LLM-03")
async def test_a_model_that_keeps_failing_is_skipped_and_probed_again() -> None:
    async with house_of([Refuse(500)] * 3, []) as house:
        for place in range(4):
            assert (await house.answer()).startswith("b: ")
            assert house.asked == [3, place + 1]
        assert (await house.registry.current(OWNER)) == "openai:b"
        house.clock.pass_unnoticed(61)
        assert (await house.answer()).startswith("a: ")
        assert (await house.registry.current(OWNER)) == "openai:a"


@pytest.mark.req("LLM-03")
async def test_the_only_model_is_asked_once_even_while_it_rests() -> None:
    async with house_of([Refuse(500)] * 4) as house:
        for expected in ([3], [4]):
            with pytest.raises(ModelFailed):
                await house.ask()
            assert house.asked == expected
        assert await house.answer() == "a: You said: hola", "it is back before its rest is over"
        assert (await house.registry.statuses(OWNER))[0].chain[0].failures == 0


@pytest.mark.req("LLM-03", "LLM-05")
async def test_background_work_does_not_press_a_model_that_rests() -> None:
    async with house_of([Refuse(500)] * 3) as house:
        with pytest.raises(ModelFailed):
            await house.ask()
        memory = await house.registry.model_for("memory", OWNER)
        with pytest.raises(ModelBusy):
            async for _ in memory.stream(HELLO):
                pass
        assert house.asked == [3]


@pytest.mark.req("LLM-03")
async def test_within_a_turn_the_one_that_answered_goes_on() -> None:
    async with house_of([Refuse(500)] * 2, []) as house:
        model = await house.registry.chat_model(OWNER, TURN)
        house.servers[0].script = Script(Refuse(401), say("I am back"))
        for _ in range(3):
            last = [event async for event in model.stream(HELLO)][-1]
            assert isinstance(last, Completion) and last.model == "openai:b"
        assert house.asked == [1, 3]


@pytest.mark.req("LLM-03", "CON-22")
async def test_with_somebody_ready_nobody_waits_long_for_a_busy_one() -> None:
    async with house_of([Refuse(429, headers={"retry-after": "30"})], [say("hola")]) as house:
        assert await house.answer() == "b: hola"
        assert house.clock.slept == []


@pytest.mark.req("LLM-03")
async def test_json_that_is_none_is_asked_for_again_and_then_elsewhere() -> None:
    schema = {"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]}
    bad = [say("Sure!"), say('{"b": 1}'), say('{"a": ')]
    async with house_of(bad, [say('```json\n{"a": 1}\n```')]) as house:
        last = (await house.ask(replace(HELLO, json_schema=schema)))[-1]
        assert isinstance(last, Completion)
        assert json.loads(last.message.text) == {"a": 1}
        assert house.asked == [3, 1]


async def test_a_fallback_with_a_small_window_gets_what_fits() -> None:
    long_past = tuple(
        message for n in range(200) for message in (UserMessage(f"{n} " + "word " * 50), AssistantMessage("ok"))
    )
    request = replace(HELLO, messages=(*long_past, UserMessage("the question")))
    async with house_of([Refuse(401)], [say("hola")]) as house:
        (small,) = house.choice.fallback
        house.choice = replace(house.choice, fallback=(replace(small, context_window=4000),))
        assert await house.answer(request) == "b: hola"
        received = house.servers[1].asked[0]
        assert received.system == "Be kind."
        assert received.messages[-1] == UserMessage("the question")
        assert isinstance(received.messages[0], UserMessage)
        assert 10 < len(received.messages) < 100
        assert len(house.servers[0].asked[0].messages) == len(request.messages)


@pytest.mark.req("LLM-02")
async def test_one_that_cannot_be_connected_is_passed_over() -> None:
    async with house_of([], [say("hola")]) as house:
        house.choice = replace(house.choice, name="nobody:x")
        assert await house.answer() == "b: hola"
        house.choice = ModelSpec("nobody:x", fallback=(ModelSpec("openai:y", "not an address"),))
        with pytest.raises(ConfigError) as caught:
            await house.ask()
        assert caught.value.fields["provider"] == "nobody"


@pytest.mark.req("LLM-04")
async def test_background_roles_have_their_own_patience() -> None:
    async with house_of([HANG]) as house:
        router = await house.registry.model_for("router", OWNER, TURN)
        async with asyncio.timeout(30):
            with pytest.raises(ModelTimeout):
                async for _ in router.stream(HELLO):
                    pass
        assert [(record.role, record.error_code) for record in house.memory.records] == [("router", "model_timeout")]


@pytest.mark.req("LLM-04", "CON-23")
async def test_cancelling_reaches_the_wire_through_everything() -> None:
    async with house_of([Refuse(401)], [say("a", "b", wait_s=30)]) as house:
        events = (await house.registry.chat_model(OWNER, TURN)).stream(HELLO)
        assert await anext(events) == TextChunk("a")
        await events.aclose()
        async with asyncio.timeout(30):
            await house.servers[1].abandoned.get()
        assert [record.error_code for record in house.memory.records] == ["model_refused", "cancelled"]


@pytest.mark.req("LLM-07")
async def test_a_key_that_was_mended_counts_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    async with OpenAIServer(api_key="sk-right-123456789", models=("a",)) as server:
        monkeypatch.setenv("DEEPSEEK_BASE_URL", server.base_url)
        monkeypatch.setenv("DEEPSEEK_API_KEY", "sk-wrong-123456789")
        house = House([server], HurriedClock(), Memory())
        house.choice = ModelSpec("deepseek:a")
        with pytest.raises(ModelRefused):
            await house.ask()
        monkeypatch.setenv("DEEPSEEK_API_KEY", "sk-right-123456789")
        assert await house.answer() == "a: You said: hola"
        await house.registry.close()


@pytest.mark.req("LLM-03")
async def test_every_attempt_is_in_the_accounts() -> None:
    async with house_of([Refuse(500)] * 3, [Say(("hi",))]) as house:
        await house.ask()
        told = [(record.model, record.error_code) for record in house.memory.records]
        assert told == [("openai:a", "model_failed")] * 3 + [("openai:b", "")]
