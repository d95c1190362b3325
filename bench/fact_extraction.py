"""How well facts are read from messages by patterns alone, on the extraction corpus of a folder.

A fact counts as found when it holds every key word of an expected one (folded; figures as whole numbers). *Precision*
is the share of the facts found that are expected, *recall* the share of the expected that are found, *domain* and
*subject* the share of the found ones whose domain and subject agree too. What is told of a message without facts counts
against precision.
"""

from __future__ import annotations

import argparse
import json
import re
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from bench.machine import Figure, percentile, show
from sidecar.domain.fact import NewFact
from sidecar.domain.person import LANGUAGES, Language
from sidecar.language.fold import fold
from sidecar.memory.extraction import extract

_FILES = ("own2/extraction_dev.jsonl", "extraction_dev.jsonl")
_P95_GOAL_MS = 5.0
_LENIENT = ({"health", "preferences"}, {"personal", "relationships"})
"""Diet and pets: either domain will do."""


@dataclass(frozen=True, slots=True)
class Expected:
    words: tuple[str, ...]
    domain: str
    subject: str

    def is_in(self, text: str) -> bool:
        folded = fold(text)
        return all(
            re.search(rf"(?<!\d){word}(?!\d)", folded) if word.isdecimal() else fold(word) in folded
            for word in self.words
        )


@dataclass(frozen=True, slots=True)
class Row:
    id: str
    language: Language
    text: str
    facts: tuple[Expected, ...]


@dataclass(slots=True)
class Tally:
    counts: Counter[str] = field(default_factory=Counter[str])

    def figures(self, name: str) -> Iterator[Figure]:
        counts = self.counts
        yield Figure(f"{name}: precision ({counts['told']} told)", _percent(counts["right"], counts["told"]), "%")
        yield Figure(
            f"{name}: recall ({counts['expected']} expected)", _percent(counts["found"], counts["expected"]), "%"
        )
        if counts["found"]:
            yield Figure(f"{name}: domain", _percent(counts["domain"], counts["found"]), "%")
            yield Figure(f"{name}: subject", _percent(counts["subject"], counts["found"]), "%")


def run(data: Path, *, rows: bool = False) -> list[Figure]:
    """Measure the corpus under `data`; with `rows`, print each row that differs. None without a corpus."""
    corpus = list(load(data))
    tallies: dict[str, Tally] = {}
    taken_ms: list[float] = []
    for language in LANGUAGES:
        extract("", language)  # its patterns are loaded once
    for row in corpus:
        began = time.perf_counter()
        told = extract(row.text, row.language)
        taken_ms.append((time.perf_counter() - began) * 1000)
        _count(row, told, tallies)
        if rows:
            _print_differences(row, told)
    figures = [figure for name in sorted(tallies) for figure in tallies[name].figures(name)]
    return [*figures, Figure("extract p95", percentile(taken_ms, 95), "ms", _P95_GOAL_MS)] if corpus else []


def load(data: Path) -> Iterator[Row]:
    path = next((data / name for name in _FILES if (data / name).exists()), None)
    if path is None:
        print(f"There is no extraction corpus in {data}: nothing to measure.")
        return
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        facts = tuple(Expected(tuple(f["fact_contains"]), f["domain"], f["subject"]) for f in row["facts"])
        yield Row(row["id"], row["lang"], row["text"], facts)


def _count(row: Row, told: list[NewFact], tallies: dict[str, Tally]) -> None:
    def add(what: str, domain: str, amount: int = 1) -> None:
        for name in ("all", row.language, f"{row.language} {domain}"):
            tallies.setdefault(name, Tally()).counts[what] += amount

    for fact in told:
        add("told", fact.domain)
        add("right", fact.domain, any(expected.is_in(fact.text) for expected in row.facts))
    for expected in row.facts:
        add("expected", expected.domain)
        holding = [fact for fact in told if expected.is_in(fact.text)]
        if holding:
            add("found", expected.domain)
            add("domain", expected.domain, any(_same_domain(fact.domain, expected.domain) for fact in holding))
            add("subject", expected.domain, any(fact.subject == expected.subject for fact in holding))


def _same_domain(told: str, expected: str) -> bool:
    return told == expected or {told, expected} in _LENIENT


def _print_differences(row: Row, told: list[NewFact]) -> None:
    for expected in row.facts:
        if not any(expected.is_in(fact.text) for fact in told):
            print(f"missed   {row.id}  {' '.join(expected.words)}")
    for fact in told:
        holding = [expected for expected in row.facts if expected.is_in(fact.text)]
        if not holding:
            print(f"wrong    {row.id}  {fact.text}")
        elif not any(_same_domain(fact.domain, expected.domain) for expected in holding):
            print(f"domain   {row.id}  {fact.domain} for {holding[0].domain}")


def _percent(part: int, whole: int) -> float:
    return 100 * part / whole if whole else 100.0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=Path("data/bench"), help="the folder with the corpora")
    parser.add_argument("--rows", action="store_true", help="lists every row that differs")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of text")
    chosen = parser.parse_args()
    figures = run(chosen.data, rows=chosen.rows)
    if figures:
        show(figures, as_json=chosen.json)


if __name__ == "__main__":
    main()
