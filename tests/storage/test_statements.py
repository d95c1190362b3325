"""The statements on the way of a message find their rows by an index, however much has been said before."""

from __future__ import annotations

import pytest

from sidecar.storage import accounts, inbox, outbox, reminders
from sidecar.storage.db import Tx, Value
from sidecar.storage.sqlite import SqliteDb

ON_THE_WAY: dict[str, tuple[str, dict[str, Value]]] = {
    "claim": (inbox._CLAIM, {"person": "p"}),
    "people waiting": (inbox._PEOPLE_WAITING, {}),
    "duplicate": (inbox._DUPLICATE, {"person": "p", "channel": "c", "external_id": "x", "since": "", "until": ""}),
    "recover the inbox": (inbox._RECOVER_INBOX, {}),
    "recover the outbox": (inbox._RECOVER_OUTBOX, {}),
    "due": (outbox._DUE, {"channel": "c", "now": "", "max_attempts": 8}),
    "reminders due": (reminders._DUE, {"person": "p", "now": "", "n": 50}),
    "uncertain firings": (reminders._UNCERTAIN, {"before": ""}),
    "lost firings": (reminders._LOST, {"person": "p"}),
    "forget prompts": (accounts._FORGET_PROMPTS, {"oldest": 9}),
    "token ratio": (accounts._RATIO, {"model": "m", "n": 20}),
    "spending": (f"select {accounts._SUMS}", {"person": "p", "since": "", "until": ""}),
}


@pytest.mark.req("SCL-03", "CON-35")
@pytest.mark.parametrize("name", ON_THE_WAY)
async def test_it_reads_by_an_index(db: SqliteDb, name: str) -> None:
    sql, values = ON_THE_WAY[name]

    async def plan(tx: Tx) -> list[str]:
        return [str(row["detail"]) for row in await tx.all(f"explain query plan {sql}", **values)]

    steps = await db.read(plan)
    # a partial index (`_open`, `_prompt`) holds only what is still open, so that going through all of it is fine
    reading = [step for step in steps if step.startswith(("SEARCH", "SCAN"))]
    derived = ("SCAN latest", "SCAN (subquery")
    whole_table = [
        step
        for step in reading
        if step.startswith("SCAN") and "_open" not in step and "_prompt" not in step and not step.startswith(derived)
    ]
    assert reading and not whole_table, steps
