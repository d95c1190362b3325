"""The quiet line over a message that does not speak for itself: late answers, and what may have been seen."""

from __future__ import annotations

from datetime import datetime

from sidecar.channels.terminal.markdown import strip_controls
from sidecar.domain.message import OutgoingMessage
from sidecar.i18n import Texts

LONGEST_QUOTE_CHARS = 60


def heading_of(message: OutgoingMessage, now: datetime, say: Texts) -> str:
    """For a message that nobody here awaits. Empty for a command's answer: it has no turn."""
    late = message.turn is not None and message.in_answer_to
    parts = (answer_to(message.in_answer_to, message.created_at, now, say) if late else "", maybe_seen(message, say))
    return " · ".join(part for part in parts if part)


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
