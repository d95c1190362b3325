"""`/setup` and `/exit`: what is no business of the conversation but of the terminal around it."""

from __future__ import annotations

from collections.abc import Sequence

from sidecar.dispatch.commands.registry import Command, CommandCall
from sidecar.dispatch.commands.shell_commands import belongs_to_terminal


def terminal_commands() -> Sequence[Command]:
    async def setup(call: CommandCall) -> str:
        return belongs_to_terminal("sidecar setup", call.say)

    async def leave(call: CommandCall) -> str:
        return call.say("There is nothing to close here.")

    return (
        Command("setup", ("configurar",), "how to get a model, or another one", setup),
        Command("exit", ("salir", "quit"), "closes the conversation", leave),
    )
