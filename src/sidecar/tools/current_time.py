"""Tool: what time it is, anywhere."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import tzinfo
from typing import Annotated

from sidecar.brain.toolbox import ToolScope
from sidecar.i18n import Texts
from sidecar.language.calendar_names import WEEKDAYS
from sidecar.runtime.clock import Clock
from sidecar.tools.tool import tool
from sidecar.tools.zones import find_zone


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
        place: Annotated[str, "city, country or IANA zone; empty = the person's"] = "",
    ) -> LocalTime:
        """Date and time now, in any place."""
        own = scope.preferences.timezone
        name, zone = find_zone(place) if place.strip() else (own.key, own)
        return self._at(name, zone)

    def _at(self, name: str, zone: tzinfo) -> LocalTime:
        now = self._clock.now().astimezone(zone)
        return LocalTime(
            date=now.date().isoformat(),
            weekday=WEEKDAYS["en"][now.weekday()],
            time=f"{now:%H:%M}",
            zone=name,
            utc_offset=now.isoformat()[-6:],
        )
