"""A turn, with a model that follows a script."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from sidecar.brain.loop import LoopLimits
from sidecar.conversation.request_builder import TurnLimits
from sidecar.conversation.turn import Conversation
from sidecar.domain.fact import Fact
from sidecar.domain.message import Completeness, ConversationId, IncomingMessage, Message, MessageKind, Speaker, TurnId
from sidecar.domain.person import OWNER, Language, PersonId, Preferences
from sidecar.domain.tool import ToolCall
from sidecar.domain.turn import Ending, HandledBy, Reply, ReplyChunk, TurnEvent
from sidecar.errors import ConfigError, ModelError, ModelRefused, ModelUnreachable, NoModel, StorageFull
from sidecar.i18n import Texts
from sidecar.llm import ChatModel, UserMessage
from sidecar.memory.fact_selector import PromptFacts
from sidecar.memory.recall import MemoryHit
from sidecar.memory.retrieval.document import NO_REQUEST, FilterRequest
from tests.eventually import eventually
from tests.fakes.clock import FakeClock
from tests.fakes.model import FakeChatModel
from tests.fakes.toolbox import FakeToolbox, returning
from tests.loopback.script import EMPTY, HANG, Break, CallTool, Refuse, Say, Step, say

AT = datetime(2026, 3, 15, 12, 30, tzinfo=UTC)
TIME = '{"time": "09:30", "date": "2026-03-15", "weekday": "Sunday", "zone": "America/Argentina/Buenos_Aires"}'


class World:
    """Everything a turn reads, in memory; `take` runs one turn and gives its reply."""

    def __init__(self, *steps: Step | ModelError, history: Sequence[Message] = (), window: int = 32_768) -> None:
        self.model = FakeChatModel(*steps, context_window=window)
        self.missing: ModelError | ConfigError | None = None
        self.kept = list(history)
        self.people = {OWNER: Preferences("Ana", "es", ZoneInfo("America/Argentina/Buenos_Aires"))}
        self.limits = TurnLimits()
        self.toolbox = FakeToolbox({"current_time": returning(TIME), "calculator": returning("90")})
        self.events: list[TurnEvent] = []
        self.stop = False
        self.correction = 1.0
        self.known = PromptFacts()
        self.facts: Sequence[Fact] = ()
        self.outdated: Collection[str] = ()
        self.recalled: Sequence[MemoryHit] = ()
        self.remarked: Sequence[str] = ()
        self.notices: list[str] = []

    # the ports of a turn

    async def before(
        self, turn: TurnId, *, person: PersonId, conversation: ConversationId, max_turns: int
    ) -> Sequence[Message]:
        return self.kept

    def preferences(self, person: PersonId) -> Preferences:
        return self.people[person]

    def soul(self, person: PersonId) -> str:
        return "# Soul"

    async def list_last(self, person: PersonId, n: int) -> Sequence[Message]:
        return self.kept[-n:]

    async def read_messages(self) -> None:
        """Have read everything."""

    async def recall(
        self, person: PersonId, query: str, *, k: int, request: FilterRequest = NO_REQUEST
    ) -> Sequence[MemoryHit]:
        return self.recalled[:k]

    async def select_facts(self, person: PersonId, text: str) -> PromptFacts:
        return self.known

    async def find_facts(self, person: PersonId, text: str, *, past: bool = False) -> Sequence[Fact]:
        return self.facts

    async def read_keys(self, person: PersonId) -> Mapping[str, str]:
        return {"city": "Olavarría"}

    async def find_told(self, person: PersonId, turn: TurnId) -> Sequence[Fact]:
        return ()

    async def find_outdated_messages(self, person: PersonId, ids: Collection[str]) -> Collection[str]:
        return self.outdated

    async def chat_model(self, person: PersonId, turn: TurnId) -> ChatModel:
        if self.missing:
            raise self.missing
        return self.model

    def remarks(self, person: PersonId, say: Texts) -> Sequence[str]:
        return self.remarked

    async def token_correction(self, model: str) -> float:
        return self.correction

    async def take_new(self, person: PersonId, say: Texts, *, by_model: bool) -> Sequence[str]:
        told, self.notices = self.notices, []
        return told

    async def settle(self, person: PersonId, text: str, say: Texts, *, last_said: str) -> str | None:
        return "Listo, olvidados." if text == "sí, borralos" else None

    # what a test does

    async def take(self, text: str = "hola", lang: Language | None = None) -> Reply:
        conversation = Conversation(self, self, self, self, self, self.toolbox, FakeClock(AT), lambda: self.limits)
        conversation = replace(conversation, notices=self)
        message = IncomingMessage("1", "terminal", OWNER, text, AT, answer_in=lang)
        return await conversation.take_turn(
            TurnId(7), ConversationId(1), message, self.events.append, lambda: self.stop
        )


class MeetingWorld(World):
    """History and facts wait for each other."""

    def __init__(self) -> None:
        super().__init__()
        self._both = asyncio.Barrier(2)

    async def before(
        self, turn: TurnId, *, person: PersonId, conversation: ConversationId, max_turns: int
    ) -> Sequence[Message]:
        await self._both.wait()
        return self.kept

    async def select_facts(self, person: PersonId, text: str) -> PromptFacts:
        await self._both.wait()
        return self.known


@pytest.mark.req("CON-01")
async def test_what_a_turn_needs_is_read_side_by_side() -> None:
    world = MeetingWorld()
    world.model = FakeChatModel(say("Hola."))
    async with asyncio.timeout(30):
        assert (await world.take()).text == "Hola."


@pytest.mark.req("CON-01", "CON-20")
async def test_a_turn_answers() -> None:
    world = World(say("¡Hola, ", "Ana!"))
    reply = await world.take()
    assert (reply.text, reply.ending, reply.handled_by) == ("¡Hola, Ana!", Ending.COMPLETE, HandledBy.MODEL)
    (request,) = world.model.requests
    assert request.messages[-1] == UserMessage("hola")
    assert "Ana" in request.system
    assert [tool.name for tool in request.tools] == ["current_time", "calculator"]


@pytest.mark.req("MEM-04")
async def test_a_notice_about_the_files_stands_below_the_answer_once() -> None:
    world = World(say("¡Hola!"), say("Bien."))
    world.notices = ["MEMORY.md no está al día", "2 líneas sin entender"]
    reply = await world.take()
    assert reply.text == "¡Hola!\n\n*MEMORY.md no está al día*\n\n*2 líneas sin entender*"
    kinds = [message.kind for message in reply.messages]
    assert kinds == [MessageKind.SAID, MessageKind.NOTICE, MessageKind.NOTICE]
    assert (await world.take("¿todo bien?")).text == "Bien."


class FullDiskWorld(World):
    """The disk is full by the time the model has answered."""

    async def take_new(self, person: PersonId, say: Texts, *, by_model: bool) -> Sequence[str]:
        raise StorageFull("The disk is full.")


@pytest.mark.req("OPS-12")
async def test_a_disk_that_is_full_after_the_answer_takes_none_of_it() -> None:
    reply = await FullDiskWorld(say("¡Hola!")).take()
    assert (reply.text, reply.ending, reply.handled_by) == ("¡Hola!", Ending.COMPLETE, HandledBy.MODEL)


@pytest.mark.req("MEM-04")
async def test_the_answer_to_a_notice_reaches_no_model_and_later_notices_stand_below_it() -> None:
    world = World()
    world.notices = ["MEMORY.md no está al día"]
    reply = await world.take("sí, borralos")
    assert reply.text == "Listo, olvidados.\n\n*MEMORY.md no está al día*"
    assert (reply.handled_by, world.model.requests) == (HandledBy.ROUTER, [])


@pytest.mark.req("CON-03")
async def test_what_was_said_before_is_in_front_of_the_model() -> None:
    past = [
        Message(Speaker.PERSON, "mi gato es Tom", AT, TurnId(6), "telegram"),
        Message(Speaker.COMPANION, "lindo nombre", AT, TurnId(6), "telegram"),
    ]
    world = World(say("Tom"), history=past)
    await world.take("¿cómo se llama mi gato?")
    texts = [getattr(message, "text", "") for message in world.model.requests[0].messages]
    assert texts == ["mi gato es Tom", "lindo nombre", "¿cómo se llama mi gato?"]


@pytest.mark.req("CON-22")
@pytest.mark.parametrize(
    ("step", "code"),
    [
        (Refuse(429, "slow down"), "model_busy"),
        (Refuse(500, "oops"), "model_failed"),
        (Refuse(400, "bad"), "model_rejected"),
        (EMPTY, "model_empty"),
        (Break("garbage"), "model_failed"),
        (Break("end"), "model_cut"),
    ],
)
async def test_a_failing_model_ends_in_honest_words(step: Step, code: str) -> None:
    reply = await World(step).take()
    assert (reply.ending, reply.error_code) == (Ending.FAILED, code)
    assert "Tu mensaje quedó guardado" in reply.text
    assert [message.kind for message in reply.messages] == [MessageKind.NOTICE]
    assert reply.text == f"*{reply.messages[0].text}*"


@pytest.mark.req("CLI-02", "CON-22")
async def test_what_went_wrong_and_what_can_be_done_are_told_apart_too() -> None:
    hidden = ModelRefused("Your {provider} account has no credit left.", hint="Add credit there.", provider="Acme")
    reply = await World(hidden).take(lang="en")
    assert (reply.error_message, reply.error_hint) == (
        "Your Acme account has no credit left.",
        "Add credit there.",
    )
    assert f"{reply.error_message} {reply.error_hint}" in reply.text
    assert reply.handled_by is HandledBy.OFFLINE
    whole = await World(say("hola")).take()
    assert (whole.error_message, whole.error_hint, whole.handled_by) == ("", "", HandledBy.MODEL)


@pytest.mark.req("CON-23", "CON-22")
async def test_a_cut_answer_is_shown_as_cut() -> None:
    reply = await World(Break("close", ("Había una ", "vez"))).take()
    assert reply.ending is Ending.CUT
    assert reply.text.startswith("Había una vez […]")
    assert "se cortó" in reply.text
    assert [(message.kind, message.completeness) for message in reply.messages] == [
        (MessageKind.SAID, Completeness.CUT),
        (MessageKind.NOTICE, Completeness.WHOLE),
    ]


@pytest.mark.req("CON-23")
async def test_an_answer_that_reached_the_models_limit_says_so() -> None:
    reply = await World(Say(("Había una vez",), finish="length")).take()
    assert (reply.ending, reply.error_code) == (Ending.CUT, "answer_limit")
    assert reply.text.startswith("Había una vez […]")
    assert "Pedime que siga" in reply.text


@pytest.mark.req("CON-23")
async def test_the_person_stops_it_and_keeps_what_was_said() -> None:
    world = World(Break("hang", ("Empecé a ",)))
    turn = asyncio.create_task(world.take())
    await eventually(lambda: ReplyChunk("Empecé a ") in world.events)
    world.stop = True
    turn.cancel()
    reply = await turn
    assert reply.ending is Ending.CANCELLED
    assert reply.text == "Empecé a […]"
    assert world.model.closed == 1
    assert not turn.cancelled()


@pytest.mark.req("CHA-20")
async def test_the_program_closes_and_the_turn_is_not_over() -> None:
    world = World(HANG)
    turn = asyncio.create_task(world.take())
    await eventually(lambda: world.model.requests)
    turn.cancel()
    with pytest.raises(asyncio.CancelledError):
        await turn


@pytest.mark.req("CHA-20")
async def test_a_turn_that_takes_too_long_is_stopped() -> None:
    world = World(HANG)
    world.limits = TurnLimits(seconds=0.02)
    reply = await world.take()
    assert (reply.ending, reply.error_code) == (Ending.FAILED, "turn_timeout")
    assert world.model.closed == 1


@pytest.mark.req("CON-20")
async def test_stopping_early_is_told_to_the_person() -> None:
    world = World(CallTool("calculator", id="a"), CallTool("calculator", id="b"), say("Van 90."))
    world.limits = TurnLimits(loop=LoopLimits(iterations=2))
    reply = await world.take()
    assert reply.ending is Ending.STOPPED_EARLY
    assert reply.text.startswith("Van 90.")
    assert "más pasos" in reply.text


@pytest.mark.req("CON-60")
async def test_without_a_model_one_sentence_says_how_to_get_one() -> None:
    world = World()
    world.missing = NoModel("No model is configured.")
    reply = await world.take("contame un cuento")
    assert (reply.handled_by, reply.ending) == (HandledBy.OFFLINE, Ending.COMPLETE)
    assert "sidecar setup" in reply.text


@pytest.mark.req("CON-60")
@pytest.mark.parametrize(
    "missing", [NoModel("none"), ModelUnreachable("no network"), ModelRefused("bad key"), ConfigError("no key")]
)
async def test_what_needs_no_model_is_answered_without_one(missing: ModelError | ConfigError) -> None:
    world = World()
    world.missing = missing
    reply = await world.take("¿qué hora es?")
    assert reply.text == "Son las 9:30 del domingo 15 de marzo (America/Argentina/Buenos_Aires)."
    reply = await world.take("cuánto es 12 * 7,5?")
    assert reply.text == "Da 90."
    assert reply.handled_by is HandledBy.ROUTER
    assert world.toolbox.calls[-1] == ToolCall("router-7", "calculator", '{"expression": "12 * 7.5"}')


@pytest.mark.req("CON-60")
async def test_a_model_out_of_reach_is_named() -> None:
    world = World(ModelUnreachable("I cannot reach {provider}.", provider="Ollama"))
    reply = await world.take("contame un cuento")
    assert reply.ending is Ending.FAILED
    assert "Ollama" in reply.text


async def test_a_message_too_large_for_the_model_is_answered_from_its_ends() -> None:
    world = World(say("Es largo."), window=2_000)
    reply = await world.take("principio " + "palabra " * 12_000 + "final")
    sent = world.model.requests[0].messages[-1]
    assert isinstance(sent, UserMessage)
    assert sent.text.startswith("principio")
    assert sent.text.endswith("final")
    assert "demasiado largo" in reply.text


async def test_a_prompt_that_the_provider_finds_too_long_is_tried_again_smaller() -> None:
    past = [
        message
        for turn in range(1, 30)
        for message in (
            Message(Speaker.PERSON, "pregunta " * 40, AT, TurnId(turn), "terminal"),
            Message(Speaker.COMPANION, "respuesta " * 40, AT, TurnId(turn), "terminal"),
        )
    ]
    world = World(Refuse(400, "too long", "context_length_exceeded"), say("listo"), history=past)
    reply = await world.take()
    assert reply.text == "listo"
    first, second = world.model.requests
    assert len(second.messages) < len(first.messages)


@pytest.mark.req("CLI-02")
async def test_the_language_that_was_asked_for() -> None:
    world = World(say("Hi"))
    await world.take("hola", lang="en")
    assert "Answer in English, whatever language" in world.model.requests[0].system


async def test_words_before_a_tool_are_part_of_the_reply() -> None:
    world = World(Say(("Miro.",), calls=(CallTool("calculator"),)), say("Son 90."))
    reply = await world.take()
    assert reply.text == "Miro.\n\nSon 90."
    assert [receipt.call.name for receipt in reply.receipts] == ["calculator"]


@pytest.mark.req("CON-60")
async def test_without_a_model_a_question_about_the_past_is_answered_by_quoting() -> None:
    world = World()
    world.missing = NoModel("No model is configured.")
    world.recalled = [
        MemoryHit("message", "3", "¿dónde dejé el paraguas?", "2026-02-01", "person", 0.9),
        MemoryHit("message", "4", "dejé el paraguas en lo de Marta", "2026-02-02", "person", 0.8),
        MemoryHit("fact", "1", "Tiene una moto Honda", "2026-01-01", "", 0.7),
    ]
    reply = await world.take("¿dónde quedó mi paraguas?")
    assert "dejé el paraguas en lo de Marta" in reply.text and "(2/2)" in reply.text
    assert "Honda" not in reply.text and "¿dónde dejé" not in reply.text
    assert reply.handled_by is HandledBy.OFFLINE


@pytest.mark.req("CON-60")
async def test_without_a_model_and_without_a_memory_it_says_how_to_get_a_model() -> None:
    world = World()
    world.missing = NoModel("No model is configured.")
    world.recalled = [MemoryHit("fact", "1", "Tiene una moto Honda", "2026-01-01", "", 0.7)]
    for text in ("¿dónde quedó mi paraguas?", "el paraguas está roto"):
        assert "Honda" not in (await world.take(text)).text
