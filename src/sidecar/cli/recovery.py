"""Recovers a damaged database at the person's word, and tells what came back and what is lost."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path

from sidecar.cli.locale import say
from sidecar.cli.output import write
from sidecar.cli.prompts import Prompter
from sidecar.files.fresh_file import read_text
from sidecar.home import Home
from sidecar.memory.files.user_file import parse_user_file
from sidecar.reminders.format import format_moment
from sidecar.runtime.clock import Clock, SystemClock
from sidecar.runtime.lock import HomeLock
from sidecar.storage.db import Row
from sidecar.storage.recovery import Recovery, TableRecovery, recover

_ROWS: Mapping[str, Callable[[int], str]] = {
    "reminders": lambda n: say.plural("{n} reminder", "{n} reminders", n),
    "facts": lambda n: say.plural("{n} fact", "{n} facts", n),
    "messages": lambda n: say.plural("{n} message", "{n} messages", n),
    "tool_runs": lambda n: say.plural("{n} line of the audit", "{n} lines of the audit", n),
    "model_requests": lambda n: say.plural("{n} line of the costs", "{n} lines of the costs", n),
    "choices": lambda n: say.plural("{n} choice of yours", "{n} choices of yours", n),
    "lasting_answers": lambda n: say.plural("{n} standing answer", "{n} standing answers", n),
}
"""What the rows of a table are to a person; those of the others are made again from these, or of no use later."""
_SOME = {
    "reminders": say("I can't tell how many reminders"),
    "facts": say("I can't tell how many facts"),
    "messages": say("I can't tell how many messages"),
    "tool_runs": say("part of the audit"),
    "model_requests": say("part of the costs"),
    "choices": say("some of your choices"),
    "lasting_answers": say("some standing answers"),
}
_NAMED = 12
"""Further lost rows are counted only."""


def recover_database(home: Home, clock: Clock, *, ask: bool) -> str:
    """Recover the damaged database, if the person agrees to what would come of it; return what was done, in words, or
    "" where they did not. Raises `HomeBusy` and `StorageError`."""
    with HomeLock.acquire(home.lock):
        found = recover(home.database, clock)
        told = "\n".join(_describe(found, _moments(home, clock)))
        if ask and not _agrees(told):
            found.discard()
            return ""
        aside = found.adopt(clock.now())
    lines = [say("The database is in order again. The damaged file is kept, whole: {path}", path=aside)]
    return "\n".join(lines if ask else [*lines, told])


def offer_recovery(home: Home) -> bool:
    """Offer the person at the terminal to recover the database. Return whether it is in order again."""
    done = recover_database(home, SystemClock(), ask=True)
    if done:
        write(done)
    return bool(done)


def _agrees(told: str) -> bool:
    write(say("The database is damaged. This is what I can recover:"))
    write(told)
    return Prompter(say).confirm(say("Shall I go on with that? The damaged file is kept."))


def _moments(home: Home, clock: Clock) -> Callable[[datetime], str]:
    zone = parse_user_file(read_text(home.user)).preferences.timezone
    return lambda at: format_moment(at, clock.now(), zone, say)


def date_of(copy: Path) -> str:
    return f"{datetime.fromtimestamp(copy.stat().st_mtime):%Y-%m-%d %H:%M}"


def _describe(found: Recovery, moment: Callable[[datetime], str]) -> Iterator[str]:
    tables = {table.table: table for table in found.tables}
    if found.unreadable:
        yield say("Nothing in the damaged file could be read.")
    if found.copy and any(table.from_copy for table in found.tables):
        counts = _count(tables, lambda table: table.from_copy)
        yield say("From the copy of {date}: {what}.", date=date_of(found.copy), what=counts)
    if found.unreadable and not found.copy:
        yield say(
            "There's no copy of it, so it would start out empty. If SQLite's own program is installed, it may still "
            "find something: `sqlite3 {path} .recover | sqlite3 saved.db`",
            path=found.database,
        )
        return
    if mended := _count(tables, lambda table: table.mended):
        yield say("Some letters couldn't be read in: {what}.", what=mended)
    lost = _count(tables, lambda table: table.lost)
    yield say("Lost: {what}.", what=lost) if lost else say("Nothing is lost.")
    yield from _name_lost(tables, moment)
    if "facts" in tables and not found.unreadable:
        yield say("Facts that are still in MEMORY.md come back from there.")


def _count(tables: Mapping[str, TableRecovery], number: Callable[[TableRecovery], int | None]) -> str:
    counted = {name: number(table) for name, table in tables.items() if name in _ROWS}
    return ", ".join(_SOME[name] if n is None else _ROWS[name](n) for name, n in counted.items() if n != 0)


def _name_lost(tables: Mapping[str, TableRecovery], moment: Callable[[datetime], str]) -> Iterator[str]:
    for name in ("reminders", "facts"):
        rows: Sequence[Row] = tables[name].lost_rows if name in tables else ()
        named = [words for row in rows if row.get("state", "pending") == "pending" and (words := _name(row, moment))]
        yield from (f"- {words}" for words in named[:_NAMED])


def _name(row: Row, moment: Callable[[datetime], str]) -> str:
    """Say what can be read of a lost reminder or fact."""
    said = str(row.get("message") or row.get("text") or "")
    when = str(row.get("words") or "")
    try:
        due = moment(datetime.fromisoformat(str(row.get("due_at"))))
    except ValueError:
        due = ""
    return " — ".join(part for part in (said, due, when) if part)
