"""Undoing takes back what was just spoken of; anything older is named, and asked about."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from sidecar.conversation.context import ConversationContext
from sidecar.conversation.matching import match_message
from sidecar.conversation.undo import Undo
from sidecar.domain.fact import Domain
from sidecar.domain.message import ConversationId, IncomingMessage, Message, Speaker, TurnId
from sidecar.domain.person import OWNER, Preferences
from sidecar.i18n import Texts
from sidecar.language.whole_memory import means_everything
from sidecar.memory.forget import FORGET_ASKED
from sidecar.memory.undo import FactUndo
from sidecar.router.forget_request import parse_forget_request
from sidecar.router.intents import SettleForgetting
from sidecar.storage.sqlite import SqliteDb
from sidecar.storage.undo import SqlChangeLog
from tests.fakes.clock import FakeClock
from tests.memory.stage import ZONE, Mind

ES = Texts("es")


@pytest.fixture
def mind(db: SqliteDb) -> Mind:
    return Mind(db, FakeClock())


@pytest.fixture
def undo(mind: Mind) -> Undo:
    return Undo(SqlChangeLog(mind.db), FactUndo(mind.facts, mind.clock), mind.clock, lambda: None)


@pytest.mark.req("CMD-01")
async def test_what_was_told_just_before_goes_without_a_question(mind: Mind, undo: Undo) -> None:
    await mind.remember("Toca el oboe", origin=await mind.say("toco el oboe"))
    assert await undo.ask_first(OWNER, await mind.say("deshacelo"), ES) is None
    assert "oboe" in await undo.undo_last(OWNER, ES)
    assert await mind.texts() == []


@pytest.mark.req("CMD-01")
async def test_what_was_told_before_that_is_named_and_asked_about(mind: Mind, undo: Undo) -> None:
    await mind.remember("Es alérgico a la penicilina", Domain.HEALTH, await mind.say("soy alérgico a la penicilina"))
    await mind.say("qué hora es?")
    asking = await mind.say("deshacer")
    question = await undo.ask_first(OWNER, asking, ES)
    assert question is not None and "penicilina" in question and question.endswith("?")
    assert await mind.texts() == ["Es alérgico a la penicilina"]
    await mind.execute(
        "insert into messages (person_id, conversation_id, turn_id, channel, speaker, text, tool_calls, at)"
        " select person_id, conversation_id, turn_id, channel, 'companion', '', :calls, at from messages"
        " where turn_id = :turn",
        turn=asking,
        calls='[{"id": "1", "name": "undo_change", "arguments": "{}"}]',
    )
    assert await undo.ask_first(OWNER, await mind.say("sí"), ES) is None


@pytest.mark.req("MEM-16")
@pytest.mark.parametrize(
    ("text", "everything"),
    [
        ("borrá todo lo que sabés de mí", True),
        ("olvidate de todo lo que te conté", True),
        ("Forget everything you know about me, please", True),
        ("wipe all my data", True),
        ("vaciá tu memoria", True),
        ("borrá la memoria de la cámara", False),
        ("delete my data from the spreadsheet", False),
        ("olvidate de todo", False),
    ],
)
def test_everything_is_asked_for_in_many_words(text: str, everything: bool) -> None:
    found = parse_forget_request(text)
    assert (found is not None and means_everything(found.what)) is everything


@pytest.mark.req("CMD-01", "MEM-16")
@pytest.mark.parametrize("text", ["no, me arrepentí", "me arrepentí, deshacelo", "I changed my mind", "undo that"])
def test_a_question_about_forgetting_is_dropped_by_second_thoughts(text: str) -> None:
    now = datetime(2026, 3, 11, 13, 0, tzinfo=UTC)
    asked = [
        Message(Speaker.PERSON, "olvidate de lo de Tomás", now, TurnId(1), "terminal"),
        Message(Speaker.TOOL, f"{FORGET_ASKED}; shown to them: …", now, TurnId(1), "terminal", tool_call_id="1"),
        Message(Speaker.PERSON, "qué hora es?", now, TurnId(2), "terminal"),
    ]
    incoming = IncomingMessage("m", "terminal", OWNER, text, now)
    context = ConversationContext(
        TurnId(3), ConversationId(1), incoming, Preferences("Ana", "es", ZONE), "", asked, now
    )
    found = match_message(context)
    assert found is not None and found.intent == SettleForgetting(erase=False)
