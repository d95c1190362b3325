"""The real command, in a process of its own, with a home that nobody else has."""

from __future__ import annotations

import asyncio
import json
import os
import shlex
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from tests.fork_server import AsyncForkedProcess, start_python_async
from tests.loopback.openai_server import OpenAIServer

PATIENCE_S = 30
RUN_ALL = """
import contextlib, io, json, sys
from sidecar.cli.main import run
ends = []
for words in json.load(sys.stdin):
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = run(words)
    ends.append([code, out.getvalue(), err.getvalue()])
print(json.dumps(ends))
"""


@dataclass(frozen=True, slots=True)
class Done:
    """How a command ended."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> dict[str, Any]:
        """The one object on standard output."""
        assert self.out.count("\n") == 1, self.out
        return json.loads(self.out)


@dataclass(frozen=True, slots=True)
class Command:
    """`await sidecar("ask", "hola")` runs the command to its end."""

    home: Path
    variables: Mapping[str, str] = field(default_factory=dict[str, str])

    def having(self, **variables: str) -> Command:
        return replace(self, variables={**self.variables, **variables})

    async def start(self, *arguments: str | bytes, stdin: int = DEVNULL) -> AsyncForkedProcess:
        return await start_python_async("-m", "sidecar", *arguments, environment=self.environment, stdin=stdin)

    async def __call__(self, *arguments: str | bytes, stdin: bytes | None = None) -> Done:
        process = await self.start(*arguments, stdin=DEVNULL if stdin is None else PIPE)
        return await ended(process, stdin)

    async def python(self, code: str, stdin: bytes | None = None) -> str:
        """What a program prints that uses the command line in its own process."""
        process = await start_python_async(
            "-c", code, environment=self.environment, stdin=DEVNULL if stdin is None else PIPE
        )
        done = await ended(process, stdin)
        assert done.code == 0, done.err
        return done.out

    async def run_all(self, command: str, *lines: str) -> list[Done]:
        """How `sidecar COMMAND LINE` ends for each line, one after the other in one process."""
        given = json.dumps([[command, *shlex.split(line)] for line in lines]).encode()
        return [Done(*each) for each in json.loads(await self.python(RUN_ALL, given))]

    async def in_new_interpreter(self, *arguments: str) -> Done:
        """The same, when Python's own start matters."""
        return await ended(
            await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "sidecar",
                *arguments,
                stdin=DEVNULL,
                stdout=PIPE,
                stderr=PIPE,
                env=self.environment,
            )
        )

    @property
    def environment(self) -> dict[str, str]:
        kept = {
            name: os.environ[name] for name in ("PATH", "SYSTEMROOT", "COVERAGE_PROCESS_START") if name in os.environ
        }
        usual = {"SIDECAR_HOME": str(self.home), "HOME": str(self.home.parent), "TZ": "America/Montevideo"}
        return {**kept, **usual, **self.variables}

    def uses(self, server: OpenAIServer, **settings: str) -> None:
        """From now on the model is the one on that server."""
        more = "".join(f"{name} = {json.dumps(value)}\n" for name, value in settings.items())
        self.home.mkdir(exist_ok=True)
        (self.home / "sidecar.toml").write_text(
            f'[models.chat]\nmodel = "openai:loopback"\nbase_url = "{server.base_url}"\n{more}', encoding="utf-8"
        )


async def ended(process: Process | AsyncForkedProcess, stdin: bytes | None = None) -> Done:
    async with asyncio.timeout(PATIENCE_S):
        out, err = await process.communicate(stdin)
    assert process.returncode is not None
    return Done(process.returncode, out.decode("utf-8"), err.decode("utf-8"))


@pytest.fixture
def sidecar(tmp_path: Path) -> Command:
    return Command(tmp_path / "home")


@pytest.fixture
async def server() -> AsyncIterator[OpenAIServer]:
    async with OpenAIServer() as running:
        yield running
