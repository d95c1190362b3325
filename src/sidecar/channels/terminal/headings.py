"""The dim line above late answers and messages that the person may have seen."""

from __future__ import annotations

from datetime import datetime, timedelta

from sidecar.domain.control_characters import strip_controls
from sidecar.domain.message import OutgoingKind, OutgoingMessage
from sidecar.i18n import Texts

LONGEST_QUOTE_CHARS = 60
_LATE_AFTER = timedelta(seconds=90)


def format_heading(message: OutgoingMessage, now: datetime, say: Texts) -> str:
    """Return the heading of a message that no exchange awaits. Empty for a command's answer: it has no turn."""
    if message.kind is OutgoingKind.NOTIFICATION:
        return format_notification_heading(message, now, say)
    answers_late = message.turn is not None and message.in_answer_to
    answer = format_answer_heading(message.in_answer_to, message.created_at, now, say) if answers_late else ""
    return " · ".join(part for part in (answer, format_maybe_seen(message, say)) if part)


def format_notification_heading(message: OutgoingMessage, now: datetime, say: Texts) -> str:
    """Return the heading of a notification; empty when it is on time and new."""
    late = now - message.created_at > _LATE_AFTER
    from_when = say("from {time}", time=_local(message.created_at, now)) if late else ""
    return " · ".join(part for part in (from_when, format_maybe_seen(message, say)) if part)


def format_maybe_seen(message: OutgoingMessage, say: Texts) -> str:
    return say("you may have seen this already") if message.maybe_seen else ""


def format_answer_heading(text: str, at: datetime, now: datetime, say: Texts) -> str:
    quote = " ".join(strip_controls(text).split())
    if len(quote) > LONGEST_QUOTE_CHARS:
        quote = quote[: LONGEST_QUOTE_CHARS - 1] + "…"
    return say("answer to “{text}” ({time})", text=quote, time=_local(at, now))


def _local(at: datetime, now: datetime) -> str:
    """Format the time in this computer's zone, with the date if it is not today."""
    local = at.astimezone()
    return f"{local:%H:%M}" if local.date() == now.astimezone().date() else f"{local:%Y-%m-%d %H:%M}"
