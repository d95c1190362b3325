"""`sidecar cost`: what the models have cost."""

from __future__ import annotations

import asyncio

import click

from sidecar.api.cost import CostJson
from sidecar.cli.locale import say
from sidecar.cli.noun_group import json_option
from sidecar.cli.services import CommandOutput, open_services, print_output
from sidecar.dispatch.commands.cost import read_costs
from sidecar.domain.money import CostReport, SpendingGroup
from sidecar.domain.person import OWNER
from sidecar.presentation.cost import format_cost


@click.command(
    help=say("Show what the models have cost, today and this month."),
    epilog=say("Example: sidecar cost --month --by day"),
)
@click.option("--month", "month_only", is_flag=True, help=say("this month only"))
@click.option(
    "--by",
    type=click.Choice(("day", "role", "model", "feature")),
    default="model",
    help=say("how to break down the month: by day, role of the model, model, or feature"),
)
@json_option
@click.pass_obj
def cost(verbose: bool, month_only: bool, by: SpendingGroup, as_json: bool) -> None:
    report = asyncio.run(_read(by, month_only=month_only, verbose=verbose))
    print_output(CommandOutput(CostJson.from_report(report), format_cost(report, say)), as_json=as_json)


async def _read(by: SpendingGroup, *, month_only: bool, verbose: bool) -> CostReport:
    async with open_services(verbose=verbose) as services:
        now = services.clock.now().astimezone(services.zone(OWNER))
        return await read_costs(services.accounts, OWNER, now, by=by, month_only=month_only)
