"""How well plain requests are told from everything else on the corpora of `--data`: by the router, by its grammars
without the classifier, and by a list of keywords.

A row's label counts as right when the corpus accepts it; a *false positive* is a label other than `other` that it does
not accept. *Recall* is of the rows of an intent that got its label. Half of the rows, chosen by their id, can be
measured alone with `--half`: the grammars were written with the other half in view.
"""

from __future__ import annotations

import json
import re
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha1
from pathlib import Path

from bench.machine import Figure, options, percentile, show
from sidecar.language.fold import fold
from sidecar.router.plain_request import label_of, read_plain_request
from sidecar.router.route import route

_DATA = Path("data/bench")
_FILES = ("intents/router.jsonl", "own/router_dev.jsonl")
_WRONG_GOAL_PERCENT, _HARD_GOAL_PERCENT, _P95_GOAL_MS = 0.5, 1.0, 10.0
_KEYWORDS = (
    ("cancel_reminder", r"\b(?:cancel|borra|elimina|delete|remove)\w*\b.*\b(?:recordatorio|reminder)"),
    ("list_reminders", r"\b(?:mis|que|cuales|show|list|what)\b.*\b(?:recordatorios|reminders)\b"),
    ("set_reminder", r"\b(?:recordame|recuerdame|recordatorio|avisame|remind|reminder)\b"),
    ("weather", r"\b(?:clima|pronostico|temperatura|llueve|llover|weather|forecast|rain|temperature)\b"),
    ("time", r"\b(?:que hora|la hora|what time|the time)\b"),
)

Label = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Row:
    id: str
    text: str
    intent: str
    accepted: frozenset[str]
    hard: str


def main() -> None:
    parser = options(__doc__ or "")
    parser.add_argument("--data", type=Path, default=_DATA, help="the folder with the corpora")
    parser.add_argument("--half", choices=["seen", "unseen"], help="only one half of the rows")
    parser.add_argument("--rows", action="store_true", help="lists every false positive")
    chosen = parser.parse_args()
    rows = [row for row in load(chosen.data) if chosen.half in {None, half_of(row)}]
    if not rows:
        print(f"There are no requests in {chosen.data}: nothing to measure.")
        return
    figures = [
        *measure("router", rows, label_by_router),
        *measure("grammar alone", rows, label_by_grammar, goals=False),
        *measure("keywords", rows, label_by_keywords, goals=False),
    ]
    if chosen.rows:
        for row in rows:
            if is_false(row, label := label_by_router(row.text)):
                print(f"{label:16} {row.hard or '-':12} {row.text}")
    show(figures, as_json=chosen.json)


def load(data: Path) -> list[Row]:
    lines = [line for name in _FILES if (data / name).exists() for line in (data / name).open(encoding="utf-8")]
    given = [json.loads(line) for line in lines]
    return [
        Row(one["id"], one["utterance"], one["intent"], frozenset(one["accept"]), one["hard"] or "") for one in given
    ]


def half_of(row: Row) -> str:
    return "unseen" if int(sha1(row.id.encode()).hexdigest(), 16) % 2 else "seen"


def label_by_router(text: str) -> str:
    return route(text).label


def label_by_grammar(text: str) -> str:
    return label_of(read_plain_request(text))


def label_by_keywords(text: str) -> str:
    plain = fold(text)
    return next((label for label, pattern in _KEYWORDS if re.search(pattern, plain)), "other")


def is_false(row: Row, label: str) -> bool:
    return label != "other" and label not in row.accepted


def measure(name: str, rows: Sequence[Row], find_label: Label, *, goals: bool = True) -> list[Figure]:
    find_label(rows[0].text)  # loads the grammars
    labels: list[str] = []
    taken: list[float] = []
    for row in rows:
        began = time.process_time()
        labels.append(find_label(row.text))
        taken.append((time.process_time() - began) * 1000)
    found = list(zip(rows, labels, strict=True))
    claimed = [(row, label) for row, label in found if label != "other"]
    wrong = 100 * sum(is_false(row, label) for row, label in claimed) / max(1, len(claimed))
    hard = [(row, label) for row, label in found if row.hard]
    wrong_hard = 100 * sum(is_false(row, label) for row, label in hard) / max(1, len(hard))
    return [
        Figure(f"{name}: labels that are wrong", wrong, "%", _WRONG_GOAL_PERCENT if goals else None),
        Figure(f"{name}: false positives, hard negatives", wrong_hard, "%", _HARD_GOAL_PERCENT if goals else None),
        *_measure_kinds(name, hard),
        *_measure_recall(name, found),
        Figure(f"{name}: CPU a message, p50", percentile(taken, 50), "ms"),
        Figure(f"{name}: CPU a message, p95", percentile(taken, 95), "ms", _P95_GOAL_MS if goals else None),
    ]


def _measure_kinds(name: str, hard: Sequence[tuple[Row, str]]) -> list[Figure]:
    kinds = Counter(row.hard for row, _ in hard)
    wrong = Counter(row.hard for row, label in hard if is_false(row, label))
    return [
        Figure(f"{name}: · {kind} ({kinds[kind]})", 100 * count / kinds[kind], "%") for kind, count in wrong.items()
    ]


def _measure_recall(name: str, found: Sequence[tuple[Row, str]]) -> list[Figure]:
    rows = Counter(row.intent for row, _ in found if row.intent != "other")
    right = Counter(row.intent for row, label in found if label == row.intent)
    return [
        Figure(f"{name}: recall {intent} ({rows[intent]})", 100 * right[intent] / rows[intent], "%") for intent in rows
    ]


if __name__ == "__main__":
    main()
