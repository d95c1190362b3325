"""`/cost`: what the models have cost today and this month."""

from __future__ import annotations

from datetime import datetime

from sidecar.dispatch.commands.book import Command, CommandCall
from sidecar.dispatch.ports import LanguageSwitch, Ledger
from sidecar.domain.money import Spending
from sidecar.domain.person import PersonId
from sidecar.i18n import Texts
from sidecar.runtime.clock import Clock


def cost_command(ledger: Ledger, preferences: LanguageSwitch, clock: Clock) -> Command:
    async def run(call: CommandCall) -> str:
        person = call.message.person
        local_now = clock.now().astimezone(preferences.preferences(person).timezone)
        return await cost_report(ledger, person, local_now, call.say)

    return Command("cost", ("costo", "gasto"), "what the models have cost", run)


async def cost_report(ledger: Ledger, person: PersonId, local_now: datetime, say: Texts) -> str:
    """Today and this month in the person's own days, and this month by model."""
    day = local_now.replace(hour=0, minute=0, second=0, microsecond=0)
    month = day.replace(day=1)
    lines = [
        say("Today: {amount}", amount=money(await ledger.spending(person, day, local_now), say)),
        say("This month: {amount}", amount=money(await ledger.spending(person, month, local_now), say)),
    ]
    by_model = await ledger.by_model(person, month, local_now)
    lines += [f"- `{model}`: {money(spent, say)}" for model, spent in by_model.items()]
    return "\n".join(f"{line}  " if not line.startswith("-") else line for line in lines)


def money(spent: Spending, say: Texts) -> str:
    """`US$ 0.0123 · 4 requests · 5,210 tokens in, 640 out`, and what could not be priced."""
    requests = say.plural("{n} request", "{n} requests", spent.requests)
    tokens = say("{input} tokens in, {output} out", input=spent.usage.input_tokens, output=spent.usage.output_tokens)
    text = f"US$ {spent.usage.cost_usd or 0:.4f} · {requests} · {tokens}"
    if spent.unpriced:
        text += " · " + say.plural("{n} without a known price", "{n} without a known price", spent.unpriced)
    return text
