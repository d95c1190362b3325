"""What it takes to start Sidecar, to get its first answer, and to leave it open. Needs Linux's /proc.

CPU seconds hardly depend on what else the machine is doing; wall seconds do. Each figure is a median.
"""

from __future__ import annotations

import asyncio
import json
import os
import statistics
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.machine import Figure, options, show
from bench.model import instant_model, model_server, prepare
from bench.processes import Terminal, run
from sidecar.brain.tokens import TokenCounter
from sidecar.home import Home
from sidecar.llm import ChatRequest
from sidecar.runtime.clock import SystemClock
from tests.system.stage import Talk, open_with_model

_SIDECAR = (sys.executable, "-m", "sidecar")
_PROMPT = "›".encode()
_REPLY = b"said:"  # the loopback model answers "You said: ..."
_TYPING_S = 2.0
_SETTLE_S = 3.0


def main() -> None:
    parser = options(__doc__ or "")
    parser.add_argument("--times", type=int, default=5, help="how often each start is repeated")
    parser.add_argument("--idle", type=float, default=20.0, metavar="SECONDS", help="how long the chat is left alone")
    chosen = parser.parse_args()
    if not Path("/proc/self/smaps_rollup").exists():
        sys.exit("This benchmark reads Linux's /proc.")
    with TemporaryDirectory(prefix="sidecar-bench-") as folder, model_server() as base_url:
        prepare(Home(Path(folder)), base_url)
        environment = os.environ | {"SIDECAR_HOME": folder, "TERM": "xterm-256color"}
        run([*_SIDECAR, "ask", "hola"], environment)  # compiles the modules, makes the database
        figures = [
            *commands(environment, chosen.times),
            *chats(environment, chosen.times),
            *idleness(environment, chosen.idle),
            *asyncio.run(prompt_size()),
        ]
    show(figures, as_json=chosen.json)


def commands(environment: dict[str, str], times: int) -> Sequence[Figure]:
    """Time `sidecar --help`, and one question from the shell to the end of the process."""
    helps = [run([*_SIDECAR, "--help"], environment) for _ in range(times)]
    asks = [run([*_SIDECAR, "ask", "hola"], environment) for _ in range(times)]
    return [
        Figure("sidecar --help, CPU", statistics.median(spent.cpu for spent in helps), "s", 0.25),
        Figure("sidecar --help, wall", statistics.median(spent.wall for spent in helps), "s"),
        Figure("sidecar ask, CPU", statistics.median(spent.cpu for spent in asks), "s"),
        Figure("sidecar ask, wall", statistics.median(spent.wall for spent in asks), "s", 1.5),
    ]


def chats(environment: dict[str, str], times: int) -> Sequence[Figure]:
    """Time the chat in a terminal: to the prompt, two seconds of typing, to the first word of the reply."""
    prompts: list[tuple[float, float]] = []
    replies: list[tuple[float, float]] = []
    for _ in range(times):
        with Terminal([*_SIDECAR, "chat"], environment) as terminal:
            shown = terminal.wait_for(_PROMPT)
            prompts.append((terminal.cpu_s(), shown - terminal.started))
            terminal.type("hola", _TYPING_S)
            cpu, entered = terminal.cpu_s(), terminal.press(b"\r")
            replied = terminal.wait_for(_REPLY)
            replies.append((terminal.cpu_s() - cpu, replied - entered))
    (prompt_cpu, prompt_wall), (reply_cpu, reply_wall) = zip(*prompts, strict=True), zip(*replies, strict=True)
    return [
        Figure("start to prompt, CPU", statistics.median(prompt_cpu), "s", 0.5),
        Figure("start to prompt, wall", statistics.median(prompt_wall), "s", 0.5),
        Figure("first reply after typing for 2 s, CPU", statistics.median(reply_cpu), "s"),
        Figure("first reply after typing for 2 s, wall", statistics.median(reply_wall), "s", 0.3),
    ]


def idleness(environment: dict[str, str], seconds: float) -> Sequence[Figure]:
    """Measure an idle chat, before and after its first reply."""
    with Terminal([*_SIDECAR, "chat"], environment) as terminal:
        terminal.wait_for(_PROMPT)
        terminal.rest(_SETTLE_S)
        at_prompt = terminal.resident_mb(), terminal.proportional_mb()
        terminal.type("hola\r", 0.5)
        terminal.wait_for(_REPLY)
        terminal.rest(_SETTLE_S)
        after_reply = terminal.resident_mb(), terminal.proportional_mb()
        cpu, started = terminal.cpu_s(), time.perf_counter()
        terminal.rest(seconds)
        busy_percent = 100 * (terminal.cpu_s() - cpu) / (time.perf_counter() - started)
    return [
        Figure(f"idle for {seconds:g} s, CPU", busy_percent, "%", 0.5),
        Figure("memory at the prompt, RSS", at_prompt[0], "MB", 120),
        Figure("memory at the prompt, PSS", at_prompt[1], "MB"),
        Figure("memory after a reply, RSS", after_reply[0], "MB", 120),
        Figure("memory after a reply, PSS", after_reply[1], "MB"),
    ]


async def prompt_size() -> Sequence[Figure]:
    """Count what a first "hola" sends to the model: the system prompt, the tools' schemas, one word."""
    with TemporaryDirectory(prefix="sidecar-bench-") as folder:
        model, clock = instant_model(), SystemClock()
        async with open_with_model(prepare(Home(Path(folder))), model, clock) as sidecar:
            await sidecar.run(Talk(_say_hola, clock))
    request = model.requests[0]
    return [
        Figure("prompt of “hola”, characters / 4", _characters(request) / 4, "tokens", 1000),
        Figure("prompt of “hola”, Sidecar's estimate", TokenCounter().request(request), "tokens", 1000),
    ]


async def _say_hola(talk: Talk) -> None:
    await talk.ask("hola")


def _characters(request: ChatRequest) -> int:
    """Count the tokens of the texts and of the tools as JSON, as the peers were counted."""
    functions = [
        {"name": t.name, "description": t.description, "parameters": dict(t.parameters)} for t in request.tools
    ]
    tools = [{"type": "function", "function": function} for function in functions]
    return len(request.system) + len(json.dumps(tools, ensure_ascii=False)) + len("hola")


if __name__ == "__main__":
    main()
