"""`sidecar cost`: what the models have cost."""

from __future__ import annotations

import asyncio
from datetime import datetime

import click

from sidecar.cli.output import print_json, write
from sidecar.cli.words import say
from sidecar.domain.money import Spending
from sidecar.domain.person import OWNER
from sidecar.home import Home


@click.command(help=say("What the models have cost, today and this month."), epilog=say("Example: sidecar cost --json"))
@click.option("--json", "as_json", is_flag=True, help=say("one JSON object"))
@click.pass_obj
def cost(verbose: bool, as_json: bool) -> None:
    from sidecar.app import Parts, open_parts
    from sidecar.channels.terminal.markdown import plain
    from sidecar.dispatch.commands.cost import cost_report
    from sidecar.runtime.clock import SystemClock

    async def as_object(parts: Parts, now: datetime) -> dict[str, object]:
        day = now.replace(hour=0, minute=0, second=0, microsecond=0)
        month = day.replace(day=1)
        models = await parts.accounts.by_model(OWNER, month, now)
        return {
            "today": _as_json(await parts.accounts.spending(OWNER, day, now)),
            "month": _as_json(await parts.accounts.spending(OWNER, month, now)),
            "month_by_model": {model: _as_json(spent) for model, spent in models.items()},
        }

    async def look() -> None:
        clock = SystemClock()
        async with open_parts(Home.locate(), clock, alone=False, verbose=verbose) as parts:
            now = clock.now().astimezone(parts.profile.preferences(OWNER).timezone)
            if as_json:
                print_json(await as_object(parts, now))
            else:
                write(plain(await cost_report(parts.accounts, OWNER, now, say)))

    asyncio.run(look())


def _as_json(spent: Spending) -> dict[str, object]:
    return {
        "cost_usd": float(spent.usage.cost_usd or 0),
        "requests": spent.requests,
        "unpriced_requests": spent.unpriced,
        "input_tokens": spent.usage.input_tokens,
        "cached_tokens": spent.usage.cached_tokens,
        "output_tokens": spent.usage.output_tokens,
    }
