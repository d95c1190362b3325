"""The figures of `/router-stats`, from the queue of answered messages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from statistics import median
from typing import NamedTuple

from sidecar.domain.person import PersonId
from sidecar.domain.router_stats import RouterStats
from sidecar.storage.columns import real, text, whole
from sidecar.storage.db import Row
from sidecar.storage.repository import Repository

_MOST_TURNS = 1_000
_TURNS = """
select text, handled_by, total_ms - model_ms - tools_ms as own_ms, exists (
  select 1 from messages where turn_id = inbox.id and tool_call_id like 'router-%'
) as tried
from inbox where person_id = :person and state = 'done' and handled_by <> '' order by id desc limit :n
"""
_BY_CODE = ("router", "offline")


class SqlRouterStats(Repository):
    async def read(self, person: PersonId, is_override: Callable[[str], bool]) -> RouterStats:
        """Count the last thousand messages; `is_override` tells which take back the answer before them."""
        turns = await self._read_all(_read_turn, _TURNS, person=person, n=_MOST_TURNS)
        counts = Counter(turn.handled_by for turn in turns)
        own = [turn.own_ms for turn in turns if turn.handled_by in _BY_CODE]
        return RouterStats(
            direct=counts["router"],
            offline=counts["offline"],
            model=counts["model"],
            handed_over=sum(turn.handled_by == "model" and turn.tried for turn in turns),
            overrides=sum(
                before.handled_by in _BY_CODE and is_override(later.text) for later, before in pairwise(turns)
            ),
            own_ms=median(own) if own else 0.0,
        )


class _Turn(NamedTuple):
    text: str
    handled_by: str
    own_ms: float
    tried: bool
    """Code called a tool."""


def _read_turn(row: Row) -> _Turn:
    return _Turn(text(row, "text"), text(row, "handled_by"), real(row, "own_ms") or 0.0, bool(whole(row, "tried")))
