"""The conversation of `sidecar chat`: on the screen of a terminal, or line by line through a pipe."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from sidecar.app import Sidecar, open_sidecar
from sidecar.app.file_notices import FileNotices
from sidecar.channels.terminal import is_real_terminal
from sidecar.channels.terminal.chat import TerminalChannel
from sidecar.channels.terminal.input_line import CommandHint
from sidecar.channels.terminal.lines import LineChannel
from sidecar.cli.output import tell, write
from sidecar.domain.person import OWNER
from sidecar.domain.tool import ToolCall
from sidecar.home import Home
from sidecar.i18n import Texts
from sidecar.presentation.reminders import format_leaving


async def run_chat(home: Home, said: Sequence[str] = (), *, at_terminal: bool, verbose: bool) -> None:
    """Run the conversation until the person leaves or the pipe ends. `said` was typed before it opened."""
    async with open_sidecar(home, verbose=verbose) as sidecar:
        notices = FileNotices(sidecar.services)
        _warn(await notices.take_all(OWNER, sidecar.services.texts(OWNER)))
        if at_terminal and is_real_terminal(sys.stdin, sys.stdout):
            await sidecar.run(_terminal_channel(sidecar, said))
        else:
            # a person who leaves is done; a pipe waits for all answers
            channel = _line_channel(sidecar, said, with_prompt=at_terminal)
            await sidecar.run(channel, finish_turns=not at_terminal)
        services = sidecar.services
        pending = await services.reminders().pending(services.asker(OWNER)) if at_terminal else ()
        if pending:
            write(format_leaving(pending, services.clock.now(), services.texts(OWNER)))
        _warn(await notices.take_new(OWNER, services.texts(OWNER)))  # of files that were read at the end


def _warn(notices: Sequence[str]) -> None:
    for notice in notices:
        tell(f"! {notice}")


def _terminal_channel(sidecar: Sidecar, said: Sequence[str]) -> TerminalChannel:
    def texts() -> Texts:
        return sidecar.services.texts(OWNER)

    def label(call: ToolCall) -> str:
        return sidecar.toolbox.label(call, texts())

    def hints() -> Sequence[CommandHint]:
        say = texts()
        found = [CommandHint(each.name_in(say.language), say(each.summary)) for each in sidecar.commands.commands]
        return sorted(found, key=lambda hint: hint.name)

    return TerminalChannel(
        OWNER,
        texts,
        sidecar.services.clock,
        cancel=lambda: sidecar.dispatcher.cancel(OWNER),
        commands=hints,
        history_file=sidecar.services.home.line_history,
        bell=lambda: sidecar.services.settings.current().reminders.bell,
        tool_label=label,
        typed_before=said,
    )


def _line_channel(sidecar: Sidecar, said: Sequence[str], *, with_prompt: bool) -> LineChannel:
    """Read and write lines. `with_prompt`: a person types at a terminal that can show no more than lines."""
    return LineChannel(
        OWNER,
        lambda: sidecar.services.texts(OWNER),
        sidecar.services.clock,
        source=sys.stdin,
        sink=sys.stdout,
        prompt="> " if with_prompt else "",
        bell=lambda: with_prompt and sidecar.services.settings.current().reminders.bell,
        cancel=lambda: sidecar.dispatcher.cancel(OWNER),
        typed_before=said,
    )
