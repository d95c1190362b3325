"""`sidecar permissions`: what the tools may do, and the answers that count for always."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from sidecar.api.permissions import LastingAnswerJson, PermissionsJson
from sidecar.channels import find_channels
from sidecar.cli.completers import complete_lasting_answer
from sidecar.cli.config import change_setting
from sidecar.cli.locale import say
from sidecar.cli.noun_group import NounGroup, json_option
from sidecar.cli.services import CommandOutput, run_with_services
from sidecar.cli.whole_number import WholeNumber
from sidecar.domain.permission import Permission, PermissionRule
from sidecar.domain.person import OWNER
from sidecar.errors import NotFound
from sidecar.presentation.permissions import format_answer, format_permissions

if TYPE_CHECKING:
    from sidecar.app import Services
    from sidecar.domain.held_call import LastingAnswer

_AFTER = "after_outside_text"
_WHAT = [*(permission.value for permission in Permission), _AFTER]

_number = click.argument("number", metavar=say("NUMBER"), type=WholeNumber(1), shell_complete=complete_lasting_answer)


@click.group(
    cls=NounGroup,
    aliases={"forget": "rm", "revoke": "rm", "set": "edit"},
    help=say("Show what I may do, and your standing answers. On its own, it lists both."),
    epilog=say("Example: sidecar permissions edit external deny"),
)
def permissions() -> None: ...


@permissions.command("list", help=say("List what I may do, and your standing answers."))
@click.option(
    "--channel",
    type=click.Choice(sorted(find_channels())),
    default="terminal",
    help=say("what I may do there"),
)
@json_option
@click.pass_obj
def list_(verbose: bool, channel: str, as_json: bool) -> int:
    async def work(services: Services) -> CommandOutput:
        settings = services.settings.current().permissions
        rules, after = settings.rules_of(channel), settings.after_outside_text
        answers = await services.held_calls.list_lasting(OWNER)
        values = {permission.value: rule.value for permission, rule in rules.items()} | {_AFTER: after.value}
        how = say("Your standing answers; `sidecar permissions rm NUMBER` takes one back:")
        return CommandOutput(
            PermissionsJson(channel, values, [LastingAnswerJson.from_answer(answer) for answer in answers]),
            format_permissions(rules, after, answers, say, how),
        )

    return run_with_services(verbose, as_json, work)


@permissions.command(help=say("Show one of your standing answers."), epilog=say("Example: sidecar permissions show 1"))
@_number
@json_option
@click.pass_obj
def show(verbose: bool, number: int, as_json: bool) -> int:
    async def work(services: Services) -> CommandOutput:
        answer = await _find(services, number)
        at = f"{answer.at.astimezone(services.zone(OWNER)):%Y-%m-%d %H:%M}"
        return CommandOutput(LastingAnswerJson.from_answer(answer), f"{format_answer(answer, say)} · {at}")

    return run_with_services(verbose, as_json, work)


@permissions.command(
    help=say("Let me do more, or less: allow, ask or deny."),
    epilog=say("Example: sidecar permissions edit write ask --channel terminal"),
)
@click.argument("what", type=click.Choice(_WHAT))
@click.argument("rule", type=click.Choice([rule.value for rule in PermissionRule]))
@click.option("--channel", type=click.Choice(sorted(find_channels())), help=say("only there"))
@json_option
def edit(what: str, rule: str, channel: str | None, as_json: bool) -> None:
    if channel and what == _AFTER:
        raise click.UsageError(say("{what} counts on every channel.", what=_AFTER))
    change_setting(f"permissions.channels.{channel}.{what}" if channel else f"permissions.{what}", rule, as_json)


@permissions.command(
    help=say("Take an answer back: I'll ask you again."), epilog=say("Example: sidecar permissions rm 1")
)
@_number
@json_option
@click.pass_obj
def rm(verbose: bool, number: int, as_json: bool) -> int:
    async def work(services: Services) -> CommandOutput:
        answer = await _find(services, number)
        await services.held_calls.revoke(OWNER, number)
        told = say("Done: I'll ask about that again.")
        return CommandOutput(LastingAnswerJson.from_answer(answer), told, changed=True)

    return run_with_services(verbose, as_json, work)


async def _find(services: Services, number: int) -> LastingAnswer:
    for answer in await services.held_calls.list_lasting(OWNER):
        if answer.id == number:
            return answer
    raise NotFound("There's no answer #{id}.", hint="`sidecar permissions` lists them.", id=number)
