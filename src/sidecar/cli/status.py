"""`sidecar status`: how things stand, also while Sidecar is open elsewhere."""

from __future__ import annotations

import asyncio
from dataclasses import asdict

import click

from sidecar.cli.output import print_json, write
from sidecar.cli.words import say
from sidecar.domain.person import OWNER
from sidecar.home import Home


@click.command(
    help=say("Shows how things stand: the model, messages that wait, today's costs."),
    epilog=say("Example: sidecar status --json"),
)
@click.option("--json", "as_json", is_flag=True, help=say("one JSON object"))
@click.pass_obj
def status(verbose: bool, as_json: bool) -> None:
    from sidecar.app import open_sidecar
    from sidecar.channels.terminal.markdown import plain
    from sidecar.dispatch.status import Status, describe

    async def look() -> Status:
        async with open_sidecar(Home.locate(), alone=False, verbose=verbose) as sidecar:
            return await sidecar.status(OWNER)

    found = asyncio.run(look())
    if as_json:
        print_json(asdict(found))
    else:
        write(plain(describe(found, say)))
