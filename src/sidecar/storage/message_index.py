"""Indexes messages for search in the background, and facts of older versions; the index is derived from them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, timedelta

from sidecar.domain.message import MessageKind
from sidecar.domain.person import PersonId
from sidecar.memory.retrieval.document import Collection, Document, DocumentKind
from sidecar.storage.columns import checked, instant, text, to_text, whole
from sidecar.storage.db import Row, Tx
from sidecar.storage.fact_changes import fact_document
from sidecar.storage.repository import Repository
from sidecar.storage.search import put_documents

_LONGEST_CHARS = 4_000
_PAUSE = timedelta(hours=4)
"""After it, people talk about something else: what was said before does not belong to the same thread."""

_NEXT = """
select id, person_id, conversation_id, channel, speaker, kind, text, at from remembered_messages
where id > coalesce((select max(reached) from index_progress), 0)
order by id limit :n
"""

# Names of threads of a conversation are in the order of time.
_THREAD_BEFORE = """
select d.thread, d.at from search_documents d
join search_shelves s on s.id = d.shelf_id and s.person_id = :person and s.collection = ''
where d.thread > :conversation || ':' and d.thread <= :conversation || ':' || :at and d.thread <> ''
  and d.position < :position
order by d.thread desc, d.position desc limit 1
"""

_SAVE_PROGRESS = """
insert into index_progress (person_id, reached) values (:person, :reached)
on conflict (person_id) do update set reached = :reached
"""


_OLDER_FACTS = """
select f.id, f.person_id, f.text, f.domain, f.learned from unindexed_facts u join facts f on f.id = u.id
order by u.id limit :n
"""


class SqlMessageIndex(Repository):
    async def index_older_facts(self, limit: int) -> int:
        """Index the next `limit` facts that an older version has indexed otherwise. Return how many there were."""

        async def work(tx: Tx) -> int:
            rows = await tx.all(_OLDER_FACTS, n=limit)
            for row in rows:
                learned = date.fromisoformat(text(row, "learned"))
                document = fact_document(whole(row, "id"), text(row, "text"), text(row, "domain"), learned)
                await put_documents(tx, Collection(PersonId(text(row, "person_id"))), [document])
            await tx.execute("delete from unindexed_facts where id <= :last", last=whole(rows[-1], "id") if rows else 0)
            return len(rows)

        return await self._db.write(work)

    async def index_messages(self, limit: int) -> int:
        """Index the next `limit` messages in one transaction. Return how many were looked at."""

        async def work(tx: Tx) -> int:
            rows = await tx.all(_NEXT, n=limit)
            for person in dict.fromkeys(text(row, "person_id") for row in rows):
                said = [row for row in rows if row["person_id"] == person and _is_indexed(row)]
                await put_documents(tx, Collection(PersonId(person)), await _documents(tx, person, said))
                await tx.execute(_SAVE_PROGRESS, person=person, reached=whole(rows[-1], "id"))
            return len(rows)

        return await self._db.write(work)


def _is_indexed(row: Row) -> bool:
    """Exclude tools' results, and Sidecar's words about itself."""
    words = text(row, "text").strip()
    return row["speaker"] != "tool" and MessageKind(text(row, "kind")).in_conversation and bool(words)


async def _documents(tx: Tx, person: str, said: Sequence[Row]) -> Sequence[Document]:
    """Convert messages, those between two pauses of a conversation as one thread, which is named by its beginning."""
    newest: dict[str, tuple[str, datetime]] = {}
    documents: list[Document] = []
    for row in said:
        conversation, at = f"conversation:{whole(row, 'conversation_id')}", instant(row, "at")
        if conversation not in newest:
            known = await tx.one(
                _THREAD_BEFORE, person=person, conversation=conversation, at=to_text(at), position=whole(row, "id")
            )
            newest[conversation] = (text(known, "thread"), instant(known, "at")) if known else ("", at)
        thread, last_at = newest[conversation]
        if not thread or at - last_at > _PAUSE:
            thread = f"{conversation}:{to_text(at)}"
        newest[conversation] = thread, at
        documents.append(_document(row, thread, at))
    return documents


@checked
def _document(row: Row, thread: str, at: datetime) -> Document:
    return Document(
        DocumentKind.MESSAGE,
        str(whole(row, "id")),
        text(row, "text")[:_LONGEST_CHARS],
        at,
        speaker=text(row, "speaker"),
        channel=text(row, "channel"),
        thread=thread,
        position=whole(row, "id"),
    )
