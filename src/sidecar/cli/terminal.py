"""Joins a running Sidecar to the screen, or to a pipe."""

from __future__ import annotations

import sys

from sidecar.app import Sidecar
from sidecar.channels.terminal.chat import TerminalChannel
from sidecar.channels.terminal.editing import CommandHint
from sidecar.channels.terminal.lines import LineChannel
from sidecar.domain.person import OWNER
from sidecar.domain.tool import ToolCall
from sidecar.i18n import Texts


def terminal_channel(sidecar: Sidecar) -> TerminalChannel:
    def texts() -> Texts:
        return sidecar.services.texts(OWNER)

    def label(call: ToolCall) -> str:
        return sidecar.toolbox.label(call, texts())

    say = texts()
    hints = [
        CommandHint(f"/{name}", say(command.summary))
        for command in sidecar.commands.commands
        for name in (command.name, *command.aliases)
        if name.isalpha()
    ]
    return TerminalChannel(
        OWNER,
        texts,
        sidecar.services.clock,
        cancel=lambda: sidecar.dispatcher.cancel(OWNER),
        commands=hints,
        history_file=sidecar.services.home.line_history,
        tool_label=label,
    )


def line_channel(sidecar: Sidecar, *, with_prompt: bool) -> LineChannel:
    """`with_prompt`: a person types and looks, though the terminal can show no more than lines."""
    return LineChannel(
        OWNER,
        lambda: sidecar.services.texts(OWNER),
        sidecar.services.clock,
        source=sys.stdin,
        sink=sys.stdout,
        prompt="> " if with_prompt else "",
        cancel=lambda: sidecar.dispatcher.cancel(OWNER),
    )
