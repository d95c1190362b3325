"""Work that stops at Ctrl-C, SIGTERM or SIGHUP."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any, TypeVar

T = TypeVar("T")

_STOP_SIGNALS = ("SIGTERM", "SIGHUP")


class StopRequested(KeyboardInterrupt):
    """The work was stopped from outside, and has closed what it had open."""


def run_until_stopped(work: Coroutine[Any, Any, T]) -> T:
    """Run like `asyncio.run`, but let SIGTERM and SIGHUP cancel the work as Ctrl-C does. Raises `StopRequested`
    then."""
    try:
        return asyncio.run(_stoppable(work))
    except asyncio.CancelledError:
        raise StopRequested from None


async def _stoppable(work: Coroutine[Any, Any, T]) -> T:
    task = asyncio.current_task()
    assert task is not None
    for name in _STOP_SIGNALS:
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is not signal.SIG_IGN:  # nohup ignores SIGHUP on purpose
            with suppress(NotImplementedError, RuntimeError, ValueError):  # Windows; a thread that is not the main one
                asyncio.get_running_loop().add_signal_handler(number, task.cancel)
    return await work
