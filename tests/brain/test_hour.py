"""The hour that the model is told: true, and not in the way of what was read already."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sidecar.brain.hour import at_this_hour, sitting_began
from sidecar.domain.message import Message, Speaker, TurnId
from sidecar.llm import AssistantMessage, UserMessage

ZONE = ZoneInfo("America/Argentina/Buenos_Aires")
NOON = datetime(2026, 3, 15, 15, 0, tzinfo=UTC)


def said(*minutes_ago: float) -> list[Message]:
    return [
        Message(Speaker.PERSON, "hola", NOON - timedelta(minutes=minutes), TurnId(place), "terminal")
        for place, minutes in enumerate(minutes_ago)
    ]


@pytest.mark.req("CON-13")
@pytest.mark.parametrize(
    ("minutes_ago", "began_minutes_ago"),
    [
        ((), 0),
        ((5,), 5),
        ((50, 29, 1), 50),
        ((90, 29, 1), 29),  # a pause of an hour
        ((31,), 0),
        ((60 * 13, 1), 1),
        ((-3, 2), 2),  # a clock that was set back
    ],
)
def test_a_sitting_begins_after_a_pause(minutes_ago: tuple[float, ...], began_minutes_ago: float) -> None:
    assert sitting_began(said(*minutes_ago), NOON, ZONE) == NOON - timedelta(minutes=began_minutes_ago)


@pytest.mark.req("CON-10", "CON-13")
def test_a_new_day_is_never_told_as_the_old_one() -> None:
    midnight = datetime(2026, 3, 16, 3, 5, tzinfo=UTC)
    talk = [Message(Speaker.PERSON, "hola", midnight - timedelta(minutes=10), TurnId(1), "terminal")]
    assert sitting_began(talk, midnight, ZONE) == midnight


@pytest.mark.req("CON-10", "CON-13")
def test_a_later_hour_stands_before_the_newest_message_alone() -> None:
    messages = (UserMessage("hola"), AssistantMessage("¡Hola!"), UserMessage("¿y ahora?"))
    *earlier, newest = at_this_hour(messages, NOON - timedelta(minutes=7), NOON, ZONE)
    assert tuple(earlier) == messages[:2]
    assert newest == UserMessage("<now>12:00</now>\n¿y ahora?")
    assert at_this_hour(messages, NOON, NOON + timedelta(seconds=59), ZONE) == messages


@pytest.mark.req("CON-13")
@given(st.lists(st.floats(0, 400), max_size=30))
def test_two_messages_in_a_row_have_the_same_beginning(gaps: list[float]) -> None:
    """Unless a pause or a new day lies between them."""
    minutes = [sum(gaps[place:]) for place in range(len(gaps))]
    talk = said(*minutes)
    before = sitting_began(talk[:-1], talk[-1].at, ZONE) if talk else NOON
    after = sitting_began(talk, NOON, ZONE)
    paused = bool(talk) and NOON - talk[-1].at > timedelta(minutes=30)
    same_day = bool(talk) and talk[-1].at.astimezone(ZONE).date() == NOON.astimezone(ZONE).date()
    assert after == (before if talk and not paused and same_day else NOON)
