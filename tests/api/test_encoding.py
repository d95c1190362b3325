"""JSON of dataclasses: keys in the order of the fields, optional ones left out, inline ones in their place."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from enum import StrEnum

from sidecar.api.encoding import INLINE, OPTIONAL, from_attributes, to_json


class Colour(StrEnum):
    RED = "red"


@dataclass(frozen=True, slots=True)
class Inner:
    a: int
    b: str | None


@dataclass(frozen=True, slots=True)
class Outer:
    before: int
    inner: Inner | None = field(metadata=INLINE)
    many: Sequence[Inner]
    notes: Sequence[str] | None = field(default=None, metadata=OPTIONAL)


@dataclass(frozen=True, slots=True)
class Source:
    colour: Colour
    day: date
    at: datetime
    n: int
    more: str


@dataclass(frozen=True, slots=True)
class Target:
    n: int
    at: str
    day: str
    colour: str
    told: str


def test_none_is_null_unless_the_field_is_optional() -> None:
    assert to_json(Outer(1, None, ())) == {"before": 1, "many": []}
    assert to_json(Inner(1, None)) == {"a": 1, "b": None}


def test_keys_keep_their_order_and_inline_ones_their_place() -> None:
    value = Outer(1, Inner(2, "x"), (Inner(3, None),), ["note"])
    assert json.dumps(to_json(value)) == (
        '{"before": 1, "a": 2, "b": "x", "many": [{"a": 3, "b": null}], "notes": ["note"]}'
    )


def test_mappings_are_converted_too() -> None:
    assert to_json({"error": Inner(1, "x"), "n": [1]}) == {"error": {"a": 1, "b": "x"}, "n": [1]}


def test_attributes_of_the_same_name_are_read() -> None:
    source = Source(Colour.RED, date(2026, 3, 11), datetime(2026, 3, 11, 9, tzinfo=UTC), 7, "unread")
    target = from_attributes(Target, source, told="given")
    assert target == Target(7, "2026-03-11T09:00:00+00:00", "2026-03-11", "red", "given")
    assert type(target.colour) is str


def test_a_time_is_written_in_iso_8601_wherever_it_stands() -> None:
    at = datetime(2026, 3, 1, 9, 30, tzinfo=UTC)
    assert to_json({"message": {"at": at, "days": [at.date()]}}) == {
        "message": {"at": "2026-03-01T09:30:00+00:00", "days": ["2026-03-01"]}
    }
