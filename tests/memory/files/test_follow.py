"""What follows the database in the text writes what a merge would write."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import date, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sidecar.domain.fact import Domain, NewFact
from sidecar.domain.person import OWNER
from sidecar.memory.files.follow import follow
from sidecar.memory.files.line_matches import KnownFacts
from sidecar.memory.files.sync_plan import plan_merge
from sidecar.memory.ports import FactAddition, FactChange, FactRemoval, FactUpdate
from tests.fakes.clock import FakeClock
from tests.fakes.facts import FakeFacts
from tests.memory.files.desk import TODAY

pytestmark = pytest.mark.req("MEM-04")

FILE = """\
# Lo que sé de vos

Un prólogo | con ## cosas.

## Salud
- es celíaca
- usa lentes | nota:mía

### Viajes
- fue a Salta
#Trabajo
## Agenda
- una vez | por semana <!-- y algo

## Sin entender
| una | tabla |
- [weight:dos] toca el bajo
"""
CHANGE = st.tuples(
    st.sampled_from(["add", "change", "move", "confirm", "remove", "replace"]),
    st.integers(0, 30),
    st.sampled_from(list(Domain)),
    st.text(max_size=12),
)


def to_change(kind: str, which: int, domain: Domain, text: str, facts: FakeFacts) -> FactChange:
    active = asyncio.run(facts.active(OWNER))
    new = NewFact(f"dato {text} {which}", domain)
    if kind == "add" or not active:
        return FactAddition(new, TODAY, TODAY)
    fact = active[which % len(active)]
    match kind:
        case "change":
            return FactUpdate(replace(fact, text=f"otro {text}"))
        case "move":
            return FactUpdate(replace(fact, domain=domain))
        case "confirm":
            return FactUpdate(replace(fact, confirmed=date(2026, 6, 1), weight=which % 10 + 1))
        case "remove":
            return FactRemoval(fact.id)
        case _:
            return FactAddition(new, TODAY, TODAY, supersedes=[fact.id])


async def know(facts: FakeFacts) -> KnownFacts:
    return KnownFacts(await facts.active(OWNER), await facts.archived(OWNER), await facts.forgotten(OWNER))


async def merge_file(facts: FakeFacts, text: str | None, at: datetime) -> str:
    plan = plan_merge(await facts.file_state(OWNER), text, (), await know(facts), TODAY, "es")
    await facts.apply(OWNER, plan.changes, at, file=plan.record)
    state = await facts.file_state(OWNER)
    assert state is not None
    return state.text


@settings(deadline=None, max_examples=150)
@given(st.lists(st.lists(CHANGE, min_size=1, max_size=4), min_size=1, max_size=6), st.sampled_from(["\n", "\r\n"]))
def test_following_and_merging_write_the_same(rounds: list[list[tuple[str, int, Domain, str]]], newline: str) -> None:
    facts, at = FakeFacts(), FakeClock().now()
    asyncio.run(merge_file(facts, FILE.replace("\n", newline), at))
    followed = 0
    for changes in rounds:
        for change in changes:
            asyncio.run(facts.apply(OWNER, [to_change(*change, facts)], at))
        state = asyncio.run(facts.file_state(OWNER))
        assert state is not None
        record = follow(state.text, asyncio.run(facts.changes_since(OWNER, state.version)))
        merged = plan_merge(state, state.text, (), asyncio.run(know(facts)), TODAY, "es")
        assert merged.changes == ()
        expected = merged.record(())
        if record is not None:
            followed += 1
            assert record.text == expected.text
            assert [step.stamp for step in record.steps] in ([step.stamp for step in expected.steps], [])
            assert sort(record.steps) == sort(expected.steps) or not record.steps
        asyncio.run(facts.apply(OWNER, (), at, file=merged.record))


def sort(steps: object) -> list[object]:
    return [sorted(step.lines, key=lambda line: line.id) for step in steps]  # type: ignore[attr-defined]
