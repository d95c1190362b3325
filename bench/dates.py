"""How well date words are read, beside three public libraries, on the corpora of `--data`.

A row counts as *right* when the accepted moment comes out; a day without an hour when `missing_time` suggests that day;
an error row when it is refused. *asked* is a refusal that offers the accepted moment among its suggestions, *refused*
any other, *wrong* a moment that is not accepted: the grave one. Where a corpus accepts what the specification forbids,
its rows are counted apart, by the rules of `bench/date_conventions.py`; `--rows` lists them. The rows of
`bench/dates_across_languages.txt`, in the other language than the home's and mixed, need no `--data`.
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
from datetime import datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from bench.date_conventions import Asked, convention_of
from bench.machine import Figure, options, percentile, show
from sidecar.dates import DateError, Instant, Recurrence, next_firings, parse

_DATA = Path("data/bench")
_ACROSS_LANGUAGES = Path(__file__).with_name("dates_across_languages.txt")
_ACROSS_NOW, _ACROSS_ZONE = "2026-03-11T10:00", "America/Argentina/Buenos_Aires"
_CHARACTERS = {"day": 10, "hour": 13, "minute": 16, "second": 19}
_WRONG_GOAL_PERCENT, _P95_GOAL_MS = 0.5, 1.0
_COMPARED_FIRINGS = 3
_SET_ASIDE = "set aside"

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
        """Return the rule of the specification that this row's answer breaks, or nothing."""
        if self.kind != "instant" or self.slice.startswith(("own", "across")):
            return ""
        now = self.now.replace(tzinfo=None)
        asked = Asked(self.text.lower(), now, self.lang == "en", self.gold, self.grain != "day")
        return convention_of(asked)


def main() -> None:
    parser = options(__doc__ or "")
    parser.add_argument("--data", type=Path, default=_DATA, help="the folder with the corpora")
    parser.add_argument(
        "--rows", action="store_true", help="lists every row that is wrong or follows another convention"
    )
    chosen = parser.parse_args()
    rows = [*load(chosen.data), *_across_languages()]
    show(measure(rows, chosen), as_json=chosen.json)


def measure(rows: list[Row], chosen: Namespace) -> list[Figure]:
    aside = {row.id: row.convention for row in rows if row.convention}
    figures = [
        Figure(f"other convention: {name}", count, "rows") for name, count in sorted(Counter(aside.values()).items())
    ]
    taken: list[float] = []
    verdicts: dict[str, Counter[str]] = {}
    for row in rows:
        began = time.thread_time()
        result = parse(row.text, row.now, row.zone, row.lang)
        taken.append((time.thread_time() - began) * 1000)
        verdict = judge(row, result)
        if chosen.rows and (verdict == "wrong" or row.id in aside):
            print(f"{verdict:8}{row.id:24}{aside.get(row.id, '')}")
        for name in [_SET_ASIDE] if row.id in aside else _slices(row):
            verdicts.setdefault(name, Counter())[verdict] += 1
    for name, counted in sorted(verdicts.items()):
        figures += _figures(name, counted, goal=_WRONG_GOAL_PERCENT if name.startswith("all") else None)
    figures.append(Figure("parse p50, CPU", statistics.median(taken), "ms"))
    figures.append(Figure("parse p95, CPU", percentile(taken, 95), "ms", _P95_GOAL_MS))
    kept = [row for row in rows if row.id not in aside and not row.id.startswith("across")]
    for name, reader in others():
        compared = Counter(_judge_other(row, reader) for row in kept if _speaks(name, row))
        figures += _figures(f"{name}, same rows", compared, goal=None)
    return figures


def _slices(row: Row) -> list[str]:
    if row.id.startswith("across"):
        return [row.slice, "all across languages"]
    return [row.slice, "all", "all with a clock" if row.grain != "day" else "all days only"]


def load(data: Path) -> Iterator[Row]:
    """Read the rows of the public corpora and of our own, as far as they are there."""
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


def _across_languages() -> Iterator[Row]:
    now, slice_ = _at(_ACROSS_NOW, _ACROSS_ZONE), ""
    for number, line in enumerate(_ACROSS_LANGUAGES.read_text(encoding="utf-8").splitlines()):
        if line.startswith("#"):
            slice_ = f"across: {line.strip('# ')}"
            continue
        home, text, expected = line.split(" | ")
        moment = expected.removeprefix("?")[-len("03-12 09:00") :].replace(" ", "T")
        gold = f"{now.year}-{moment}" if moment else ""
        rule = {"rrule": expected[1:].split()[0], "first": f"{gold}:00"} if expected[0] == "!" else None
        kind = "recurrence" if rule else "instant" if gold else "error"
        moments = (datetime.fromisoformat(gold),) if kind == "instant" else ()
        yield Row(f"across-{number}", slice_, kind, text, now, home, moments, "minute", rule)


def _at(local: str, zone: str) -> datetime:
    return datetime.fromisoformat(local).replace(tzinfo=ZoneInfo(zone))


def judge(row: Row, result: Instant | Recurrence | DateError) -> str:
    """Return "right", "asked", "refused" or "wrong"."""
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
    """Return the other libraries that are installed here; print the missing ones."""
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
    """Judge leniently: the first moment that the library finds counts, and any of its candidates may be right."""
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
