"""People: a row for everyone who ever wrote, which all other tables refer to."""

from __future__ import annotations

from datetime import datetime

from sidecar.domain.person import PersonId
from sidecar.storage.columns import to_text
from sidecar.storage.db import Tx


async def ensure_person(tx: Tx, person: PersonId, at: datetime) -> None:
    """Insert a row for the person unless there is one."""
    await tx.execute(
        "insert into people (id, created_at) values (:person, :at) on conflict (id) do nothing",
        person=person,
        at=to_text(at),
    )
