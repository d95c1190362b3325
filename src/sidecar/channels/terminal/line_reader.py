"""Lines from a text stream, read in a thread that does not delay the end of the program."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Iterator
from concurrent.futures import CancelledError
from contextlib import suppress
from typing import TextIO

from sidecar.domain.control_characters import strip_controls

LINES_AHEAD = 100
"""How many lines are read ahead."""


class LineReader:
    """An asynchronous iterator of the lines, without control characters and outer spaces; bytes that are not UTF-8
    become U+FFFD. Created inside a running loop."""

    def __init__(self, source: TextIO) -> None:
        self._source = source
        self._loop = asyncio.get_running_loop()
        self._queue: asyncio.Queue[str | None] = asyncio.Queue(LINES_AHEAD)
        threading.Thread(target=self._read, name="lines", daemon=True).start()

    def __aiter__(self) -> LineReader:
        return self

    async def __anext__(self) -> str:
        line = await self._queue.get()
        if line is None:
            self._queue.put_nowait(None)  # for the next call, too
            raise StopAsyncIteration
        return line

    def _read(self) -> None:
        with suppress(RuntimeError, CancelledError):  # the loop was closed meanwhile
            try:
                for line in _read_lines(self._source):
                    self._put(strip_controls(line.removeprefix("\ufeff")).strip())
            finally:
                self._put(None)

    def _put(self, line: str | None) -> None:
        putting = self._queue.put(line)
        try:
            asyncio.run_coroutine_threadsafe(putting, self._loop).result()
        finally:
            putting.close()


def _read_lines(source: TextIO) -> Iterator[str]:
    try:
        descriptor = source.fileno()
    except (OSError, ValueError):  # not a file: text in memory
        yield from source
        return
    # Reading through the stream would hold its lock while waiting, and Python aborts at exit when it finds it held.
    pending: list[bytes] = []
    with suppress(OSError):
        while chunk := os.read(descriptor, 65536):
            *ended, rest = chunk.split(b"\n")
            for piece in ended:
                yield b"".join([*pending, piece]).decode("utf-8", "replace")
                pending = []
            pending.append(rest)
    yield b"".join(pending).decode("utf-8", "replace")
