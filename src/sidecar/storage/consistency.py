"""Makes the rows of a recovered database agree: parents of rows that lost theirs, and what is derived from others."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Mapping
from datetime import datetime
from itertools import chain, repeat

from sidecar.memory import facts
from sidecar.storage.columns import to_text

_SETTLED = (
    "update inbox set state = 'done' where state <> 'done'",
    "update outbox set state = 'sent' where state in ('waiting', 'sending')",
    "update extraction_jobs set state = 'completed' where state in ('pending', 'processing')",
    "update held_calls set state = 'expired' where state = 'open'",
    "update reminders set state = 'missed' where state in ('pending', 'attempting') and rrule = '' and due_at < :now",
    "update firings set state = 'dismissed' where state in ('attempting', 'missed')",
)
"""Of an older copy: what it was about to do is done long ago."""

_PARENTS = (
    "insert or ignore into people (id, created_at) select person_id, min(received_at) from inbox group by person_id",
    "insert or ignore into people (id, created_at) select person_id, min(at) from messages group by person_id",
    "insert or ignore into people (id, created_at) select person_id, min(created_at) from reminders group by person_id",
    "insert or ignore into people (id, created_at) select person_id, min(learned) from facts group by person_id",
    "insert or ignore into conversations (id, person_id, started_at, ended_at)"
    " select conversation_id, person_id, min(at), max(at) from messages group by conversation_id",
    "insert or ignore into conversations (id, person_id, started_at, ended_at)"
    " select conversation_id, person_id, min(received_at), max(received_at) from inbox group by conversation_id",
    "insert or ignore into inbox (id, person_id, conversation_id, channel, external_id, address, reply_to, text,"
    " attachments, metadata, received_at, state, finished_at)"
    " select turn_id, person_id, conversation_id, channel, 'recovered:' || turn_id, '', '',"
    " coalesce(max(case when speaker = 'person' then text end), ''), '[]', '{}', min(at), 'done', max(at)"
    " from messages where turn_id not in (select id from inbox) group by turn_id",
)
"""Rows that others refer to, made from those."""

_SAID = """
select id as turn_id, person_id, conversation_id, channel, 'person' as speaker, text, received_at as at
from inbox as i where state = 'done' and forgotten is null and text <> ''
  and not exists (select 1 from messages where turn_id = i.id and speaker = 'person')
union all
select o.turn_id, o.person_id, i.conversation_id, o.channel, 'companion', o.text, o.created_at
from outbox as o join inbox as i on i.id = o.turn_id where o.kind = 'reply' and i.forgotten is null and o.text <> ''
  and not exists (select 1 from messages where turn_id = i.id and speaker = 'companion')
order by turn_id, speaker desc
"""

_ERASED = "(select id from inbox where forgotten = 'erased')"
_FORGOTTEN = (
    f"update messages set text = '', tool_calls = '[]' where turn_id in {_ERASED}",
    f"update tool_runs set arguments = '{{}}', content = '' where turn_id in {_ERASED}",
    f"update model_requests set prompt = null where turn_id in {_ERASED}",
    f"update outbox set text = '' where turn_id in {_ERASED}",
    f"update held_calls set arguments = '{{}}', question = '' where turn_id in {_ERASED}",
)
"""A copy may be older than the wish to forget."""

_MEMORY_FILE = frozenset({"facts", "fact_versions", "memory_state", "memory_file_steps", "memory_file_lines"})
_SEARCH = ("search_vectors", "search_speakers", "search_documents", "search_shelves", "search_dropped")


def settle(copy: sqlite3.Connection, now: datetime) -> None:
    """Let nothing in a copy be done a second time."""
    for trigger in copy.execute("select name from sqlite_schema where type = 'trigger'").fetchall():
        copy.execute(f'drop trigger "{trigger["name"]}"')
    for sql in _SETTLED:
        copy.execute(sql, {"now": to_text(now)})


def reconcile(fresh: sqlite3.Connection, damaged: Mapping[str, Collection[int]]) -> None:
    """Make recovered rows agree. `damaged`: the tables that had damage, and the ids that are lost there. Inside a
    transaction, without triggers."""
    for sql in _PARENTS:
        fresh.execute(sql)
    if "messages" in damaged:
        _remake_messages(fresh, damaged["messages"])
    while _drop_orphans(fresh):
        pass
    for sql in _FORGOTTEN:
        fresh.execute(sql)
    if _MEMORY_FILE.intersection(damaged):
        _read_memory_file_anew(fresh, damaged.get("facts", ()))
    if "fact_stems" in damaged or "facts" in damaged:
        _derive_stems(fresh)
    if {"messages", "facts", "index_progress", *_SEARCH}.intersection(damaged):
        _index_anew(fresh)
    fresh.execute("insert into search_words (search_words) values ('rebuild')")


def _remake_messages(fresh: sqlite3.Connection, lost: Collection[int]) -> None:
    """Make messages again from what came in and what went out, under the lost numbers as far as there are some."""
    numbers = chain(sorted(lost), repeat(None))
    for row in fresh.execute(_SAID).fetchall():
        fresh.execute(
            "insert into messages (id, person_id, conversation_id, turn_id, channel, speaker, text, at)"
            " values (:number, :person_id, :conversation_id, :turn_id, :channel, :speaker, :text, :at)",
            {**row, "number": next(numbers)},
        )


def _drop_orphans(fresh: sqlite3.Connection) -> bool:
    """Take references to lost rows out; drop rows that are nothing without them. Return whether there were any."""
    orphans = fresh.execute("pragma foreign_key_check").fetchall()
    for orphan in orphans:
        table = orphan["table"]
        keys = fresh.execute(f'pragma foreign_key_list("{table}")').fetchall()
        column = next(key["from"] for key in keys if key["id"] == orphan["fkid"])
        parent = next(key["to"] for key in keys if key["id"] == orphan["fkid"])
        lost = f'"{column}" is not null and "{column}" not in (select "{parent}" from "{orphan["parent"]}")'
        required = fresh.execute(
            'select "notnull" from pragma_table_info(?) where name = ?', (table, column)
        ).fetchone()["notnull"]
        change = f'delete from "{table}"' if required else f'update "{table}" set "{column}" = null'
        fresh.execute(f"{change} where {lost}")
    return bool(orphans)


def _read_memory_file_anew(fresh: sqlite3.Connection, lost_facts: Collection[int]) -> None:
    """Let the next sync take lost facts from `MEMORY.md`, instead of taking their lines out of it."""
    fresh.execute("update memory_state set file = null, file_version = null, version = version + 1")
    fresh.execute("delete from memory_file_steps")
    fresh.execute("delete from memory_file_lines")
    fresh.execute(
        "delete from fact_versions where fact_id in (select value from json_each(?))", (json.dumps(list(lost_facts)),)
    )


def _derive_stems(fresh: sqlite3.Connection) -> None:
    rows = fresh.execute("select id, person_id, text from facts where superseded_by is null").fetchall()
    fresh.execute("delete from fact_stems")
    for row in rows:
        stems = json.dumps(sorted(facts.candidate_words(row["text"])))
        fresh.execute(
            "insert into fact_stems (person_id, stem, fact_id) select ?, value, ? from json_each(?)",
            (row["person_id"], row["id"], stems),
        )


def _index_anew(fresh: sqlite3.Connection) -> None:
    """Let messages and facts be indexed again in the background."""
    for table in _SEARCH:
        fresh.execute(f"delete from {table}")
    fresh.execute("update index_progress set reached = 0")
    fresh.execute("insert or ignore into unindexed_facts (id, person_id) select id, person_id from facts")
