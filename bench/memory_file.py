"""How fast `MEMORY.md` follows the database (MEM-04): 100 to 20,000 made-up facts, and with `--full` 100,000.

CPU time of all threads for one sync after one new, changed or forgotten fact; writing and flushing the file included.
`edit` is a sync after the person changed one line.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import date, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.machine import Figure, options, percentile, show
from bench.made_up_facts import fill_facts, statements
from sidecar.domain.fact import Fact, FactId
from sidecar.domain.person import OWNER, Preferences
from sidecar.memory.files.memory_sync import MemorySync
from sidecar.memory.ports import FactAddition, FactChange, FactRemoval, FactUpdate
from sidecar.runtime.clock import SystemClock
from sidecar.storage.facts import SqlFacts
from sidecar.storage.sqlite import SqliteDb

_SIZES, _FULL = (100, 20_000), (100_000,)
_GOALS_MS = {100: 200.0, 20_000: 200.0}
_ROUNDS = 7
_DAY = date(2026, 3, 1)


def main() -> None:
    parser = options(__doc__ or "")
    parser.add_argument("--full", action="store_true", help="also 100,000 facts: a minute or two")
    chosen = parser.parse_args()
    figures = [figure for size in (*_SIZES, *(_FULL if chosen.full else ())) for figure in asyncio.run(measure(size))]
    show(figures, as_json=chosen.json)


async def measure(size: int) -> list[Figure]:
    with TemporaryDirectory() as folder:
        async with await SqliteDb.open(Path(folder) / "bench.db") as db:
            facts, path = SqlFacts(db), Path(folder) / "MEMORY.md"
            await fill_facts(facts, size, _DAY, Path(folder) / "bench.db")
            made_up = statements(random.Random(size + 1))
            sync = MemorySync(path, facts, SystemClock(), Preferences)
            whole_ms = await _cpu_ms(sync.sync_now)
            some = (await facts.active(OWNER))[:_ROUNDS]
            kinds: dict[str, Callable[[int], FactChange]] = {
                "new fact": lambda _: FactAddition(next(made_up), _DAY, _DAY),
                "changed fact": lambda n: _changed(some[n]),
                "forgotten fact": lambda n: FactRemoval(FactId(size + 1 + n)),  # one of the new ones
            }
            figures = [Figure(f"{size:,}: first sync", whole_ms, "ms")]
            for name, change in kinds.items():
                figures.append(await _time_following(f"{size:,}: {name}", size, facts, sync, change))
            path.write_text(path.read_text("utf-8").replace("Le gusta", "Le encanta", 1), "utf-8")
            figures.append(Figure(f"{size:,}: edit", await _cpu_ms(sync.sync_now), "ms"))
            sync.close()
            return figures


async def _time_following(
    name: str, size: int, facts: SqlFacts, sync: MemorySync, change: Callable[[int], FactChange]
) -> Figure:
    times: list[float] = []
    for n in range(_ROUNDS):
        await facts.apply(OWNER, [change(n)], _now())
        times.append(await _cpu_ms(sync.sync_now))
        assert sync.report.wrote
    return Figure(name, percentile(times, 50), "ms", _GOALS_MS.get(size))


def _changed(fact: Fact) -> FactUpdate:
    return FactUpdate(replace(fact, text=f"{fact.text} y más"))


async def _cpu_ms(work: Callable[[], Awaitable[object]]) -> float:
    began = time.process_time()
    await work()
    return (time.process_time() - began) * 1000


def _now() -> datetime:
    return SystemClock().now()


if __name__ == "__main__":
    main()
