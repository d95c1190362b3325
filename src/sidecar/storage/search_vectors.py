"""The vectors of documents by model, and the queue of documents that wait for one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sidecar.domain.person import PersonId
from sidecar.memory.retrieval.document import Collection, CollectionId, DocumentId
from sidecar.memory.retrieval.ports import ReconcileReport, StoredVector, UnembeddedDocument
from sidecar.storage.columns import person_id, whole
from sidecar.storage.db import Tx
from sidecar.storage.repository import Repository
from sidecar.storage.search_rows import blob, document_id, json_list, stored_vector, unembedded

_BESIDE_CHARS = 300
"""How much of what stands beside a document goes into its vector: a long answer must not outweigh a short question."""

_AFTER = """
select id, document_id, vector from search_vectors
where shelf_id = :collection and embedder = :embedder and id > :number order by id limit :limit
"""

_OF = """
select document_id, vector from search_vectors
where embedder = :embedder and document_id in (select value from json_each(:ids))
"""

_SAVE = """
insert into search_vectors (person_id, shelf_id, document_id, embedder, vector)
select person_id, shelf_id, id, :embedder, :vector from search_documents where id = :document
"""

# With the documents before and after it.
_PASSAGES = """
select d.id, d.text, d.speaker, d.thread,
    substr(b.text, 1, :most) as before, b.speaker as before_speaker,
    substr(a.text, 1, :most) as after, a.speaker as after_speaker
from search_documents d
join search_beside n on n.id = d.id
left join search_documents b on b.id = n.before
left join search_documents a on a.id = n.after
where d.id in (select value from json_each(:ids))
order by d.person_id, d.id
"""

_WAITING = "select id from search_documents where queued = 1 order by person_id, id limit :limit"

_UP_TO_DATE = """
select 1 from search_vectors v where v.document_id = d.id and v.embedder = :embedder and v.outdated = 0
"""

_MISSING = f"""
select d.id from search_documents d
where d.shelf_id in (select id from search_shelves where person_id = :person and collection = :name)
  and not exists ({_UP_TO_DATE})
order by d.id limit :limit
"""

# Equal texts of a person are embedded once; in a thread they mean different things.
_SAME_TEXT = """
select v.vector from search_documents d
join search_documents o on o.person_id = d.person_id and o.digest = d.digest and o.id <> d.id and o.thread = ''
join search_vectors v on v.document_id = o.id and v.embedder = :embedder
where d.id = :document and d.thread = '' limit 1
"""

_QUEUE_UNEMBEDDED = f"""
update search_documents set queued = 1 where id in (
    select d.id from search_documents d where d.queued = 0 and not exists ({_UP_TO_DATE}) order by d.id limit :limit
)
"""

_COUNT_MISSING = f"select count(*) as n from search_documents d where not exists ({_UP_TO_DATE})"

_ORPHANED = "delete from search_vectors where document_id not in (select id from search_documents)"


class SqlVectors(Repository):
    """Implements `memory.retrieval.ports.VectorStore`."""

    async def vectors_after(
        self, collection: CollectionId, embedder: str, number: int, limit: int
    ) -> Sequence[StoredVector]:
        return await self._read_all(
            stored_vector, _AFTER, collection=collection, embedder=embedder, number=number, limit=limit
        )

    async def vectors_of(self, embedder: str, ids: Sequence[DocumentId]) -> Mapping[DocumentId, bytes]:
        found = await self._read_all(
            lambda row: (document_id(row, "document_id"), blob(row, "vector")),
            _OF,
            embedder=embedder,
            ids=json_list(ids),
        )
        return dict(found)

    async def save_vectors(self, embedder: str, vectors: Mapping[UnembeddedDocument, bytes]) -> None:
        async def work(tx: Tx) -> None:
            for current in await _load_passages(tx, [one.id for one in vectors]):
                if vector := vectors.get(current):
                    await _save(tx, embedder, current.id, vector)

        await self._db.write(work)

    async def waiting(self, embedder: str, limit: int) -> Sequence[UnembeddedDocument]:
        async def work(tx: Tx) -> Sequence[UnembeddedDocument]:
            while ids := [document_id(row) for row in await tx.all(_WAITING, limit=limit)]:
                if left := await _copy_known_vectors(tx, embedder, ids):
                    return await _load_passages(tx, left)
            return []

        return await self._db.write(work)

    async def missing(self, collection: Collection, embedder: str, limit: int) -> Sequence[UnembeddedDocument]:
        async def work(tx: Tx) -> Sequence[UnembeddedDocument]:
            place = {"person": collection.person, "name": collection.name}
            while ids := [document_id(row) for row in await tx.all(_MISSING, embedder=embedder, limit=limit, **place)]:
                if left := await _copy_known_vectors(tx, embedder, ids):
                    return await _load_passages(tx, left)
            return []

        return await self._db.write(work)

    async def queue_unembedded(self, embedder: str, limit: int) -> int:
        return await self._execute(_QUEUE_UNEMBEDDED, embedder=embedder, limit=limit)

    async def dropped(self) -> Mapping[PersonId, int]:
        async def work(tx: Tx) -> Mapping[PersonId, int]:
            rows = await tx.all("select person_id, documents from search_dropped")
            if rows:
                await tx.execute("delete from search_dropped")
            return {person_id(row): whole(row, "documents") for row in rows}

        return await self._db.write(work)

    async def reconcile(self, embedder: str) -> ReconcileReport:
        async def work(tx: Tx) -> ReconcileReport:
            orphaned = await tx.execute(_ORPHANED)
            outdated = await tx.execute("delete from search_vectors where embedder <> :embedder", embedder=embedder)
            row = await tx.one(_COUNT_MISSING, embedder=embedder)
            return ReconcileReport(whole(row, "n") if row else 0, orphaned, outdated)

        return await self._db.write(work)


async def _copy_known_vectors(tx: Tx, embedder: str, ids: Sequence[DocumentId]) -> Sequence[DocumentId]:
    """Copy the vectors of texts that the same person already has embedded; return the other documents."""
    left: list[DocumentId] = []
    for id in ids:
        known = await tx.one(_SAME_TEXT, document=id, embedder=embedder)
        if known is None:
            left.append(id)
        else:
            await _save(tx, embedder, id, blob(known, "vector"))
    return left


async def _load_passages(tx: Tx, ids: Sequence[DocumentId]) -> Sequence[UnembeddedDocument]:
    return [unembedded(row) for row in await tx.all(_PASSAGES, ids=json_list(ids), most=_BESIDE_CHARS)]


async def _save(tx: Tx, embedder: str, id: DocumentId, vector: bytes) -> None:
    await tx.execute("delete from search_vectors where document_id = :document", document=id)
    await tx.execute(_SAVE, embedder=embedder, vector=vector, document=id)
    await tx.execute("update search_documents set queued = 0 where id = :document", document=id)
