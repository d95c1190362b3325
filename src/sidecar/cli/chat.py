"""`sidecar chat`, and `sidecar` alone: the conversation."""

from __future__ import annotations

import asyncio
import os
import sys

import click

from sidecar.cli.words import say
from sidecar.home import Home


@click.command(
    help=say("Opens the conversation. With standard input from a pipe, each line is a message."),
    epilog=say("Example: sidecar chat"),
)
@click.pass_obj
def chat(verbose: bool) -> int:
    home = Home.locate()
    at_terminal = sys.stdin.isatty() and sys.stdout.isatty()
    if not home.exists:
        from sidecar.cli.first_start import prepare

        prepare(home, ask=at_terminal)
    asyncio.run(
        _chat(home, with_screen=at_terminal and os.environ.get("TERM", "") not in ("", "dumb"), verbose=verbose)
    )
    return 0


async def _chat(home: Home, *, with_screen: bool, verbose: bool) -> None:
    from sidecar.app import open_sidecar

    async with open_sidecar(home, verbose=verbose) as sidecar:
        if with_screen:
            from sidecar.cli.terminal import terminal_channel

            await sidecar.run(terminal_channel(sidecar), adopts="ask")
        else:
            from sidecar.cli.terminal import line_channel

            await sidecar.run(line_channel(sidecar), adopts="ask", finish_turns=True)
