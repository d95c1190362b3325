"""Pairs of statements with the relation they have, from `pairs.txt`: invented, from many sides of life."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from sidecar.domain.fact import Domain
from sidecar.memory.facts import Statement


@dataclass(frozen=True, slots=True)
class Pair:
    label: str
    stored: Statement
    said: Statement

    @property
    def health(self) -> bool:
        return self.stored.domain is Domain.HEALTH


def pairs(label: str | None = None) -> list[Pair]:
    rows = Path(__file__).with_name("pairs.txt").read_text(encoding="utf-8").splitlines()
    read = [_pair(row) for row in rows if row and not row.startswith("#")]
    return [pair for pair in read if label in (None, pair.label)]


def _pair(row: str) -> Pair:
    label, domain, stored, said = (part.strip() for part in row.split("|"))
    return Pair(label, Statement(stored, Domain(domain)), Statement(said, Domain(domain)))
