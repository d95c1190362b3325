"""`sidecar cost`: what the models have cost."""

from __future__ import annotations

import asyncio
from datetime import datetime
from typing import TYPE_CHECKING

import click

from sidecar.cli.output import print_json, write
from sidecar.cli.words import say
from sidecar.domain.money import Spending
from sidecar.domain.person import OWNER
from sidecar.home import Home

if TYPE_CHECKING:
    from sidecar.app import Services
    from sidecar.dispatch.commands.cost import Part


@click.command(
    help=say("What the models have cost, today and this month."), epilog=say("Example: sidecar cost --month --by day")
)
@click.option("--month", "month_only", is_flag=True, help=say("this month only"))
@click.option(
    "--by",
    type=click.Choice(("day", "role", "model", "feature")),
    default="model",
    help=say("how to divide the month: by day, role of the model, model, or feature"),
)
@click.option("--json", "as_json", is_flag=True, help=say("one JSON object"))
@click.pass_obj
def cost(verbose: bool, month_only: bool, by: Part, as_json: bool) -> None:
    from sidecar.app import open_services
    from sidecar.channels.terminal.markdown import plain
    from sidecar.dispatch.commands.cost import cost_report
    from sidecar.runtime.clock import SystemClock

    async def look() -> None:
        clock = SystemClock()
        async with open_services(Home.locate(), clock, alone=False, verbose=verbose) as parts:
            now = clock.now().astimezone(parts.profile.preferences(OWNER).timezone)
            if as_json:
                print_json(await _as_object(parts, now, by, month_only=month_only))
            else:
                write(plain(await cost_report(parts.accounts, OWNER, now, say, by=by, month_only=month_only)))

    asyncio.run(look())


async def _as_object(parts: Services, now: datetime, by: Part, *, month_only: bool) -> dict[str, object]:
    day = now.replace(hour=0, minute=0, second=0, microsecond=0)
    month = day.replace(day=1)
    divided = await parts.accounts.spending_by(by, OWNER, month, now)
    today = {} if month_only else {"today": spending_as_object(await parts.accounts.spending(OWNER, day, now))}
    return {
        **today,
        "month": spending_as_object(await parts.accounts.spending(OWNER, month, now)),
        f"month_by_{by}": {part: spending_as_object(spent) for part, spent in divided.items()},
    }


def spending_as_object(spent: Spending) -> dict[str, object]:
    return {
        "cost_usd": float(spent.usage.cost_usd or 0),
        "requests": spent.requests,
        "unpriced_requests": spent.unpriced,
        "input_tokens": spent.usage.input_tokens,
        "cached_tokens": spent.usage.cached_tokens,
        "output_tokens": spent.usage.output_tokens,
    }
