"""`sidecar completion bash|zsh|fish`."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from sidecar.cli.locale import say
from sidecar.cli.output import write_whole


@click.command(
    help=say("Print the completion script for a shell."),
    epilog=say('Example: eval "$(sidecar completion bash)"'),
)
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def completion(context: click.Context, shell: str) -> None:
    kind = get_completion_class(shell)
    assert kind is not None
    write_whole(kind(context.find_root().command, {}, "sidecar", "_SIDECAR_COMPLETE").source())
