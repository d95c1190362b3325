"""The requests to models: their cost, and what can be learned from them."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta, tzinfo
from decimal import Decimal

from sidecar.domain.message import TurnId
from sidecar.domain.money import UNFINISHED, RequestOutcome, RequestRecord, Spending, SpendingGroup, Usage
from sidecar.domain.person import PersonId
from sidecar.storage.columns import from_nanousd, instant, real, text, to_nanousd, to_text, whole
from sidecar.storage.db import Row, Tx, Value
from sidecar.storage.people import ensure_person
from sidecar.storage.repository import Repository

PROMPTS_KEPT_TURNS = 200
_RATIO_REQUESTS = 20
_OUTCOMES = 60

_RECORD = """
insert into model_requests (person_id, turn_id, role, model, at, estimated_tokens, input_tokens, cached_tokens,
    output_tokens, cost_nanousd, first_token_ms, total_ms, error_code, prompt, connection)
values (:person, :turn, :role, :model, :at, :estimated_tokens, :input_tokens, :cached_tokens,
    :output_tokens, :cost_nanousd, :first_token_ms, :total_ms, :error_code, :prompt, :connection)
"""

_RECORD_END = """
update model_requests set input_tokens = :input_tokens, cached_tokens = :cached_tokens, output_tokens = :output_tokens,
    cost_nanousd = :cost_nanousd, first_token_ms = :first_token_ms, total_ms = :total_ms, error_code = :error_code,
    prompt = :prompt
where id = :line
"""

_FORGET_PROMPTS = "update model_requests set prompt = null where prompt is not null and turn_id <= :oldest"

_COLUMNS = """
count(*) as requests, count(*) - count(cost_nanousd) as unpriced, coalesce(sum(input_tokens), 0) as input_tokens,
    coalesce(sum(cached_tokens), 0) as cached_tokens, coalesce(sum(output_tokens), 0) as output_tokens,
    coalesce(sum(cost_nanousd), 0) as cost_nanousd
"""

_SUMS = f"{_COLUMNS} from model_requests where person_id = :person and at >= :since and at < :until"

_BY_PART = f"""{_COLUMNS}
from model_requests as r left join inbox as i on i.id = r.turn_id
where r.person_id = :person and r.at >= :since and r.at < :until
"""

# Person by person, since the index of the requests begins with the person.
_SPENT = """
select coalesce(sum(cost_nanousd), 0) as total,
    coalesce(sum(case when role in ('memory', 'proactive') or (turn_id is null and role <> 'trial')
        then cost_nanousd else 0 end), 0) as background
from model_requests where person_id in (select id from people) and at >= :since
"""

# By minute, since days may begin at any quarter of an hour in a person's zone.
_PARTS: Mapping[SpendingGroup, str] = {
    "day": "substr(r.at, 1, 16)",
    "role": "r.role",
    "model": "r.model",
    "feature": "coalesce(i.channel, r.role)",
}

_RATIO = """
select cast(sum(input_tokens) as real) / sum(estimated_tokens) as ratio
from (
    select input_tokens, estimated_tokens from model_requests
    where model = :model and input_tokens > 0 and estimated_tokens > 0
    order by id desc limit :n
) as latest
"""

_LATEST_OUTCOMES = """
select at, total_ms, error_code from (
    select * from model_requests where model = :model order by id desc limit :n
) where connection = :connection and error_code <> :unfinished order by id
"""


class SqlAccounts(Repository):
    async def record(self, request: RequestRecord, line: int | None = None) -> int:
        """Insert a request, or update its `line`; return its line.

        The prompt is kept for the last 200 turns, and only when a turn made the request.
        """

        async def work(tx: Tx) -> int:
            if line is None:
                await ensure_person(tx, request.person, request.at)
                kept = await tx.insert(_RECORD, **_beginning(request), **_outcome(request))
            else:
                await tx.execute(_RECORD_END, line=line, **_outcome(request))
                kept = line
            if request.prompt and request.turn is not None:
                await tx.execute(_FORGET_PROMPTS, oldest=request.turn - PROMPTS_KEPT_TURNS)
            return kept

        return await self._db.write(work)

    async def spending(self, person: PersonId, since: datetime, until: datetime) -> Spending:
        """Sum the requests from `since` to `until`, exclusive."""
        return await self._read_sum(
            _spending, f"select {_SUMS}", person=person, since=to_text(since), until=to_text(until)
        )

    async def sum_turn(self, turn: TurnId) -> Usage:
        """Sum what answering a message used, failed attempts included."""
        sql = f"select {_COLUMNS} from model_requests where turn_id = :turn"
        spent = await self._read_sum(_spending, sql, turn=turn)
        return replace(spent.usage, cost_usd=None) if spent.unpriced else spent.usage

    async def by_model(self, person: PersonId, since: datetime, until: datetime) -> Mapping[str, Spending]:
        """Sum the requests of each model, the most expensive first."""
        return await self.spending_by("model", person, since, until)

    async def spent(self, since: datetime) -> tuple[Decimal, Decimal]:
        """Sum everybody's cost since then: in total, and in the background, where no person waited."""

        def costs(row: Row) -> tuple[Decimal, Decimal]:
            return from_nanousd(whole(row, "total")), from_nanousd(whole(row, "background"))

        return await self._read_sum(costs, _SPENT, since=to_text(since))

    async def spending_by(
        self, part: SpendingGroup, person: PersonId, since: datetime, until: datetime
    ) -> Mapping[str, Spending]:
        """Sum by day (`2026-03-15` in the zone of `since`, in order), or by role, model or feature, the most expensive
        first. A feature is the channel of the answered message, or the role of background work."""
        key = _PARTS[part]
        found = await self._read_all(
            lambda row: (text(row, "part"), _spending(row)),
            f"select {key} as part, {_BY_PART} group by {key} order by coalesce(sum(cost_nanousd), 0) desc, {key}",
            person=person,
            since=to_text(since),
            until=to_text(until),
        )
        return _by_day(found, since.tzinfo) if part == "day" else dict(found)

    async def token_ratio(self, model: str) -> float | None:
        """Divide counted by estimated input tokens over the model's last 20 requests that have both; None before the
        first. `estimated_tokens` must be the raw estimate, without this correction."""
        return await self._read_one(lambda row: real(row, "ratio"), _RATIO, model=model, n=_RATIO_REQUESTS)

    async def outcomes(self, model: str, connection: str) -> Sequence[RequestOutcome]:
        """List how the latest requests to a model over this connection ended, the oldest first."""
        return await self._read_all(
            _outcome_of, _LATEST_OUTCOMES, model=model, connection=connection, unfinished=UNFINISHED, n=_OUTCOMES
        )


def _by_day(minutes: Iterable[tuple[str, Spending]], zone: tzinfo | None) -> Mapping[str, Spending]:
    days: dict[str, Spending] = {}
    for minute, spent in minutes:
        day = datetime.fromisoformat(f"{minute}Z").astimezone(zone).date().isoformat()
        days[day] = _sum(days[day], spent) if day in days else spent
    return dict(sorted(days.items()))


def _sum(one: Spending, other: Spending) -> Spending:
    return Spending(one.requests + other.requests, one.usage + other.usage, one.unpriced + other.unpriced)


def _beginning(request: RequestRecord) -> dict[str, Value]:
    return {
        "person": request.person,
        "turn": request.turn,
        "role": request.role,
        "model": request.model,
        "at": to_text(request.at),
        "estimated_tokens": request.estimated_tokens,
        "connection": request.connection,
    }


def _outcome(request: RequestRecord) -> dict[str, Value]:
    usage = request.usage
    keeps_prompt = bool(request.prompt) and request.turn is not None
    return {
        "input_tokens": usage.input_tokens,
        "cached_tokens": usage.cached_tokens,
        "output_tokens": usage.output_tokens,
        "cost_nanousd": to_nanousd(usage.cost_usd),
        "first_token_ms": request.first_token_ms,
        "total_ms": request.total_ms,
        "error_code": request.error_code,
        "prompt": zlib.compress(request.prompt.encode()) if keeps_prompt else None,
    }


def _outcome_of(row: Row) -> RequestOutcome:
    began = instant(row, "at")
    return RequestOutcome(began, began + timedelta(milliseconds=real(row, "total_ms") or 0), text(row, "error_code"))


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
