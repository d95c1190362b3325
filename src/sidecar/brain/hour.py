"""What time the model is told, so that a talk does not have to be read anew at every message (CON-13).

Providers and local servers keep what they have read, from its beginning up to the first change. The hour in the system
prompt would be that change, before everything that was said. So it stays that of the first message of a sitting, and a
later hour stands before the newest message alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta, tzinfo
from itertools import pairwise

from sidecar.domain.message import Message
from sidecar.llm import ChatMessage, UserMessage

_PAUSE = timedelta(minutes=30)
"""After a longer one a new sitting begins; by then no provider has kept anything."""


def sitting_began(history: Sequence[Message], now: datetime, zone: tzinfo) -> datetime:
    """When this talk began: the earliest message of the same day after which nobody paused for long."""
    times = [*(message.at for message in history), now]
    began = now
    for earlier, later in reversed(list(pairwise(times))):
        if not timedelta() <= later - earlier <= _PAUSE or _day(earlier, zone) != _day(now, zone):
            break
        began = earlier
    return began


def at_this_hour(
    messages: Sequence[ChatMessage], began: datetime, now: datetime, zone: tzinfo
) -> tuple[ChatMessage, ...]:
    """The messages, the newest with the hour before it if that is not the one of the system prompt any more."""
    hour = f"{now.astimezone(zone):%H:%M}"
    if not messages or hour == f"{began.astimezone(zone):%H:%M}":
        return tuple(messages)
    *earlier, newest = messages
    if not isinstance(newest, UserMessage):
        return tuple(messages)
    return (*earlier, replace(newest, text=f"<now>{hour}</now>\n{newest.text}"))


def _day(moment: datetime, zone: tzinfo) -> object:
    return moment.astimezone(zone).date()
