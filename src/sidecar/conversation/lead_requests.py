"""Reads that something is to ring before its event, where a message says nothing else: "avisame el día antes"."""

from __future__ import annotations

import re
from dataclasses import replace

from sidecar.conversation.alert_words import ASKS
from sidecar.conversation.context import ConversationContext
from sidecar.conversation.reminder_references import find_just_set
from sidecar.language.fold import fold
from sidecar.reminders.lead import Lead, find_event, find_lead
from sidecar.router.intents import EditReminder, SetReminder

_CLOCK = re.compile(r"(?:(?:a las?|at|a la|in the)? ?[\w:.]+(?: ?(?:hs?|am|pm))?)?(?: (?:please|porfa|por favor))?")
_ONLY_ASKS = re.compile(
    rf"(?:{ASKS}|recordame\w*|si|yes|dale|ok|bueno|mejor|porfa|please|no|y|and|just|pero|it|lo|maybe|[\s,.])*"
)


def match_lead(context: ConversationContext) -> EditReminder | None:
    """Return what lets the reminder that was just set ring before its event: "avisame media hora antes"."""
    last = find_just_set(context)
    lead = _read_lead_alone(context.text) if last is not None and not last.recurring and not find_event(last) else None
    if last is None or lead is None or not lead.event:
        return None  # "una hora antes" alone moves the reminder itself
    return EditReminder(str(last.id), Lead(f"{last.schedule.local:%Y-%m-%d %H:%M}", lead.before, lead.clock).words)


def _read_lead_alone(text: str) -> Lead | None:
    """Read how long before its event it is to ring, where a message says nothing else: "avisame el día antes"."""
    lead = find_lead(text)
    alone = lead is not None and _ONLY_ASKS.fullmatch(fold(lead.event)) and _CLOCK.fullmatch(fold(lead.clock))
    return lead if alone else None


def ring_earlier(intent: SetReminder, text: str) -> SetReminder | None:
    """Return the reminder that was asked about, so long before its event."""
    lead = None if find_lead(intent.when) else _read_lead_alone(text)
    return replace(intent, when=Lead(intent.when, lead.before, lead.clock).words) if lead is not None else None
