"""What every request to a model cost, and what can be learned from it."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from datetime import datetime

from sidecar.domain.money import RequestRecord, Spending, Usage
from sidecar.domain.person import PersonId
from sidecar.storage.columns import from_nanousd, real, text, to_nanousd, to_text, whole
from sidecar.storage.db import Db, Row, Tx
from sidecar.storage.people import ensure_person

PROMPTS_KEPT_TURNS = 200
_RATIO_REQUESTS = 20

_RECORD = """
insert into model_requests (person_id, turn_id, role, model, at, estimated_tokens, input_tokens, cached_tokens,
    output_tokens, cost_nanousd, first_token_ms, total_ms, error_code, prompt)
values (:person, :turn, :role, :model, :at, :estimated_tokens, :input_tokens, :cached_tokens,
    :output_tokens, :cost_nanousd, :first_token_ms, :total_ms, :error_code, :prompt)
"""

_FORGET_PROMPTS = "update model_requests set prompt = null where prompt is not null and turn_id <= :oldest"

_SUMS = """
count(*) as requests, count(*) - count(cost_nanousd) as unpriced, coalesce(sum(input_tokens), 0) as input_tokens,
    coalesce(sum(cached_tokens), 0) as cached_tokens, coalesce(sum(output_tokens), 0) as output_tokens,
    coalesce(sum(cost_nanousd), 0) as cost_nanousd
from model_requests where person_id = :person and at >= :since and at < :until
"""

_RATIO = """
select cast(sum(input_tokens) as real) / sum(estimated_tokens) as ratio
from (
    select input_tokens, estimated_tokens from model_requests
    where model = :model and input_tokens > 0 and estimated_tokens > 0
    order by id desc limit :n
) as latest
"""


class SqlAccounts:
    def __init__(self, db: Db) -> None:
        self._db = db

    async def record(self, request: RequestRecord) -> None:
        """Keep the request. Its prompt is kept for the last 200 turns, and not at all when no turn asked for it."""

        async def work(tx: Tx) -> None:
            await ensure_person(tx, request.person, request.at)
            await _insert(tx, request)
            if request.turn is not None:
                await tx.execute(_FORGET_PROMPTS, oldest=request.turn - PROMPTS_KEPT_TURNS)

        await self._db.write(work)

    async def spending(self, person: PersonId, since: datetime, until: datetime) -> Spending:
        """The sum over the requests from `since` up to, not including, `until`."""

        async def work(tx: Tx) -> Spending:
            row = await tx.one(f"select {_SUMS}", person=person, since=to_text(since), until=to_text(until))
            assert row is not None
            return _spending(row)

        return await self._db.read(work)

    async def by_model(self, person: PersonId, since: datetime, until: datetime) -> Mapping[str, Spending]:
        """The same for each model that was asked, the dearest first."""

        async def work(tx: Tx) -> Mapping[str, Spending]:
            rows = await tx.all(
                f"select model, {_SUMS} group by model order by coalesce(sum(cost_nanousd), 0) desc, model",
                person=person,
                since=to_text(since),
                until=to_text(until),
            )
            return {text(row, "model"): _spending(row) for row in rows}

        return await self._db.read(work)

    async def token_ratio(self, model: str) -> float | None:
        """How many input tokens the model counted for each one estimated, over its last 20 requests that say so; None
        before the first. `estimated_tokens` must be the raw estimate, without this correction."""

        async def work(tx: Tx) -> float | None:
            row = await tx.one(_RATIO, model=model, n=_RATIO_REQUESTS)
            return real(row, "ratio") if row else None

        return await self._db.read(work)


async def _insert(tx: Tx, request: RequestRecord) -> None:
    usage = request.usage
    keeps_prompt = bool(request.prompt) and request.turn is not None
    await tx.execute(
        _RECORD,
        person=request.person,
        turn=request.turn,
        role=request.role,
        model=request.model,
        at=to_text(request.at),
        estimated_tokens=request.estimated_tokens,
        input_tokens=usage.input_tokens,
        cached_tokens=usage.cached_tokens,
        output_tokens=usage.output_tokens,
        cost_nanousd=to_nanousd(usage.cost_usd),
        first_token_ms=request.first_token_ms,
        total_ms=request.total_ms,
        error_code=request.error_code,
        prompt=zlib.compress(request.prompt.encode()) if keeps_prompt else None,
    )


def _spending(row: Row) -> Spending:
    return Spending(
        requests=whole(row, "requests"),
        usage=Usage(
            input_tokens=whole(row, "input_tokens"),
            cached_tokens=whole(row, "cached_tokens"),
            output_tokens=whole(row, "output_tokens"),
            cost_usd=from_nanousd(whole(row, "cost_nanousd")),
        ),
        unpriced=whole(row, "unpriced"),
    )
