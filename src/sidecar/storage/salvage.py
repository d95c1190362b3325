"""Reads from a damaged database what can still be read, table by table, and tells what cannot."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field

from sidecar.storage.audit import receipt
from sidecar.storage.columns import UnreadableRow, incoming_message, message
from sidecar.storage.db import Row, Value
from sidecar.storage.facts import to_fact
from sidecar.storage.held_calls import to_held_call
from sidecar.storage.reminder_rows import to_reminder

CONVERTERS: Mapping[str, Callable[[Row], object]] = {
    "reminders": to_reminder,
    "facts": to_fact,
    "inbox": incoming_message,
    "messages": message,
    "held_calls": to_held_call,
    "tool_runs": receipt,
}
"""What SQLite finds sound may still be nothing that was stored."""
_MOST_GUESSED = 2_000_000
"""Ids that are tried one by one where no index tells which there were; some seconds."""
_TYPES: Mapping[str, type | tuple[type, ...]] = {
    "text": str, "integer": int, "bigint": int, "real": (int, float), "blob": bytes,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Table:
    """`columns` have their types; `required` are never null. `order`: what the file orders the rows by; `key`: the
    column with the number of a row, where a table has one."""

    name: str
    columns: Mapping[str, str]
    required: Collection[str]
    order: Sequence[str]
    key: str


@dataclass(slots=True)
class SalvagedTable:
    """`rows` are sound; `garbled` hold values that nobody wrote; `missing` are the ids of further rows that were there.

    `complete` is False where more rows may be missing than those; `missing` has what indexes hold of them.
    """

    rows: list[Row] = field(default_factory=list[Row])
    garbled: list[Row] = field(default_factory=list[Row])
    missing: dict[int, Row] = field(default_factory=dict[int, Row])
    complete: bool = True


def list_tables(connection: sqlite3.Connection) -> Sequence[Table]:
    """List the tables of a sound schema, but not those that SQLite keeps itself."""
    schema = connection.execute("select name, sql from sqlite_schema where type = 'table'").fetchall()
    virtual = tuple(row["name"] for row in schema if row["sql"] and row["sql"].lower().startswith("create virtual"))
    kept = ("sqlite_", "schema_version", *virtual)
    return [_describe(connection, row["name"], row["sql"]) for row in schema if not row["name"].startswith(kept)]


def read_table(damaged: sqlite3.Connection, table: Table, *, convert: bool) -> SalvagedTable:
    """Read a table of a damaged database whose texts are decoded with `decode`. `convert`: its schema is the newest, so
    that values can be checked."""
    found = SalvagedTable()
    rows, broken = _scan(damaged, table)
    if table.key:
        expected = _read_ids(damaged, table)
        found.complete = expected is not None or not broken
        suspects = expected.keys() if expected is not None else _between(rows) if broken else set[int]()
        for id in suspects - rows.keys():
            row = _read_one(damaged, table, id)
            if row is not None:
                rows[id] = row
            elif expected is not None:
                found.missing[id] = expected[id]
    else:
        found.complete = not broken
    checker = CONVERTERS.get(table.name) if convert else None
    for row in rows.values():
        (found.rows if _is_sound(row, table, checker) else found.garbled).append(row)
    return found


def decode(raw: bytes) -> str:
    """Decode a text of the database; bytes that are no UTF-8 stay recognisable."""
    return raw.decode("utf-8", "surrogateescape")


def mend(row: Row, table: Table, *, convert: bool) -> Row | None:
    """Replace what is no text in a garbled row; None where nothing can be done with it even so."""
    mended = {name: _mend_text(value) if isinstance(value, str) else value for name, value in row.items()}
    return mended if _is_sound(mended, table, CONVERTERS.get(table.name) if convert else None) else None


def _describe(connection: sqlite3.Connection, name: str, sql: str) -> Table:
    columns = connection.execute(f'pragma table_info("{name}")').fetchall()
    keys = [column["name"] for column in sorted(columns, key=lambda column: column["pk"]) if column["pk"]]
    types = {column["name"]: column["type"].lower() for column in columns}
    required = {column["name"] for column in columns if column["notnull"]} | set(keys)
    if "without rowid" in sql.lower():
        return Table(name, types, required, keys, "")
    key = keys[0] if len(keys) == 1 and types[keys[0]] == "integer" else ""
    return Table(name, types, required, [key or "rowid"], key)


def _scan(damaged: sqlite3.Connection, table: Table) -> tuple[dict[int, Row], bool]:
    """Read from both ends as far as the damage. Rows of a table without a key have numbers of no meaning."""
    rows: dict[int, Row] = {}
    seen: set[tuple[object, ...]] = set()
    for direction in ("asc", "desc"):
        by = ", ".join(f"{part} {direction}" for part in table.order)
        try:
            with closing(damaged.execute(f'select * from "{table.name}" order by {by}')) as cursor:
                for row in cursor:
                    if table.key:
                        rows[row[table.key]] = row
                    elif (values := tuple(row.values())) not in seen:
                        seen.add(values)
                        rows[len(rows)] = row
            return rows, False
        except (sqlite3.Error, UnicodeDecodeError):
            continue
    return rows, True


def _read_one(damaged: sqlite3.Connection, table: Table, id: int) -> Row | None:
    try:
        return damaged.execute(f'select * from "{table.name}" where {table.key} = ?', (id,)).fetchone()
    except (sqlite3.Error, UnicodeDecodeError):
        return None


def _read_ids(damaged: sqlite3.Connection, table: Table) -> Mapping[int, Row] | None:
    """Read which rows there were, and something of them, from the indexes that hold all; None where none can be read.
    A row must stand in each index: a damaged one may hold some that never were."""
    found: dict[int, dict[str, Value]] | None = None
    with suppress(sqlite3.Error):
        indexes = damaged.execute(f'pragma index_list("{table.name}")').fetchall()
        for index in (row["name"] for row in indexes if not row["partial"]):
            with suppress(sqlite3.Error, UnicodeDecodeError):
                columns = ", ".join(f'"{row["name"]}"' for row in damaged.execute(f'pragma index_info("{index}")'))
                sql = f'select rowid as "{table.key}", {columns} from "{table.name}" indexed by "{index}"'
                held = {row[table.key]: row for row in damaged.execute(f"{sql} order by {columns}")}
                known = held if found is None else found
                found = {id: {**known[id], **row} for id, row in held.items() if id in known}
    return found


def _between(ids: Iterable[int]) -> set[int]:
    known = sorted(id for id in ids)
    if not known or known[-1] - known[0] > _MOST_GUESSED:
        return set()
    return set(range(known[0], known[-1]))


def _is_sound(row: Row, table: Table, convert: Callable[[Row], object] | None) -> bool:
    for name, kind in table.columns.items():
        value = row.get(name)
        if value is None:
            if name in table.required:
                return False
        elif not isinstance(value, _TYPES.get(kind, object)) or (isinstance(value, str) and not _is_text(value)):
            return False
    if convert:
        try:
            convert(row)
        except UnreadableRow:
            return False
    return True


def _is_text(value: str) -> bool:
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


def _mend_text(value: str) -> str:
    return value.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
