"""How well a new statement is related to a stored fact, on the pairs of `--data` (`own2/fact_pairs_dev.jsonl`).

*found* is the share of a label that came out as that label; a *wrong merge* is a pair that came out as `same` and is
not: the grave mistake, and the gravest in health. Precision of `same` is apart from its recall.
"""

from __future__ import annotations

import json
import statistics
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from bench.machine import Figure, percentile
from sidecar.domain.fact import Domain
from sidecar.memory.facts import Relation, Statement, compare

FILE = Path("own2") / "fact_pairs_dev.jsonl"
_WRONG_MERGES_GOAL_PERCENT, _HEALTH_MERGES_GOAL = 1.0, 0
_MISSED_GOAL_PERCENT = {"same": 15.0, "contradiction": 30.0}
_MERGES = frozenset({"same"})


@dataclass(frozen=True, slots=True)
class Row:
    id: str
    language: str
    stored: Statement
    said: Statement
    label: str

    @property
    def health(self) -> bool:
        return Domain.HEALTH in (self.stored.domain, self.said.domain)


def load(data: Path) -> Iterator[Row]:
    """Read the rows of the corpus; none when it is not there."""
    path = data / FILE
    if not path.exists():
        return
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        stored, said = (Statement(row[side], Domain(row[f"domain_{side}"])) for side in "ab")
        yield Row(row["id"], row["lang"], stored, said, row["label"])


def measure(rows: list[Row], *, list_rows: bool) -> list[Figure]:
    """Measure the rows; with `list_rows`, print a line for every row whose result differs."""
    decided: list[tuple[Row, Relation]] = []
    taken_ms: list[float] = []
    for row in rows:
        began = time.perf_counter()
        comparison = compare(row.stored, row.said)
        taken_ms.append((time.perf_counter() - began) * 1000)
        decided.append((row, comparison.relation))
        if list_rows and comparison.relation != row.label:
            merge = "  WRONG MERGE" if comparison.relation in _MERGES else ""
            print(f"{row.id}  {row.language}  {row.label} → {comparison.relation}{merge}")
    figures = list(_by_language(decided))
    figures.append(Figure("compare p50", statistics.median(taken_ms), "ms"))
    figures.append(Figure("compare p95", percentile(taken_ms, 95), "ms"))
    return figures


def _by_language(decided: list[tuple[Row, Relation]]) -> Iterator[Figure]:
    for language in (*sorted({row.language for row, _ in decided}), "all"):
        chosen = [(row, decision) for row, decision in decided if language in (row.language, "all")]
        yield from _figures(language, chosen, goals=language == "all")


def _figures(language: str, decided: list[tuple[Row, Relation]], *, goals: bool) -> Iterator[Figure]:
    for label in Relation:
        came_out = Counter(decision for row, decision in decided if row.label == label)
        total = came_out.total()
        if not total:
            continue
        yield Figure(f"{language} {label} ({total}): found", 100 * came_out[label] / total, "%")
        goal = _MISSED_GOAL_PERCENT.get(label) if goals else None
        yield Figure(f"{language} {label} ({total}): missed", 100 * (total - came_out[label]) / total, "%", goal)
        for other in Relation:
            if other != label and came_out[other]:
                yield Figure(f"{language} {label} ({total}): as {other}", came_out[other], "rows")
    merged = [row for row, decision in decided if decision in _MERGES]
    wrong = [row for row in merged if row.label not in _MERGES]
    others = sum(row.label not in _MERGES for row, _ in decided)
    if merged:
        yield Figure(f"{language}: precision of same", 100 * (1 - len(wrong) / len(merged)), "%")
    goal = _WRONG_MERGES_GOAL_PERCENT if goals else None
    yield Figure(f"{language}: wrong merges of {others}", 100 * len(wrong) / max(1, others), "%", goal)
    health = sum(row.health for row in wrong)
    yield Figure(f"{language}: wrong merges in health", health, "rows", _HEALTH_MERGES_GOAL if goals else None)
