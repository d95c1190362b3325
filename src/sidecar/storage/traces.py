"""Everything recorded of one turn, for `sidecar trace`."""

from __future__ import annotations

import zlib

from sidecar.domain.message import TurnId
from sidecar.domain.money import RequestRecord, Usage
from sidecar.domain.person import PersonId
from sidecar.domain.trace import Trace, TurnDelivery
from sidecar.storage.audit import receipt
from sidecar.storage.columns import (
    checked,
    conversation_id,
    from_nanousd,
    incoming_message,
    instant,
    instant_or_none,
    message,
    person_id,
    real,
    text,
    turn_id,
    whole,
)
from sidecar.storage.db import Row, Tx
from sidecar.storage.repository import Repository


class SqlTraces(Repository):
    async def latest_turn(self, person: PersonId) -> TurnId | None:
        return await self._read_one(
            turn_id,
            "select max(id) as id from inbox where person_id = :person having max(id) is not null",
            person=person,
        )

    async def get(self, person: PersonId, turn: TurnId, *, with_prompts: bool = False) -> Trace | None:
        """Return None when this person has no such turn."""

        async def work(tx: Tx) -> Trace | None:
            row = await tx.one("select * from inbox where id = :turn and person_id = :person", turn=turn, person=person)
            return await _trace(tx, row, turn, with_prompts) if row else None

        return await self._db.read(work)


async def _trace(tx: Tx, row: Row, turn: TurnId, with_prompts: bool) -> Trace:
    messages = await tx.all("select * from messages where turn_id = :turn order by id", turn=turn)
    requests = await tx.all("select * from model_requests where turn_id = :turn order by id", turn=turn)
    tools = await tx.all("select * from tool_runs where turn_id = :turn order by id", turn=turn)
    deliveries = await tx.all("select * from outbox where turn_id = :turn order by id", turn=turn)
    return Trace(
        turn=turn,
        conversation=conversation_id(row),
        message=incoming_message(row),
        state=text(row, "state"),
        attempts=whole(row, "attempts"),
        finished_at=instant_or_none(row, "finished_at"),
        handled_by=text(row, "handled_by"),
        ending=text(row, "ending"),
        error_code=text(row, "error_code"),
        model_ms=real(row, "model_ms") or 0.0,
        tools_ms=real(row, "tools_ms") or 0.0,
        total_ms=real(row, "total_ms") or 0.0,
        messages=tuple(message(each) for each in messages),
        requests=tuple(_request(each, with_prompts) for each in requests),
        tools=tuple(receipt(each) for each in tools),
        deliveries=tuple(_delivery(each) for each in deliveries),
    )


@checked
def _request(row: Row, with_prompt: bool) -> RequestRecord:
    prompt = row["prompt"]
    return RequestRecord(
        person=person_id(row),
        turn=whole(row, "turn_id"),
        role=text(row, "role"),
        model=text(row, "model"),
        at=instant(row, "at"),
        estimated_tokens=whole(row, "estimated_tokens"),
        usage=Usage(
            whole(row, "input_tokens"),
            whole(row, "cached_tokens"),
            whole(row, "output_tokens"),
            None if row["cost_nanousd"] is None else from_nanousd(whole(row, "cost_nanousd")),
        ),
        first_token_ms=real(row, "first_token_ms"),
        total_ms=real(row, "total_ms") or 0.0,
        error_code=text(row, "error_code"),
        prompt=_decompress(prompt) if with_prompt and isinstance(prompt, bytes) else "",
    )


@checked
def _delivery(row: Row) -> TurnDelivery:
    return TurnDelivery(
        channel=text(row, "channel"),
        text=text(row, "text"),
        state=text(row, "state"),
        attempts=whole(row, "attempts"),
        error=text(row, "error"),
        maybe_seen=bool(row["maybe_seen"]),
        created_at=instant(row, "created_at"),
        sent_at=instant_or_none(row, "sent_at"),
        external_id=text(row, "external_id"),
    )


def _decompress(prompt: bytes) -> str:
    try:
        return zlib.decompress(prompt).decode(errors="replace")
    except zlib.error:
        return ""  # damaged; the rest of the trace is not
