"""`/cost`: what the models have cost, today and this month, by day, role, model or feature."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Protocol

from sidecar.dispatch.commands.registry import Command, CommandCall
from sidecar.dispatch.ports import LanguageSwitch
from sidecar.domain.money import CostReport, Spending, SpendingGroup
from sidecar.domain.person import PersonId
from sidecar.language.fold import fold
from sidecar.presentation.cost import format_cost
from sidecar.runtime.clock import Clock

_WORDS: Mapping[str, SpendingGroup] = {
    "day": "day", "role": "role", "model": "model", "feature": "feature",
    "dia": "day", "dias": "day", "days": "day",
    "rol": "role", "roles": "role", "papel": "role",
    "modelo": "model", "modelos": "model", "models": "model",
    "uso": "feature", "usos": "feature", "features": "feature", "funcion": "feature",
}  # fmt: skip
_MONTH = frozenset({"month", "mes"})
_FILLERS = frozenset({"by", "por", "el", "la", "del", "de", "this", "este"})


class SpendingReader(Protocol):
    """Reads what requests cost. `spending_by` sums up by day (in order, in the zone of `since`), or by role, model or
    feature, the dearest first."""

    async def spending(self, person: PersonId, since: datetime, until: datetime) -> Spending: ...

    async def spending_by(
        self, part: SpendingGroup, person: PersonId, since: datetime, until: datetime
    ) -> Mapping[str, Spending]: ...


def cost_command(reader: SpendingReader, preferences: LanguageSwitch, clock: Clock) -> Command:
    async def run(call: CommandCall) -> str:
        person, say = call.message.person, call.say
        words = [word for word in fold(call.argument).replace("-", " ").split() if word not in _FILLERS]
        parts: list[SpendingGroup] = [_WORDS[word] for word in words if word in _WORDS]
        if len(parts) > 1 or any(word not in _WORDS and word not in _MONTH for word in words):
            return say(
                "`/cost` shows today and this month; `/cost month by day` (or role, model, feature) breaks it down."
            )
        local_now = clock.now().astimezone(preferences.preferences(person).timezone)
        month_only = any(word in _MONTH for word in words)
        by: SpendingGroup = parts[0] if parts else "model"
        return format_cost(await read_costs(reader, person, local_now, by=by, month_only=month_only), say)

    return Command("cost", ("costo", "gasto"), "show what the models have cost", run)


async def read_costs(
    reader: SpendingReader, person: PersonId, local_now: datetime, *, by: SpendingGroup, month_only: bool
) -> CostReport:
    """Sum up today and this month, in days of the zone of `local_now`."""
    day = local_now.replace(hour=0, minute=0, second=0, microsecond=0)
    month = day.replace(day=1)
    return CostReport(
        None if month_only else await reader.spending(person, day, local_now),
        await reader.spending(person, month, local_now),
        by,
        await reader.spending_by(by, person, month, local_now),
    )
