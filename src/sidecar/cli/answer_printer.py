"""How `sidecar ask` shows an answer: as it comes where somebody is looking, and whole where a program reads it."""

from __future__ import annotations

import asyncio
import shutil
import sys
from collections.abc import Awaitable
from typing import TypeVar

from sidecar.channels.terminal.markdown import strip_controls, strip_markdown
from sidecar.channels.terminal.reply import SILENCE_S, format_waiting
from sidecar.cli.locale import say
from sidecar.cli.output import write, write_whole

T = TypeVar("T")


class AnswerPrinter:
    """`live`: show pieces as they come, and say so when they do not come."""

    def __init__(self, *, live: bool) -> None:
        self._live = live
        self._shown = ""
        self._patience = ""

    async def while_waiting(self, answer: Awaitable[T]) -> T:
        """The answer; until its first piece the person sees that, and how long, it is being waited for."""
        if not (self._live and sys.stderr.isatty()):
            return await answer
        waiting = asyncio.create_task(self._ask_for_patience())
        try:
            return await answer
        finally:
            waiting.cancel()
            self._show_patience("")

    def show(self, chunk: str) -> None:
        if self._live:
            self._show_patience("")
            sys.stdout.write(strip_controls(chunk))
            sys.stdout.flush()
            self._shown += chunk

    def finish(self, text: str) -> None:
        """The rest of the answer; all of it, without its Markdown, if nothing of it has been seen."""
        shown = self._shown.rstrip()
        if shown and text.startswith(shown):
            write_whole(strip_controls(text[len(shown) :]))
        elif shown:
            write("\n\n" + strip_markdown(text))
        elif text:
            write(strip_markdown(text))

    async def _ask_for_patience(self) -> None:
        await asyncio.sleep(SILENCE_S)
        seconds = round(SILENCE_S)
        while not self._shown:
            columns = shutil.get_terminal_size().columns - 1  # a line that is full cannot be taken away again
            self._show_patience(format_waiting(say, say("thinking"), seconds, columns))
            await asyncio.sleep(1)
            seconds += 1

    def _show_patience(self, text: str) -> None:
        """On the line where the answer will begin; an empty text takes it away."""
        if text or self._patience:
            sys.stderr.write("\r" + " " * len(self._patience) + "\r" + text)
            sys.stderr.flush()
            self._patience = text
