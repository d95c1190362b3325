"""`sidecar status`: how things stand, also while Sidecar is open elsewhere."""

from __future__ import annotations

import asyncio
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from sidecar.cli.output import print_json, write
from sidecar.cli.words import say
from sidecar.domain.person import OWNER
from sidecar.home import Home

if TYPE_CHECKING:
    from sidecar.dispatch.status import Status
    from sidecar.domain.reminder import Reminder


@click.command(
    help=say("Shows how things stand: the model, messages that wait, today's costs."),
    epilog=say("Example: sidecar status --json"),
)
@click.option("--json", "as_json", is_flag=True, help=say("one JSON object"))
@click.pass_obj
def status(verbose: bool, as_json: bool) -> None:
    from sidecar.app import open_sidecar
    from sidecar.channels.terminal.markdown import plain
    from sidecar.dispatch.status import describe

    async def look() -> tuple[Status, Reminder | None]:
        async with open_sidecar(Home.locate(), alone=False, verbose=verbose) as sidecar:
            pending = await sidecar.reminders.pending(sidecar.parts.asker(OWNER)) if as_json else ()
            return await sidecar.status(OWNER), next(iter(pending), None)

    found, reminder = asyncio.run(look())
    if as_json:
        print_json(_as_object(found, reminder))
    else:
        write(plain(describe(found, say)))


def _as_object(found: Status, reminder: Reminder | None) -> dict[str, object]:
    """The same in every language: channels by their ids, the reminder as in `reminders --json`, money as a number."""
    from sidecar.cli.cost import spending_as_object
    from sidecar.cli.reminder_json import as_object

    stable = {"next_reminder": as_object(reminder) if reminder else None, "today": spending_as_object(found.today)}
    return {**asdict(found), **stable}
