"""`sidecar status`: the state of the installation, also while Sidecar is open elsewhere."""

from __future__ import annotations

import asyncio

import click

from sidecar.api.status import StatusJson
from sidecar.cli.first_run import ensure_home
from sidecar.cli.locale import say
from sidecar.cli.noun_group import json_option
from sidecar.cli.services import CommandOutput, load_app, print_output
from sidecar.domain.person import OWNER
from sidecar.home import Home
from sidecar.presentation.status import format_status


@click.command(
    help=say("Show how things stand: the model, waiting messages, today's costs."),
    epilog=say("Example: sidecar status --json"),
)
@json_option
@click.pass_obj
def status(verbose: bool, as_json: bool) -> None:
    print_output(asyncio.run(_look(verbose)), as_json=as_json)


async def _look(verbose: bool) -> CommandOutput:
    ensure_home(home := Home.locate(), ask=False)
    async with load_app().open_sidecar(home, alone=False, verbose=verbose) as sidecar:
        services = sidecar.services
        found = await load_app().read_status(services, sidecar.models, (), OWNER)
        pending = await services.reminders().pending(services.asker(OWNER))
    return CommandOutput(StatusJson.from_status(found, next(iter(pending), None)), format_status(found, say))
