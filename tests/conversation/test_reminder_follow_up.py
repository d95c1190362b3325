"""A message that is only a time, after a turn about a reminder: which call it is, or none."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from itertools import count
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sidecar.conversation.context import ConversationContext
from sidecar.conversation.matching import match_message
from sidecar.conversation.tool_calls import to_tool_calls
from sidecar.domain.message import ConversationId, IncomingMessage, Message, MessageKind, Speaker, TurnId
from sidecar.domain.person import OWNER, Language, Preferences
from sidecar.domain.tool import ToolCall
from sidecar.router.intents import EditReminder, SetReminder, SnoozeReminder
from sidecar.router.matcher import Precedence

ZONE = ZoneInfo("America/Argentina/Buenos_Aires")
NOW = datetime(2026, 3, 11, 13, 0, tzinfo=UTC)  # a Wednesday; 10:00 in Buenos Aires
QUESTION = "Error: nothing was set or changed (vague); ask the person: ¿Cuándo?"


class Past:
    """The history of a conversation, call by call."""

    def __init__(self) -> None:
        self.messages: list[Message] = []
        self._turn = TurnId(0)
        self._ids = count()

    def turn(self, text: str = "recordame…") -> Past:
        self._turn = TurnId(self._turn + 1)
        return self._add(Speaker.PERSON, text)

    def calls(self, *calls: tuple[str, dict[str, str], str]) -> Past:
        """The model asks for these at once, and gets these results."""
        asked = [ToolCall(f"c{next(self._ids)}", name, json.dumps(arguments)) for name, arguments, _ in calls]
        self._add(Speaker.COMPANION, "", tool_calls=tuple(asked))
        for call, (_, _, result) in zip(asked, calls, strict=True):
            self._add(Speaker.TOOL, result, tool_call_id=call.id)
        return self

    def says(self, text: str, kind: MessageKind = MessageKind.SAID) -> Past:
        return self._add(Speaker.COMPANION, text, kind)

    def _add(
        self,
        speaker: Speaker,
        text: str,
        kind: MessageKind = MessageKind.SAID,
        tool_calls: tuple[ToolCall, ...] = (),
        tool_call_id: str = "",
    ) -> Past:
        self.messages.append(
            Message(
                speaker,
                text,
                NOW,
                self._turn,
                "terminal",
                tool_calls=tool_calls,
                tool_call_id=tool_call_id,
                kind=kind,
            )
        )
        return self


def done(id: int = 4, message: str = "llamar al banco", local: str = "2026-03-13T09:00") -> str:
    return json.dumps({"id": id, "message": message, "local": local, "zone": ZONE.key, "you_must_show": "…"})


def set_one(id: int = 4, message: str = "llamar al banco") -> tuple[str, dict[str, str], str]:
    return ("set_reminder", {"message": message, "when": "el viernes a las 9"}, done(id, message))


def unclear(when: str, message: str = "llamar al banco") -> tuple[str, dict[str, str], str]:
    return ("set_reminder", {"message": message, "when": when}, QUESTION)


def follow(
    text: str, past: Past, *, now: datetime = NOW, language: Language = "es"
) -> tuple[str, dict[str, str]] | None:
    message = IncomingMessage("m", "terminal", OWNER, text, now)
    preferences = Preferences("Ana", language, ZONE)
    found = match_message(
        ConversationContext(TurnId(9), ConversationId(1), message, preferences, "", past.messages, now)
    )
    if found is None or found.precedence is not Precedence.BEFORE_MODEL:
        return None
    if not isinstance(found.intent, SetReminder | EditReminder | SnoozeReminder):
        return None  # a request of its own
    (call,) = to_tool_calls(found.intent, "call")
    assert call.id == "call"
    return call.name, json.loads(call.arguments)


def edits(text: str, id: int = 4) -> tuple[str, dict[str, str]]:
    return "edit_reminder", {"which": str(id), "when": text}


# -- a reminder was set


@pytest.mark.req("REM-02")
@pytest.mark.parametrize(
    "text",
    [
        "a las 16",
        "no, mañana",
        "mejor a las 18:30",
        "no perdón, el sábado",
        "el lunes que viene a las 10",
        "hoy no, mañana",
        "en dos horas",
        "media hora antes",
        "a las 7 de la tarde, porfa",
        "posponelo una hora",
        "al mediodía",
        "9:45",
    ],
)
def test_a_time_alone_changes_the_reminder_that_was_just_set(text: str) -> None:
    past = Past().turn().calls(set_one()).says("⏰ Te lo recuerdo: llamar al banco")
    assert follow(text, past) == edits(text)


@pytest.mark.req("REM-02")
@pytest.mark.parametrize(
    "text", ["at 4pm", "no, tomorrow", "actually, make it Saturday", "an hour earlier", "sorry, noon"]
)
def test_in_english(text: str) -> None:
    past = Past().turn().calls(set_one(message="call the bank")).says("Done.")
    assert follow(text, past, language="en") == edits(text)


@pytest.mark.req("REM-02")
@pytest.mark.parametrize(
    "text",
    [
        "gracias",
        "dale",
        "¿a las 16 qué tengo?",
        "mañana llueve?",
        "a las 16 salgo del trabajo",
        "no",
        "cancelalo",
        "16",
        "9/10",
        "el viernes a las 9 no puedo",
        "",
        "   ",
        "mañana " * 20,
        "todos los lunes a las 9",
    ],
)
def test_anything_else_goes_to_the_model(text: str) -> None:
    past = Past().turn().calls(set_one()).says("Listo.")
    assert follow(text, past) is None


@pytest.mark.req("REM-02")
def test_it_works_again_and_again_and_after_the_model_tried_twice() -> None:
    past = Past().turn().calls(set_one()).says("Listo.").turn("a las 16")
    past.calls(("edit_reminder", {"which": "4", "when": "a las 16"}, done())).says("Cambiado.")
    assert follow("a las 17", past) == edits("a las 17")
    past.turn("otro").calls(unclear("viernes")).calls(set_one(id=5, message="otra cosa")).says("Listo.")
    assert follow("a las 17", past) == edits("a las 17", id=5)


@pytest.mark.req("REM-02")
def test_only_right_after_it() -> None:
    past = Past().turn().calls(set_one()).says("Listo.")
    assert follow("a las 16", past, now=NOW + timedelta(minutes=59)) == edits("a las 16")
    assert follow("a las 16", past, now=NOW + timedelta(minutes=61)) is None
    assert follow("a las 16", past.turn("gracias").says("De nada.")) is None
    assert follow("a las 16", Past()) is None


@pytest.mark.req("REM-02")
def test_with_two_reminders_it_is_not_plain_which() -> None:
    assert follow("a las 16", Past().turn().calls(set_one(4), set_one(5)).says("Listo.")) is None
    same = Past().turn().calls(set_one(4)).calls(("snooze_reminder", {"which": "4"}, done(4))).says("Listo.")
    assert follow("a las 16", same) == edits("a las 16")


@pytest.mark.req("RTR-07")
def test_of_two_the_time_is_for_the_one_that_was_asked_about() -> None:
    asked = ("set_reminder", {"message": "tomar agua", "when": "en 2 horas"})
    half = Past().turn().calls(set_one(4), unclear("en un rato", "tomar agua")).says("¿Cuándo?")
    assert follow("en 2 horas", half) == asked
    half = Past().turn().calls(unclear("en un rato", "tomar agua"), set_one(4)).says("¿Cuándo?")
    assert follow("en 2 horas", half) == asked


@pytest.mark.req("REM-02")
def test_one_that_was_cancelled_at_once_is_not_changed() -> None:
    past = Past().turn().calls(set_one()).calls(("cancel_reminder", {"which": "4"}, done())).says("Cancelado.")
    assert follow("a las 16", past) is None


@pytest.mark.req("REM-02")
def test_when_another_reminder_was_said_meanwhile_the_time_may_be_meant_for_that() -> None:
    past = Past().turn().calls(set_one()).says("Listo.").says("⏰ Recordatorio: sacar la torta", MessageKind.REMINDER)
    assert follow("en 10 minutos", past) is None
    itself = (
        Past().turn().calls(set_one()).says("Listo.").says("⏰ Recordatorio: llamar al banco", MessageKind.REMINDER)
    )
    assert follow("en 10 minutos", itself) == edits("en 10 minutos")
    emphatic = Past().turn().calls(set_one()).says("⏰ ¡Listo! El viernes te aviso.").says("⏰ nota")
    assert follow("en 10 minutos", emphatic) == edits("en 10 minutos")


# -- it could not be set: the person was asked when


@pytest.mark.req("REM-02", "DAT-04")
@pytest.mark.parametrize(
    ("before", "text", "when"),
    [
        ("", "mañana a las 9", "mañana a las 9"),
        ("", "en 20 minutos", "en 20 minutos"),
        ("", "todos los lunes a las 9", "todos los lunes a las 9"),
        ("en un rato", "en 2 horas", "en 2 horas"),
        ("más tarde", "a las 21", "a las 21"),
        ("a las 3", "mañana", "mañana a las 3"),
        ("a las 3", "a las 15", "a las 15"),
        ("a las 3", "mañana a las 3", "mañana a las 3"),
        ("mañana", "a las 16", "mañana a las 16"),
        ("el viernes", "9:30", "el viernes 9:30"),
        ("mañana", "a la tarde", "mañana a la tarde"),
        ("mañana a la tarde", "a las 5", "mañana a la tarde a las 5"),
        ("el finde", "el sábado", "el sábado"),
        ("mañana", "pasado mañana a las 10", "pasado mañana a las 10"),
        ("hoy a las 8", "mañana a las 8", "mañana a las 8"),
        ("lunes o martes a las 20", "el martes a las 20", "el martes a las 20"),
    ],
)
def test_the_answer_completes_what_was_asked_for(before: str, text: str, when: str) -> None:
    past = Past().turn().calls(unclear(before)).says("¿Cuándo?")
    assert follow(text, past) == ("set_reminder", {"message": "llamar al banco", "when": when})


@pytest.mark.req("REM-02", "DAT-01")
@pytest.mark.parametrize(
    ("before", "text"),
    [
        # an hour alone, and a day that is not plain: today would be a guess
        ("lunes o martes a las 20", "a las 21"),
        ("pasado mañana a las 25", "a las 17"),
        ("el 5 de marzo a las 10", "a las 21"),
        ("el día de la primavera", "a las 22"),
        ("mañana antes de las 10", "a las 21"),
        # no time at all
        ("en un rato", "no importa"),
        ("en un rato", "sí"),
        ("", "¿mañana llueve?"),
        # it was not the time that was missing
        ("mañana a las 9", "a las 16"),
    ],
)
def test_what_would_be_a_guess_goes_to_the_model(before: str, text: str) -> None:
    assert follow(text, Past().turn().calls(unclear(before)).says("¿Cuándo?")) is None


@pytest.mark.req("REM-02")
def test_a_change_that_was_unclear_is_tried_again_with_the_answer() -> None:
    failed = ("edit_reminder", {"which": "4", "when": "en un rato", "message": "ir al banco"}, QUESTION)
    past = Past().turn().calls(failed).says("¿Cuándo?")
    assert follow("a las 18", past) == ("edit_reminder", {"which": "4", "when": "a las 18", "message": "ir al banco"})
    by_words = ("snooze_reminder", {"which": "el del banco", "when": "en un rato"}, QUESTION)
    assert follow("en 20 minutos", Past().turn().calls(by_words).says("¿Cuándo?")) == (
        "snooze_reminder", {"which": "el del banco", "when": "en 20 minutos"}
    )  # fmt: skip


@pytest.mark.parametrize(
    "arguments", ["", "null", "[]", '{"message": 5}', '{"when": "x"}', "{", '{"message": "", "when": ""}']
)
def test_calls_that_make_no_sense_are_left_to_the_model(arguments: str) -> None:
    past = Past().turn()
    past.messages += [
        Message(Speaker.COMPANION, "", NOW, TurnId(1), "t", tool_calls=(ToolCall("x", "set_reminder", arguments),)),
        Message(Speaker.TOOL, "Error: bad arguments", NOW, TurnId(1), "t", tool_call_id="x"),
    ]
    assert follow("", past) is None
    found = follow("mañana a las 9", past)
    assert found is None or found[1]["message"]


@pytest.mark.parametrize(
    "result",
    [
        "{}",
        "[]",
        "null",
        '{"id": 1, "local": "x", "zone": "UTC", "message": ""}',
        '{"id": 1, "local": "2026-03-13T09:00"}',
    ],
)
def test_results_of_another_shape_are_no_reminders(result: str) -> None:
    past = Past().turn().calls(("set_reminder", {"message": "x", "when": "el viernes a las 9"}, result)).says("?")
    assert follow("a las 16", past) is None


@given(
    st.text(max_size=90),
    st.lists(st.sampled_from([set_one(), set_one(5), unclear("en un rato"), unclear("mañana")]), max_size=3),
)
def test_nothing_breaks_it_and_the_message_is_never_lost(
    text: str, calls: Sequence[tuple[str, dict[str, str], str]]
) -> None:
    past = Past().turn().calls(*calls).says("Listo.")
    found = follow(text, past)
    if found is not None:
        name, arguments = found
        assert arguments.get("message") == "llamar al banco" if name == "set_reminder" else arguments["which"] in "45"
