"""A person at `sidecar chat` through pipes, whose Sidecar dies now and then."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from sidecar.i18n import Texts
from sidecar.llm import ChatRequest, UserMessage
from tests.fork_server import start_python
from tests.loopback.http import Exchange, Request
from tests.loopback.openai_server import OpenAIServer, understood
from tests.loopback.script import Say, Script

ROOT = Path(__file__).parents[2]
_MARK = re.compile(r"mark \d{5}")
_HEADING = re.compile(r"\(.*\)")
_WARNING = Texts("en")("you may have seen this already")


@dataclass(frozen=True, slots=True)
class Showing:
    """A line of a Sidecar's output, and whether it was announced as one that may have been seen."""

    text: str
    announced: bool

    @property
    def mark(self) -> str:
        return mark_in(self.text)


def mark_in(text: str) -> str:
    """The mark of the message that a text is or answers; empty when it has none."""
    found = _MARK.search(text)
    return found[0] if found else ""


class Moments:
    """Counts what happens, when it last did, and wakes who waits for it."""

    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()
        self._last: dict[str, float] = defaultdict(float)
        self._changed = asyncio.Event()

    def happened(self, what: str) -> None:
        self._counts[what] += 1
        self._last[what] = time.monotonic()
        self._changed.set()

    def count(self, what: str) -> int:
        return self._counts[what]

    def last(self, what: str) -> float:
        return self._last[what]

    async def reaches(self, what: str, count: int) -> None:
        while self._counts[what] < count:
            self._changed.clear()
            await self._changed.wait()


class SlowModel(OpenAIServer):
    """Repeats the mark of the message a little at a time. `asked MARK` and `answered MARK` are its moments."""

    def __init__(self, moments: Moments, first_wait_s: float, wait_s: float) -> None:
        super().__init__()
        self._moments = moments
        self.first_wait_s = first_wait_s
        self._wait_s = wait_s
        self.script = Script(then=self._repeat)

    async def respond(self, request: Request, exchange: Exchange) -> None:
        mark = _latest_mark(understood(request.json()))
        for what in ("asked", f"asked {mark}"):
            self._moments.happened(what)
        await super().respond(request, exchange)
        for what in ("answered", f"answered {mark}"):
            self._moments.happened(what)

    def _repeat(self, request: ChatRequest) -> Say:
        return Say(("I ", "heard ", _latest_mark(request)), first_wait_s=self.first_wait_s, wait_s=self._wait_s)


def _latest_mark(request: ChatRequest) -> str:
    return mark_in(next(m.text for m in reversed(request.messages) if isinstance(m, UserMessage)))


class Birth(Protocol):
    """Starts `sidecar chat` on three descriptors."""

    async def start(self, home: Path, descriptors: Sequence[int]) -> int:
        """The number of the process."""
        ...

    async def wait(self) -> int:
        """Its exit code, negative for a signal, when it has ended."""
        ...


class WarmStart:
    """A fork of a process that has imported everything: a start takes a tenth of a second."""

    async def start(self, home: Path, descriptors: Sequence[int]) -> int:
        standard_input, standard_output, standard_error = descriptors
        self._process = start_python(
            *("-m", "sidecar", "chat"),
            environment=_environment() | {"SIDECAR_HOME": str(home)},
            stdin=standard_input,
            stdout=standard_output,
            stderr=standard_error,
        )
        return self._process.pid

    async def wait(self) -> int:
        return await asyncio.to_thread(self._process.wait)


class ColdStart:
    """A new interpreter for each life, as when a person types the command."""

    async def start(self, home: Path, descriptors: Sequence[int]) -> int:
        standard_input, standard_output, standard_error = descriptors
        self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "sidecar", "chat"),
            env=_environment() | {"SIDECAR_HOME": str(home)},
            stdin=standard_input,
            stdout=standard_output,
            stderr=standard_error,
        )
        return self._process.pid

    async def wait(self) -> int:
        return await self._process.wait()


def _environment() -> dict[str, str]:
    own = {name: value for name, value in os.environ.items() if not name.startswith("SIDECAR_")}
    return own | {"PYTHONPATH": os.pathsep.join(path for path in (*sys.path, str(ROOT)) if path)}


class Life:
    """One process, from its start to its end. `shown` is complete when `end` or `kill` has returned."""

    def __init__(self, birth: Birth, pid: int, standard_input: int, moments: Moments) -> None:
        self._birth = birth
        self._pid = pid
        self._input = standard_input
        self._moments = moments
        self.shown: list[Showing] = []
        self.reading: asyncio.Task[None] | None = None

    def say(self, text: str) -> None:
        os.write(self._input, f"{text}\n".encode())

    async def kill(self) -> int:
        """Its exit code: not the signal's when it had ended by itself."""
        with suppress(ProcessLookupError):
            os.kill(self._pid, signal.SIGKILL)
        return await self._over()

    async def end(self) -> int:
        """Close its input, and wait until it has left by itself."""
        os.close(self._input)
        self._input = -1
        return await self._over()

    async def _over(self) -> int:
        code = await self._birth.wait()
        assert self.reading is not None
        await self.reading
        if self._input >= 0:
            os.close(self._input)
        return code

    async def read(self, output: asyncio.StreamReader) -> None:
        announced = False
        while line := (await output.readline()).decode().rstrip("\n"):
            if _HEADING.fullmatch(line):
                announced = _WARNING in line
                continue
            self.shown.append(Showing(line, announced))
            announced = False
            for what in ("shown", f"shown {mark_in(line)}"):
                self._moments.happened(what)


async def begin_life(birth: Birth, home: Path, moments: Moments) -> Life:
    """Start Sidecar; its complaints go to `stderr` beside the home."""
    their_input, our_input = os.pipe()
    our_output, their_output = os.pipe()
    complaints = os.open(home.with_name("stderr"), os.O_CREAT | os.O_APPEND | os.O_WRONLY, 0o600)
    try:
        pid = await birth.start(home, (their_input, their_output, complaints))
    finally:
        for descriptor in (their_input, their_output, complaints):
            os.close(descriptor)
    life = Life(birth, pid, our_input, moments)
    reader = asyncio.StreamReader()
    transport, _ = await asyncio.get_running_loop().connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(reader), os.fdopen(our_output, "rb", 0)
    )
    life.reading = asyncio.create_task(life.read(reader))
    life.reading.add_done_callback(lambda _: transport.close())
    return life
