"""What holds now stands before what held once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sidecar.domain.fact import FactId, NewFact
from sidecar.domain.person import OWNER
from sidecar.memory.ports import FactAddition
from sidecar.memory.retrieval.document import Collection, Document, DocumentId, DocumentKind, Filters, Hit
from sidecar.memory.retrieval.freshness import find_outdated, prefer_newer, put_current_first
from sidecar.memory.retrieval.ports import RankingCandidate, ToldFact
from sidecar.memory.retrieval.ranking import RankedDocument
from sidecar.storage.search import SqlDocuments
from tests.memory.stage import Mind

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def ranked(scores: Mapping[int, float]) -> list[RankedDocument]:
    found = [RankedDocument(RankingCandidate(DocumentId(id), ()), score) for id, score in scores.items()]
    return sorted(found, key=lambda one: -one.score)


def ids(found: Sequence[RankedDocument]) -> list[int]:
    return [one.candidate.id for one in found]


def old(document: int, replaced_by: int | None = None) -> ToldFact:
    return ToldFact(DocumentId(document), False, DocumentId(replaced_by) if replaced_by else None)


def test_of_several_facts_of_a_message_the_one_that_was_asked_for_counts() -> None:
    message, sizes = DocumentId(9), [old(1, 3), ToldFact(DocumentId(2), True)]
    asked_for_the_first = ranked({9: 0.9, 1: 0.8, 2: 0.4})
    asked_for_the_second = ranked({9: 0.9, 1: 0.4, 2: 0.8})
    assert find_outdated(asked_for_the_first, {message: sizes}) == {message: sizes[0]}
    assert find_outdated(asked_for_the_second, {message: sizes}) == {}
    assert find_outdated(ranked({9: 0.9}), {message: sizes}) == {}, "in doubt it holds"


def test_what_took_its_place_stands_where_it_was() -> None:
    outdated = {DocumentId(1): old(1, 3)}
    assert ids(put_current_first(ranked({1: 0.9, 2: 0.8, 3: 0.2}), outdated, ())) == [3, 2, 1]
    assert ids(put_current_first(ranked({1: 0.9, 2: 0.8}), outdated, {DocumentId(3)})) == [3, 2, 1]
    assert ids(put_current_first(ranked({1: 0.9, 2: 0.8}), outdated, ())) == [2, 1]


@given(
    st.dictionaries(st.integers(1, 9), st.floats(0, 1), max_size=9),
    st.dictionaries(st.integers(1, 9), st.one_of(st.none(), st.integers(1, 12))),
)
def test_nobody_is_lost_and_the_order_is_that_of_the_scores(
    scores: dict[int, float], gone: dict[int, int | None]
) -> None:
    outdated = {DocumentId(id): old(id, heir) for id, heir in gone.items()}
    found = put_current_first(ranked(scores), outdated, ())
    assert sorted(ids(found)) == sorted(scores)
    assert [one.score for one in found] == sorted((one.score for one in found), reverse=True)


def test_the_newer_of_two_that_say_the_same_stands_first() -> None:
    def said(id: int, words: str, score: float, days: int, speaker: str = "person") -> RankedDocument:
        at = NOON + timedelta(days=days)
        return RankedDocument(RankingCandidate(DocumentId(id), words.split(), speaker=speaker, at=at), score)

    first, newer = said(1, "alquiler pago 320", 0.80, 0), said(2, "alquiler pago 450", 0.77, 90)
    assert ids(prefer_newer([first, said(3, "limonero", 0.79, 200), newer])) == [2, 1, 3]
    assert ids(prefer_newer([first, said(2, "alquiler pago 450", 0.6, 90)])) == [1, 2], "it fits much worse"
    assert ids(prefer_newer([first, said(2, "alquiler pago 450", 0.78, 90, "companion")])) == [1, 2]
    assert ids(prefer_newer([newer, first])) == [2, 1]


async def search(mind: Mind, question: str, k: int = 10, **filters: object) -> list[Hit]:
    await mind.indexing.index_messages(100)
    return [*await mind.search.search(Collection(OWNER), question, k=k, filters=Filters(**filters))]  # type: ignore[arg-type]


async def told_and_changed(mind: Mind) -> None:
    told: list[FactId] = []
    for message, fact in (
        ("arranqué con levotiroxina, 75 por día", "Toma levotiroxina 75"),
        ("me la subieron, ahora son 100", "Toma levotiroxina 100"),
    ):
        turn, today = await mind.say(message), mind.today()
        change = FactAddition(NewFact(fact), today, today, supersedes=tuple(told), origin=turn)
        told = [*(await mind.facts.apply(OWNER, [change], mind.clock.now()) or ())]


@pytest.mark.req("MEM-31", "MEM-14")
async def test_the_replaced_version_stands_behind_and_is_marked(mind: Mind) -> None:
    await told_and_changed(mind)
    hits = await search(mind, "levotiroxina 75 por día")
    assert hits[0].document.text == "Toma levotiroxina 100"
    assert {hit.document.text for hit in hits if hit.outdated} == {
        "Toma levotiroxina 75",
        "arranqué con levotiroxina, 75 por día",
    }
    assert [hit.outdated for hit in hits] == sorted(hit.outdated for hit in hits)


@pytest.mark.req("MEM-31")
async def test_a_question_about_the_past_finds_the_past_first(mind: Mind) -> None:
    await told_and_changed(mind)
    hits = await search(mind, "¿qué dosis de levotiroxina 75 tomaba antes?")
    assert hits[0].outdated and "75" in hits[0].document.text


async def test_filters_hold_for_what_took_the_place_too(mind: Mind) -> None:
    await told_and_changed(mind)
    hits = await search(mind, "levotiroxina 75 por día", kinds=[DocumentKind.MESSAGE])
    assert {hit.document.kind for hit in hits} == {DocumentKind.MESSAGE}


@pytest.mark.req("MEM-31")
async def test_what_is_over_is_marked_from_the_next_day_on(mind: Mind) -> None:
    await mind.learned("Turno con el kinesiólogo", until=mind.today())
    assert [hit.outdated for hit in await search(mind, "kinesiólogo")] == [False]
    await mind.clock.leap(2 * 24 * 3600)
    assert [hit.outdated for hit in await search(mind, "kinesiólogo")] == [True]


async def test_other_collections_know_no_facts(mind: Mind) -> None:
    await told_and_changed(mind)
    other = Collection(OWNER, "books")
    await SqlDocuments(mind.db, mind.clock).put(other, [Document(DocumentKind.MESSAGE, "1", "levotiroxina 75")])
    assert [hit.outdated for hit in await mind.search.search(other, "levotiroxina")] == [False]
