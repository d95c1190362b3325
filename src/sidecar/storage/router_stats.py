"""The figures of `/router-stats`, from the queue of answered messages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from statistics import median

from sidecar.domain.person import PersonId
from sidecar.domain.router_stats import RouterStats
from sidecar.storage.columns import real, text
from sidecar.storage.db import Row
from sidecar.storage.repository import Repository

_MOST_TURNS = 1_000
_TURNS = """
select text, handled_by, total_ms - model_ms as own_ms from inbox
where person_id = :person and state = 'done' and handled_by <> '' order by id desc limit :n
"""
_BY_CODE = ("router", "offline")


class SqlRouterStats(Repository):
    async def read(self, person: PersonId, is_override: Callable[[str], bool]) -> RouterStats:
        """Count the last thousand messages; `is_override` tells which take back the answer before them."""
        rows = await self._read_all(_turn, _TURNS, person=person, n=_MOST_TURNS)
        counts = Counter(handled_by for _, handled_by, _ in rows)
        overrides = sum(before[1] in _BY_CODE and is_override(later[0]) for later, before in pairwise(rows))
        own = [ms for _, handled_by, ms in rows if handled_by in _BY_CODE]
        return RouterStats(counts["router"], counts["offline"], counts["model"], overrides, median(own) if own else 0.0)


def _turn(row: Row) -> tuple[str, str, float]:
    return text(row, "text"), text(row, "handled_by"), real(row, "own_ms") or 0.0
