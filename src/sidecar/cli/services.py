"""The program behind the commands, loaded when one runs: it costs 0.5 s of CPU, which `--help` must not pay."""

from __future__ import annotations

import asyncio
import shlex
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

import click

from sidecar.channels.terminal.markdown import strip_markdown
from sidecar.cli.first_run import ensure_home
from sidecar.cli.locale import say
from sidecar.cli.output import fail, print_json, tell, write
from sidecar.domain.audit import SHELL, CommandRun
from sidecar.domain.person import OWNER
from sidecar.errors import RequestError, SeveralMatch, StorageError
from sidecar.home import Home
from sidecar.runtime.clock import SystemClock
from sidecar.storage.audit import SqlAudit
from sidecar.storage.sqlite import SqliteDb

if TYPE_CHECKING:
    from sidecar.app import Services

FAILED, REFUSED = 1, 3


@dataclass(frozen=True, slots=True)
class CommandOutput:
    """What a command prints: an object of `sidecar.api` for programs, Markdown for people. `changed`: it goes into the
    audit log; `quiet`: its words are to be forgotten, so they do not."""

    json: object
    text: str
    changed: bool = False
    quiet: bool = False


def load_app():  # a module
    """Import `sidecar.app`."""
    from sidecar import app

    return app


@asynccontextmanager
async def open_services(*, verbose: bool) -> AsyncGenerator[Services]:
    """Open the services of the home, created if there is none, beside a process that may have it open already."""
    ensure_home(Home.locate(), ask=False)
    async with load_app().open_services(Home.locate(), SystemClock(), alone=False, verbose=verbose) as services:
        yield services


def run_with_services(
    verbose: bool,
    as_json: bool,
    work: Callable[[Services], Awaitable[CommandOutput]],
    refuse: Callable[[RequestError], int] | None = None,
) -> int:
    """Run a command in the home and print what it returns. Returns the exit code; `refuse`
    tells the person why a request cannot be met."""

    async def run() -> CommandOutput:
        async with open_services(verbose=verbose) as services:
            output = await work(services)
            if output.changed:
                said = ("", "") if output.quiet else (_format_arguments(), output.text)
                await services.audit.record_command(_describe_run(*said))
            return output

    try:
        output = asyncio.run(run())
    except RequestError as error:
        if refuse:
            return refuse(error)
        return fail(error, REFUSED if isinstance(error, SeveralMatch) else FAILED, as_json=as_json)
    print_output(output, as_json=as_json)
    return 0


def record_change(outcome: str, arguments: str | None = None) -> None:
    """Write the command that runs, and that needs no services, into the audit log of the home. What cannot be written
    is told: the change itself is made."""
    home = Home.locate()

    async def write() -> None:
        home.create()
        db = await SqliteDb.open(home.database, clock=SystemClock(), alone=False)
        try:
            said = _format_arguments() if arguments is None else arguments
            await SqlAudit(db).record_command(_describe_run(said, outcome))
        finally:
            await db.close()

    try:
        asyncio.run(write())
    except StorageError as error:
        tell("! " + say("This isn't in the audit log: {reason}", reason=say(error.text, **error.fields)))


def _describe_run(arguments: str, outcome: str) -> CommandRun:
    context, words = click.get_current_context(), list[str]()
    while context.parent is not None:
        words, context = [context.info_name or "", *words], context.parent
    return CommandRun(OWNER, SystemClock().now(), SHELL, " ".join(["sidecar", *words]), arguments, outcome)


def _format_arguments() -> str:
    """Return what the running command was given, as it would be typed."""
    context, typed = click.get_current_context(), list[str]()
    for parameter in context.command.params:
        value = cast("object", context.params.get(parameter.name or ""))
        if parameter.name == "as_json" or value in (None, False, "", ()):
            continue
        typed += parameter.opts[:1] if isinstance(parameter, click.Option) else []
        several = cast("tuple[object, ...]", value) if isinstance(value, tuple) else (value,)
        typed += [str(one) for one in several if one is not True]
    return shlex.join(typed)


def print_output(output: CommandOutput, *, as_json: bool) -> None:
    if as_json:
        print_json(output.json)
    else:
        write(strip_markdown(output.text))
