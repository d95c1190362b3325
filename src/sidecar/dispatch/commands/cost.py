"""`/cost`: what the models have cost, today and this month, by day, role, model or feature."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Literal, Protocol, get_args

from sidecar.dispatch.commands.book import Command, CommandCall
from sidecar.dispatch.ports import LanguageSwitch
from sidecar.domain.money import Spending
from sidecar.domain.person import PersonId
from sidecar.i18n import Texts
from sidecar.language.fold import fold
from sidecar.runtime.clock import Clock

Part = Literal["day", "role", "model", "feature"]
PARTS: tuple[Part, ...] = get_args(Part)

_WORDS: Mapping[str, Part] = {
    "day": "day", "role": "role", "model": "model", "feature": "feature",
    "dia": "day", "dias": "day", "days": "day",
    "rol": "role", "roles": "role", "papel": "role",
    "modelo": "model", "modelos": "model", "models": "model",
    "uso": "feature", "usos": "feature", "features": "feature", "funcion": "feature",
}  # fmt: skip
_MONTH = frozenset({"month", "mes"})
_FILLERS = frozenset({"by", "por", "el", "la", "del", "de", "this", "este"})


class CostBook(Protocol):
    """Where it is written down what requests cost. `spending_by` sums up by day (in order, in the zone of `since`),
    or by role, model or feature, the dearest first."""

    async def spending(self, person: PersonId, since: datetime, until: datetime) -> Spending: ...

    async def spending_by(
        self, part: Part, person: PersonId, since: datetime, until: datetime
    ) -> Mapping[str, Spending]: ...


def cost_command(book: CostBook, preferences: LanguageSwitch, clock: Clock) -> Command:
    async def run(call: CommandCall) -> str:
        person, say = call.message.person, call.say
        words = [word for word in fold(call.argument).replace("-", " ").split() if word not in _FILLERS]
        parts: list[Part] = [_WORDS[word] for word in words if word in _WORDS]
        if len(parts) > 1 or any(word not in _WORDS and word not in _MONTH for word in words):
            return say(
                "`/cost` shows today and this month; `/cost month by day` (or role, model, feature) divides it up."
            )
        local_now = clock.now().astimezone(preferences.preferences(person).timezone)
        month_only = any(word in _MONTH for word in words)
        by: Part = parts[0] if parts else "model"
        return await cost_report(book, person, local_now, say, by=by, month_only=month_only)

    return Command("cost", ("costo", "gasto"), "what the models have cost", run)


async def cost_report(
    book: CostBook, person: PersonId, local_now: datetime, say: Texts, *, by: Part = "model", month_only: bool = False
) -> str:
    """Today and this month in the person's own days, and this month in its parts, as Markdown."""
    day = local_now.replace(hour=0, minute=0, second=0, microsecond=0)
    month = day.replace(day=1)
    lines: list[str] = []
    if not month_only:
        lines.append(say("Today: {amount}", amount=money(await book.spending(person, day, local_now), say)))
    lines.append(say("This month: {amount}", amount=money(await book.spending(person, month, local_now), say)))
    parts = await book.spending_by(by, person, month, local_now)
    lines += [f"- `{part}`: {money(spent, say)}" for part, spent in parts.items()]
    return "\n".join(f"{line}  " if not line.startswith("-") else line for line in lines)


def money(spent: Spending, say: Texts) -> str:
    """`US$ 0.0123 · 4 requests · 5,210 tokens in, 640 out`, and what could not be priced."""
    requests = say.plural("{n} request", "{n} requests", spent.requests)
    tokens = say("{input} tokens in, {output} out", input=spent.usage.input_tokens, output=spent.usage.output_tokens)
    text = f"US$ {spent.usage.cost_usd or 0:.4f} · {requests} · {tokens}"
    if spent.unpriced:
        text += " · " + say.plural("{n} without a known price", "{n} without a known price", spent.unpriced)
    return text
