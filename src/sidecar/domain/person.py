"""Who Sidecar talks to, and what they told it about themselves in `user.md`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NewType
from zoneinfo import ZoneInfo

PersonId = NewType("PersonId", str)
Language = Literal["es", "en"]

LANGUAGES: tuple[Language, ...] = ("es", "en")

OWNER = PersonId("owner")
"""The person of a one-person installation."""


@dataclass(frozen=True, slots=True)
class Preferences:
    """What `user.md` says, with careful defaults for what it does not say."""

    name: str = ""
    language: Language = "es"
    timezone: ZoneInfo = ZoneInfo("UTC")
    about: str = ""
    """The free part of the file, as the person wrote it: who they are, in their own words."""
