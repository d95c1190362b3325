"""Prints an answer as it comes at a terminal, and whole into a pipe."""

from __future__ import annotations

import asyncio
import shutil
import sys
from collections.abc import Awaitable
from typing import TypeVar

from sidecar.channels.terminal.markdown import strip_markdown
from sidecar.channels.terminal.reply import SILENCE_S, format_waiting
from sidecar.cli.locale import say
from sidecar.cli.output import write, write_whole
from sidecar.domain.control_characters import strip_controls

T = TypeVar("T")


class AnswerPrinter:
    """`live`: show chunks as they come, and that one is waiting while none come."""

    def __init__(self, *, live: bool) -> None:
        self._live = live
        self._shown = ""
        self._status = ""

    async def while_waiting(self, answer: Awaitable[T]) -> T:
        """Await the answer; until its first chunk tell the person that it is being waited for, and how long."""
        if not (self._live and sys.stderr.isatty()):
            return await answer
        waiting = asyncio.create_task(self._show_waiting_time())
        try:
            return await answer
        finally:
            waiting.cancel()
            self._show_status("")

    def show(self, chunk: str) -> None:
        if self._live:
            self._show_status("")
            sys.stdout.write(strip_controls(chunk))
            sys.stdout.flush()
            self._shown += chunk

    def finish(self, text: str) -> None:
        """Print the rest of the answer, or all of it, without its Markdown, if nothing has been shown."""
        shown = self._shown.rstrip()
        if shown and text.startswith(shown):
            write_whole(strip_controls(text[len(shown) :]))
        elif shown:
            write("\n\n" + strip_markdown(text))
        elif text:
            write(strip_markdown(text))

    async def _show_waiting_time(self) -> None:
        await asyncio.sleep(SILENCE_S)
        seconds = round(SILENCE_S)
        while not self._shown:
            columns = shutil.get_terminal_size().columns - 1  # a full line could not be cleared
            self._show_status(format_waiting(say, say("thinking"), seconds, columns))
            await asyncio.sleep(1)
            seconds += 1

    def _show_status(self, text: str) -> None:
        """Write on the line where the answer will begin; an empty text clears it."""
        if text or self._status:
            sys.stderr.write("\r" + " " * len(self._status) + "\r" + text)
            sys.stderr.flush()
            self._status = text
