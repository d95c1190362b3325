"""Parsed date words, or the error, as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import assert_never

from sidecar.api.encoding import INLINE, OPTIONAL
from sidecar.api.reminders import format_local, format_utc
from sidecar.dates import DateError, DateResult, Instant, Recurrence


@dataclass(frozen=True, slots=True)
class InstantJson:
    kind: str
    utc: str
    local: str
    zone: str
    notes: Sequence[str] | None = field(metadata=OPTIONAL)


@dataclass(frozen=True, slots=True)
class RecurrenceJson:
    kind: str
    rrule: str
    first_local: str
    zone: str
    notes: Sequence[str] | None = field(metadata=OPTIONAL)


@dataclass(frozen=True, slots=True)
class DateErrorJson:
    kind: str
    code: str
    message: str
    suggestions: Sequence[str]


DateJson = InstantJson | RecurrenceJson | DateErrorJson


@dataclass(frozen=True, slots=True)
class ExplainedDateJson:
    result: DateJson = field(metadata=INLINE)
    steps: Sequence[str] | None = field(metadata=OPTIONAL)


def date_to_json(result: DateResult) -> DateJson:
    match result:
        case Instant():
            utc, local = format_utc(result.utc), format_local(result.local)
            return InstantJson("instant", utc, local, result.zone.key, result.notes or None)
        case Recurrence():
            return RecurrenceJson(
                "recurrence", result.rrule, format_local(result.first), result.zone.key, result.notes or None
            )
        case DateError():
            return DateErrorJson("error", result.code, result.message, result.suggestions)
        case _:
            assert_never(result)
