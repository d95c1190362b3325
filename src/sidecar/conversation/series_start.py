"""Reads from which day on a series is meant: "every other Friday at 6, starting today"."""

from __future__ import annotations

import re

from sidecar import dates
from sidecar.conversation.context import ConversationContext
from sidecar.reminders.days import find_days
from sidecar.reminders.schedule import write_start
from sidecar.router.intents import SetReminder

_START = re.compile(
    r"[,;]?\s*\b(?:start(?:s|ing)?|beginning|a partir|empezando|empieza|arrancando|arranca|comenzando)\s+"
    r"(?:from |on |desde )?(?P<day>(?:(?:del?|el|la|este|esta|en|the|this|next) )*[\w/]+"
    r"(?: (?:the \d+\w*|\d+\w*|de \w+|que viene|q viene))*)",
    re.IGNORECASE,
)


def read_start(request: SetReminder, context: ConversationContext) -> SetReminder:
    """Return the request with its first day apart from its rule; as it is, where no first day is said."""
    said = _START.search(context.text)
    zone = context.preferences.timezone
    days = find_days(said["day"], context.now, zone, context.answer_language) if said else None
    if said is None or days is None:
        return request
    rest = f"{context.text[: said.start()]} {context.text[said.end() :]}"
    for language in context.reading_languages:
        rule = dates.find(rest, language)
        if rule is not None and isinstance(dates.parse(rule.words, context.now, zone, language), dates.Recurrence):
            message = _START.sub("", request.message).strip(" ,.;")
            return SetReminder(message or request.message, write_start(rule.words, days.first))
    return request
