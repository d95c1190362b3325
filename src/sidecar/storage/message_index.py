"""Indexes messages for search in the background; the index is derived from the messages."""

from __future__ import annotations

from sidecar.domain.message import MessageKind
from sidecar.domain.person import PersonId
from sidecar.memory.retrieval.document import Collection, Document, DocumentKind
from sidecar.storage.columns import instant, text, whole
from sidecar.storage.db import Row, Tx
from sidecar.storage.repository import Repository
from sidecar.storage.search import put_documents

_LONGEST_CHARS = 4_000

_NEXT = """
select id, person_id, conversation_id, channel, speaker, kind, text, at from remembered_messages
where id > coalesce((select max(reached) from index_progress), 0)
order by id limit :n
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
                said = [_document(row) for row in rows if row["person_id"] == person and _is_indexed(row)]
                await put_documents(tx, Collection(PersonId(person)), said)
                await tx.execute(_SAVE_PROGRESS, person=person, reached=whole(rows[-1], "id"))
            return len(rows)

        return await self._db.write(work)


def _is_indexed(row: Row) -> bool:
    """Exclude tools' results, and Sidecar's words about itself."""
    words = text(row, "text").strip()
    return row["speaker"] != "tool" and MessageKind(text(row, "kind")).in_conversation and bool(words)


def _document(row: Row) -> Document:
    return Document(
        DocumentKind.MESSAGE,
        str(whole(row, "id")),
        text(row, "text")[:_LONGEST_CHARS],
        instant(row, "at"),
        speaker=text(row, "speaker"),
        channel=text(row, "channel"),
        thread=f"conversation:{whole(row, 'conversation_id')}",
        position=whole(row, "id"),
    )
