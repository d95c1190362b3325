"""The context of a message for matchers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from sidecar.domain.message import Message
from sidecar.domain.person import Language
from sidecar.domain.reminder import Reminder


@dataclass(frozen=True, slots=True)
class MatchContext:
    """The conversation around a message, when and where it was written. `history` is oldest first, `now` is UTC."""

    history: Sequence[Message]
    now: datetime
    zone: ZoneInfo
    language: Language
    asked_to_erase: bool = False
    reminders: Sequence[Reminder] = ()
    """Those to come, and those that were said lately."""
    """The last answer asked whether something is to be forgotten, or erased too."""
