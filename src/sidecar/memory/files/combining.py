"""One fact whose line and whose row may both have changed since they agreed."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import TypeVar

from sidecar.domain.fact import Confidence, Domain, Fact, FactSource, Subject
from sidecar.memory.files.base import BaseLine
from sidecar.memory.files.fact_line import FactLine, line_of

T = TypeVar("T")


def same_statement(fact: Fact, known: BaseLine) -> bool:
    """Whether the database still says what the line said; being confirmed or ageing is no change of that."""
    return line_of(fact).text == known.line.text and known.section.domain in {None, fact.domain}


def combine(fact: Fact, known: BaseLine, line: FactLine, domain: Domain | None, today: date) -> tuple[Fact, bool]:
    """The fact with what the person changed in its `line`, which stands in a section of `domain`; and whether both
    sides gave it another text. Then it keeps the database's."""
    before, mine, theirs = known.line.text, line.text, line_of(fact).text
    conflict = mine not in {before, theirs} and theirs != before
    was_in = known.section.domain or fact.domain
    result = replace(
        fact,
        domain=_pick(was_in, domain or was_in, fact.domain),
        weight=_pick(known.line.weight, line.weight, fact.weight),
        confirmed=_pick(known.line.confirmed, line.confirmed, fact.confirmed),
    )
    if not line.bare and not known.line.bare:
        result = _with_flags(result, known.line, line)
    if mine not in {before, theirs} and not conflict:
        by_hand = line.confirmed is not None and line.confirmed != known.line.confirmed
        result = replace(
            result, text=mine, source=FactSource.FILE, confidence=Confidence.HIGH, stale=False,
            confirmed=result.confirmed if by_hand else today,
        )  # fmt: skip
    return result, conflict


def _pick(before: T | None, mine: T | None, theirs: T) -> T:
    """The person's hand wins, where it did something."""
    return theirs if mine is None or before is None or mine == before else mine


def _with_flags(fact: Fact, before: FactLine, line: FactLine) -> Fact:
    subject = Subject.OTHER if line.other else Subject.USER
    return replace(
        fact,
        critical=_pick(before.critical, line.critical, fact.critical),
        subject=fact.subject if line.other == before.other else subject,
        stale=_pick(before.stale, line.stale, fact.stale),
        unconfirmed_change_of=None if line.awaits is None and before.awaits is not None else fact.unconfirmed_change_of,
    )  # fmt: skip
