"""Documents get their vectors: in the background, after failures, after another model, and while somebody waits."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import pytest

from sidecar.errors import ModelUnreachable
from sidecar.memory.retrieval.document import DocumentKind
from sidecar.memory.retrieval.embedding_indexer import EmbeddingIndexer
from tests.eventually import eventually
from tests.fakes.embedder import FakeEmbedder
from tests.memory.retrieval.conftest import COLLECTION, MEANINGS, Library, note, said


async def run(indexer: EmbeddingIndexer) -> asyncio.Task[None]:
    return asyncio.create_task(indexer.run())


async def stop(task: asyncio.Task[None]) -> None:
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task


@pytest.mark.req("MEM-32")
async def test_what_arrives_is_placed_in_the_background(library: Library) -> None:
    job = await run(library.indexer)
    await library.documents.put(COLLECTION, [note("1", "Se compró un perro")])
    library.indexer.wake()

    async def found() -> bool:
        return await library.found("dog") == ["1"]

    await eventually(found)
    await stop(job)


@pytest.mark.req("MEM-32")
async def test_what_fails_is_tried_again(library: Library) -> None:
    library.embedder.failure = ModelUnreachable("gone")
    await library.documents.put(COLLECTION, [note("1", "Se compró un perro")])
    with pytest.raises(ModelUnreachable):
        await library.indexer.embed_waiting()
    library.embedder.failure = None
    await library.indexer.embed_waiting()
    assert await library.found("dog") == ["1"]


@pytest.mark.req("MEM-32")
async def test_the_background_job_outlives_a_failure(library: Library) -> None:
    library.embedder.failure = ModelUnreachable("gone")
    await library.documents.put(COLLECTION, [note("1", "Se compró un perro")])
    job = await run(library.indexer)

    async def asked() -> bool:
        await library.clock.advance(31)
        library.embedder.failure = None
        return await library.found("dog") == ["1"]

    await eventually(asked)
    await stop(job)


@pytest.mark.req("MEM-32")
async def test_the_queue_is_bounded_and_what_left_it_is_found_again(library: Library) -> None:
    await library.documents.put(COLLECTION, [note(str(n), f"renglón {n}") for n in range(1100)])
    waiting = await library.vectors.waiting(library.embedder.name, 5000)
    assert len(waiting) == 1000 and waiting[0].text == "renglón 100", "the oldest left"
    await library.indexer.embed_waiting(older=False)
    assert len(library.embedder.embedded) == 1100, "dropped ones are looked for when the queue is empty"
    assert await library.vectors.dropped() == {}


@pytest.mark.req("MEM-30", "MEM-32")
async def test_another_model_places_everything_again(library: Library) -> None:
    await library.indexer.index(COLLECTION, [note("1", "Se compró un perro"), note("2", "Cambió de empleo")])
    other = FakeEmbedder("other", same=MEANINGS)
    indexer = EmbeddingIndexer(library.documents, library.vectors, other, library.clock)
    await indexer.reconcile()
    assert (await library.vectors.reconcile("other")).outdated == 0, "gone already"
    await indexer.embed_waiting()
    assert sorted(other.embedded) == ["Cambió de empleo", "Se compró un perro"]
    assert (await library.vectors.reconcile("other")).missing == 0


@pytest.mark.req("MEM-30", "MEM-32")
async def test_the_background_job_begins_with_what_another_model_left(library: Library) -> None:
    await library.indexer.index(COLLECTION, [note("1", "Se compró un perro")])
    other = FakeEmbedder("other", same=MEANINGS)
    other.failure = ModelUnreachable("gone")
    job = await run(EmbeddingIndexer(library.documents, library.vectors, other, library.clock))
    await eventually(lambda: library.clock.naps)
    await stop(job)
    assert (await library.vectors.reconcile("other")).outdated == 0, "gone already"


@pytest.mark.req("MEM-32")
async def test_reconciling_counts_and_mends(library: Library) -> None:
    await library.indexer.index(COLLECTION, [note("1", "uno"), note("2", "dos")])
    await library.documents.put(COLLECTION, [note("3", "tres")])
    assert (await library.vectors.reconcile(library.embedder.name)).missing == 1
    after = await library.vectors.reconcile("another")
    assert (after.missing, after.orphaned, after.outdated) == (3, 0, 2)


async def test_the_same_words_are_embedded_once(library: Library) -> None:
    await library.indexer.index(COLLECTION, [note("1", "Sí, dale"), note("2", "Sí, dale"), note("3", "No, gracias")])
    await library.indexer.index(COLLECTION, [note("4", "Sí, dale"), note("1", "Sí, dale")])
    await library.documents.put(COLLECTION, [note("5", "No, gracias")])
    await library.indexer.embed_waiting()
    assert sorted(library.embedder.embedded) == ["No, gracias", "Sí, dale"]
    assert (await library.vectors.reconcile(library.embedder.name)).missing == 0


async def test_indexing_again_is_free_and_tells_what_changed(library: Library) -> None:
    rows = [note(str(n), f"renglón {n}") for n in range(30)]
    assert await library.indexer.index(COLLECTION, rows) == 30
    asked = len(library.embedder.embedded)
    assert await library.indexer.index(COLLECTION, rows) == 0
    assert await library.indexer.index(COLLECTION, [note("3", "otra cosa")]) == 1
    assert len(library.embedder.embedded) == asked + 1


async def test_a_document_that_is_gone_meanwhile_gets_no_vector(library: Library) -> None:
    await library.documents.put(COLLECTION, [note("1", "uno")])
    (waiting,) = await library.vectors.waiting(library.embedder.name, 5)
    await library.documents.remove(COLLECTION, DocumentKind.NOTE, ["1"])
    await library.vectors.save_vectors(library.embedder.name, {waiting: b"\0\0"})
    assert (await library.vectors.reconcile(library.embedder.name)).orphaned == 0


async def passages(library: Library) -> list[str]:
    return [one.in_thread or one.text for one in await library.vectors.waiting(library.embedder.name, 50)]


@pytest.mark.req("MEM-30")
async def test_a_turn_is_embedded_with_the_turns_beside_it(library: Library) -> None:
    turns = [said(1, "¿Cuánto tomás?", "companion"), said(2, "100 desde hoy"), said(3, "¡Anotado!", "companion")]
    await library.documents.put(COLLECTION, [*turns, said(4, "Hola", thread="tuesday"), note("5", "Fideos")])
    assert await passages(library) == [
        "companion: ¿Cuánto tomás?\nperson: 100 desde hoy",
        "companion: ¿Cuánto tomás?\nperson: 100 desde hoy\ncompanion: ¡Anotado!",
        "person: 100 desde hoy\ncompanion: ¡Anotado!",
        "person: Hola",
        "Fideos",
    ]


async def test_a_long_answer_does_not_outweigh_the_question(library: Library) -> None:
    await library.documents.put(COLLECTION, [said(1, "¿Y el perro?"), said(2, "perro " * 200, "companion")])
    first, second = await passages(library)
    assert len(first) < 350 and len(second) > 1_000


@pytest.mark.req("MEM-30", "MEM-16")
async def test_a_vector_is_made_again_when_what_stands_beside_it_changes(library: Library) -> None:
    await library.indexer.index(COLLECTION, [said(1, "Me aumentaron la dosis"), said(2, "Hola", thread="tuesday")])
    await library.documents.put(COLLECTION, [said(3, "¿A cuánto?", "companion")])
    assert await library.found("dosis", k=1) == ["1"]
    assert await passages(library) == [
        "person: Me aumentaron la dosis\ncompanion: ¿A cuánto?",
        "person: Me aumentaron la dosis\ncompanion: ¿A cuánto?",
    ]
    await library.indexer.embed_waiting(older=False)
    await library.documents.put(COLLECTION, [said(3, "¿Desde cuándo?", "companion")])
    assert "person: Me aumentaron la dosis\ncompanion: ¿Desde cuándo?" in await passages(library)
    await library.indexer.embed_waiting(older=False)
    await library.documents.remove(COLLECTION, DocumentKind.MESSAGE, ["3"])
    assert await passages(library) == ["person: Me aumentaron la dosis"], "what was forgotten is in no vector"


async def test_the_old_vector_serves_until_the_new_one_is_made(library: Library) -> None:
    await library.indexer.index(COLLECTION, [said(1, "Se compró un perro")])
    await library.documents.put(COLLECTION, [said(2, "¿De qué raza?", "companion")])
    hits = await library.search.search(COLLECTION, "dog", k=1)
    assert [hit.document.source for hit in hits] == ["1"]


async def test_what_changes_while_it_is_embedded_is_embedded_again(library: Library) -> None:
    await library.documents.put(COLLECTION, [said(1, "Se compró un perro")])
    (taken,) = await library.vectors.waiting(library.embedder.name, 5)
    await library.documents.put(COLLECTION, [said(2, "¿De qué raza?", "companion")])
    await library.vectors.save_vectors(library.embedder.name, {taken: b"\0\0" * 64})
    assert len(await passages(library)) == 2


async def test_what_left_a_full_queue_outdated_is_made_again_later(library: Library) -> None:
    await library.indexer.index(COLLECTION, [said(1, "uno")])
    rows = [note(str(n), f"renglón {n}") for n in range(1100)]
    await library.documents.put(COLLECTION, [said(2, "dos"), *rows])
    await library.indexer.embed_waiting(older=False)
    assert "person: uno\nperson: dos" in library.embedder.embedded
