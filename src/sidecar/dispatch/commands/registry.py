"""The commands by name, and the closest one to what was typed."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from sidecar.dispatch.commands.shell_commands import format_shell_hint, parse_shell_command
from sidecar.domain.message import IncomingMessage, join_texts, mask_message
from sidecar.domain.person import Language
from sidecar.errors import SidecarError
from sidecar.i18n import Texts, explain_error
from sidecar.i18n.masking import format_masking
from sidecar.language.closest_name import find_closest_name
from sidecar.language.fold import fold
from sidecar.observe.redaction import mask_shapes

_COMMAND = re.compile(r"/(?P<name>\?|[^\W\d_][\w-]*)(?:\s+(?P<argument>.*))?", re.DOTALL)


@dataclass(frozen=True, slots=True)
class CommandCall:
    """A command as the person gave it."""

    message: IncomingMessage
    argument: str
    say: Texts


@dataclass(frozen=True, slots=True)
class Changed:
    """The answer to a command that changed something. `quiet`: its words are to be forgotten, so nobody keeps them."""

    text: str
    quiet: bool = False


@dataclass(frozen=True, slots=True)
class Command:
    """`summary` is an English text of the catalogue. The first of the `aliases` is its name in Spanish; every name is
    understood in either language, accents or not."""

    name: str
    aliases: Sequence[str]
    summary: str
    run: Callable[[CommandCall], Awaitable[str | Changed]]
    """Returns the answer as Markdown."""
    suggested: bool = True
    """Whether it may be what a mistyped name meant; not if it starts anew or erases."""

    def name_in(self, language: Language) -> str:
        return self.aliases[0] if language == "es" and self.aliases else self.name


Record = Callable[[IncomingMessage, str, str, str], Awaitable[None]]
"""Writes a command's message, name, argument and answer into the audit log."""


async def record_nothing(message: IncomingMessage, name: str, argument: str, answer: str) -> None:
    """Do nothing: the `Record` of commands without an audit log."""


class CommandRegistry:
    """Runs commands; `record` gets those that changed something."""

    def __init__(self, commands: Sequence[Command], record: Record = record_nothing) -> None:
        self._record = record
        self.commands = tuple(sorted(commands, key=lambda command: command.name))
        self._by_name = {fold(name): command for command in commands for name in (command.name, *command.aliases)}

    def is_command(self, text: str) -> bool:
        """Return whether the text is meant as a command. `/etc/hosts is broken` is not."""
        return _COMMAND.fullmatch(text.strip()) is not None or bool(parse_shell_command(text))

    async def run(self, message: IncomingMessage, say: Texts) -> str:
        """Answer a command; answer an unknown one with the closest there is. What looks like a secret is masked."""
        masked = mask_message(message, mask_shapes)
        answer = await self._run(masked, say)
        return join_texts([answer, format_masking(say)]) if masked.secrets_masked else answer

    async def _run(self, message: IncomingMessage, say: Texts) -> str:
        if for_terminal := parse_shell_command(message.text):
            return format_shell_hint(for_terminal, say)
        found = _COMMAND.fullmatch(message.text.strip())
        if found is None:
            raise ValueError("not a command")
        command = self._by_name.get(fold(found["name"]))
        if command is None:
            return self._unknown(found["name"], say)
        argument = (found["argument"] or "").strip()
        try:
            answer = await command.run(CommandCall(message, argument, say))
            if isinstance(answer, str):
                return answer
            kept = ("", "") if answer.quiet else (argument, answer.text)
            await self._record(message, f"/{command.name}", *kept)
            return answer.text
        except SidecarError as error:
            return explain_error(error, say)

    def _unknown(self, name: str, say: Texts) -> str:
        offered = (known for known, command in self._by_name.items() if command.suggested)
        if closest := find_closest_name(name, offered):
            meant = self._by_name[closest].name_in(say.language)
            return say("I don't know `/{name}`. Did you mean `/{closest}`?", name=name, closest=meant)
        return say("I don't know `/{name}`. Say it in your own words, or see `/help`.", name=name)
