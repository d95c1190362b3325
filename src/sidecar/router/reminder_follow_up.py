"""A message that is only a time, right after a reminder was set, gives that reminder its new time (REM-02)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime, timedelta

from sidecar import dates
from sidecar.domain.message import Message, MessageKind, Speaker
from sidecar.language.fold import fold
from sidecar.router.intents import EditReminder
from sidecar.router.last_turn import SetNow, read_last_turn
from sidecar.router.match_context import MatchContext

_MAX_CHARS = 80
_MAX_PAUSE = timedelta(hours=1)
_SOMETHING_NEW = re.compile(
    r"\b(?:alarmas?|alarms?|timers?|temporizador|cronometro|avis[ae]\w*|ping|recorda\w*|recuerda\w*|remind\w*|despert\w+"
    r"|wake|notify|alert|otr[oa]|another|nuev[oa]|new|tambien|also)\b"
)
"""Words that ask for another reminder, though they stand beside nothing but a time."""


def match_follow_up(text: str, context: MatchContext) -> EditReminder | None:
    """Return the change that gives the one reminder of the last turn its new time; None when `text` is anything but a
    time, or when it is not plain which reminder is meant."""
    history = context.history
    if not text.strip() or len(text) > _MAX_CHARS or not history or context.now - history[-1].at > _MAX_PAUSE:
        return None
    turn = read_last_turn(history)
    if len(turn.set_now) != 1 or turn.pending or _SOMETHING_NEW.search(fold(text)):
        return None
    (reminder,) = turn.set_now
    amends = not _another_was_due(reminder, turn.messages) and _amends(text, reminder.local, context)
    return EditReminder(str(reminder.id), text) if amends else None


def _another_was_due(reminder: SetNow, last: Sequence[Message]) -> bool:
    """Return whether another reminder has been said since: the time may be meant for that one."""
    after = max(index for index, message in enumerate(last) if message.speaker is Speaker.TOOL) + 1
    return any(m.kind is MessageKind.REMINDER and reminder.message not in m.text for m in last[after:])


def _amends(text: str, previous: datetime, context: MatchContext) -> bool:
    return dates.change_time(text, previous, context.now, context.zone, context.language) is not None
