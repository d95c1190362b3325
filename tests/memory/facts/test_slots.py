"""Another value of the same thing is a change; what is said of something else, planned or past, is none."""

from __future__ import annotations

from pathlib import Path

import pytest

from sidecar.memory.facts import Relation, Statement, candidate_words, compare


def _rows(file: str) -> list[tuple[str, str, str]]:
    rows = Path(__file__).with_name(file).read_text(encoding="utf-8").splitlines()
    return [tuple(part.strip() for part in row.split("|")) for row in rows if row and not row.startswith("#")]  # type: ignore[misc]


@pytest.mark.req("MEM-14", "MEM-17")
@pytest.mark.parametrize(("kind", "stored", "said"), _rows("changes.txt"))
def test_another_value_replaces(kind: str, stored: str, said: str) -> None:
    assert compare(Statement(stored), Statement(said)).relation is Relation.CONTRADICTION, kind
    assert candidate_words(stored) & candidate_words(said), "never compared"


@pytest.mark.req("MEM-12", "MEM-14")
@pytest.mark.parametrize(("kind", "stored", "said"), _rows("unchanged.txt"))
def test_both_hold(kind: str, stored: str, said: str) -> None:
    assert compare(Statement(stored), Statement(said)).relation is not Relation.CONTRADICTION, kind
