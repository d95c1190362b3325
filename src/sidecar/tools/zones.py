"""From the name of a place, in Spanish or English, to a time zone."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from functools import cache
from importlib.resources import files
from zoneinfo import ZoneInfo

from sidecar.errors import ToolError
from sidecar.language.fold import fold_name
from sidecar.language.places import CITIES, COUNTRIES

_OFFSET = re.compile(r"(?:utc|gmt)?\s*([+-]|−)\s*(\d{1,2})(?::?([0-5]\d))?", re.IGNORECASE)
_FARTHEST = timedelta(hours=14)
_WINTER_AND_SUMMER = (datetime(2025, 1, 15, tzinfo=UTC), datetime(2025, 7, 15, tzinfo=UTC))


def find_zone(place: str) -> tuple[str, tzinfo]:
    """The zone's name and rules. Raises `ToolError` with candidates if the place is not known or is in several zones.

    Understands IANA names, offsets ("UTC-3"), countries with one zone, and cities, alone or with their country
    ("Córdoba, España").
    """
    if offset := _offset(place):
        return offset
    candidates = _candidates(fold_name(place)) or _candidates(fold_name(place.partition(",")[0]))
    if country := COUNTRIES.get(fold_name(place.rpartition(",")[2])):
        there = {_behaviour(zone) for zone in country}
        candidates = [zone for zone in candidates if _behaviour(zone) in there] or country
    if not candidates:
        raise ToolError(_unknown(place))
    if len({_behaviour(zone) for zone in candidates}) > 1:
        raise ToolError(f'"{place}" has several time zones; ask for one of: {", ".join(candidates)}')
    return candidates[0], ZoneInfo(candidates[0])


def _candidates(name: str) -> Sequence[str]:
    if zone := _by_full_name().get(name):
        return [zone]
    if zone := CITIES.get(name):
        return [zone]
    return COUNTRIES.get(name) or _by_city().get(name, [])


def _offset(place: str) -> tuple[str, tzinfo] | None:
    found = _OFFSET.fullmatch(place.strip())
    if not found:
        return None
    sign, hours, minutes = found.groups()
    size = timedelta(hours=int(hours), minutes=int(minutes or 0))
    if size > _FARTHEST:
        raise ToolError(f'"{place}" is no time zone: offsets go from UTC-12 to UTC+14')
    zone = timezone(size if sign == "+" else -size)
    return str(zone), zone


def _behaviour(zone: str) -> tuple[timedelta | None, ...]:
    """Two names of one zone, or two zones that keep the same time, are not worth a question."""
    rules = ZoneInfo(zone)
    return tuple(moment.astimezone(rules).utcoffset() for moment in _WINTER_AND_SUMMER)


def _unknown(place: str) -> str:
    names: Mapping[str, object] = {**_by_city(), **CITIES, **COUNTRIES}
    close = difflib.get_close_matches(fold_name(place.partition(",")[0]), names, n=3, cutoff=0.7)
    hint = f" Did you mean {', '.join(close)}?" if close else ""
    return f'no time zone known for "{place[:60]}".{hint} Give an IANA zone such as Europe/Madrid, or a larger city'


@cache
def _zones() -> Sequence[str]:
    lines = files("tzdata").joinpath("zones").read_text("ascii").split()
    return [zone for zone in lines if not zone.startswith(("Etc/", "SystemV/"))]


@cache
def _by_full_name() -> Mapping[str, str]:
    return {fold_name(zone): zone for zone in _zones()}


@cache
def _by_city() -> Mapping[str, Sequence[str]]:
    cities: dict[str, list[str]] = {}
    for zone in _longest_first(_zones()):
        cities.setdefault(fold_name(zone.rsplit("/", 1)[-1]), []).append(zone)
    return cities


def _longest_first(zones: Iterable[str]) -> Iterable[str]:
    """`America/Argentina/Cordoba` is the name that says most; `America/Cordoba` an old one."""
    return sorted(zones, key=lambda zone: (-zone.count("/"), zone))
