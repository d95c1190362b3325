"""The process with the loaded model, as Sidecar sees it: started, asked at its address, stopped."""

from __future__ import annotations

import asyncio
import json
import secrets
import subprocess
import sys
from asyncio.subprocess import Process
from collections import deque
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict
from typing import cast

from sidecar.errors import ConfigError, ModelError, ModelFailed, ModelRejected
from sidecar.providers.local.sizing import LoadPlan

_GB = 10**9
_GRACE_S = 2.0
_LAST_LINES = 50
_REASON = "error loading model: "
_LONGEST_REASON = 200
_NOT_INSTALLED = "No module named 'xllamacpp'"

# In a process group of its own it does not get the Ctrl-C that is meant for the chat.
_GROUP = subprocess.CREATE_NEW_PROCESS_GROUP if sys.platform == "win32" else 0
_SESSION = sys.platform != "win32"


class ServerProcess:
    """llama.cpp's server in OpenAI's format, at `url` with `key`. It ends with this process."""

    def __init__(self, load: LoadPlan, process: Process) -> None:
        self.load = load
        self.url = ""
        self.key = secrets.token_urlsafe(24)
        self._process = process
        self._output: deque[str] = deque(maxlen=_LAST_LINES)
        self._reading = asyncio.create_task(self._read_output())

    @classmethod
    async def start(cls, load: LoadPlan) -> ServerProcess:
        """Load the model. Raises `ModelError` when that fails, `ConfigError` when llama.cpp is not installed."""
        try:
            process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-P",  # nothing is imported from the current folder
                "-m",
                "sidecar.providers.local.server",
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                creationflags=_GROUP,
                start_new_session=_SESSION,
            )
        except OSError as error:  # no memory, or too many processes
            raise ModelFailed("llama.cpp stopped while loading {model}.", model=load.title) from error
        started = cls(load, process)
        try:
            started.url = await started._read_url()
        except BaseException:
            await started.stop()
            raise
        return started

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def ended(self) -> bool:
        return self._process.returncode is not None

    @property
    def exit_code(self) -> int | None:
        return self._process.returncode

    @property
    def last_output(self) -> str:
        return "\n".join(self._output)

    async def exits_within(self, seconds: float) -> bool:
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._process.wait()
        return self.ended

    async def stop(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        if not await self.exits_within(_GRACE_S):
            with suppress(ProcessLookupError):
                self._process.kill()
            await self._process.wait()
        await self._reading

    async def _read_url(self) -> str:
        answer = await self._ask(asdict(self.load) | {"key": self.key})
        if isinstance(url := answer.get("url"), str):
            return url
        await self.exits_within(_GRACE_S)
        await self._reading
        raise self._start_error(answer)

    async def _ask(self, question: Mapping[str, object]) -> Mapping[str, object]:
        """Send the question and return the answer, empty when the process died."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        with suppress(ConnectionError):
            self._process.stdin.write(json.dumps(question).encode() + b"\n")
            await self._process.stdin.drain()
        line = await self._process.stdout.readline()
        return cast("Mapping[str, object]", json.loads(line)) if line else {}

    def _start_error(self, answer: Mapping[str, object]) -> ModelError | ConfigError:
        free = answer.get("free_bytes")
        if isinstance(free, int):
            return ModelRejected(
                "{model} needs {needed} GB of memory, and only {free} GB are free.",
                hint="Close other programs, choose a smaller model, or set a smaller context_window for it.",
                model=self.load.title,
                needed=f"{self.load.needs_bytes / _GB:.1f}",
                free=f"{free / _GB:.1f}",
            )
        if answer:
            reasons = (line.partition(_REASON)[2] for line in self._output)
            reason = next((reason for reason in reasons if reason), "?")
            return ModelRejected(
                "llama.cpp can't load {model}: {reason}",
                hint=("Download the file again, or choose another one; a newer llama.cpp may support more formats."),
                model=self.load.title,
                reason=reason[:_LONGEST_REASON],
            )
        if _NOT_INSTALLED in self.last_output:
            return not_installed_error()
        return ModelFailed("llama.cpp stopped while loading {model}.", model=self.load.title)

    async def _read_output(self) -> None:
        """Read its output continuously, or it would block."""
        assert self._process.stderr is not None
        while line := await self._process.stderr.readline():
            self._output.append(line.decode("utf-8", "replace").rstrip())


def not_installed_error() -> ConfigError:
    return ConfigError(
        "A model named “local:…” needs llama.cpp, which isn't installed.",
        hint='Install it with: {python} -m pip install "sidecar-companion[local]"',
        python=sys.executable,
    )
