"""`sidecar permissions`: what the tools may do, and the answers that count for always."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from sidecar.api.permissions import LastingAnswerJson, PermissionsJson
from sidecar.channels import find_channels
from sidecar.cli.completers import complete_lasting_answer, complete_permission
from sidecar.cli.config import change_setting, unset_setting
from sidecar.cli.locale import say
from sidecar.cli.noun_group import NounGroup, json_option
from sidecar.cli.services import CommandOutput, load_app, open_services, run_with_services
from sidecar.cli.whole_number import WholeNumber
from sidecar.domain.permission import Permission, PermissionRule
from sidecar.domain.person import OWNER
from sidecar.errors import NotFound
from sidecar.presentation.permissions import format_answer, format_permissions

if TYPE_CHECKING:
    from sidecar.app import Services
    from sidecar.domain.held_call import LastingAnswer

_AFTER = "after_outside_text"
_DEFAULT = "default"
_WORDS = (*(permission.value for permission in Permission), _AFTER)

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
        app, settings = load_app(), services.settings.current().permissions
        every = app.list_tools(services)
        rules, known = settings.rules_of(channel, every), app.list_rule_names(every)
        unknown = sorted({name for name in settings.tool_names if name not in known})
        answers = await services.held_calls.list_lasting(OWNER)
        values = {permission.value: rule.value for permission, rule in rules.by_permission.items()}
        values[_AFTER] = rules.after_outside_text.value
        tools = {name: rule.value for name, rule in rules.by_tool.items()}
        how = say("Your standing answers; `sidecar permissions rm NUMBER` takes one back:")
        lasting = [LastingAnswerJson.from_answer(answer) for answer in answers]
        warnings = [_explain_unknown(name) for name in unknown]
        text = "\n\n".join([format_permissions(rules, answers, say, how), *(f"! {warning}" for warning in warnings)])
        return CommandOutput(PermissionsJson(channel, values, tools, lasting, warnings), text)

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
    help=say(
        "Let me do more, or less: allow, ask or deny. WHAT is read, write, external, dangerous, "
        "after_outside_text, the name of one tool, or a category: web, memory, reminders; default takes its rule out "
        "of the settings."
    ),
    epilog=say("Example: sidecar permissions edit write ask --channel terminal"),
)
@click.argument("what", metavar=say("WHAT"), shell_complete=complete_permission)
@click.argument("rule", type=click.Choice([*(rule.value for rule in PermissionRule), _DEFAULT]))
@click.option("--channel", type=click.Choice(sorted(find_channels())), help=say("only there"))
@json_option
def edit(what: str, rule: str, channel: str | None, as_json: bool) -> None:
    if channel and what == _AFTER:
        raise click.UsageError(say("{what} counts on every channel.", what=_AFTER))
    section = f"permissions.channels.{channel}" if channel else "permissions"
    if what not in _WORDS:
        if rule != _DEFAULT:
            _check_tool(what)
        section += ".tools"
    if rule == _DEFAULT:
        unset_setting(f"{section}.{what}", as_json)
    else:
        change_setting(f"{section}.{what}", rule, as_json)


def _check_tool(name: str) -> None:
    """Raise a `UsageError` where there is no such tool: a rule for it would protect nothing."""

    async def read() -> Sequence[str]:
        async with open_services(verbose=False) as services:
            return load_app().list_rule_names(load_app().list_tools(services))

    names = asyncio.run(read())
    if name not in names:
        known = ", ".join((*_WORDS, *names))
        raise click.UsageError(say("There's no tool {name}. What can be set: {known}", name=name, known=known))


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


def _explain_unknown(name: str) -> str:
    how = f"sidecar permissions edit {name} {_DEFAULT}"
    return say(
        "There's no tool {name}: its rule protects nothing, so I won't start. Remove it: `{how}`", name=name, how=how
    )


async def _find(services: Services, number: int) -> LastingAnswer:
    for answer in await services.held_calls.list_lasting(OWNER):
        if answer.id == number:
            return answer
    raise NotFound("There's no answer #{id}.", hint="`sidecar permissions` lists them.", id=number)
