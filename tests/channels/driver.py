"""A small program for a real terminal: `python -m tests.channels.driver HISTORY_FILE` chats with a `Stage`."""

from __future__ import annotations

import asyncio
import sys
from contextlib import suppress
from pathlib import Path

from sidecar.channels.terminal.chat import TerminalChannel
from sidecar.channels.terminal.input_line import CommandHint
from sidecar.domain.person import OWNER
from sidecar.i18n import Texts
from sidecar.runtime.clock import SystemClock
from tests.channels.stage import Stage

COMMANDS = [CommandHint("help", "what I can do"), CommandHint("status", "how I am")]


async def main(history_file: Path) -> None:
    stage = Stage()
    texts = Texts("en")
    stage.channel = channel = TerminalChannel(
        OWNER,
        lambda: texts,
        SystemClock(),
        cancel=stage.cancel,
        commands=lambda: COMMANDS,
        history_file=history_file,
        tool_label=lambda call: "searching the web…",
        status_line=lambda: "fake model · US$0.00",
    )
    lane = asyncio.create_task(stage.run())
    await channel.listen(stage.receive)
    lane.cancel()
    with suppress(asyncio.CancelledError):
        await lane
    print("left", flush=True)


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))
