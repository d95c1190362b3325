"""Readings written short, so that a table of them can be read."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

from sidecar.dates import DateError, DateResult, Instant, Recurrence, parse

BUENOS_AIRES = ZoneInfo("America/Argentina/Buenos_Aires")
MADRID = ZoneInfo("Europe/Madrid")
NEW_YORK = ZoneInfo("America/New_York")
WEDNESDAY = "2026-03-11T10:00"


def at(local: str, zone: ZoneInfo = BUENOS_AIRES) -> datetime:
    return datetime.fromisoformat(local).replace(tzinfo=zone)


def read(text: str, language: str = "es", now: str = WEDNESDAY, zone: ZoneInfo = BUENOS_AIRES) -> str:
    """ "03-12 09:00" for an instant (with its year when it is another), "RULE from 03-12 09:00", or "code: a | b"."""
    result = parse(text, at(now, zone), zone, language)
    match result:
        case Instant():
            return short(result.local, now)
        case Recurrence():
            return f"{result.rrule} from {short(result.first, now)}"
        case DateError():
            return ": ".join(filter(None, [result.code, " | ".join(result.suggestions)]))


def shown_result(result: DateResult) -> str:
    """ "03-12 09:00", the rule, or the code of the error."""
    match result:
        case Instant():
            return short(result.local, WEDNESDAY)
        case Recurrence():
            return result.rrule
        case DateError():
            return result.code


def rows(table: str) -> list[tuple[str, str]]:
    """Lines "words → expected" as pairs."""
    return [
        (text.strip(), expected.strip()) for text, expected in (row.split("→") for row in table.strip().splitlines())
    ]


def short(moment: datetime, now: str) -> str:
    return f"{moment:%m-%d %H:%M}" if moment.year == int(now[:4]) else f"{moment:%Y-%m-%d %H:%M}"
