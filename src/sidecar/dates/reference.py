"""What words are read against: the present moment, the person's zone, and the language of the words."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from sidecar.dates.date_language import DateLanguage
from sidecar.dates.result import Refusal
from sidecar.dates.wall_time import to_local, to_utc


@dataclass(frozen=True, slots=True)
class Reference:
    """Now, as local time without zone and as a moment."""

    now: datetime
    utc: datetime
    zone: ZoneInfo
    language: DateLanguage

    @classmethod
    def at(cls, now: datetime, zone: ZoneInfo, language: DateLanguage) -> Reference:
        utc = now.astimezone(UTC).replace(microsecond=0)
        return cls(to_local(utc, zone), utc, zone, language)

    def may_be_suggested(self, local: datetime) -> bool:
        """Return whether a wall time exists and is still to come."""
        try:
            return to_utc(local, self.zone) > self.utc
        except Refusal:
            return False

    def is_ahead(self, local: datetime) -> bool:
        """Return whether a wall time is still to come; one that does not exist counts by the clock alone."""
        try:
            return to_utc(local, self.zone) > self.utc
        except Refusal:
            return local > self.now
