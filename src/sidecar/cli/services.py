"""The program behind the commands, loaded when one runs: it costs 0.5 s of CPU, which `--help` must not pay."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sidecar.channels.terminal.markdown import strip_markdown
from sidecar.cli.first_run import ensure_home
from sidecar.cli.output import fail, print_json, write
from sidecar.errors import RequestError, SeveralMatch
from sidecar.home import Home
from sidecar.runtime.clock import SystemClock

if TYPE_CHECKING:
    from sidecar.app import Services

FAILED, REFUSED = 1, 3


@dataclass(frozen=True, slots=True)
class CommandOutput:
    """What a command prints: an object of `sidecar.api` for programs, Markdown for people."""

    json: object
    text: str


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
            return await work(services)

    try:
        output = asyncio.run(run())
    except RequestError as error:
        if refuse:
            return refuse(error)
        return fail(error, REFUSED if isinstance(error, SeveralMatch) else FAILED, as_json=as_json)
    print_output(output, as_json=as_json)
    return 0


def print_output(output: CommandOutput, *, as_json: bool) -> None:
    if as_json:
        print_json(output.json)
    else:
        write(strip_markdown(output.text))
