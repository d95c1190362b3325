"""`sidecar chat`, and `sidecar` alone: the conversation."""

from __future__ import annotations

import os
import sys
from contextlib import suppress

import click

from sidecar.cli.first_run import ensure_home
from sidecar.cli.locale import say
from sidecar.cli.output import tell
from sidecar.cli.signals import StopRequested, run_until_stopped
from sidecar.domain.person import OWNER
from sidecar.errors import ConfigError
from sidecar.home import Home


@click.command(
    help=say("Opens the conversation. With standard input from a pipe, each line is a message."),
    epilog=say("Example: sidecar chat"),
)
@click.pass_obj
def chat(verbose: bool) -> int:
    home = Home.locate()
    if sys.stdin is None:  # pyright: ignore[reportUnnecessaryComparison]  # closed by whoever started us
        raise ConfigError(
            "There is nobody to talk to: standard input is closed.",
            hint='For one question there is: sidecar ask "hello".',
        )
    at_terminal = sys.stdin.isatty() and sys.stdout is not None and sys.stdout.isatty()  # pyright: ignore[reportUnnecessaryComparison]
    ensure_home(home, ask=at_terminal)
    with suppress(StopRequested):  # to stop when told so is to end well
        run_until_stopped(_chat(home, at_terminal=at_terminal, verbose=verbose))
    return 0


async def _chat(home: Home, *, at_terminal: bool, verbose: bool) -> None:
    from sidecar.app import open_sidecar

    async with open_sidecar(home, verbose=verbose) as sidecar:
        for warning in sidecar.services.profile.warnings(sidecar.services.texts(OWNER)):
            tell(f"! {warning}")
        if at_terminal and os.environ.get("TERM", "") not in ("", "dumb", "unknown"):
            from sidecar.cli.terminal import terminal_channel

            await sidecar.run(terminal_channel(sidecar))
        else:
            from sidecar.cli.terminal import line_channel

            # a person who leaves has seen their answers, or wants to leave; a pipe waits for all of them
            channel = line_channel(sidecar, with_prompt=at_terminal)
            await sidecar.run(channel, finish_turns=not at_terminal)
