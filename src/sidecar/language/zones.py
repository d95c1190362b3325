"""From the name of a place, in Spanish or English, to the time zones that it keeps."""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from functools import cache
from importlib.resources import files
from zoneinfo import ZoneInfo

from sidecar.language.fold import fold_name
from sidecar.language.places import COUNTRIES, ZONE_OF_PLACE

_WINTER_AND_SUMMER = (datetime(2025, 1, 15, tzinfo=UTC), datetime(2025, 7, 15, tzinfo=UTC))
_SIMILAR = 0.7


def find_zones(place: str) -> Sequence[str]:
    """Return the IANA zones that may be meant: one where all keep the same time, none for an unknown place.

    Understands IANA names in any case, countries, and cities, alone or with their country ("Córdoba, España").
    """
    candidates = _candidates(fold_name(place)) or _candidates(fold_name(place.partition(",")[0]))
    if country := COUNTRIES.get(fold_name(place.rpartition(",")[2])):
        there = {_offsets(zone) for zone in country}
        candidates = [zone for zone in candidates if _offsets(zone) in there] or country
    return candidates if len({_offsets(zone) for zone in candidates}) > 1 else candidates[:1]


def find_similar_places(place: str) -> Sequence[str]:
    """Return known places, at most three, whose names look like this one."""
    names: Mapping[str, object] = {**_zones_of_city(), **ZONE_OF_PLACE, **COUNTRIES}
    return difflib.get_close_matches(fold_name(place.partition(",")[0]), names, n=3, cutoff=_SIMILAR)


def _candidates(name: str) -> Sequence[str]:
    zone = ZONE_OF_PLACE.get(name) or _zone_of_full_name().get(name)
    return [zone] if zone else COUNTRIES.get(name) or _zones_of_city().get(name, [])


def _offsets(zone: str) -> tuple[timedelta | None, ...]:
    """Return what tells zones apart: two names of one zone, or two zones with the same time, need no question."""
    rules = ZoneInfo(zone)
    return tuple(moment.astimezone(rules).utcoffset() for moment in _WINTER_AND_SUMMER)


@cache
def _zones() -> Sequence[str]:
    """Return every IANA zone; the names that say most come first: `America/Cordoba` is an old one."""
    names = files("tzdata").joinpath("zones").read_text("ascii").split()
    return sorted(names, key=lambda zone: (-zone.count("/"), zone))


@cache
def _zone_of_full_name() -> Mapping[str, str]:
    return {fold_name(zone): zone for zone in _zones()}


@cache
def _zones_of_city() -> Mapping[str, Sequence[str]]:
    cities: dict[str, list[str]] = {}
    for zone in _zones():
        if not zone.startswith("Etc/"):  # Etc/GMT+3 is what people call UTC-3
            cities.setdefault(fold_name(zone.rsplit("/", 1)[-1]), []).append(zone)
    return cities
