"""What every `FactStore` keeps. Test modules import the tests from here and give them a fixture `facts`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime

import pytest

from sidecar.domain.fact import Confidence, Domain, Fact, FactId, FactSource, NewFact, Scope, Subject
from sidecar.domain.person import PersonId
from sidecar.memory.facts import candidate_words
from sidecar.memory.ports import (
    FactAddition,
    FactDelta,
    FactRemoval,
    FactStore,
    FactUpdate,
    FileRecord,
    FileState,
    FileStep,
    LineBefore,
)  # fmt: skip

ANA, BETO = PersonId("ana"), PersonId("beto")
NOW = datetime(2026, 3, 15, 12, 30, tzinfo=UTC)
LEARNED, CONFIRMED = date(2025, 7, 1), date(2026, 3, 15)

pytestmark = pytest.mark.req("MEM-10")


def added(text: str, **more: object) -> FactAddition:
    return FactAddition(replace(NewFact(text), **more), LEARNED, CONFIRMED)


async def keep(facts: FactStore, *texts: str, person: PersonId = ANA) -> list[Fact]:
    ids = await facts.apply(person, [added(text) for text in texts], NOW)
    assert ids is not None
    found = [await facts.get(person, id) for id in ids]
    return [fact for fact in found if fact is not None]


async def test_a_new_fact_comes_back_as_it_went_in(facts: FactStore) -> None:
    new = NewFact(
        "toma enalapril | 10 mg <!-- x -->\nde noche, che 🧉", Domain.HEALTH, Subject.OTHER, Confidence.LOW,
        FactSource.EXPLICIT, True, 7,
    )  # fmt: skip
    ids = await facts.apply(ANA, [FactAddition(new, LEARNED, CONFIRMED)], NOW)
    assert ids is not None
    (fact,) = await facts.active(ANA)
    assert fact == Fact(
        ids[0], ANA, new.text, Domain.HEALTH, Subject.OTHER, Confidence.LOW, FactSource.EXPLICIT, LEARNED, CONFIRMED,
        7, Scope.GLOBAL, True,
    )  # fmt: skip
    assert await facts.get(ANA, ids[0]) == fact


async def test_a_change_keeps_what_never_changes(facts: FactStore) -> None:
    (fact,) = await keep(facts, "vive en Rosario")
    changed = replace(
        fact, text="vive en Funes", domain=Domain.PERSONAL, weight=3, critical=True, stale=True,
        confirmed=date(2026, 4, 1), confidence=Confidence.HIGH, source=FactSource.FILE, subject=Subject.OTHER,
    )  # fmt: skip
    assert await facts.apply(ANA, [FactUpdate(replace(changed, learned=date(1999, 1, 1)))], NOW) == [fact.id]
    assert await facts.get(ANA, fact.id) == replace(changed, pinned=0)


@pytest.mark.parametrize(
    ("text", "domain", "critical", "scope"),
    [
        ("Armó una huerta en la terraza", Domain.PROJECTS, False, Scope.PROJECT),
        ("En esta charla prefiere respuestas de una línea", Domain.PREFERENCES, False, Scope.SESSION),
        ("Wants to be called Captain in this conversation", Domain.PREFERENCES, False, Scope.SESSION),
        ("For this session answers in French, please", Domain.PROJECTS, False, Scope.SESSION),
        ("Toma ibuprofeno, dijo en esta conversación", Domain.HEALTH, False, Scope.GLOBAL),
        ("In this chat said: allergic to latex", Domain.PERSONAL, True, Scope.GLOBAL),
        ("Le gusta la charla con mate", Domain.PREFERENCES, False, Scope.GLOBAL),
        ("Vive en Funes", Domain.PERSONAL, False, Scope.GLOBAL),
    ],
)
async def test_what_is_told_decides_where_it_counts(
    facts: FactStore, text: str, domain: Domain, critical: bool, scope: Scope
) -> None:
    await facts.apply(ANA, [added(text, domain=domain, critical=critical)], NOW)
    (fact,) = await facts.active(ANA)
    assert fact.scope is scope
    moved = replace(fact, text="Terminó la huerta", domain=Domain.PROJECTS, critical=False)
    await facts.apply(ANA, [FactUpdate(moved)], NOW)
    assert (await facts.active(ANA))[0].scope is Scope.PROJECT


@pytest.mark.req("MEM-20", "MEM-40")
async def test_the_text_decides_what_is_pinned(facts: FactStore) -> None:
    (fact,) = await keep(facts, "Se llama Nora")
    assert fact.pinned
    await facts.apply(ANA, [FactUpdate(replace(fact, text="Le gusta el cine mudo"))], NOW)
    (fact,) = await facts.active(ANA)
    assert not fact.pinned
    await facts.apply(ANA, [FactUpdate(replace(fact, text="Vive en Funes"))], NOW)
    (fact,) = await facts.active(ANA)
    assert fact.pinned


async def test_ids_come_in_the_order_of_what_was_added_and_changed(facts: FactStore) -> None:
    first, second = await keep(facts, "uno", "dos")
    ids = await facts.apply(ANA, [FactRemoval(second.id), added("tres"), FactUpdate(first), added("cuatro")], NOW)
    assert ids is not None
    assert ids[1] == first.id
    assert [fact.text for fact in await facts.active(ANA)] == ["uno", "tres", "cuatro"]
    assert [fact.id for fact in await facts.active(ANA)] == [first.id, ids[0], ids[2]]


async def test_numbers_are_not_given_twice(facts: FactStore) -> None:
    *_, last = await keep(facts, "uno", "dos")
    await facts.apply(ANA, [FactRemoval(last.id)], NOW)
    (new,) = await keep(facts, "tres")
    assert new.id > last.id


@pytest.mark.req("MEM-14")
async def test_the_archive_holds_what_was_superseded(facts: FactStore) -> None:
    (old,) = await keep(facts, "trabaja en el puerto")
    ids = await facts.apply(ANA, [replace(added("trabaja en la aduana"), supersedes=(old.id,))], NOW)
    assert ids is not None
    assert [fact.text for fact in await facts.active(ANA)] == ["trabaja en la aduana"]
    assert await facts.archived(ANA) == [replace(old, superseded_by=ids[0])]
    await facts.apply(ANA, [FactRemoval(ids[0])], NOW)
    assert [fact.id for fact in await facts.archived(ANA)] == [old.id]


@pytest.mark.req("MEM-17")
async def test_a_change_that_awaits_an_answer_waits_no_longer_when_its_fact_is_gone(facts: FactStore) -> None:
    (old,) = await keep(facts, "es alérgica al látex")
    ids = await facts.apply(ANA, [replace(added("no es alérgica al látex"), awaits=old.id)], NOW)
    assert ids is not None
    waiting = await facts.get(ANA, ids[0])
    assert waiting is not None
    assert waiting.unconfirmed_change_of == old.id
    await facts.apply(ANA, [FactRemoval(old.id)], NOW)
    assert await facts.active(ANA) == [replace(waiting, unconfirmed_change_of=None)]


async def test_every_change_makes_the_version_grow_and_the_wrong_one_keeps_nothing(facts: FactStore) -> None:
    before = await facts.version(ANA)
    (fact,) = await keep(facts, "uno")
    version = await facts.version(ANA)
    assert version > before
    assert await facts.apply(ANA, [added("dos"), FactRemoval(fact.id)], NOW, expected=before, file=record("a")) is None
    assert await facts.active(ANA) == [fact]
    assert await facts.file_state(ANA) is None
    assert await facts.version(ANA) == version
    assert await facts.apply(ANA, [added("dos")], NOW, expected=version) is not None


def record(text: str, *steps: FileStep) -> Callable[[Sequence[FactId]], FileRecord]:
    return lambda ids: FileRecord(text, steps)


@pytest.mark.req("MEM-04")
async def test_the_state_of_the_file_is_kept_with_the_version_of_its_facts(facts: FactStore) -> None:
    await facts.apply(ANA, [added("uno")], NOW, file=record("escrito\r\n"))
    version = await facts.version(ANA)
    assert await facts.file_state(ANA) == FileState("escrito\r\n", version)
    await keep(facts, "dos")
    assert await facts.file_state(ANA) == FileState("escrito\r\n", version)
    await facts.apply(ANA, [], NOW, file=record(""))
    assert await facts.file_state(ANA) == FileState("", await facts.version(ANA))


@pytest.mark.req("MEM-04")
async def test_the_file_is_recorded_with_the_numbers_of_the_new_facts(facts: FactStore) -> None:
    ids = await facts.apply(ANA, [added("uno"), added("dos")], NOW, file=lambda ids: FileRecord(f"{ids}", []))
    state = await facts.file_state(ANA)
    assert state is not None
    assert state.text == f"{ids}"


@pytest.mark.req("MEM-04")
async def test_the_steps_to_earlier_versions_come_the_newest_first(facts: FactStore) -> None:
    (fact,) = await keep(facts, "uno")
    first = FileStep("", "# marco", [LineBefore(fact.id, "## Salud", "- uno", 7), LineBefore(FactId(99), "", None)])
    second = FileStep("abc", "", [])
    third = FileStep("def", None, [LineBefore(fact.id, "", "- dos", 2**48 - 1)])
    await facts.apply(ANA, [], NOW, file=record("a", first, second))
    await facts.apply(ANA, [], NOW, file=record("b", third))
    assert [*await facts.file_steps(ANA)] == [third, second, first]
    assert [*await facts.file_steps(BETO)] == []


@pytest.mark.req("MEM-04", "MEM-16")
async def test_forgetting_takes_the_words_out_of_earlier_versions_of_the_file(facts: FactStore) -> None:
    fact, other = await keep(facts, "uno", "dos")
    lines = [LineBefore(fact.id, "## Salud", "- uno", 7), LineBefore(other.id, "", "- dos", 8)]
    steps = FileStep("x", "uno", lines), FileStep("y", "", [])
    await facts.apply(ANA, [], NOW, file=record("a", *steps))
    await facts.apply(ANA, [FactRemoval(fact.id)], NOW)
    newer, older = await facts.file_steps(ANA)
    assert (newer.frame, older.frame, older.lines) == ("", None, [LineBefore(fact.id, "## Salud", "", 7), lines[1]])


@pytest.mark.req("MEM-04")
async def test_what_has_changed_since_a_version(facts: FactStore) -> None:
    one, two, three = await keep(facts, "uno", "dos", "tres")
    before = await facts.version(ANA)
    assert await facts.changes_since(ANA, before) == FactDelta([], set(), set())
    waiting = (await facts.apply(ANA, [replace(added("cuatro"), awaits=three.id)], NOW) or [FactId(0)])[0]
    await facts.apply(ANA, [replace(added("cinco"), supersedes=[one.id]), FactUpdate(replace(two, weight=9))], NOW)
    delta = await facts.changes_since(ANA, before)
    assert [fact.text for fact in delta.changed] == ["dos", "cuatro", "cinco"]
    assert (set(delta.archived), set(delta.forgotten)) == ({one.id}, set())
    before = await facts.version(ANA)
    await facts.apply(ANA, [FactRemoval(three.id)], NOW)
    delta = await facts.changes_since(ANA, before)
    assert [(fact.id, fact.unconfirmed_change_of) for fact in delta.changed] == [(waiting, None)]
    assert (set(delta.archived), set(delta.forgotten), set(await facts.forgotten(ANA))) == (
        set(),
        {three.id},
        {three.id},
    )
    assert set(await facts.forgotten(BETO)) == set()


@pytest.mark.req("MEM-04")
async def test_noting_the_file_is_no_change_of_the_facts(facts: FactStore) -> None:
    await keep(facts, "uno")
    version = await facts.version(ANA)
    assert await facts.apply(ANA, [], NOW, expected=version, file=record("x")) == []
    assert await facts.version(ANA) == version


async def test_people_do_not_reach_each_others_facts(facts: FactStore) -> None:
    (fact,) = await keep(facts, "tiene un velero")
    assert await facts.active(BETO) == []
    assert await facts.get(BETO, fact.id) is None
    assert await facts.similar(BETO, candidate_words("velero"), 5) == []
    await facts.apply(BETO, [FactRemoval(fact.id), FactUpdate(replace(fact, text="robado"))], NOW, file=record("b"))
    assert await facts.active(ANA) == [fact]
    assert await facts.file_state(ANA) is None


@pytest.mark.req("MEM-11")
async def test_similar_finds_shared_stems_in_every_domain(facts: FactStore) -> None:
    await keep(facts, "toca la guitarra los jueves", "junta estampillas", "afina guitarras de otros")
    found = await facts.similar(ANA, candidate_words("toca guitarras los jueves"), 5)
    assert [fact.text for fact in found] == ["toca la guitarra los jueves", "afina guitarras de otros"]
    assert len(await facts.similar(ANA, candidate_words("guitarra"), 1)) == 1
    gone = found[0]
    await facts.apply(ANA, [FactUpdate(replace(gone, text="corre maratones"))], NOW)
    assert [fact.text for fact in await facts.similar(ANA, candidate_words("jueves"), 5)] == []
    assert [fact.id for fact in await facts.similar(ANA, candidate_words("maratones"), 5)] == [gone.id]


async def test_what_is_not_there_cannot_be_changed(facts: FactStore) -> None:
    (fact,) = await keep(facts, "uno")
    nobody = replace(fact, id=FactId(fact.id + 1000))
    assert await facts.apply(ANA, [FactUpdate(nobody), FactRemoval(nobody.id)], NOW) == []
    assert await facts.active(ANA) == [fact]
    assert await facts.get(ANA, nobody.id) is None
