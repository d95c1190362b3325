"""What Sidecar itself takes for one turn, when the model answers at once.

One resident process and the way of every message: channel, dispatcher, inbox, turn, outbox, delivery. "seen" ends when
the channel gets the reply, "settled" when everything about the turn is stored. CPU counts all threads of the process,
and so does its memory, after the turns and while nobody talks; nothing is embedded.
"""

from __future__ import annotations

import asyncio
import random
import resource
import sys
import time
from collections.abc import AsyncGenerator, Sequence
from contextlib import AbstractContextManager, asynccontextmanager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path

from bench.fill import sentence
from bench.home import filled_home
from bench.machine import Figure, memory_mb, options, percentile, show
from bench.model import instant_model, model_server, prepare
from sidecar.app import Sidecar, open_sidecar
from sidecar.home import Home
from sidecar.runtime.clock import SystemClock
from tests.system.stage import Talk, open_with_model

_WARM_UP_TURNS = 20
_P50_GOAL_MS, _P95_GOAL_MS = 15.0, 40.0
_IDLE_MB_GOAL, _IDLE_CPU_GOAL = 250.0, 0.5
_SETTLE_S, _QUIET_S, _QUIET_CPU = 180.0, 6.0, 0.01
_KILOBYTE = 1 if sys.platform == "darwin" else 1024


@dataclass(frozen=True, slots=True)
class Taken:
    """Time one turn, in milliseconds."""

    seen: float
    settled: float
    cpu: float


@dataclass(slots=True)
class Run:
    """The turns of one process, and what it is like afterwards."""

    turns: list[Taken] = field(default_factory=list[Taken])
    peak_mb: float = 0.0
    idle_mb: float = 0.0
    idle_cpu_percent: float = 0.0


def main() -> None:
    parser = options(__doc__ or "")
    parser.add_argument("--messages", type=int, nargs="*", default=[0, 100_000], help="how many are stored before")
    parser.add_argument("--facts", type=int, default=0, help="how many facts are known")
    parser.add_argument("--turns", type=int, default=200)
    parser.add_argument("--idle", type=float, default=0.0, metavar="SECONDS", help="how long it is then left alone")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="keep the filled homes there for the next run")
    chosen = parser.parse_args()
    figures: list[Figure] = []
    for messages in chosen.messages:
        with filled_home(messages, chosen.facts, chosen.keep) as home:
            for over_http in (False, True):
                run = asyncio.run(measure(home, chosen.turns, over_http=over_http, idle_s=chosen.idle))
                figures += _figures(run, f"{chosen.facts:,} facts, {messages:,} messages", over_http=over_http)
    show(figures, as_json=chosen.json)


async def measure(home: Home, turns: int, *, over_http: bool, idle_s: float = 0.0) -> Run:
    server: AbstractContextManager[str] = model_server() if over_http else nullcontext("")
    with server as base_url:
        prepare(home, base_url, '[memory]\nembedder = ""\n')
        async with _open(home, over_http=over_http) as sidecar:
            return await _talk(sidecar, turns, idle_s)


@asynccontextmanager
async def _open(home: Home, *, over_http: bool) -> AsyncGenerator[Sidecar]:
    if over_http:
        async with open_sidecar(home) as sidecar:
            yield sidecar
    else:
        async with open_with_model(home, instant_model(), SystemClock()) as sidecar:
            yield sidecar


async def _talk(sidecar: Sidecar, turns: int, idle_s: float) -> Run:
    chance = random.Random(turns)
    run = Run()

    async def converse(talk: Talk) -> None:
        for _ in range(_WARM_UP_TURNS + turns):
            run.turns.append(await _turn(sidecar, talk, sentence(chance)))
        if idle_s:
            await _settle()
            cpu = time.process_time()
            await asyncio.sleep(idle_s)
            run.idle_cpu_percent = 100 * (time.process_time() - cpu) / idle_s
            run.idle_mb = memory_mb()
        run.peak_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * _KILOBYTE / 1e6

    await sidecar.run(Talk(converse, SystemClock()))
    run.turns = run.turns[_WARM_UP_TURNS:]
    return run


async def _settle() -> None:
    """Wait until what Sidecar does when nobody speaks is done: facts, the index, `MEMORY.md`."""
    until = time.perf_counter() + _SETTLE_S
    spent = 1.0
    while spent > _QUIET_CPU * _QUIET_S and time.perf_counter() < until:
        cpu = time.process_time()
        await asyncio.sleep(_QUIET_S)
        spent = time.process_time() - cpu


async def _turn(sidecar: Sidecar, talk: Talk, text: str) -> Taken:
    cpu, wall = time.process_time(), time.perf_counter()
    await talk.ask(text)
    seen = time.perf_counter() - wall
    await sidecar.dispatcher.idle()
    await sidecar.delivery.idle()
    return Taken(seen * 1000, (time.perf_counter() - wall) * 1000, (time.process_time() - cpu) * 1000)


def _figures(run: Run, home: str, *, over_http: bool) -> Sequence[Figure]:
    """Measure over HTTP, without goals: the times hold the server's work too, only the CPU is ours alone."""
    where = f"{home}, model {'over HTTP' if over_http else 'in process'}"
    p50, p95 = (None, None) if over_http else (_P50_GOAL_MS, _P95_GOAL_MS)
    seen, settled, cpu = zip(*((one.seen, one.settled, one.cpu) for one in run.turns), strict=True)
    figures = [
        Figure(f"{where}: seen, p50", percentile(seen, 50), "ms", p50),
        Figure(f"{where}: seen, p95", percentile(seen, 95), "ms", p95),
        Figure(f"{where}: settled, p50", percentile(settled, 50), "ms", p50),
        Figure(f"{where}: settled, p95", percentile(settled, 95), "ms", p95),
        Figure(f"{where}: CPU, p50", percentile(cpu, 50), "ms", p50),
        Figure(f"{where}: CPU, p95", percentile(cpu, 95), "ms", p95),
        Figure(f"{where}: memory, peak", run.peak_mb, "MB"),
    ]
    if run.idle_mb:
        figures += [
            Figure(f"{where}: memory, idle", run.idle_mb, "MB", _IDLE_MB_GOAL),
            Figure(f"{where}: CPU, idle", run.idle_cpu_percent, "%", _IDLE_CPU_GOAL),
        ]
    return figures


if __name__ == "__main__":
    main()
