"""The commands by name, and the closest one to what was typed."""

from __future__ import annotations

import difflib
import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from sidecar.dispatch.commands.shell_commands import format_shell_hint, parse_shell_command
from sidecar.domain.message import IncomingMessage
from sidecar.errors import SidecarError
from sidecar.i18n import Texts, explain_error
from sidecar.language.fold import fold

_COMMAND = re.compile(r"/(?P<name>\?|[^\W\d_][\w-]*)(?:\s+(?P<argument>.*))?", re.DOTALL)


@dataclass(frozen=True, slots=True)
class CommandCall:
    """A command as the person gave it."""

    message: IncomingMessage
    argument: str
    say: Texts


@dataclass(frozen=True, slots=True)
class Command:
    """`summary` is an English text of the catalogue; `aliases` are its names in Spanish and other short forms."""

    name: str
    aliases: Sequence[str]
    summary: str
    run: Callable[[CommandCall], Awaitable[str]]
    """Returns the answer as Markdown."""


class CommandRegistry:
    def __init__(self, commands: Sequence[Command]) -> None:
        self.commands = tuple(sorted(commands, key=lambda command: command.name))
        self._by_name = {fold(name): command for command in commands for name in (command.name, *command.aliases)}

    def is_command(self, text: str) -> bool:
        """Return whether the text is meant as a command. `/etc/hosts is broken` is not."""
        return _COMMAND.fullmatch(text.strip()) is not None or bool(parse_shell_command(text))

    async def run(self, message: IncomingMessage, say: Texts) -> str:
        """Answer a command; answer an unknown one with the closest there is."""
        if for_terminal := parse_shell_command(message.text):
            return format_shell_hint(for_terminal, say)
        found = _COMMAND.fullmatch(message.text.strip())
        if found is None:
            raise ValueError("not a command")
        command = self._by_name.get(fold(found["name"]))
        if command is None:
            return self._unknown(found["name"], say)
        try:
            return await command.run(CommandCall(message, (found["argument"] or "").strip(), say))
        except SidecarError as error:
            return explain_error(error, say)

    def _unknown(self, name: str, say: Texts) -> str:
        closest = difflib.get_close_matches(fold(name), self._by_name, n=1, cutoff=0.5)
        if closest:
            return say("I don't know `/{name}`. Did you mean `/{closest}`?", name=name, closest=closest[0])
        return say("I don't know `/{name}`. `/help` lists what there is.", name=name)
