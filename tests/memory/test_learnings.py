"""The `learnings.md` of an older program comes in with its weights and dates, and only once."""

from __future__ import annotations

from datetime import date

import pytest

from sidecar.domain.fact import Domain, FactSource, NewFact
from sidecar.domain.person import OWNER
from sidecar.memory.learnings import ImportReport, import_learnings
from sidecar.memory.ports import FactAddition
from tests.memory.stage import Mind

OLD = """# Learnings

## Health
- [weight:7] Is allergic to shellfish | learned:2024-02-03 | confirmed:2025-05-06

## Work
- [weight:3] Works at a foundry | learned:2023-01-01 | confirmed:2024-01-01
- [weight:2] Restores clocks | learned:2024-07-08
this line is no fact

## Preferences
- Likes quince jam
"""


async def bring(mind: Mind, text: str) -> ImportReport:
    return await import_learnings(mind.facts, OWNER, text, mind.clock, mind.today(), show=lambda done, lines: None)


@pytest.mark.req("MEM-05")
async def test_facts_keep_their_weights_and_dates(mind: Mind) -> None:
    imported = await bring(mind, OLD)
    assert (imported.added, imported.known) == (4, 0)
    assert [line.strip() for line in imported.not_understood] == ["this line is no fact"]
    facts = {fact.text: fact for fact in await mind.facts.active(OWNER)}
    shellfish = facts["Is allergic to shellfish"]
    assert (shellfish.domain, shellfish.weight, shellfish.source) == (Domain.HEALTH, 7, FactSource.MIGRATED)
    assert (shellfish.learned, shellfish.confirmed) == (date(2024, 2, 3), date(2025, 5, 6))
    assert facts["Restores clocks"].confirmed == date(2024, 7, 8)
    assert (facts["Likes quince jam"].learned, facts["Likes quince jam"].weight) == (mind.today(), 1)
    assert "Restores clocks" in await mind.found("clocks")


@pytest.mark.req("MEM-05")
async def test_twice_is_once(mind: Mind) -> None:
    await bring(mind, OLD)
    before, version = await mind.facts.active(OWNER), await mind.facts.version(OWNER)
    again = await bring(mind, OLD)
    assert (again.added, again.known) == (0, 4)
    assert await mind.facts.active(OWNER) == before
    assert await mind.facts.version(OWNER) == version


@pytest.mark.req("MEM-05", "MEM-11")
async def test_what_is_known_in_another_domain_or_in_other_words_stays_as_it_is(mind: Mind) -> None:
    known = await mind.remember("I'm allergic to shellfish", Domain.HEALTH, critical=True)
    imported = await bring(mind, OLD)
    assert (imported.added, imported.known) == (3, 1)
    fact = await mind.fact(known.id)
    assert (fact.weight, fact.text) == (1, "I'm allergic to shellfish")


@pytest.mark.req("MEM-05")
async def test_what_differs_from_what_is_known_is_not_lost(mind: Mind) -> None:
    await mind.remember("Works at a bank", Domain.WORK)
    imported = await bring(mind, OLD)
    assert (imported.added, imported.known) == (4, 0)
    assert {"Works at a bank", "Works at a foundry"} <= set(await mind.texts())


@pytest.mark.req("MEM-05", "MEM-13")
async def test_the_same_in_two_sections_is_one_fact_and_health_keeps_it(mind: Mind) -> None:
    text = """## Preferences
- [weight:6] Is a vegetarian | learned:2022-02-02 | confirmed:2022-03-03
## Health
- [weight:4] is a vegetarian | learned:2021-01-01 | confirmed:2025-05-05
"""
    imported = await bring(mind, text)
    assert (imported.added, imported.known) == (1, 1)
    (fact,) = await mind.facts.active(OWNER)
    assert (fact.domain, fact.weight) == (Domain.HEALTH, 6)
    assert (fact.learned, fact.confirmed) == (date(2021, 1, 1), date(2025, 5, 5))


@pytest.mark.parametrize("text", ["", "\n\n", "# Learnings\n", "nothing that is a fact\n"])
async def test_a_file_without_facts_changes_nothing(mind: Mind, text: str) -> None:
    day = mind.today()
    await mind.facts.apply(OWNER, [FactAddition(NewFact("Cría abejas"), day, day)], mind.clock.now())
    imported = await bring(mind, text)
    assert (imported.added, imported.known) == (0, 0)
    assert await mind.texts() == ["Cría abejas"]


@pytest.mark.req("MEM-05")
async def test_an_import_that_was_interrupted_goes_on_where_it_was(mind: Mind) -> None:
    text = "## Work\n" + "".join(f"- Restores clocks of {place}{number}\n" for number in range(50) for place in "abcde")

    def interrupt(done: int, lines: int) -> None:
        assert lines == 250
        if done == 200:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        await import_learnings(mind.facts, OWNER, text, mind.clock, mind.today(), show=interrupt)
    assert len(await mind.facts.active(OWNER)) == 200
    again = await bring(mind, text)
    assert (again.added, again.known) == (50, 200)
