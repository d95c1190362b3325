"""A person at a terminal that can show no more than lines."""

from __future__ import annotations

import os
import pty
import select
import signal
import time
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass

import psutil

from tests.cli.conftest import PATIENCE_S, Command
from tests.fork_server import ForkedProcess, start_python


@dataclass(slots=True)
class Person:
    process: ForkedProcess
    descriptor: int
    unread: str = ""
    seen: str = ""

    def type(self, line: str) -> None:
        self.press(f"{line}\n".encode())

    def press(self, keys: bytes) -> None:
        os.write(self.descriptor, keys)

    def expect(self, words: str) -> None:
        """Wait until the screen says so, after what was expected before."""
        end = time.monotonic() + PATIENCE_S
        while words not in self.unread:
            ready, _, _ = select.select([self.descriptor], [], [], max(0, end - time.monotonic()))
            assert ready, f"{words!r} did not come, but {self.unread!r}"
            self._read()
        self.unread = self.unread.partition(words)[2]

    def interrupt(self) -> None:
        """Ctrl-C at a question. Between asking and reading Python would notice it only at the next key."""
        until_asleep(self.process.pid)
        self.process.send_signal(signal.SIGINT)

    def ends(self, code: int) -> None:
        assert self.process.wait(PATIENCE_S) == code
        while select.select([self.descriptor], [], [], 0.1)[0]:
            try:
                self._read()
            except OSError:  # a terminal that nobody holds any more
                return

    def _read(self) -> None:
        new = os.read(self.descriptor, 65536).decode("utf-8", "replace").replace("\r\n", "\n")
        self.unread += new
        self.seen += new


def until_asleep(pid: int) -> None:
    """Wait until the process waits for something."""
    end = time.monotonic() + PATIENCE_S
    while psutil.Process(pid).status() != psutil.STATUS_SLEEPING:
        assert time.monotonic() < end, "it never waited"
        time.sleep(0.01)


@contextmanager
def at_terminal(sidecar: Command, *arguments: str) -> Generator[Person]:
    ours, theirs = pty.openpty()
    environment = {"TERM": "dumb", **sidecar.environment}
    process = start_python(
        "-m", "sidecar", *arguments, environment=environment, stdin=theirs, stdout=theirs, stderr=theirs
    )
    os.close(theirs)
    with process:
        try:
            yield Person(process, ours)
        finally:
            process.kill()
            os.close(ours)
