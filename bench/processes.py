"""What Linux tells about a running process, and a terminal to run one in."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import termios
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from subprocess import DEVNULL, Popen
from types import TracebackType
from typing import Self

_ROWS, _COLUMNS = 24, 80
_WHERE_IS_THE_CURSOR, _THERE = b"\x1b[6n", b"\x1b[1;1R"


@dataclass(frozen=True, slots=True)
class Spent:
    """CPU seconds of a process that has ended, with the children it waited for."""

    wall: float
    cpu: float


def run(argv: Sequence[str], environment: Mapping[str, str]) -> Spent:
    """Run a program to its end, its output thrown away. Raises RuntimeError when it fails."""
    started = time.perf_counter()
    process = Popen(argv, env=environment, stdin=DEVNULL, stdout=DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - started
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise RuntimeError(f"{' '.join(argv)} ended with {process.returncode}")
    return Spent(wall, usage.ru_utime + usage.ru_stime)


class Terminal:
    """A program in a pseudo-terminal that answers as real ones do. Ends, also with violence, with its `with`."""

    def __init__(self, argv: Sequence[str], environment: Mapping[str, str]) -> None:
        self.started = time.perf_counter()
        self.seen = b""
        self.pid, self._screen = pty.fork()
        if self.pid == 0:
            os.execvpe(argv[0], list(argv), dict(environment))
        fcntl.ioctl(self._screen, termios.TIOCSWINSZ, struct.pack("HHHH", _ROWS, _COLUMNS, 0, 0))

    def wait_for(self, mark: bytes, timeout_s: float = 30.0) -> float:
        """Wait until `mark` is shown after the last mark; return `time.perf_counter()`. Raises TimeoutError."""
        until = time.perf_counter() + timeout_s
        while mark not in self.seen:
            self._read(until)
            if time.perf_counter() > until:
                raise TimeoutError(f"{mark!r} was not shown: {self.seen!r}")
        self.seen = self.seen.partition(mark)[2]
        return time.perf_counter()

    def type(self, text: str, seconds: float) -> None:
        """Press the keys of `text` one after another, spread over so many seconds."""
        for key in text:
            self.rest(seconds / len(text))
            os.write(self._screen, key.encode())

    def press(self, key: bytes) -> float:
        os.write(self._screen, key)
        return time.perf_counter()

    def rest(self, seconds: float) -> None:
        until = time.perf_counter() + seconds
        while time.perf_counter() < until:
            self._read(until)

    def cpu_s(self) -> float:
        """Return the CPU seconds of all threads since the start, to a hundredth."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(") ")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def resident_mb(self) -> float:
        return self._kilobytes("status", "VmRSS:") / 1024

    def proportional_mb(self) -> float:
        """Return the proportional set size: pages shared with other processes count in part."""
        return self._kilobytes("smaps_rollup", "Pss:") / 1024

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        os.close(self._screen)

    def _read(self, until: float) -> None:
        ready, _, _ = select.select([self._screen], [], [], max(0.0, until - time.perf_counter()))
        if ready:
            chunk = os.read(self._screen, 65536)  # raises OSError when the program has ended
            for _ in range(chunk.count(_WHERE_IS_THE_CURSOR)):
                os.write(self._screen, _THERE)
            self.seen += chunk

    def _kilobytes(self, file: str, field: str) -> int:
        lines = Path(f"/proc/{self.pid}/{file}").read_text().splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith(field))
