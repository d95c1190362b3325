"""`learnings.md`, which an older program kept: the same lines as in `MEMORY.md`, under English headings."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from sidecar.domain.fact import Domain, FactSource, NewFact, Subject
from sidecar.memory.files.memory_file import parse
from sidecar.memory.ports import FactAddition


@dataclass(frozen=True, slots=True)
class LearningsFile:
    """`not_understood`: the lines that are no facts, as they stand there."""

    facts: tuple[FactAddition, ...]
    not_understood: tuple[str, ...]


def read_learnings(text: str, today: date) -> LearningsFile:
    """Every fact of the file with its weight and dates. A fact that stands there twice comes once, with the greater
    weight, the earlier learned and the later confirmed date. A date that is missing is the other one, or `today`."""
    file = parse(text)
    found: dict[tuple[str, Domain], FactAddition] = {}
    for section, line in file.lines():
        domain = section.domain or Domain.GENERAL
        new = NewFact(
            line.text,
            domain,
            Subject.OTHER if line.other else Subject.USER,
            source=FactSource.MIGRATED,
            critical=line.critical,
            weight=line.weight or 1,
        )
        learned = line.learned or line.confirmed or today
        added = FactAddition(new, learned, max(line.confirmed or learned, learned))
        key = (line.text.casefold(), domain)
        found[key] = _joined(found[key], added) if key in found else added
    return LearningsFile(tuple(found.values()), file.unparsed)


def _joined(one: FactAddition, other: FactAddition) -> FactAddition:
    heavier = max(one, other, key=lambda added: added.fact.weight)
    return FactAddition(heavier.fact, min(one.learned, other.learned), max(one.confirmed, other.confirmed))
