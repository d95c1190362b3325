"""How well date words are read, beside three public libraries, on the corpora of `--data`.

A row counts as *right* when the accepted moment comes out; a day without an hour when `missing_time` suggests that day;
an error row when it is refused. *asked* is a refusal that offers the accepted moment among its suggestions, *refused*
any other, *wrong* a moment that is not accepted: the grave one. Where a corpus follows another convention than the
specification (DAT-05, DAT-08), its rows are counted apart, by rules that look at the row alone; `--rows` lists them.
"""

from __future__ import annotations

import importlib
import json
import statistics
import time
from argparse import Namespace
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from bench.machine import Figure, options, percentile, show
from sidecar.dates import DateError, Instant, Recurrence, next_firings, parse

_DATA = Path("data/bench")
_CHARACTERS = {"day": 10, "hour": 13, "minute": 16, "second": 19}
_WRONG_GOAL_PERCENT, _P95_GOAL_MS = 0.5, 1.0
_COMPARED_FIRINGS = 3
_NIGHT_ENDS_HOUR = 4

Reader = Callable[["Row"], "list[datetime] | None"]


@dataclass(frozen=True, slots=True)
class Row:
    """`kind` is instant, recurrence or error; `slice` is where the row comes from and what it is about."""

    id: str
    slice: str
    kind: str
    text: str
    now: datetime
    lang: str
    gold: tuple[datetime, ...]
    grain: str
    rule: dict[str, Any] | None = None

    @property
    def zone(self) -> ZoneInfo:
        assert isinstance(self.now.tzinfo, ZoneInfo)
        return self.now.tzinfo

    @property
    def convention(self) -> str:
        """The convention by which this row differs from the specification, or nothing."""
        local = self.now.replace(tzinfo=None)
        words = self.text.lower()
        if self.kind != "instant":
            return ""
        if all(moment <= local for moment in self.gold) and self.grain != "day":
            return "the accepted moment is now or past"
        if self.grain != "day" and "_only" in self.slice and _is_next_day(self):
            return "an hour that has passed today is asked for (DAT-08a)"
        if self.slice.endswith("time_only") and len(self.gold) > 1:
            return "an hour with two readings and no day is asked for (DAT-08a)"
        if "próximo" in words or "proximo" in words or "next" in words:
            following = self.now.date() + timedelta(days=7)
            if any(moment.date() > following for moment in self.gold):
                return "next means next week's (DAT-08d)"
        if " 24" in words and any(moment.hour == 0 for moment in self.gold):
            return "24:00 belongs to the day it begins (DAT-08b)"
        if any(phrase in words for phrase in ("end of", "eod", "final de", "fin de", "finalizar")):
            return "the end of a day is 23:59"
        tomorrow = any(word in words for word in ("tomorrow", "tmrw", "mañana", "manana"))
        if tomorrow and local.hour < _NIGHT_ENDS_HOUR and all(moment.date() > local.date() for moment in self.gold):
            return "tomorrow, said before four in the morning, is asked for (DAT-08c)"
        if self.lately_passed:
            return "a date that passed within 60 days is asked for (DAT-08e)"
        return ""

    @property
    def lately_passed(self) -> bool:
        """The accepted day is next year's, and this year's was in the last 60 days."""
        ago = [self.now.replace(tzinfo=None) + timedelta(days=365) - moment for moment in self.gold]
        return any(timedelta(0) <= days <= timedelta(days=61) for days in ago)


def _is_next_day(row: Row) -> bool:
    """Nothing but a clock that has passed today: the accepted moment is within the next 24 hours, on the next day."""
    local = row.now.replace(tzinfo=None)
    soon = all(local.date() < moment.date() and moment - local < timedelta(days=1) for moment in row.gold)
    return soon and not any(word in row.text.lower() for word in ("in ", "en ", "from", "dentro", "+"))


def main() -> None:
    parser = options(__doc__ or "")
    parser.add_argument("--data", type=Path, default=_DATA, help="the folder with the corpora")
    parser.add_argument(
        "--rows", action="store_true", help="lists every row that is wrong or follows another convention"
    )
    chosen = parser.parse_args()
    rows = list(load(chosen.data))
    if not rows:
        print(f"There are no date corpora in {chosen.data}: nothing to measure.")
        return
    show(measure(rows, chosen), as_json=chosen.json)


def measure(rows: list[Row], chosen: Namespace) -> list[Figure]:
    figures: list[Figure] = []
    kept = [row for row in rows if not row.convention]
    conventions = Counter(row.convention for row in rows if row.convention)
    for convention, count in sorted(conventions.items()):
        figures.append(Figure(f"other convention: {convention}", count, "rows"))
    if chosen.rows:
        for row in rows:
            if row.convention:
                print(f"convention  {row.id}  {row.convention}")
    taken: list[float] = []
    verdicts: dict[str, Counter[str]] = {}
    for row in kept:
        began = time.perf_counter()
        result = parse(row.text, row.now, row.zone, row.lang)
        taken.append((time.perf_counter() - began) * 1000)
        verdict = judge(row, result)
        if chosen.rows and verdict == "wrong":
            print(f"wrong  {row.id}")
        for name in (row.slice, "all", "all with a clock" if row.grain != "day" else "all days only"):
            verdicts.setdefault(name, Counter())[verdict] += 1
    for name, counted in sorted(verdicts.items()):
        figures += _figures(name, counted, goal=_WRONG_GOAL_PERCENT if name.startswith("all") else None)
    figures.append(Figure("parse p50", statistics.median(taken), "ms"))
    figures.append(Figure("parse p95", percentile(taken, 95), "ms", _P95_GOAL_MS))
    for name, reader in others():
        compared = Counter(_judge_other(row, reader) for row in kept if _speaks(name, row))
        figures += _figures(f"{name}, same rows", compared, goal=None)
    return figures


def load(data: Path) -> Iterator[Row]:
    """The rows of the public corpora and of our own, where they are."""
    for path, convert in ((data / "dates" / "points.jsonl", _public), (data / "own" / "dates_dev.jsonl", _own)):
        if path.exists():
            for line in path.read_text(encoding="utf-8").splitlines():
                yield convert(json.loads(line))
    negatives = data / "dates" / "negatives.jsonl"
    if negatives.exists():
        for number, line in enumerate(negatives.read_text(encoding="utf-8").splitlines()):
            row = json.loads(line)
            now = _at(row["ref"] or "2026-05-01T10:00", "UTC")
            yield Row(f"negative-{number}", "negatives", "error", row["text"], now, row["lang"], (), "minute")


def _public(row: dict[str, Any]) -> Row:
    gold = tuple(datetime.fromisoformat(moment) for moment in row["gold"])
    now = _at(row["ref"] or "2026-05-01T10:00", "UTC")
    source = row["source"].split(":")[0]
    return Row(
        row["id"], f"{source} {row['lang']} {row['kind']}", "instant", row["text"], now, row["lang"], gold, row["grain"]
    )


def _own(row: dict[str, Any]) -> Row:
    gold = row["gold"]
    moments = tuple(datetime.fromisoformat(moment) for moment in gold) if row["kind"] == "instant" else ()
    rule = gold if row["kind"] == "recurrence" else None
    now = _at(row["ref"], row["tz"])
    return Row(
        row["id"],
        f"own {row['lang']} {row['kind']}",
        row["kind"],
        row["text"],
        now,
        row["lang"],
        moments,
        "minute",
        rule,
    )


def _at(local: str, zone: str) -> datetime:
    return datetime.fromisoformat(local).replace(tzinfo=ZoneInfo(zone))


def judge(row: Row, result: Instant | Recurrence | DateError) -> str:
    """right, asked, refused or wrong."""
    match result:
        case Instant():
            return "right" if row.kind == "instant" and _accepted(row, result.local) else "wrong"
        case Recurrence():
            return "right" if row.rule and _same_rule(row, result) else "wrong"
        case DateError():
            if row.kind == "error":
                return "right"
            offered = [parse(phrase, row.now, row.zone, row.lang) for phrase in result.suggestions]
            if not any(isinstance(moment, Instant) and _accepted(row, moment.local) for moment in offered):
                return "refused"
            return "right" if row.grain == "day" and result.code == "missing_time" else "asked"


def _accepted(row: Row, moment: datetime) -> bool:
    length = _CHARACTERS["minute" if row.grain in {"second", "hour"} else row.grain]
    return moment.replace(tzinfo=None).isoformat()[:length] in {gold.isoformat()[:length] for gold in row.gold}


def _same_rule(row: Row, result: Recurrence) -> bool:
    assert row.rule
    firsts = [row.rule["first"], *row.rule.get("first_alt", [])]
    if result.first.isoformat() not in firsts:
        return False
    ours, theirs = (
        next_firings(rule, result.first, row.zone, after=row.now, count=_COMPARED_FIRINGS)
        for rule in (result.rrule, row.rule["rrule"])
    )
    return ours == theirs


def _figures(name: str, counted: Counter[str], *, goal: float | None) -> Iterator[Figure]:
    total = counted.total()
    for verdict in ("right", "asked", "refused", "wrong"):
        percent = 100 * counted[verdict] / total if total else 0.0
        yield Figure(f"{name} ({total}): {verdict}", percent, "%", goal if verdict == "wrong" else None)


def others() -> Iterator[tuple[str, Reader]]:
    """The other libraries that are installed here; the missing ones are told and skipped."""
    for name, module, make in (
        ("dateparser", "dateparser.search", _dateparser),
        ("parsedatetime", "parsedatetime", _parsedatetime),
        ("recognizers-text", "recognizers_date_time", _recognizers),
    ):
        try:
            yield name, make(importlib.import_module(module))
        except ImportError:
            print(f"{name} is not installed: skipped.")


def _speaks(name: str, row: Row) -> bool:
    return row.kind != "recurrence" and (row.lang == "en" or name != "parsedatetime")


def _judge_other(row: Row, reader: Reader) -> str:
    """Lenient: the first moment that the library finds counts, and any of its candidates may be the right one."""
    moments = reader(row)
    if not moments:
        return "right" if row.kind == "error" else "refused"
    if row.kind == "error":
        return "wrong"
    return "right" if any(_accepted(row, moment) for moment in moments) else "wrong"


def _dateparser(module: Any) -> Reader:
    def read(row: Row) -> list[datetime] | None:
        settings = {"RELATIVE_BASE": row.now.replace(tzinfo=None), "PREFER_DATES_FROM": "future"}
        found = module.search_dates(row.text, languages=[row.lang], settings=settings)
        return [found[0][1]] if found else None

    return read


def _parsedatetime(module: Any) -> Reader:
    calendar = module.Calendar()

    def read(row: Row) -> list[datetime] | None:
        found = calendar.nlp(row.text, sourceTime=row.now.replace(tzinfo=None))
        return [found[0][0]] if found else None

    return read


def _recognizers(module: Any) -> Reader:
    cultures = {"es": "es-es", "en": "en-us"}

    def read(row: Row) -> list[datetime] | None:
        found = module.recognize_datetime(row.text, cultures[row.lang], reference=row.now.replace(tzinfo=None))
        values = [value for result in found[:1] for value in (result.resolution or {}).get("values", [])]
        return [moment for value in values for moment in _moments_of(row, value.get("value") or "")] or None

    return read


def _moments_of(row: Row, value: str) -> list[datetime]:
    for text in (value, f"{row.now:%Y-%m-%d} {value}"):
        try:
            return [datetime.fromisoformat(text)]
        except ValueError:
            continue
    return []


if __name__ == "__main__":
    main()
