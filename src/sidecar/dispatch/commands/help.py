"""`/help`: what there is."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sidecar.dispatch.commands.registry import Command, CommandCall


def help_command(commands: Callable[[], Sequence[Command]]) -> Command:
    async def run(call: CommandCall) -> str:
        say = call.say
        spanish = say.language == "es"
        names = {command.aliases[0] if spanish and command.aliases else command.name: command for command in commands()}
        lines = [f"- `/{name}` {say(command.summary)}" for name, command in sorted(names.items())]
        return "\n".join([say("You can write to me as you would to a friend. There are also commands:"), "", *lines])

    return Command("help", ("ayuda", "?"), "shows this list", run)
