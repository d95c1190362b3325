"""Messages and replies to put into a database."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from sidecar.domain.message import IncomingMessage, Message, Speaker, TurnId
from sidecar.domain.person import OWNER, PersonId
from sidecar.domain.turn import HandledBy, Reply

NOON = datetime(2026, 3, 15, 12, 0, tzinfo=UTC)


def incoming(
    id: str, text: str = "", *, person: PersonId = OWNER, channel: str = "terminal", at: datetime = NOON
) -> IncomingMessage:
    return IncomingMessage(id, channel, person, text or f"message {id}", at, address="here")


def reply(text: str, *, at: datetime = NOON) -> Reply:
    said = Message(Speaker.COMPANION, text, at, TurnId(0), "terminal")
    return Reply(text, HandledBy.MODEL, messages=(said,))


def later(**by: float) -> datetime:
    return NOON + timedelta(**by)
