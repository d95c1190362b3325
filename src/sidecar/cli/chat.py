"""`sidecar chat`, and `sidecar` alone: the conversation."""

from __future__ import annotations

import sys
from contextlib import suppress

import click

from sidecar.cli.first_run import ensure_home
from sidecar.cli.locale import say
from sidecar.cli.signals import StopRequested, run_until_stopped
from sidecar.errors import ConfigError, StorageCorrupt
from sidecar.home import Home


@click.command(
    help=say("Open the conversation. With piped standard input, each line is a message."),
    epilog=say("Example: sidecar chat"),
)
@click.pass_obj
def chat(verbose: bool) -> int:
    from sidecar.cli.chat_session import run_chat  # the program behind it
    from sidecar.cli.recovery import offer_recovery

    home = Home.locate()
    if sys.stdin is None:  # pyright: ignore[reportUnnecessaryComparison]  # closed by whoever started us
        raise ConfigError(
            "There's nobody to talk to: standard input is closed.",
            hint='To ask a single question: sidecar ask "hello".',
        )
    at_terminal = sys.stdin.isatty() and sys.stdout is not None and sys.stdout.isatty()  # pyright: ignore[reportUnnecessaryComparison]
    said = ensure_home(home, ask=at_terminal)
    with suppress(StopRequested):  # being stopped is no failure
        try:
            run_until_stopped(run_chat(home, said, at_terminal=at_terminal, verbose=verbose))
        except StorageCorrupt:
            if not at_terminal or not offer_recovery(home):
                raise
            run_until_stopped(run_chat(home, said, at_terminal=at_terminal, verbose=verbose))
    return 0
