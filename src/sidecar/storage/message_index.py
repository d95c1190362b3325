"""Indexes messages for search in the background; the index is derived from the messages."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from sidecar.domain.message import MessageKind
from sidecar.domain.person import PersonId
from sidecar.memory.retrieval.document import Collection, Document, DocumentKind
from sidecar.storage.columns import instant, text, to_text, whole
from sidecar.storage.db import Row, Tx
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

_NEWEST_THREAD = """
select d.thread, d.at from search_documents d
join search_shelves s on s.id = d.shelf_id and s.person_id = :person and s.collection = ''
where d.thread >= :conversation || ':' and d.thread < :conversation || ';' and d.thread <> ''
order by d.thread desc, d.position desc limit 1
"""

_SAVE_PROGRESS = """
insert into index_progress (person_id, reached) values (:person, :reached)
on conflict (person_id) do update set reached = :reached
"""


class SqlMessageIndex(Repository):
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
            known = await tx.one(_NEWEST_THREAD, person=person, conversation=conversation)
            newest[conversation] = (text(known, "thread"), instant(known, "at")) if known else ("", at)
        thread, last_at = newest[conversation]
        if not thread or at - last_at > _PAUSE:
            thread = f"{conversation}:{to_text(at)}"
        newest[conversation] = thread, at
        documents.append(_document(row, thread, at))
    return documents


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
