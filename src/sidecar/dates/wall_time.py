"""Wall time and the time line: the hours that a clock change skips or repeats."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from sidecar.dates.result import Refusal


def to_utc(local: datetime, zone: ZoneInfo) -> datetime:
    """Convert a wall time to its moment, the first of two where it repeats. Raises `Refusal` for a skipped one."""
    try:
        utc = local.replace(tzinfo=zone, fold=0).astimezone(UTC)
        back = to_local(utc, zone)
    except OverflowError:
        raise Refusal("impossible") from None
    if back != local:
        raise Refusal("nonexistent_local_time", _find_end_of_gap(local, zone))
    return utc


def to_local(utc: datetime, zone: ZoneInfo) -> datetime:
    """Convert a moment to the wall time, without zone."""
    return utc.astimezone(zone).replace(tzinfo=None, fold=0)


def occurs_twice(local: datetime, zone: ZoneInfo) -> bool:
    """Return whether a wall time that exists occurs twice."""
    return local.replace(tzinfo=zone, fold=0).utcoffset() != local.replace(tzinfo=zone, fold=1).utcoffset()


def settle_local_time(local: datetime, zone: ZoneInfo) -> datetime:
    """Return the moment of a firing: in a skipped hour the first time after it, in a repeated one the first of two."""
    utc = local.replace(tzinfo=zone, fold=0).astimezone(UTC)
    return utc if to_local(utc, zone) == local else _find_end_of_gap(local, zone).replace(tzinfo=zone).astimezone(UTC)


def _find_end_of_gap(local: datetime, zone: ZoneInfo) -> datetime:
    before = local.replace(tzinfo=zone, fold=1).astimezone(UTC)  # by the offset after the change, so before the gap
    after = local.replace(tzinfo=zone, fold=0).astimezone(UTC)
    old = before.astimezone(zone).utcoffset()
    while after - before > timedelta(seconds=1):
        middle = before + (after - before) / 2
        if middle.astimezone(zone).utcoffset() == old:
            before = middle
        else:
            after = middle
    return to_local(after, zone).replace(microsecond=0) + timedelta(seconds=after.microsecond > 0)
