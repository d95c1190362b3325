"""The documents of the search index and their words. `search_vectors.py` has their vectors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date

from sidecar.memory.retrieval.document import Collection, CollectionId, Document, DocumentId, DocumentKind, Filters
from sidecar.memory.retrieval.ports import CollectionState, RankingCandidate, ToldFact, WordMatches
from sidecar.runtime.clock import Clock
from sidecar.storage.columns import text, whole
from sidecar.storage.db import Db, Row, Tx
from sidecar.storage.people import ensure_person
from sidecar.storage.repository import Repository
from sidecar.storage.search_rows import (
    add_prefix,
    candidate,
    document,
    document_id,
    document_values,
    filter_condition,
    json_list,
    remove_prefix,
    told_fact,
)

QUEUE_LIMIT = 1000
"""How many documents of a person may wait for a vector; the oldest leave first and are queued again later."""
_MOST_SCORED = 4_000
"""Scoring a document costs a microsecond, so only the rarer words select documents."""

_MOST_VERSIONS = 50

_COLLECTION = "select id, documents from search_shelves where person_id = :person and collection = :name"

_KNOWN = "select id, digest from search_documents where shelf_id = :collection and kind = :kind and source = :source"

_PUT = """
insert into search_documents
    (person_id, shelf_id, kind, source, text, digest, words, at, speaker, channel, domain, thread, position, queued)
values
    (:person, :collection, :kind, :source, :text, :digest, :words, :at, :speaker, :channel, :domain, :thread,
     :position, 1)
on conflict (shelf_id, kind, source) do update set
    text = excluded.text, digest = excluded.digest, words = excluded.words, at = excluded.at,
    speaker = excluded.speaker, channel = excluded.channel, domain = excluded.domain, thread = excluded.thread,
    position = excluded.position,
    queued = case when search_documents.digest = excluded.digest then search_documents.queued else 1 end
"""

_SPEAKER = """
insert into search_speakers (person_id, shelf_id, speaker) values (:person, :collection, :speaker)
on conflict do nothing
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
where shelf_id = :collection and kind = :kind and source in (select value from json_each(:sources))
"""

_COUNT = "select count(*) as documents from search_words where search_words match :word"

_BEST = "select rowid as id from search_words where search_words match :words order by rank limit :limit"

_BEST_OF_SOME = """
select d.id from search_words join search_documents d on d.id = search_words.rowid
where search_words match :words{condition}
order by rank limit :limit
"""

_CANDIDATES = """
select id, words, thread, speaker, at, substr(rtrim(text), -1) = '?' as asks, kind = 'fact' as fact
from search_documents
where +shelf_id = :collection and id in (select value from json_each(:ids))
"""

# `+` keeps the planner from scanning the whole collection instead of looking up the ids.
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
where +d.shelf_id = :collection and d.id in (select value from json_each(:ids)) and d.thread <> ''
"""

# `fact`: told by the document; `newest`: at the end of its versions. Only a person's memory has facts.
_TOLD = """
with recursive told (document, fact) as (
    select d.id, cast(d.source as integer) from search_documents d
    where +d.shelf_id = :collection and d.kind = 'fact' and d.id in (select value from json_each(:ids))
    union
    select d.id, e.fact_id from search_documents d
    join remembered_messages m on m.id = cast(d.source as integer) and m.person_id = d.person_id
    join fact_evidence e on e.turn_id = m.turn_id
    where +d.shelf_id = :collection and d.kind = 'message' and d.id in (select value from json_each(:ids))
), version (fact, newest, step) as (
    select distinct fact, fact, 0 from told
    union all
    select v.fact, f.superseded_by, v.step + 1 from version v join facts f on f.id = v.newest
    where f.superseded_by is not null and v.step < :most
)
select told.document, own.id as fact, max(v.step), newest.id as newest,
    f.superseded_by is null and (f.until is null or f.until >= :today) as holds
from told
join search_shelves s on s.id = :collection and s.collection = ''
join facts f on f.id = told.fact
join version v on v.fact = told.fact
join search_documents own on own.shelf_id = :collection and own.kind = 'fact' and own.source = cast(f.id as text)
left join search_documents newest
    on newest.shelf_id = :collection and newest.kind = 'fact' and newest.source = cast(v.newest as text)
group by told.document, told.fact
"""

_GET = "select * from search_documents where +shelf_id = :collection and id in (select value from json_each(:ids))"

_BESIDE = """
select * from (
    select * from search_documents
    where shelf_id = :collection and thread = :thread and thread <> '' and (position, id) {side} (:position, :id)
    order by position {order}, id {order} limit :reach
) as near order by position, id
"""


class SqlDocuments(Repository):
    """Implements `memory.retrieval.ports.DocumentStore`."""

    def __init__(self, db: Db, clock: Clock) -> None:
        super().__init__(db)
        self._clock = clock

    async def put(self, collection: Collection, documents: Sequence[Document]) -> int:
        async def work(tx: Tx) -> int:
            await ensure_person(tx, collection.person, self._clock.now())
            return await put_documents(tx, collection, documents)

        return await self._db.write(work)

    async def remove(self, collection: Collection, kind: DocumentKind, sources: Sequence[str]) -> int:
        return await self._db.write(lambda tx: remove_documents(tx, collection, kind, sources))

    async def state(self, collection: Collection) -> CollectionState | None:
        async def work(tx: Tx) -> CollectionState | None:
            row = await tx.one(_COLLECTION, person=collection.person, name=collection.name)
            if row is None:
                return None
            id = CollectionId(whole(row, "id"))
            speakers = await tx.all("select speaker from search_speakers where shelf_id = :collection", collection=id)
            return CollectionState(id, whole(row, "documents"), frozenset(text(one, "speaker") for one in speakers))

        return await self._db.read(work)

    async def find(self, collection: CollectionId, words: Sequence[str], filters: Filters, limit: int) -> WordMatches:
        async def work(tx: Tx) -> WordMatches:
            frequencies: dict[str, int] = {}
            for word, prefixed in zip(words, add_prefix(collection, words), strict=True):
                row = await tx.one(_COUNT, word=_quote(prefixed))
                frequencies[word] = whole(row, "documents") if row else 0
            selective = add_prefix(collection, _select_rare(frequencies))
            if not selective:
                return WordMatches(frequencies, [])
            where = filter_condition(filters)
            sql = _BEST if filters.empty else _BEST_OF_SOME.format(condition=where.sql)
            match = " OR ".join(_quote(word) for word in selective)
            rows = await tx.all(sql, words=match, limit=limit, **where.values)
            return WordMatches(frequencies, [document_id(row) for row in rows])

        return await self._db.read(work)

    async def matching(self, collection: CollectionId, filters: Filters) -> Sequence[DocumentId]:
        where = filter_condition(filters)
        sql = f"select d.id from search_documents d where d.shelf_id = :collection{where.sql}"
        return await self._read_all(document_id, sql, collection=collection, **where.values)

    async def candidates(self, collection: CollectionId, ids: Sequence[DocumentId]) -> Sequence[RankingCandidate]:
        return await self._read_all(
            lambda row: candidate(row, collection), _CANDIDATES, collection=collection, ids=json_list(ids)
        )

    async def around(self, collection: CollectionId, ids: Sequence[DocumentId]) -> Mapping[DocumentId, Sequence[str]]:
        def words(row: Row) -> tuple[DocumentId, Sequence[str]]:
            return document_id(row), remove_prefix(collection, text(row, "words"))

        return dict(await self._read_all(words, _AROUND, collection=collection, ids=json_list(ids)))

    async def channels(self, collection: CollectionId) -> Sequence[str]:
        sql = "select distinct channel from search_documents where shelf_id = :collection and channel <> '' order by 1"
        return await self._read_all(lambda row: text(row, "channel"), sql, collection=collection)

    async def told(
        self, collection: CollectionId, ids: Sequence[DocumentId], today: date
    ) -> Mapping[DocumentId, Sequence[ToldFact]]:
        rows = await self._read_all(
            lambda row: (document_id(row, "document"), told_fact(row)),
            _TOLD,
            collection=collection,
            ids=json_list(ids),
            today=today.isoformat(),
            most=_MOST_VERSIONS,
        )
        told: dict[DocumentId, list[ToldFact]] = {}
        for id, fact in rows:
            told.setdefault(id, []).append(fact)
        return told

    async def get(self, collection: CollectionId, ids: Sequence[DocumentId]) -> Mapping[DocumentId, Document]:
        found = await self._read_all(
            lambda row: (document_id(row), document(row)), _GET, collection=collection, ids=json_list(ids)
        )
        return dict(found)

    async def beside(
        self, collection: CollectionId, ids: Sequence[DocumentId], reach: int
    ) -> Mapping[DocumentId, Sequence[Document]]:
        async def work(tx: Tx) -> Mapping[DocumentId, Sequence[Document]]:
            found: dict[DocumentId, Sequence[Document]] = {}
            for row in await tx.all(_GET, collection=collection, ids=json_list(ids)):
                place = {name: row[name] for name in ("thread", "position", "id")}
                near: list[Document] = []
                for side, order in (("<", "desc"), (">", "asc")):
                    sql = _BESIDE.format(side=side, order=order)
                    near += [document(one) for one in await tx.all(sql, collection=collection, reach=reach, **place)]
                found[document_id(row)] = near
            return found

        return await self._db.read(work)


async def put_documents(tx: Tx, collection: Collection, documents: Sequence[Document]) -> int:
    """Implement `DocumentStore.put` inside a transaction of the caller's. The person must have a row."""
    id = await _ensure_collection(tx, collection)
    changed = 0
    for one in documents:
        values = document_values(id, one)
        known = await tx.one(_KNOWN, collection=id, kind=values["kind"], source=values["source"])
        changed += known is None or known["digest"] != values["digest"]
        await tx.execute(_PUT, person=collection.person, **values)
    for speaker in {one.speaker for one in documents if one.speaker}:
        await tx.execute(
            _SPEAKER,
            person=collection.person,
            collection=id,
            speaker=speaker,
        )
    if changed and (dropped := await tx.execute(_OVERFULL, person=collection.person, limit=QUEUE_LIMIT)):
        await tx.execute(_DROPPED, person=collection.person, documents=dropped)
    return changed


async def remove_documents(tx: Tx, collection: Collection, kind: DocumentKind, sources: Sequence[str]) -> int:
    """Implement `DocumentStore.remove` inside a transaction of the caller's."""
    row = await tx.one(_COLLECTION, person=collection.person, name=collection.name)
    if row is None:
        return 0
    return await tx.execute(_REMOVE, collection=whole(row, "id"), kind=kind.value, sources=json_list(sources))


async def _ensure_collection(tx: Tx, collection: Collection) -> CollectionId:
    row = await tx.one(_COLLECTION, person=collection.person, name=collection.name)
    if row is not None:
        return CollectionId(whole(row, "id"))
    sql = "insert into search_shelves (person_id, collection) values (:person, :name)"
    return CollectionId(await tx.insert(sql, person=collection.person, name=collection.name))


def _select_rare(frequencies: Mapping[str, int]) -> list[str]:
    """Select the rarest words, rarest first, that are in few enough documents together; at least one."""
    selected: list[str] = []
    documents = 0
    for word, count in sorted(frequencies.items(), key=lambda item: item[1]):
        documents += count
        if not count or (selected and documents > _MOST_SCORED):
            continue
        selected.append(word)
    return selected


def _quote(word: str) -> str:
    return '"' + word.replace('"', '""') + '"'
