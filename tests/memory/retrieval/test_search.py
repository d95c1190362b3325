"""Searching a collection, on a real database."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from sidecar.domain.person import PersonId
from sidecar.errors import ModelUnreachable, RequestError
from sidecar.memory.retrieval.document import NO_FILTERS, Collection, Document, DocumentKind, Filters
from sidecar.memory.retrieval.embedding_indexer import EmbeddingIndexer
from sidecar.memory.retrieval.search import Search, SearchSettings
from sidecar.memory.retrieval.vector_search import VectorSearch
from tests.fakes.embedder import FakeEmbedder
from tests.memory.retrieval.conftest import COLLECTION, MEANINGS, Library, note, said

PETS = [
    note("1", "Adoptó un perro que se llama Tango"),
    note("2", "Compró una heladera nueva en cuotas"),
    note("3", "Cambió de empleo y ahora está en una cooperativa"),
    note("4", "Los jueves juega al pádel con Mauro"),
]


@pytest.mark.req("MEM-31")
async def test_words_find_in_any_form_and_without_accents(library: Library) -> None:
    await library.indexer.index(COLLECTION, PETS)
    assert (await library.found("padel"))[0] == "4"
    assert (await library.found("¿qué heladeras compramos?"))[0] == "2"


@pytest.mark.req("MEM-31", "MEM-34")
async def test_meaning_finds_what_shares_no_word(library: Library) -> None:
    await library.indexer.index(COLLECTION, PETS)
    assert (await library.found("does she own a dog"))[0] == "1"
    assert (await library.found("a new job"))[0] == "3"


@pytest.mark.req("MEM-31")
async def test_neighbours_come_with_a_hit(library: Library) -> None:
    turns = [said(1, "¿Cómo te fue?"), said(2, "El examen de alemán salió bien"), said(3, "¡Qué bueno!")]
    await library.documents.put(COLLECTION, [*turns, said(4, "Otro día, otro tema", thread="tuesday")])
    hit, *_ = await library.search.search(COLLECTION, "examen alemán", k=1)
    assert hit.document.source == "2"
    assert [one.source for one in hit.neighbours] == ["1", "3"]


@pytest.mark.req("MEM-31")
async def test_filters(library: Library) -> None:
    rows = [
        Document(DocumentKind.FACT, "f", "Toma mate amargo", domain="preferences", at=datetime(2026, 1, 5, tzinfo=UTC)),
        Document(DocumentKind.MESSAGE, "m", "Hoy tomé mate", channel="telegram", at=datetime(2026, 2, 5, tzinfo=UTC)),
        Document(DocumentKind.LOG, "l", "Compró mate", at=datetime(2026, 3, 5, tzinfo=UTC)),
        Document(DocumentKind.NOTE, "n", "Recetas con mate"),
    ]
    await library.indexer.index(COLLECTION, rows)

    async def found(**asked: object) -> set[str]:
        hits = await library.search.search(COLLECTION, "mate", filters=Filters(**asked))  # type: ignore[arg-type]
        return {hit.document.source for hit in hits}

    assert await found() == {"f", "m", "l", "n"}
    assert await found(kinds=[DocumentKind.FACT, DocumentKind.LOG]) == {"f", "l"}
    assert await found(domains=["preferences"]) == {"f"}
    assert await found(channel="telegram") == {"m"}
    assert await found(since=datetime(2026, 2, 5, tzinfo=UTC)) == {"m", "l"}
    assert await found(until=datetime(2026, 2, 5, tzinfo=UTC)) == {"f"}
    assert await found(kinds=[DocumentKind.SUMMARY]) == set()


@pytest.mark.req("MEM-31")
async def test_no_search_crosses_shelves(library: Library) -> None:
    others = [Collection(PersonId("beto")), Collection(COLLECTION.person, "books")]
    for number, collection in enumerate([COLLECTION, *others]):
        await library.indexer.index(collection, [note(f"own {number}", "la clave del portón es un número")])
    for number, collection in enumerate([COLLECTION, *others]):
        assert await library.found("clave portón", collection=collection) == [f"own {number}"]
        assert await library.found("dog", collection=collection) == [f"own {number}"]
    assert await library.found("clave", collection=Collection(PersonId("nobody"))) == []


async def test_what_is_changed_is_found_as_it_is_now(library: Library) -> None:
    await library.indexer.index(COLLECTION, PETS)
    await library.found("perro")
    await library.indexer.index(COLLECTION, [note("1", "Adoptó una tortuga")])
    hits = await library.search.search(COLLECTION, "tortuga", k=1)
    assert [hit.document.text for hit in hits] == ["Adoptó una tortuga"]
    assert hits[0].similarity is not None and hits[0].similarity > 0.4
    assert all(
        hit.document.text != "Adoptó un perro que se llama Tango"
        for hit in await library.search.search(COLLECTION, "perro")
    )


@pytest.mark.req("MEM-16")
async def test_what_is_removed_is_found_no_more(library: Library) -> None:
    await library.indexer.index(COLLECTION, PETS)
    assert "1" in await library.found("perro Tango")
    assert await library.documents.remove(COLLECTION, DocumentKind.NOTE, ["1", "77"]) == 1
    assert "1" not in await library.found("perro Tango")
    assert "1" not in await library.found("dog", k=10)


@pytest.mark.req("MEM-32")
async def test_words_are_searched_while_the_embedder_fails(library: Library) -> None:
    await library.indexer.index(COLLECTION, PETS)
    library.embedder.failure = ModelUnreachable("gone")
    hits = await library.search.search(COLLECTION, "heladera", k=1)
    assert hits[0].document.source == "2" and hits[0].similarity is None
    assert await library.found("dog") == []
    library.embedder.failure = None
    assert (await library.found("dog"))[0] == "1"


@pytest.mark.req("MEM-32")
async def test_no_search_waits_long_for_its_vector(library: Library) -> None:
    await library.indexer.index(COLLECTION, PETS)
    search = Search(
        library.documents, library.vectors, library.embedder, library.clock, SearchSettings(embedding_timeout_s=0.01)
    )
    library.embedder.gate.clear()
    assert (await search.search(COLLECTION, "heladera", k=1))[0].similarity is None
    library.embedder.gate.set()
    await asyncio.sleep(0)
    again = await search.search(COLLECTION, "heladera", k=1)
    assert again[0].similarity is not None
    assert library.embedder.queries == ["heladera"], "it went on being made, and was made once"


async def test_a_question_can_be_prepared(library: Library) -> None:
    await library.indexer.index(COLLECTION, [said(1, "Mi perro se llama Tango", speaker="Rita")])
    await library.search.prepare(COLLECTION, "What is Rita's dog called?")
    await library.search.search(COLLECTION, "What is Rita's dog called?")
    assert library.embedder.queries == ["What is dog called?"]


async def test_many_questions_at_once(library: Library) -> None:
    await library.indexer.index(COLLECTION, PETS)
    found = await library.search.search_all(COLLECTION, ["heladera", "dog", ""], k=1)
    assert [[hit.document.source for hit in hits] for hits in found] == [["2"], ["1"], []]


async def test_without_an_embedder_words_are_searched(library: Library) -> None:
    await library.documents.put(COLLECTION, PETS)
    search = Search(library.documents, library.vectors, None, library.clock)
    assert [hit.document.source for hit in await search.search(COLLECTION, "cooperativa")] == ["3"]


@pytest.mark.req("MEM-30")
async def test_another_model_does_not_see_the_vectors_of_the_one_before(library: Library) -> None:
    await library.indexer.index(COLLECTION, PETS)
    other = FakeEmbedder("other", same=MEANINGS)
    search = Search(library.documents, library.vectors, other, library.clock)
    hits = await search.search(COLLECTION, "heladera")
    assert [hit.document.source for hit in hits] == ["2"] and hits[0].similarity is None
    await EmbeddingIndexer(library.documents, library.vectors, other, library.clock).index(COLLECTION, [])
    assert (await search.search(COLLECTION, "dog"))[0].document.source == "1"


async def test_yesterday_is_the_persons_yesterday(library: Library) -> None:
    rows = [said(day, "cenamos ravioles", day=day, thread=str(day)) for day in (13, 14, 15)]
    await library.documents.put(COLLECTION, rows)
    assert library.clock.now() == datetime(2026, 3, 15, 12, 30, tzinfo=UTC)

    async def first(zone: str) -> str:
        hits = await library.search.search(COLLECTION, "¿qué cenamos ayer?", timezone=ZoneInfo(zone))
        return hits[0].document.source

    assert await first("America/Argentina/Cordoba") == "14"
    assert await first("Pacific/Pago_Pago") == "14", "it was the 14th there from noon to noon in UTC"
    assert await first("Pacific/Kiritimati") == "14", "and here it is the 16th already: noon of the 14th is the 15th"


@pytest.mark.parametrize("question", ['"', "a OR b", "words:*", "NEAR(x y)", "((", "-", "\0", "💥", "' -- ;"])
async def test_no_question_is_taken_for_the_index_s_own_language(library: Library, question: str) -> None:
    await library.indexer.index(COLLECTION, PETS)
    await library.search.search(COLLECTION, question)


async def test_an_unused_index_is_evicted(library: Library) -> None:
    await library.indexer.index(COLLECTION, PETS)
    state = await library.documents.state(COLLECTION)
    search = VectorSearch(library.documents, library.vectors, library.clock)
    query = await library.embedder.embed_query("dog")
    assert state and await search.nearest(state.id, library.embedder.name, query, 1, (), NO_FILTERS)
    search.evict_idle()
    assert search.bytes
    await library.clock.advance(601)
    search.evict_idle()
    assert not search.bytes
    assert await search.nearest(state.id, library.embedder.name, query, 1, (), NO_FILTERS)


async def test_a_search_after_eviction_loads_the_index_again(library: Library) -> None:
    await library.indexer.index(COLLECTION, PETS)
    await library.found("dog")
    await library.clock.advance(601)
    library.search.evict_idle()
    assert (await library.found("dog"))[0] == "1"


@pytest.mark.req("MEM-31")
async def test_a_channel_that_nobody_has_used_is_told(library: Library) -> None:
    await library.documents.put(COLLECTION, [said(1, "Hoy tomé mate")])
    with pytest.raises(RequestError, match="Nothing was said on fax"):
        await library.search.search(COLLECTION, "mate", filters=Filters(channel="fax"))
    assert await library.search.search(COLLECTION, "mate", filters=Filters(channel="terminal"))
    assert await library.search.search(COLLECTION, "bicicleta", filters=Filters(channel="terminal")) is not None


@pytest.mark.req("MEM-31")
@pytest.mark.parametrize("asked", ["¿en qué calle queda el depósito?", "en qué calle queda el depósito"])
async def test_what_the_person_only_asked_stands_behind_what_they_told(library: Library, asked: str) -> None:
    turns = [said(1, "el depósito queda en la calle Sarratea", day=2, thread="a"), said(2, asked, day=3, thread="b")]
    await library.indexer.index(COLLECTION, turns)
    assert await library.found("¿en qué calle queda el depósito?") == ["1", "2"]


@pytest.mark.req("MEM-31")
async def test_a_question_that_also_tells_is_no_mere_question(library: Library) -> None:
    turns = [
        said(1, "me pasaron el ensayo al jueves. ¿llego a cenar?", day=3, thread="b"),
        said(2, "qué día es el ensayo", day=4, thread="c"),
    ]
    await library.indexer.index(COLLECTION, turns)
    assert await library.found("¿qué día es el ensayo?") == ["1", "2"]
