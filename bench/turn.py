"""What Sidecar itself takes for one turn, when the model answers at once.

One resident process and the way of every message: channel, dispatcher, inbox, turn, outbox, delivery. "seen" ends when
the channel gets the reply, "settled" when everything about the turn is stored. CPU counts all threads of the process.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import AsyncGenerator, Sequence
from contextlib import AbstractContextManager, asynccontextmanager, nullcontext
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.fill import fill, sentence
from bench.machine import Figure, options, percentile, show
from bench.made_up_facts import fill_facts
from bench.model import instant_model, model_server, prepare
from sidecar.app import Sidecar, open_sidecar
from sidecar.home import Home
from sidecar.runtime.clock import SystemClock
from sidecar.storage.facts import SqlFacts
from sidecar.storage.sqlite import SqliteDb
from tests.system.stage import Talk, open_with_model

_WARM_UP_TURNS = 20
_P50_GOAL_MS, _P95_GOAL_MS = 15.0, 40.0


@dataclass(frozen=True, slots=True)
class Taken:
    """Time one turn, in milliseconds."""

    seen: float
    settled: float
    cpu: float


def main() -> None:
    parser = options(__doc__ or "")
    parser.add_argument("--messages", type=int, nargs="*", default=[0, 100_000], help="how many are stored before")
    parser.add_argument("--facts", type=int, default=0, help="how many facts are known (MEM-33, SCL-03)")
    parser.add_argument("--turns", type=int, default=200)
    chosen = parser.parse_args()
    figures: list[Figure] = []
    for messages in chosen.messages:
        for over_http in (False, True):
            taken = asyncio.run(measure(messages, chosen.turns, facts=chosen.facts, over_http=over_http))
            figures += _figures(taken, messages, over_http=over_http)
    show(figures, as_json=chosen.json)


async def measure(messages: int, turns: int, *, facts: int = 0, over_http: bool) -> Sequence[Taken]:
    server: AbstractContextManager[str] = model_server() if over_http else nullcontext("")
    with TemporaryDirectory(prefix="sidecar-bench-") as folder, server as base_url:
        home = prepare(Home(Path(folder)), base_url)
        async with await SqliteDb.open(home.database) as db:
            await fill_facts(SqlFacts(db), facts, datetime.now(UTC).date(), home.database)
        if messages:
            fill(home.database, messages)
        async with _open(home, over_http=over_http) as sidecar:
            return await _talk(sidecar, turns)


@asynccontextmanager
async def _open(home: Home, *, over_http: bool) -> AsyncGenerator[Sidecar]:
    if over_http:
        async with open_sidecar(home) as sidecar:
            yield sidecar
    else:
        async with open_with_model(home, instant_model(), SystemClock()) as sidecar:
            yield sidecar


async def _talk(sidecar: Sidecar, turns: int) -> Sequence[Taken]:
    chance = random.Random(turns)
    taken: list[Taken] = []

    async def converse(talk: Talk) -> None:
        for _ in range(_WARM_UP_TURNS + turns):
            taken.append(await _turn(sidecar, talk, sentence(chance)))

    await sidecar.run(Talk(converse, SystemClock()))
    return taken[_WARM_UP_TURNS:]


async def _turn(sidecar: Sidecar, talk: Talk, text: str) -> Taken:
    cpu, wall = time.process_time(), time.perf_counter()
    await talk.ask(text)
    seen = time.perf_counter() - wall
    await sidecar.dispatcher.idle()
    await sidecar.delivery.idle()
    return Taken(seen * 1000, (time.perf_counter() - wall) * 1000, (time.process_time() - cpu) * 1000)


def _figures(taken: Sequence[Taken], messages: int, *, over_http: bool) -> Sequence[Figure]:
    """Measure over HTTP, without goals: the times hold the server's work too, only the CPU is ours alone."""
    where = f"{messages:,} messages, model {'over HTTP' if over_http else 'in process'}"
    p50, p95 = (None, None) if over_http else (_P50_GOAL_MS, _P95_GOAL_MS)
    seen, settled, cpu = zip(*((one.seen, one.settled, one.cpu) for one in taken), strict=True)
    return [
        Figure(f"{where}: seen, p50", percentile(seen, 50), "ms", p50),
        Figure(f"{where}: seen, p95", percentile(seen, 95), "ms", p95),
        Figure(f"{where}: settled, p50", percentile(settled, 50), "ms", p50),
        Figure(f"{where}: settled, p95", percentile(settled, 95), "ms", p95),
        Figure(f"{where}: CPU, mean", sum(cpu) / len(cpu), "ms"),
    ]


if __name__ == "__main__":
    main()
