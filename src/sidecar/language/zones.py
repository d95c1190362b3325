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
    candidates = _find_candidates(fold_name(place)) or _find_candidates(fold_name(place.partition(",")[0]))
    if country := COUNTRIES.get(fold_name(place.rpartition(",")[2])):
        there = {_get_offsets(zone) for zone in country}
        candidates = [zone for zone in candidates if _get_offsets(zone) in there] or country
    return candidates if len({_get_offsets(zone) for zone in candidates}) > 1 else candidates[:1]


def find_similar_places(place: str) -> Sequence[str]:
    """Return known places, at most three, whose names look like this one."""
    names: Mapping[str, object] = {**_map_cities(), **ZONE_OF_PLACE, **COUNTRIES}
    return difflib.get_close_matches(fold_name(place.partition(",")[0]), names, n=3, cutoff=_SIMILAR)


def _find_candidates(name: str) -> Sequence[str]:
    zone = ZONE_OF_PLACE.get(name) or _map_full_names().get(name)
    return [zone] if zone else COUNTRIES.get(name) or _map_cities().get(name, [])


def _get_offsets(zone: str) -> tuple[timedelta | None, ...]:
    """Return what tells zones apart: two names of one zone, or two zones with the same time, need no question."""
    rules = ZoneInfo(zone)
    return tuple(moment.astimezone(rules).utcoffset() for moment in _WINTER_AND_SUMMER)


@cache
def _list_zones() -> Sequence[str]:
    """Return every IANA zone; the names that say most come first: `America/Cordoba` is an old one."""
    names = files("tzdata").joinpath("zones").read_text("ascii").split()
    return sorted(names, key=lambda zone: (-zone.count("/"), zone))


@cache
def _map_full_names() -> Mapping[str, str]:
    return {fold_name(zone): zone for zone in _list_zones()}


@cache
def _map_cities() -> Mapping[str, Sequence[str]]:
    cities: dict[str, list[str]] = {}
    for zone in _list_zones():
        if not zone.startswith("Etc/"):  # Etc/GMT+3 is what people call UTC-3
            cities.setdefault(fold_name(zone.rsplit("/", 1)[-1]), []).append(zone)
    return cities
