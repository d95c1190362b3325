"""Documents, their words and their vectors in the database agree, whatever happens to them."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from sidecar.domain.person import PersonId
from sidecar.memory.retrieval.document import NO_FILTERS, Collection, Document, DocumentId, DocumentKind
from sidecar.memory.retrieval.ports import UnembeddedDocument
from sidecar.storage import message_index, search_vectors
from sidecar.storage import search as sql
from sidecar.storage.db import Tx, Value
from sidecar.storage.search import SqlDocuments, put_documents, remove_documents
from sidecar.storage.search_vectors import SqlVectors
from sidecar.storage.sqlite import SqliteDb
from tests.fakes.clock import FakeClock

COLLECTION = Collection(PersonId("ana"))
VECTOR = b"\0\1" * 8


def note(source: str, text: str, thread: str = "", position: int = 0, speaker: str = "") -> Document:
    return Document(DocumentKind.NOTE, source, text, thread=thread, position=position, speaker=speaker)


@pytest.fixture
def documents(db: SqliteDb, clock: FakeClock) -> SqlDocuments:
    return SqlDocuments(db, clock)


async def found(documents: SqlDocuments, *words: str, collection: Collection = COLLECTION) -> list[str]:
    state = await documents.state(collection)
    assert state
    lexical = await documents.find(state.id, words, NO_FILTERS, 50)
    return [one.source for one in (await documents.get(state.id, lexical.ids)).values()]


@pytest.mark.req("MEM-31")
async def test_counting_and_ranking_by_words(documents: SqlDocuments) -> None:
    await documents.put(COLLECTION, [note("1", "tren"), note("2", "tren barco"), note("3", "avión")])
    state = await documents.state(COLLECTION)
    assert state and state.documents == 3
    lexical = await documents.find(state.id, ["tren", "barc", "submarin"], NO_FILTERS, 10)
    assert lexical.frequencies == {"tren": 2, "barc": 1, "submarin": 0}
    assert (await documents.get(state.id, lexical.ids[:1]))[lexical.ids[0]].source == "2"


async def test_shelves_have_words_of_their_own(documents: SqlDocuments) -> None:
    """Also when the number of one is the end of another's."""
    collections = [Collection(COLLECTION.person, str(n)) for n in range(12)]
    for collection in collections:
        await documents.put(collection, [note(f"of {collection.name}", "tren 1 11 tren2")])
    for collection in collections:
        assert await found(documents, "tren", collection=collection) == [f"of {collection.name}"]
        state = await documents.state(collection)
        assert state
        (candidate,) = await documents.candidates(state.id, [DocumentId(n) for n in range(50)])
        assert candidate.words == ["tren", "1", "11", "tren2"]


async def test_speakers_are_known(documents: SqlDocuments) -> None:
    await documents.put(
        COLLECTION, [note("1", "hola", speaker="Ana"), note("2", "hola", speaker="Beto"), note("3", "x")]
    )
    state = await documents.state(COLLECTION)
    assert state and state.speakers == {"Ana", "Beto"}
    assert await documents.state(Collection(PersonId("zoe"))) is None


async def test_beside_and_around_follow_the_thread(documents: SqlDocuments) -> None:
    rows = [note(str(n), f"palabra{n}", "t", position=10 * n) for n in (3, 1, 2, 5)]
    await documents.put(COLLECTION, [*rows, note("9", "sola"), note("8", "ajena", "u", 20)])
    state = await documents.state(COLLECTION)
    assert state
    ids = {one.source: id for id, one in (await documents.get(state.id, [DocumentId(n) for n in range(20)])).items()}
    beside = await documents.beside(state.id, [ids["2"], ids["9"], ids["1"]], 2)
    assert [[one.source for one in beside[ids[source]]] for source in "291"] == [["1", "3", "5"], [], ["2", "3"]]
    around = await documents.around(state.id, list(ids.values()))
    assert around[ids["2"]] == ["palabra1", "palabra3"] and around[ids["5"]] == ["palabra3"]
    assert ids["9"] not in around and around[ids["8"]] == []


@pytest.mark.req("MEM-16")
async def test_in_a_transaction_of_somebody_else(db: SqliteDb, documents: SqlDocuments) -> None:
    await documents.put(COLLECTION, [note("0", "tren")])

    async def fails(tx: Tx) -> None:
        await put_documents(tx, COLLECTION, [note("1", "barco")])
        assert await remove_documents(tx, COLLECTION, DocumentKind.NOTE, ["0"]) == 1
        raise LookupError

    with pytest.raises(LookupError):
        await db.write(fails)
    assert await found(documents, "tren", "barc") == ["0"]


async def test_a_person_s_departure_takes_everything_along(db: SqliteDb, documents: SqlDocuments) -> None:
    await documents.put(COLLECTION, [note("1", "tren")])
    await SqlVectors(db).save_vectors("m", {UnembeddedDocument(DocumentId(1), "tren"): VECTOR})

    async def leave(tx: Tx) -> None:
        await tx.execute("delete from search_shelves where person_id = :person", person=COLLECTION.person)
        for table in ("search_documents", "search_vectors", "search_speakers"):
            row = await tx.one(f"select count(*) as n from {table}")
            assert row and row["n"] == 0
        await tx.execute("insert into search_words (search_words) values ('integrity-check')")

    await db.write(leave)


_DERIVED = ("SCAN json_each", "SCAN near", "SCAN told", "SCAN v")

READS: dict[str, tuple[str, dict[str, Value]]] = {
    "collection": (sql._COLLECTION, {"person": "p", "name": ""}),
    "known": (sql._KNOWN, {"collection": 1, "kind": "note", "source": "x"}),
    "candidates": (sql._CANDIDATES, {"collection": 1, "ids": "[1]"}),
    "around": (sql._AROUND, {"collection": 1, "ids": "[1]"}),
    "told": (sql._TOLD, {"collection": 1, "ids": "[1]", "today": "2026-01-01", "most": 9}),
    "get": (sql._GET, {"collection": 1, "ids": "[1]"}),
    "beside": (
        sql._BESIDE.format(side="<", order="desc"),
        {"collection": 1, "thread": "t", "position": 1, "id": 1, "reach": 1},
    ),
    "vectors after": (search_vectors._AFTER, {"collection": 1, "embedder": "m", "number": 9, "limit": 9}),
    "vectors of": (search_vectors._OF, {"embedder": "m", "ids": "[1]"}),
    "waiting": (search_vectors._WAITING, {"limit": 9}),
    "passages": (search_vectors._PASSAGES, {"ids": "[1]", "most": 9}),
    "thread before": (
        message_index._THREAD_BEFORE,
        {"person": "p", "conversation": "conversation:1", "at": "2026", "position": 9},
    ),
    "same text": (search_vectors._SAME_TEXT, {"document": 1, "embedder": "m"}),
}  # fmt: skip


@pytest.mark.req("SCL-03", "MEM-33")
@pytest.mark.parametrize("name", READS)
async def test_it_reads_by_an_index(db: SqliteDb, name: str) -> None:
    statement, values = READS[name]

    async def plan(tx: Tx) -> Sequence[str]:
        return [str(row["detail"]) for row in await tx.all(f"explain query plan {statement}", **values)]

    steps = await db.read(plan)
    scans = [step for step in steps if step.startswith("SCAN") and not step.startswith(_DERIVED)]
    assert [step for step in scans if "search_documents_queued" not in step] == []
    if name in {"candidates", "around", "get"}:
        assert any("INTEGER PRIMARY KEY" in step for step in steps), "by the ids, not through the collection"


class Collections(RuleBasedStateMachine):
    """Two collections beside a plain dictionary of each."""

    run: object

    @initialize()
    def begin(self) -> None:
        self.kept: dict[tuple[str, str], str] = {}

    sources, texts = st.sampled_from("abcd"), st.sampled_from(["tren", "tren barco", "barco barco", "", "avión"])
    names = st.sampled_from(["", "x"])

    @rule(name=names, rows=st.lists(st.tuples(sources, texts), max_size=4))
    def put(self, name: str, rows: list[tuple[str, str]]) -> None:
        self.run(self.documents.put(Collection(PersonId("ana"), name), [note(*row) for row in rows]))  # type: ignore[operator]
        self.kept.update({(name, source): text for source, text in rows})

    @rule(name=names, gone=st.lists(sources, max_size=3))
    def remove(self, name: str, gone: list[str]) -> None:
        self.run(self.documents.remove(Collection(PersonId("ana"), name), DocumentKind.NOTE, gone))  # type: ignore[operator]
        self.kept = {key: text for key, text in self.kept.items() if key[0] != name or key[1] not in gone}

    @rule()
    def embed(self) -> None:
        waiting = self.run(self.vectors.waiting("m", 99))  # type: ignore[operator]
        self.run(self.vectors.save_vectors("m", dict.fromkeys(waiting, VECTOR)))  # type: ignore[operator]

    @invariant()
    def what_is_found_is_what_is_kept(self) -> None:
        for name in ("", "x"):
            collection = Collection(PersonId("ana"), name)
            state = self.run(self.documents.state(collection))  # type: ignore[operator]
            here = {source: text for (of, source), text in self.kept.items() if of == name}
            if state is None:
                assert not here
                continue
            assert state.documents == len(here)
            for word, stem in (("tren", "tren"), ("barco", "barc"), ("avión", "avion")):
                having = {source for source, text in here.items() if word in text}
                assert set(self.run(found(self.documents, stem, collection=collection))) == having  # type: ignore[operator]
        assert self.run(self.vectors.reconcile("m")).orphaned == 0  # type: ignore[operator]


@pytest.mark.req("MEM-32")
async def test_index_and_tables_agree(db: SqliteDb, documents: SqlDocuments) -> None:
    import asyncio

    loop = asyncio.get_running_loop()

    class OnThisDatabase(Collections):
        @initialize()
        def begin(self) -> None:
            self.kept = {}
            self.documents, self.vectors = documents, SqlVectors(db)
            self.run = lambda work: asyncio.run_coroutine_threadsafe(work, loop).result(10)
            for name in ("", "x"):
                self.run(documents.remove(Collection(PersonId("ana"), name), DocumentKind.NOTE, list("abcd")))

    await asyncio.to_thread(
        run_state_machine_as_test,
        OnThisDatabase,
        settings=settings(max_examples=15, stateful_step_count=12, deadline=None),
    )

    async def check(tx: Tx) -> None:
        await tx.execute("insert into search_words (search_words) values ('integrity-check')")

    await db.write(check)
