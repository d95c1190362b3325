"""Converts between columns and the types of the domain."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from decimal import Decimal
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from sidecar.domain.message import (
    Attachment,
    Completeness,
    ConversationId,
    IncomingMessage,
    Message,
    MessageKind,
    Speaker,
    TurnId,
)
from sidecar.domain.person import LANGUAGES, PersonId
from sidecar.domain.tool import ToolCall
from sidecar.storage.db import Row

_NANO = 1_000_000_000
T = TypeVar("T")
P = ParamSpec("P")


class UnreadableRow(Exception):
    """A row holds what nobody wrote there, although SQLite finds the file sound."""


def checked(convert: Callable[Concatenate[Row, P], T]) -> Callable[Concatenate[Row, P], T]:
    """Make a converter of rows raise `UnreadableRow` for values that cannot be what was stored."""

    @wraps(convert)
    def convert_row(row: Row, /, *args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return convert(row, *args, **kwargs)
        except (LookupError, OverflowError, TypeError, ValueError) as error:
            raise UnreadableRow(str(error)) from error

    return convert_row


# -- single columns


def to_text(at: datetime) -> str:
    """Format as `2026-03-15T12:30:00.000000Z`: always UTC and of one length, so that text order is time order."""
    if at.tzinfo is None:
        raise ValueError(f"an instant without a zone cannot be stored: {at}")
    return at.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")


def text(row: Row, column: str) -> str:
    value = row[column]
    if not isinstance(value, str):
        raise UnreadableRow(f"{column} should be text")
    return value


def whole(row: Row, column: str) -> int:
    value = row[column]
    if not isinstance(value, int):
        raise UnreadableRow(f"{column} should be a whole number")
    return value


def real(row: Row, column: str) -> float | None:
    value = row[column]
    if value is not None and not isinstance(value, (int, float)):
        raise UnreadableRow(f"{column} should be a number")
    return None if value is None else float(value)


@checked
def instant(row: Row, column: str) -> datetime:
    return datetime.fromisoformat(text(row, column))


def instant_or_none(row: Row, column: str) -> datetime | None:
    return None if row[column] is None else instant(row, column)


def to_nanousd(cost_usd: Decimal | None) -> int | None:
    """Convert to whole billionths of a dollar, which add up exactly on every database."""
    return None if cost_usd is None else round(cost_usd * _NANO)


def from_nanousd(nanousd: int) -> Decimal:
    return Decimal(nanousd) / _NANO


# -- nouns


def attachments_to_json(attachments: Sequence[Attachment]) -> str:
    return _to_json([{"path": a.path, "media_type": a.media_type, "name": a.name} for a in attachments])


def tool_calls_to_json(calls: Sequence[ToolCall]) -> str:
    return _to_json([{"id": c.id, "name": c.name, "arguments": c.arguments} for c in calls])


def metadata_to_json(message: IncomingMessage) -> str:
    return _to_json(dict(message.metadata))


@checked
def incoming_message(row: Row) -> IncomingMessage:
    """Convert a row of `inbox`."""
    return IncomingMessage(
        id=text(row, "external_id"),
        channel=text(row, "channel"),
        person=person_id(row),
        text=text(row, "text"),
        received_at=instant(row, "received_at"),
        address=text(row, "address"),
        reply_to=text(row, "reply_to"),
        attachments=tuple(Attachment(**a) for a in json.loads(text(row, "attachments"))),
        answer_in=next((language for language in LANGUAGES if language == row["answer_in"]), None),
        secrets_masked=bool(row["secrets_masked"]),
        metadata=json.loads(text(row, "metadata")),
    )


@checked
def message(row: Row) -> Message:
    """Convert a row of `messages`."""
    return Message(
        speaker=Speaker(text(row, "speaker")),
        text=text(row, "text"),
        at=instant(row, "at"),
        turn=TurnId(whole(row, "turn_id")),
        channel=text(row, "channel"),
        completeness=Completeness(text(row, "completeness")),
        tool_calls=tuple(ToolCall(**call) for call in json.loads(text(row, "tool_calls"))),
        tool_call_id=text(row, "tool_call_id"),
        kind=MessageKind(text(row, "kind")),
    )


def person_id(row: Row) -> PersonId:
    return PersonId(text(row, "person_id"))


def turn_id(row: Row, column: str = "id") -> TurnId:
    return TurnId(whole(row, column))


def conversation_id(row: Row, column: str = "conversation_id") -> ConversationId:
    return ConversationId(whole(row, column))


def _to_json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
