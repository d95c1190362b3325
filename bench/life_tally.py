"""What is counted of a life: facts read, changes seen, questions answered, prompts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Self

from bench.life_script import Label, Line, Truth
from bench.machine import Figure
from sidecar.domain.fact import Fact
from sidecar.domain.person import Language
from sidecar.i18n import Texts
from sidecar.memory.recall import MemoryHit

if TYPE_CHECKING:
    from bench.life import Asked

_FIRST = 3
_NOT_TOLD = "You haven't told me that."


@dataclass(slots=True)
class Tally:
    name: str
    counts: Counter[str] = field(default_factory=Counter[str])
    rows: list[str] = field(default_factory=list[str])
    sent: list[str] = field(default_factory=list[str])
    first_seen: dict[tuple[int, str], datetime] = field(default_factory=dict[tuple[int, str], datetime])

    @classmethod
    def sum(cls, name: str, tallies: Sequence[Tally]) -> Self:
        total = cls(name)
        for tally in tallies:
            total.counts += tally.counts
        return total

    def see(self, facts: Sequence[Fact], now: datetime) -> None:
        for fact in facts:
            self.first_seen.setdefault((fact.id, fact.text), now)

    def since(self, fact: Fact) -> datetime:
        return self.first_seen[fact.id, fact.text]

    def read(self, line: Line, truth: Truth, told: Sequence[Fact]) -> None:
        """Count the facts read from a message. Right is also what holds already, and that something ended."""
        today = line.at.date()
        ended = [truth.labels[id] for id in line.ends]
        for fact in told:
            right = any(label.is_in(fact.text) for label in (*line.facts, *ended, *truth.current(today)))
            self._count("read", right, line, f"wrong     {fact.text}")
        for label in line.facts:
            if not label.optional:
                found = any(label.is_in(fact.text) for fact in told)
                self._count("recall", found, line, f"missed    {label.text}")
                if label.context:
                    self._count("context", found)

    def settle(self, line: Line, old: Fact | None, new: Fact, *, really: bool) -> None:
        words = f"{old.text if old else None} -> {new.text}"
        self._count("asked", really, line, f"asked     {words}")

    def change(self, line: Line, truth: Truth, before: Sequence[Fact], after: Sequence[Fact]) -> None:
        """Count the changes that were seen, and what still holds and is gone."""
        there = {(fact.id, fact.text) for fact in after}
        for label in (truth.labels[id] for id in line.ends):
            stored = [fact for fact in before if label.is_in(fact.text)]
            stored = [fact for fact in stored if truth.is_outdated(fact.text, self.since(fact), line.at)]
            if stored:
                left = [fact for fact in stored if (fact.id, fact.text) in there]
                self._count("changes", not left, line, f"unseen    {label.id}: {[fact.text for fact in left]}")
        for label in truth.current(line.at.date()):
            had = [fact for fact in before if label.is_in(fact.text)]
            if had:
                kept = any(label.is_in(fact.text) for fact in after)
                self._count("kept", kept, line, f"archived  {label.id}: {[fact.text for fact in had]}")

    def ask(self, asked: Asked, truth: Truth, language: Language) -> None:
        line, today = asked.line, asked.line.at.date()
        wanted = [truth.labels[id] for id in line.answer]
        self._count_prompt(asked, truth, wanted)
        if not wanted:
            abstained = asked.reply.strip() == Texts(language)(_NOT_TOLD)
            self._count("never told", abstained, line, f"made up   {asked.reply!r}")
            return
        old = [truth.labels[id] for label in wanted for id in truth.replaced[label.id]]
        old = [label for label in old if not truth.holds(label, today)]
        found = _place(asked.hits, wanted, truth)
        self._count("found", found < _FIRST, line, f"not found {line.question!r} {_texts(asked.hits[:_FIRST])}")
        lines = asked.reply.splitlines()
        right = _first(lines, wanted, ())
        self._count("answered", right < len(lines), line, f"answer    {line.question!r} {asked.reply!r}")
        if old:
            stale = _place([hit if _is_stale(hit, old, wanted, truth) else None for hit in asked.hits], old, truth)
            self._count("fresh", stale >= found, line, f"stale hit {_texts(asked.hits[:_FIRST])}")
            stale = _first(lines, old, wanted)
            fresh = stale >= right or stale == len(lines)
            self._count("fresh answer", fresh, line, f"stale     {line.question!r} {asked.reply!r}")

    def end(self, truth: Truth, stored: Sequence[Fact], now: datetime) -> None:
        for fact in stored:
            if any(label.is_in(fact.text) for label in truth.labels.values()):
                outdated = truth.is_outdated(fact.text, self.since(fact), now)
                self._count("current", not outdated, None, f"outdated  {fact.text} ({fact.learned})")

    def figures(self) -> Iterator[Figure]:
        for key, name, goal in _FIGURES:
            right, all_of = self.counts[f"{key}+"], self.counts[key]
            if all_of:
                label = f"{self.name}: {name} ({right}/{all_of}, goal {goal})" if goal else f"{self.name}: {name}"
                yield Figure(label, 100 * right / all_of, "%")

    def _count_prompt(self, asked: Asked, truth: Truth, wanted: Sequence[Label]) -> None:
        line = asked.line
        shown = [fact for fact in asked.stored if f"- {' '.join(fact.text.split())} (" in asked.prompt]
        pinned = [label for label in truth.current(line.at.date()) if label.keep]
        for label in {label.id: label for label in (*pinned, *wanted)}.values():
            there = any(label.is_in(fact.text) for fact in shown)
            self._count("told in prompt", there)
            if any(label.is_in(fact.text) for fact in asked.stored):
                self._count("in prompt", there, line, f"no prompt {label.id}: {label.text}")
        for fact in shown:
            outdated = truth.is_outdated(fact.text, self.since(fact), line.at)
            self._count("prompt", not outdated, line, f"in prompt {fact.text} ({fact.learned})")

    def _count(self, key: str, right: bool, line: Line | None = None, row: str = "") -> None:
        self.counts[key] += 1
        self.counts[f"{key}+"] += right
        if row and not right:
            said = f"  <{line.user or line.question}>" if line else ""
            self.rows.append(f"{self.name} {f'{line.at:%m-%d}' if line else 'end'}  {row}{said}")


_FIGURES = (
    ("read", "extraction, precision", "95"),
    ("recall", "extraction, recall", "70"),
    ("context", "extraction, recall where context is needed", ""),
    ("changes", "changes seen", "75"),
    ("kept", "what still holds stayed", "100"),
    ("asked", "asked about a real change", ""),
    ("current", "active facts that are current at the end", "95"),
    ("found", "search: current in the first three", "85"),
    ("fresh", "search: current before stale", "95"),
    ("answered", "answer without a model holds it", ""),
    ("fresh answer", "answer without a model: current first", "95"),
    ("never told", "never told: says so", "95"),
    ("in prompt", "prompt: what is needed and stored", "90"),
    ("told in prompt", "prompt: what is needed and was told", ""),
    ("prompt", "prompt: lines that are current", "97"),
)


def _place(hits: Sequence[MemoryHit | None], labels: Sequence[Label], truth: Truth) -> int:
    """Return the place of the first hit that says one of the labels."""
    tellings = {truth.told[label.id].user for label in labels}
    return next(
        (
            place
            for place, hit in enumerate(hits)
            if hit is not None and (hit.text in tellings or any(label.is_in(hit.text) for label in labels))
        ),
        len(hits),
    )


def _is_stale(hit: MemoryHit, old: Sequence[Label], current: Sequence[Label], truth: Truth) -> bool:
    """Return whether a hit was said before something old ended, and says nothing that holds."""
    ended = max(truth.ended.get(label.id, truth.told[label.id].at) for label in old)
    return hit.date < f"{ended:%Y-%m-%d}" and not any(label.is_in(hit.text) for label in current)


def _first(lines: Sequence[str], labels: Sequence[Label], but: Sequence[Label]) -> int:
    return next(
        (
            place
            for place, line in enumerate(lines)
            if any(label.is_in(line) for label in labels) and not any(label.is_in(line) for label in but)
        ),
        len(lines),
    )


def _texts(hits: Sequence[MemoryHit]) -> list[str]:
    return [hit.text for hit in hits]
