"""What the database of a Sidecar that was killed says, read from a copy so that nothing of it changes."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from tests.system.lives import mark_in

_TURNS = """
select i.id, i.text as question, i.state, i.attempts, o.state as sending, o.maybe_seen,
    (select group_concat(m.text, '|') from messages m where m.turn_id = i.id and m.speaker = 'companion') as answers,
    (select count(*) from messages m where m.turn_id = i.id and m.speaker = 'person') as questions,
    (select count(*) from messages m where m.turn_id = i.id and m.speaker = 'companion') as replies,
    (select count(*) from outbox p where p.turn_id = i.id) as posted
from inbox i left join outbox o on o.turn_id = i.id
order by i.id
"""


@dataclass(frozen=True, slots=True)
class KeptTurn:
    """One message that was stored, and what became of it. `sending` is the state in the outbox."""

    id: int
    question: str
    state: str
    attempts: int
    sending: str | None
    maybe_seen: int | None
    answers: str | None
    questions: int
    replies: int
    posted: int

    @property
    def mark(self) -> str:
        return mark_in(self.question)


@dataclass(frozen=True, slots=True)
class Record:
    turns: tuple[KeptTurn, ...]
    history: tuple[str, ...]
    """The texts of the companion's messages in the order of the turns."""
    sound: bool

    @property
    def stored(self) -> tuple[str, ...]:
        return tuple(turn.mark for turn in self.turns)


def read_record(home: Path, scratch: Path) -> Record:
    """The record of a home in which nothing runs. `scratch` is a folder for the copy."""
    scratch.mkdir(exist_ok=True)
    copy = scratch / "copy.db"
    for old in scratch.iterdir():
        old.unlink()
    if not (home / "sidecar.db").exists():
        return Record((), (), sound=True)
    for end in ("", "-wal"):
        if (home / f"sidecar.db{end}").exists():
            shutil.copyfile(home / f"sidecar.db{end}", f"{copy}{end}")
    with closing(sqlite3.connect(copy)) as db:
        if not db.execute("select 1 from sqlite_master where name = 'outbox'").fetchone():
            return Record((), (), sound=True)
        return Record(
            tuple(KeptTurn(*row) for row in db.execute(_TURNS)),
            tuple(text for (text,) in db.execute("select text from messages where speaker = 'companion' order by id")),
            sound=db.execute("pragma integrity_check").fetchall() == [("ok",)],
        )
