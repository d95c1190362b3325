"""What is stored of `MEMORY.md`: its text, the way back to earlier versions of it, and which facts changed since."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from itertools import groupby

from sidecar.domain.fact import FactId
from sidecar.domain.person import PersonId
from sidecar.memory.ports import FileRecord, FileState, FileStep, LineBefore
from sidecar.storage.columns import checked, text, to_text, whole
from sidecar.storage.db import Row, Tx

_KEPT_STEPS = 1_000
_KEPT_LINES = 50_000
"""Some megabytes. A copy of the file that is older than the kept steps deletes nothing."""
_KEPT_FOR = timedelta(days=90)

_OUTDATED = """
select max(number) as number from memory_file_steps where person_id = :person and (
    number <= :number - :steps or at < :since
    or number < (select number from memory_file_lines where person_id = :person
                 order by number desc limit 1 offset :lines)
)
"""


async def read_file_state(tx: Tx, person: PersonId) -> FileState | None:
    row = await tx.one(
        "select file, file_version from memory_state where person_id = :person and file is not null", person=person
    )
    return FileState(text(row, "file"), whole(row, "file_version")) if row else None


async def read_file_steps(tx: Tx, person: PersonId) -> Sequence[FileStep]:
    """Read the steps back to earlier versions, the newest one first."""
    rows = await tx.all("select * from memory_file_lines where person_id = :person order by number", person=person)
    lines = {number: list(map(_line, group)) for number, group in groupby(rows, lambda row: row["number"])}
    steps = await tx.all(
        "select * from memory_file_steps where person_id = :person order by number desc", person=person
    )
    return [
        FileStep(
            text(row, "stamp"),
            None if row["frame"] is None else text(row, "frame"),
            lines.get(row["number"], []),
        )
        for row in steps
    ]


async def save_file_record(tx: Tx, person: PersonId, record: FileRecord, version: int, at: datetime) -> None:
    """Save the text for this version of the facts and the steps back, and drop the oldest steps."""
    row = await tx.one("select file_number from memory_state where person_id = :person", person=person)
    number = whole(row, "file_number") if row else 0
    for step in record.steps:
        number += 1
        await tx.execute(
            "insert into memory_file_steps (person_id, number, stamp, frame, at)"
            " values (:person, :number, :stamp, :frame, :at)",
            person=person, number=number, stamp=step.stamp, frame=step.frame,
            at=to_text(at),
        )  # fmt: skip
        for line in step.lines:
            await tx.execute(
                "insert into memory_file_lines (person_id, number, fact_id, heading, line, digest)"
                " values (:person, :number, :fact, :heading, :line, :digest)",
                person=person, number=number, fact=line.id, heading=line.heading, line=line.line, digest=line.digest,
            )  # fmt: skip
    await tx.execute(
        "update memory_state set file = :file, file_version = :version, file_number = :number"
        " where person_id = :person",
        person=person,
        file=record.text,
        version=version,
        number=number,
    )
    await _drop_outdated(tx, person, number, at)


async def mark_changed(tx: Tx, person: PersonId, ids: Collection[FactId], version: int) -> None:
    """Note that these facts of the person were changed, archived or forgotten in this version."""
    await tx.execute(
        "insert into fact_versions (fact_id, person_id, version)"
        " select value, :person, :version from json_each(:ids) where true"
        " on conflict (fact_id) do update set version = :version",
        ids=json.dumps(list(ids)),
        person=person,
        version=version,
    )


async def forget_lines(tx: Tx, person: PersonId, id: FactId) -> None:
    """Erase the text of a fact from earlier versions; a digest by which an old line is recognised stays."""
    await tx.execute(
        "update memory_file_lines set line = '' where person_id = :person and fact_id = :id and line is not null",
        person=person,
        id=id,
    )
    await tx.execute(
        "update memory_file_steps set frame = null where person_id = :person and frame <> ''", person=person
    )


async def _drop_outdated(tx: Tx, person: PersonId, number: int, at: datetime) -> None:
    row = await tx.one(
        _OUTDATED,
        person=person,
        number=number,
        steps=_KEPT_STEPS,
        since=to_text(at - _KEPT_FOR),
        lines=_KEPT_LINES,
    )
    if row and row["number"] is not None:
        for table in ("memory_file_lines", "memory_file_steps"):
            await tx.execute(
                f"delete from {table} where person_id = :person and number <= :number",
                person=person,
                number=row["number"],
            )


@checked
def _line(row: Row) -> LineBefore:
    line = None if row["line"] is None else text(row, "line")
    return LineBefore(FactId(whole(row, "fact_id")), text(row, "heading"), line, whole(row, "digest"))
