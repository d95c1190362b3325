"""What an older program had learned keeps its weight and its dates."""

from __future__ import annotations

from datetime import date

import pytest

from sidecar.domain.fact import Domain, FactSource, NewFact, Subject
from sidecar.memory.learnings import read_learnings
from sidecar.memory.ports import FactAddition

TODAY = date(2026, 3, 15)
OLDER = """\
# Learnings

Kept by the assistant.

## Health
- [weight:8] Is lactose intolerant | learned:2024-02-03 | confirmed:2025-11-30 | critical:yes
- [weight:2] Her brother has asthma | learned:2024-05-01 | about:other

## Work Habits
- [weight:3] Teaches chemistry at night | learned:2023-08-09 | confirmed:2024-01-02
| a | table |
## Pets
- Has a tortoise called Manuelita
- [weight:5] has a tortoise called Manuelita | learned:2022-01-01 | confirmed:2022-01-01
"""


@pytest.mark.req("MEM-05")
def test_weights_dates_and_categories_are_kept() -> None:
    learnings = read_learnings(OLDER, TODAY)

    def migrated(text: str, domain: Domain, weight: int, **more: object) -> NewFact:
        return NewFact(text, domain, source=FactSource.MIGRATED, weight=weight, **more)  # type: ignore[arg-type]

    assert learnings.facts == (
        FactAddition(
            migrated("Is lactose intolerant", Domain.HEALTH, 8, critical=True), date(2024, 2, 3), date(2025, 11, 30)
        ),
        FactAddition(
            migrated("Her brother has asthma", Domain.HEALTH, 2, subject=Subject.OTHER),
            date(2024, 5, 1),
            date(2024, 5, 1),
        ),
        FactAddition(migrated("Teaches chemistry at night", Domain.WORK, 3), date(2023, 8, 9), date(2024, 1, 2)),
        FactAddition(migrated("has a tortoise called Manuelita", Domain.GENERAL, 5), date(2022, 1, 1), TODAY),
    )
    assert learnings.not_understood == ("| a | table |",)


@pytest.mark.req("MEM-05")
def test_an_empty_file_has_nothing_to_say() -> None:
    assert read_learnings("", TODAY).facts == ()
    assert read_learnings("\ufeff# Learnings\r\n", TODAY).facts == ()
