"""Tool: what time it is, anywhere."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta, timezone, tzinfo
from re import IGNORECASE
from re import compile as pattern
from zoneinfo import ZoneInfo

from sidecar.brain.toolbox import ToolScope
from sidecar.errors import ToolError
from sidecar.i18n import Texts
from sidecar.language.weekdays_and_months import WEEKDAYS
from sidecar.language.zones import find_similar_places, find_zones
from sidecar.runtime.clock import Clock
from sidecar.tools.tool import tool

_OFFSET = pattern(r"(?:utc|gmt)?\s*([+-]|−)\s*(\d{1,2})(?::?([0-5]\d))?", IGNORECASE)
_FARTHEST = timedelta(hours=14)


@dataclass(frozen=True, slots=True)
class LocalTime:
    """A place's wall clock: `2026-03-01`, `Sunday`, `21:04`, `Europe/Madrid`, `+01:00`."""

    date: str
    weekday: str
    time: str
    zone: str
    utc_offset: str


def _label(say: Texts, given: Mapping[str, str]) -> str:
    place = given.get("place", "")
    return say("checking the time in {place}", place=place) if place else say("checking the time")


class CurrentTime:
    def __init__(self, clock: Clock) -> None:
        self._clock = clock

    @tool(category="time", label=_label)
    async def current_time(
        self,
        scope: ToolScope,
        place: str = "",
    ) -> LocalTime:
        """Date and time now, also in another city, country or zone."""
        own = scope.preferences.timezone
        name, zone = find_zone(place) if place.strip() else (own.key, own)
        return self._describe_time(name, zone)

    def _describe_time(self, name: str, zone: tzinfo) -> LocalTime:
        now = self._clock.now().astimezone(zone)
        return LocalTime(
            date=now.date().isoformat(),
            weekday=WEEKDAYS["en"][now.weekday()],
            time=f"{now:%H:%M}",
            zone=name,
            utc_offset=now.isoformat()[-6:],
        )


def find_zone(place: str) -> tuple[str, tzinfo]:
    """Return the name and the rules of a place's zone, or of an offset ("UTC-3").

    Raises `ToolError`, with candidates, when the place is unknown or has several zones.
    """
    if offset := _parse_offset(place):
        return offset
    match find_zones(place):
        case [zone]:
            return zone, ZoneInfo(zone)
        case []:
            close = find_similar_places(place)
            hint = f" Did you mean {', '.join(close)}?" if close else ""
            advice = f"{hint} Give an IANA zone such as Europe/Madrid, or a larger city"
            raise ToolError(f'no time zone known for "{place[:60]}".{advice}')
        case several:
            raise ToolError(f'"{place}" has several time zones; ask for one of: {", ".join(several)}')


def _parse_offset(place: str) -> tuple[str, tzinfo] | None:
    found = _OFFSET.fullmatch(place.strip())
    if not found:
        return None
    sign, hours, minutes = found.groups()
    size = timedelta(hours=int(hours), minutes=int(minutes or 0))
    if size > _FARTHEST:
        raise ToolError(f'"{place}" is no time zone: offsets go from UTC-12 to UTC+14')
    zone = timezone(size if sign == "+" else -size)
    return str(zone), zone
