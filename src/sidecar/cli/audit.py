"""`sidecar audit`: what the tools did, were kept from doing, or asked about."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from sidecar.api.permissions import AuditEntryJson, AuditJson
from sidecar.cli.locale import say
from sidecar.cli.noun_group import NounGroup, json_option
from sidecar.cli.services import CommandOutput, run_with_services
from sidecar.cli.whole_number import WholeNumber
from sidecar.domain.person import OWNER
from sidecar.errors import NotFound
from sidecar.presentation.permissions import format_audit, format_audit_entry

if TYPE_CHECKING:
    from sidecar.app import Services

_SHOWN = 20

_limit = click.option(
    "-n", "limit", type=WholeNumber(1, 100_000), default=_SHOWN, help=say("how many, the newest first")
)


@click.group(
    cls=NounGroup,
    aliases={},
    help=say("Show what Sidecar did or changed, who asked for it and who allowed it. On its own, it lists the latest."),
    epilog=say("Example: sidecar audit show 12"),
)
def audit() -> None: ...


@audit.command("list", help=say("List the latest entries."))
@_limit
@json_option
@click.pass_obj
def list_(verbose: bool, limit: int, as_json: bool) -> int:
    async def work(services: Services) -> CommandOutput:
        entries = await services.audit.latest(OWNER, limit)
        text = format_audit(entries, services.zone(OWNER), say)
        return CommandOutput(AuditJson([AuditEntryJson.from_entry(entry) for entry in entries]), text)

    return run_with_services(verbose, as_json, work)


@audit.command(help=say("Show one entry in full."), epilog=say("Example: sidecar audit show 12 --json"))
@click.argument("number", metavar=say("NUMBER"), type=WholeNumber(1))
@json_option
@click.pass_obj
def show(verbose: bool, number: int, as_json: bool) -> int:
    async def work(services: Services) -> CommandOutput:
        entry = await services.audit.get(OWNER, number)
        if entry is None:
            raise NotFound("There is no entry #{id} in the audit log.", hint="`sidecar audit` lists them.", id=number)
        text = format_audit_entry(entry, services.zone(OWNER), say)
        return CommandOutput(AuditEntryJson.from_entry(entry), text)

    return run_with_services(verbose, as_json, work)
