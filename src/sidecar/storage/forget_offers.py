"""What a person was asked about forgetting, until their next message."""

from __future__ import annotations

import json
from typing import cast

from sidecar.domain.fact import FactId
from sidecar.domain.message import TurnId
from sidecar.domain.person import PersonId
from sidecar.domain.reminder import ReminderId
from sidecar.memory.erasure import Offer
from sidecar.storage.columns import checked, text, whole
from sidecar.storage.db import Row, Tx
from sidecar.storage.repository import Repository

_PUT = """
insert or replace into forget_offers (person_id, after_turn, asked_in, facts, turns, reminders, copies)
values (:person, coalesce(:asked_in, (select max(id) from inbox where person_id = :person), 0), :asked_in, :facts,
    :turns, :reminders, :copies)
"""

_IS_OPEN = """
select 1 as open from forget_offers where person_id = :person
  and after_turn = (select coalesce(max(id), 0) from inbox where person_id = :person and id < :turn)
"""


class SqlForgetOffers(Repository):
    """Implements `memory.erasure.OfferStore`."""

    async def put(self, person: PersonId, offer: Offer) -> None:
        await self._execute(
            _PUT,
            person=person,
            asked_in=offer.asked_in,
            facts=json.dumps(offer.facts),
            turns=json.dumps(offer.turns),
            reminders=json.dumps(offer.reminders),
            copies=json.dumps(offer.copies),
        )

    async def is_open(self, person: PersonId, turn: TurnId) -> bool:
        return await self._read_one(lambda _: True, _IS_OPEN, person=person, turn=turn) or False

    async def take(self, person: PersonId) -> Offer | None:
        async def work(tx: Tx) -> Offer | None:
            row = await tx.one("delete from forget_offers where person_id = :person returning *", person=person)
            return _offer(row) if row else None

        return await self._db.write(work)


@checked
def _offer(row: Row) -> Offer:
    asked_in = row["asked_in"]
    return Offer(
        None if asked_in is None else TurnId(whole(row, "asked_in")),
        [FactId(id) for id in _numbers(row, "facts")],
        [TurnId(id) for id in _numbers(row, "turns")],
        [ReminderId(id) for id in _numbers(row, "reminders")],
        cast("list[str]", json.loads(text(row, "copies"))),
    )


def _numbers(row: Row, column: str) -> list[int]:
    return cast("list[int]", json.loads(text(row, column)))
