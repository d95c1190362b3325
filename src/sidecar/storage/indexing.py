"""Brings what was said into the search index, behind the conversation's back: the index is derived, the messages are
the truth."""

from __future__ import annotations

from collections.abc import Sequence

from sidecar.domain.person import PersonId
from sidecar.memory.retrieval.document import Document, Kind, Shelf
from sidecar.storage.columns import instant, text, whole
from sidecar.storage.db import Db, Row, Tx
from sidecar.storage.search import put_documents

_SOURCE = "messages"
_LONGEST_CHARS = 4_000

_NEXT = """
select id, person_id, conversation_id, channel, speaker, standing, text, at from messages
where id > coalesce((select reached from index_progress where source = :source), 0)
order by id limit :n
"""


class SqlIndexing:
    def __init__(self, db: Db) -> None:
        self._db = db

    async def index_messages(self, limit: int) -> int:
        """The next messages that are not in the index, in one transaction. Returns how many were looked at."""

        async def work(tx: Tx) -> int:
            rows = await tx.all(_NEXT, source=_SOURCE, n=limit)
            for person in dict.fromkeys(text(row, "person_id") for row in rows):
                said = [_document(row) for row in rows if row["person_id"] == person and _is_said(row)]
                await put_documents(tx, Shelf(PersonId(person)), said)
            if rows:
                await _reach(tx, rows)
            return len(rows)

        return await self._db.write(work)


async def _reach(tx: Tx, rows: Sequence[Row]) -> None:
    await tx.execute(
        "insert into index_progress (source, reached) values (:source, :reached)"
        " on conflict (source) do update set reached = :reached",
        source=_SOURCE,
        reached=whole(rows[-1], "id"),
    )


def _is_said(row: Row) -> bool:
    """Tools' results and Sidecar's words about itself are no memories."""
    return row["speaker"] != "tool" and row["standing"] != "notice" and bool(text(row, "text").strip())


def _document(row: Row) -> Document:
    return Document(
        Kind.MESSAGE,
        str(whole(row, "id")),
        text(row, "text")[:_LONGEST_CHARS],
        instant(row, "at"),
        speaker=text(row, "speaker"),
        channel=text(row, "channel"),
        thread=f"conversation:{whole(row, 'conversation_id')}",
        position=whole(row, "id"),
    )
