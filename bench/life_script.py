"""Lives: what a person types in a year, and what of it is true when.

One JSON object a line: `user` (what they type, with the `facts` it tells and the ids of those that it `ends`),
`sidecar` (the reply to the line above), or `question` (what they ask about themselves, and the `answer`: ids of facts
that hold then, none when they never told). The words of a fact (`has`) must all stand in any wording of it; `a|b` is
either of two beginnings, and figures count as whole numbers.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from pathlib import Path

from sidecar.domain.person import Language
from sidecar.language.fold import fold

FOLDER = Path(__file__).parent / "lives"


@dataclass(frozen=True, slots=True)
class Label:
    """A fact that somebody told. `keep`: it must be in every prompt while it holds. `context`: only what was said
    before tells what it means."""

    id: str
    text: str
    has: tuple[str, ...]
    subject: str
    domain: str
    keep: bool = False
    until: str = ""
    optional: bool = False
    context: bool = False

    def is_in(self, text: str) -> bool:
        folded = fold(text)
        return all(any(_stands_in(choice, folded) for choice in word.split("|")) for word in self.has)


@dataclass(frozen=True, slots=True)
class Line:
    at: datetime
    user: str = ""
    sidecar: str = ""
    question: str = ""
    facts: tuple[Label, ...] = ()
    ends: tuple[str, ...] = ()
    answer: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Life:
    name: str
    language: Language
    lines: Sequence[Line]


def load_lives(folder: Path, names: Iterable[str]) -> Sequence[Life]:
    """Load the lives of a folder whose names begin with one of `names`; all when there is none."""
    wanted = tuple(names)
    paths = sorted(path for path in folder.glob("*.jsonl") if not wanted or path.stem.startswith(wanted))
    return [Life(path.stem, "es" if path.stem.startswith("es") else "en", _load_lines(path)) for path in paths]


def _load_lines(path: Path) -> Sequence[Line]:
    return [_parse_line(json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def _parse_line(row: Mapping[str, object]) -> Line:
    given = dict(row)
    at = datetime.strptime(str(given.pop("at")), "%Y-%m-%d %H:%M").replace(tzinfo=UTC)
    labels = [Label(**{**one, "has": tuple(one["has"])}) for one in given.pop("facts", [])]  # type: ignore[attr-defined, misc]
    rest = {name: tuple(value) if isinstance(value, list) else value for name, value in given.items()}
    return Line(at, facts=tuple(labels), **rest)  # type: ignore[arg-type]


def _stands_in(word: str, folded: str) -> bool:
    start, end = (r"(?<!\d)", r"(?!\d)") if word.isdecimal() else (r"(?<!\w)", "")
    return re.search(f"{start}{re.escape(fold(word))}{end}", folded) is not None


@dataclass(slots=True)
class Truth:
    """What the person has told so far. `ended`: when a label ceased to hold; `replaced`: labels whose place it took."""

    labels: dict[str, Label] = field(default_factory=dict[str, Label])
    told: dict[str, Line] = field(default_factory=dict[str, Line])
    ended: dict[str, datetime] = field(default_factory=dict[str, datetime])
    replaced: dict[str, set[str]] = field(default_factory=dict[str, set[str]])

    def hear(self, line: Line) -> None:
        for label in line.facts:
            self.labels[label.id], self.told[label.id] = label, line
            alike = {id for id in line.ends if _same_kind(self.labels[id], label)}
            self.replaced[label.id] = alike.union(*(self.replaced[id] for id in alike))
        self.ended |= dict.fromkeys(line.ends, line.at)

    def holds(self, label: Label, today: date) -> bool:
        over = bool(label.until) and date.fromisoformat(label.until) < today
        return label.id in self.labels and label.id not in self.ended and not over

    def current(self, today: date) -> Sequence[Label]:
        return [label for label in self.labels.values() if self.holds(label, today)]

    def is_outdated(self, text: str, since: datetime, now: datetime) -> bool:
        """Return whether a text that was first stored at `since` says what no longer holds. Where it also says
        something that does, the label with more words decides: "takes lisinopril 10 for blood pressure"."""
        said = [label for label in self.labels.values() if label.is_in(text)]
        gone = [label for label in said if not self.holds(label, now.date()) and since < self._end(label)]
        holding = [len(label.has) for label in said if self.holds(label, now.date())]
        return bool(gone) and max(len(label.has) for label in gone) > max(holding, default=0)

    def _end(self, label: Label) -> datetime:
        if label.id in self.ended:
            return self.ended[label.id]
        return datetime.combine(date.fromisoformat(label.until), datetime.max.time(), UTC)


def _same_kind(one: Label, other: Label) -> bool:
    return (one.subject, one.domain) == (other.subject, other.domain)
