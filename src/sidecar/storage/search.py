"""Everything that can be found again: the documents and their words. `search_vectors.py` has their meanings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sidecar.memory.retrieval.document import Document, DocumentId, Filters, Kind, Shelf, ShelfId
from sidecar.memory.retrieval.ports import Candidate, Lexical, ShelfState
from sidecar.runtime.clock import Clock
from sidecar.storage.columns import text, whole
from sidecar.storage.db import Db, Tx
from sidecar.storage.people import ensure_person
from sidecar.storage.search_rows import (
    candidate,
    condition,
    document,
    document_id,
    json_list,
    marked,
    plain,
    values_of,
)

QUEUE_LIMIT = 1000
"""So many documents of a person may wait for a vector; the oldest leave first, and reconciling finds them again."""
_MOST_SCORED = 15_000
"""Weighing a document costs a microsecond: rarer words choose which are weighed."""

_SHELF = "select id, documents from search_shelves where person_id = :person and collection = :collection"

_KNOWN = "select id, digest from search_documents where shelf_id = :shelf and kind = :kind and source = :source"

_PUT = """
insert into search_documents
    (person_id, shelf_id, kind, source, text, digest, words, at, speaker, channel, domain, thread, position, queued)
values
    (:person, :shelf, :kind, :source, :text, :digest, :words, :at, :speaker, :channel, :domain, :thread, :position, 1)
on conflict (shelf_id, kind, source) do update set
    text = excluded.text, digest = excluded.digest, words = excluded.words, at = excluded.at,
    speaker = excluded.speaker, channel = excluded.channel, domain = excluded.domain, thread = excluded.thread,
    position = excluded.position,
    queued = case when search_documents.digest = excluded.digest then search_documents.queued else 1 end
"""

_SPEAKER = """
insert into search_speakers (person_id, shelf_id, speaker) values (:person, :shelf, :speaker) on conflict do nothing
"""

_OVERFULL = """
update search_documents set queued = 0 where id in (
    select id from search_documents
    where queued = 1 and person_id = :person
    order by id desc limit -1 offset :limit
)
"""

_DROPPED = """
insert into search_dropped (person_id, documents) values (:person, :documents)
on conflict (person_id) do update set documents = documents + excluded.documents
"""

_REMOVE = """
delete from search_documents
where shelf_id = :shelf and kind = :kind and source {which} (select value from json_each(:sources))
"""

_COUNT = "select count(*) as documents from search_words where search_words match :word"

_BEST = "select rowid as id from search_words where search_words match :words order by rank limit :limit"

_BEST_OF_SOME = """
select d.id from search_words join search_documents d on d.id = search_words.rowid
where search_words match :words{condition}
order by rank limit :limit
"""

_CANDIDATES = """
select id, words, thread, speaker, at, substr(rtrim(text), -1) = '?' as asks
from search_documents
where +shelf_id = :shelf and id in (select value from json_each(:ids))
"""

# `+` keeps the planner from going through the whole shelf instead of to the ids.
_AROUND = """
select d.id, coalesce((
        select b.words from search_documents b
        where b.shelf_id = d.shelf_id and b.thread = d.thread and b.thread <> ''
          and (b.position, b.id) < (d.position, d.id)
        order by b.position desc, b.id desc limit 1
    ), '') || ' ' || coalesce((
        select b.words from search_documents b
        where b.shelf_id = d.shelf_id and b.thread = d.thread and b.thread <> ''
          and (b.position, b.id) > (d.position, d.id)
        order by b.position, b.id limit 1
    ), '') as words
from search_documents d
where +d.shelf_id = :shelf and d.id in (select value from json_each(:ids)) and d.thread <> ''
"""

_GET = "select * from search_documents where +shelf_id = :shelf and id in (select value from json_each(:ids))"

_BESIDE = """
select * from (
    select * from search_documents
    where shelf_id = :shelf and thread = :thread and thread <> '' and (position, id) {side} (:position, :id)
    order by position {order}, id {order} limit :reach
) as near order by position, id
"""


class SqlDocuments:
    """Implements `memory.retrieval.ports.Documents`."""

    def __init__(self, db: Db, clock: Clock) -> None:
        self._db = db
        self._clock = clock

    async def put(self, shelf: Shelf, documents: Sequence[Document]) -> int:
        async def work(tx: Tx) -> int:
            await ensure_person(tx, shelf.person, self._clock.now())
            return await put_documents(tx, shelf, documents)

        return await self._db.write(work)

    async def remove(self, shelf: Shelf, kind: Kind, sources: Sequence[str]) -> int:
        return await self._db.write(lambda tx: remove_documents(tx, shelf, kind, sources))

    async def keep_only(self, shelf: Shelf, kind: Kind, sources: Sequence[str]) -> int:
        return await self._db.write(lambda tx: _delete(tx, shelf, kind, sources, which="not in"))

    async def state(self, shelf: Shelf) -> ShelfState | None:
        async def work(tx: Tx) -> ShelfState | None:
            row = await tx.one(_SHELF, person=shelf.person, collection=shelf.collection)
            if row is None:
                return None
            id = ShelfId(whole(row, "id"))
            speakers = await tx.all("select speaker from search_speakers where shelf_id = :shelf", shelf=id)
            return ShelfState(id, whole(row, "documents"), frozenset(text(one, "speaker") for one in speakers))

        return await self._db.read(work)

    async def find(self, shelf: ShelfId, words: Sequence[str], filters: Filters, limit: int) -> Lexical:
        async def work(tx: Tx) -> Lexical:
            frequencies: dict[str, int] = {}
            for word, of_shelf in zip(words, marked(shelf, words), strict=True):
                row = await tx.one(_COUNT, word=_quoted(of_shelf))
                frequencies[word] = whole(row, "documents") if row else 0
            choosing = marked(shelf, _rare_enough(frequencies))
            if not choosing:
                return Lexical(frequencies, [])
            only = condition(filters)
            sql = _BEST if filters.empty else _BEST_OF_SOME.format(condition=only.sql)
            asked = " OR ".join(_quoted(word) for word in choosing)
            rows = await tx.all(sql, words=asked, limit=limit, **only.values)
            return Lexical(frequencies, [document_id(row) for row in rows])

        return await self._db.read(work)

    async def matching(self, shelf: ShelfId, filters: Filters) -> Sequence[DocumentId]:
        async def work(tx: Tx) -> Sequence[DocumentId]:
            only = condition(filters)
            sql = f"select d.id from search_documents d where d.shelf_id = :shelf{only.sql}"
            return [document_id(row) for row in await tx.all(sql, shelf=shelf, **only.values)]

        return await self._db.read(work)

    async def candidates(self, shelf: ShelfId, ids: Sequence[DocumentId]) -> Sequence[Candidate]:
        async def work(tx: Tx) -> Sequence[Candidate]:
            return [candidate(row, shelf) for row in await tx.all(_CANDIDATES, shelf=shelf, ids=json_list(ids))]

        return await self._db.read(work)

    async def around(self, shelf: ShelfId, ids: Sequence[DocumentId]) -> Mapping[DocumentId, Sequence[str]]:
        async def work(tx: Tx) -> Mapping[DocumentId, Sequence[str]]:
            rows = await tx.all(_AROUND, shelf=shelf, ids=json_list(ids))
            return {document_id(row): plain(text(row, "words"), shelf) for row in rows}

        return await self._db.read(work)

    async def get(self, shelf: ShelfId, ids: Sequence[DocumentId]) -> Mapping[DocumentId, Document]:
        async def work(tx: Tx) -> Mapping[DocumentId, Document]:
            rows = await tx.all(_GET, shelf=shelf, ids=json_list(ids))
            return {document_id(row): document(row) for row in rows}

        return await self._db.read(work)

    async def beside(
        self, shelf: ShelfId, ids: Sequence[DocumentId], reach: int
    ) -> Mapping[DocumentId, Sequence[Document]]:
        async def work(tx: Tx) -> Mapping[DocumentId, Sequence[Document]]:
            found: dict[DocumentId, Sequence[Document]] = {}
            for row in await tx.all(_GET, shelf=shelf, ids=json_list(ids)):
                place = {name: row[name] for name in ("thread", "position", "id")}
                near: list[Document] = []
                for side, order in (("<", "desc"), (">", "asc")):
                    sql = _BESIDE.format(side=side, order=order)
                    near += [document(one) for one in await tx.all(sql, shelf=shelf, reach=reach, **place)]
                found[document_id(row)] = near
            return found

        return await self._db.read(work)


async def put_documents(tx: Tx, shelf: Shelf, documents: Sequence[Document]) -> int:
    """`Documents.put`, for repositories that keep a noun and what it is found by in one transaction. There must be a
    row for the person."""
    id = await _shelf(tx, shelf)
    changed = 0
    for one in documents:
        values = values_of(id, one)
        known = await tx.one(_KNOWN, shelf=id, kind=values["kind"], source=values["source"])
        changed += known is None or known["digest"] != values["digest"]
        await tx.execute(_PUT, person=shelf.person, **values)
    for speaker in {one.speaker for one in documents if one.speaker}:
        await tx.execute(
            _SPEAKER,
            person=shelf.person,
            shelf=id,
            speaker=speaker,
        )
    if changed and (dropped := await tx.execute(_OVERFULL, person=shelf.person, limit=QUEUE_LIMIT)):
        await tx.execute(_DROPPED, person=shelf.person, documents=dropped)
    return changed


async def remove_documents(tx: Tx, shelf: Shelf, kind: Kind, sources: Sequence[str]) -> int:
    """`Documents.remove`, inside a transaction of the caller's."""
    return await _delete(tx, shelf, kind, sources, which="in")


async def _delete(tx: Tx, shelf: Shelf, kind: Kind, sources: Sequence[str], *, which: str) -> int:
    row = await tx.one(_SHELF, person=shelf.person, collection=shelf.collection)
    if row is None:
        return 0
    sql = _REMOVE.format(which=which)
    return await tx.execute(sql, shelf=whole(row, "id"), kind=kind.value, sources=json_list(sources))


async def _shelf(tx: Tx, shelf: Shelf) -> ShelfId:
    row = await tx.one(_SHELF, person=shelf.person, collection=shelf.collection)
    if row is not None:
        return ShelfId(whole(row, "id"))
    sql = "insert into search_shelves (person_id, collection) values (:person, :collection)"
    return ShelfId(await tx.insert(sql, person=shelf.person, collection=shelf.collection))


def _rare_enough(frequencies: Mapping[str, int]) -> list[str]:
    """The rarest first, as long as they are not on too many documents together; at least one."""
    chosen: list[str] = []
    documents = 0
    for word, count in sorted(frequencies.items(), key=lambda item: item[1]):
        documents += count
        if not count or (chosen and documents > _MOST_SCORED):
            continue
        chosen.append(word)
    return chosen


def _quoted(word: str) -> str:
    return '"' + word.replace('"', '""') + '"'
