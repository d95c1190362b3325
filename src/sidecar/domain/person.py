"""Who Sidecar talks to, and what they told it about themselves in `user.md`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import time
from enum import StrEnum
from typing import Literal, NewType
from zoneinfo import ZoneInfo

PersonId = NewType("PersonId", str)
Language = Literal["es", "en"]

LANGUAGES: tuple[Language, ...] = ("es", "en")

OWNER = PersonId("owner")
"""The person of a one-person installation."""


class Proactivity(StrEnum):
    """How much Sidecar may speak without being asked."""

    LOW = "low"
    """Reminders only."""
    MEDIUM = "medium"
    HIGH = "high"


class ChannelPreference(StrEnum):
    """What may be said unasked on a channel."""

    ALL = "all"
    REMINDERS_ONLY = "reminders-only"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class QuietHours:
    """From `start` to `end`, local time; past midnight when `end` is the earlier one; never when they are equal."""

    start: time = time(22)
    end: time = time(8)


@dataclass(frozen=True, slots=True)
class Preferences:
    """What `user.md` says, with careful defaults for what it does not say."""

    name: str = ""
    language: Language = "es"
    timezone: ZoneInfo = ZoneInfo("UTC")
    proactivity: Proactivity = Proactivity.LOW
    quiet_hours: QuietHours = QuietHours()
    channels: Mapping[str, ChannelPreference] = field(default_factory=dict[str, ChannelPreference])
    """In the order of the file: the first one is the primary channel."""
    about: str = ""
    """The free part of the file, as the person wrote it: who they are, in their own words."""
