"""The quiet line over a message that does not speak for itself: late answers, and what may have been seen."""

from __future__ import annotations

from datetime import datetime, timedelta

from sidecar.channels.terminal.markdown import strip_controls
from sidecar.domain.message import OutgoingKind, OutgoingMessage
from sidecar.i18n import Texts

LONGEST_QUOTE_CHARS = 60
_LATE_AFTER = timedelta(seconds=90)


def heading_of(message: OutgoingMessage, now: datetime, say: Texts) -> str:
    """For a message that nobody here awaits. Empty for a command's answer: it has no turn."""
    if message.kind is OutgoingKind.NOTIFICATION:
        return heading_of_notification(message, now, say)
    late = message.turn is not None and message.in_answer_to
    parts = (answer_to(message.in_answer_to, message.created_at, now, say) if late else "", maybe_seen(message, say))
    return " · ".join(part for part in parts if part)


def heading_of_notification(message: OutgoingMessage, now: datetime, say: Texts) -> str:
    """Empty for one that is on time and new."""
    late = now - message.created_at > _LATE_AFTER
    from_when = say("from {time}", time=_local(message.created_at, now)) if late else ""
    return " · ".join(part for part in (from_when, maybe_seen(message, say)) if part)


def maybe_seen(message: OutgoingMessage, say: Texts) -> str:
    return say("you may have seen this already") if message.maybe_seen else ""


def answer_to(text: str, at: datetime, now: datetime, say: Texts) -> str:
    quote = " ".join(strip_controls(text).split())
    if len(quote) > LONGEST_QUOTE_CHARS:
        quote = quote[: LONGEST_QUOTE_CHARS - 1] + "…"
    return say("answer to “{text}” ({time})", text=quote, time=_local(at, now))


def _local(at: datetime, now: datetime) -> str:
    """On the clock of this computer, which is the one the person looks at."""
    local = at.astimezone()
    return f"{local:%H:%M}" if local.date() == now.astimezone().date() else f"{local:%Y-%m-%d %H:%M}"
