"""How fast facts are saved, chosen for a prompt and imported, with as many of them stored as `--facts` says (MEM-33).

The facts are made up, in both languages, of words as common as words are. `saving` is the whole of it: finding the
facts that may be meant, comparing, and the transaction. CPU counts all threads.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.machine import Figure, options, percentile, show
from bench.made_up_facts import fill_facts, statements
from sidecar.domain.person import OWNER
from sidecar.memory.fact_selector import FactSelector
from sidecar.memory.facts.dedup import preload_word_lists
from sidecar.memory.learnings import import_learnings
from sidecar.memory.remember import Memory
from sidecar.runtime.clock import SystemClock
from sidecar.storage.facts import SqlFacts
from sidecar.storage.sqlite import SqliteDb

_TODAY = date(2026, 6, 1)
_SAVINGS, _PROMPTS = 100, 50
_SAVING_GOAL_MS = 10.0


def main() -> None:
    parser = options(__doc__ or "")
    parser.add_argument("--facts", type=int, nargs="*", default=[100, 20_000, 100_000])
    parser.add_argument("--lines", type=int, default=20_000, help="how many lines are imported; 0: none")
    chosen = parser.parse_args()
    figures = [figure for size in chosen.facts for figure in asyncio.run(measure(size))]
    if chosen.lines:
        figures += asyncio.run(measure_import(chosen.lines))
    show(figures, as_json=chosen.json)


async def measure(size: int) -> Sequence[Figure]:
    made_up = statements(random.Random(size + 1))
    preload_word_lists()
    with TemporaryDirectory() as folder:
        async with await SqliteDb.open(Path(folder) / "bench.db") as db:
            store = SqlFacts(db)
            began = time.process_time()
            await fill_facts(store, size, _TODAY, Path(folder) / "bench.db")
            filled_s = time.process_time() - began
            memory = Memory(store, SystemClock(), lambda _: _TODAY)
            selector = FactSelector(store, lambda _: _TODAY)
            savings = [await _timed(memory.remember(OWNER, [next(made_up)])) for _ in range(_SAVINGS)]
            prompts = [await _timed(selector.select_facts(OWNER, next(made_up).text)) for _ in range(_PROMPTS)]
    return [
        Figure(f"{size:,} facts: filling, CPU each", 1000 * filled_s / size, "ms"),
        Figure(f"{size:,} facts: saving p50", percentile([wall for wall, _ in savings], 50), "ms"),
        Figure(f"{size:,} facts: saving p95", percentile([wall for wall, _ in savings], 95), "ms", _SAVING_GOAL_MS),
        Figure(f"{size:,} facts: saving CPU p95", percentile([cpu for _, cpu in savings], 95), "ms"),
        Figure(f"{size:,} facts: prompt p95", percentile([wall for wall, _ in prompts], 95), "ms"),
    ]


async def measure_import(lines: int) -> Sequence[Figure]:
    made_up = statements(random.Random(lines))
    text = "# Learnings\n\n## Work\n" + "\n".join(f"- [weight:2] {next(made_up).text}" for _ in range(lines))
    with TemporaryDirectory() as folder:
        async with await SqliteDb.open(Path(folder) / "bench.db") as db:
            _, cpu = await _timed(
                import_learnings(SqlFacts(db), OWNER, text, SystemClock(), _TODAY, show=lambda *_: None)
            )
    return [Figure(f"import of {lines:,} lines, CPU", cpu / 1000, "s")]


async def _timed(work) -> tuple[float, float]:  # type: ignore[no-untyped-def]
    """Return wall and CPU milliseconds."""
    wall, cpu = time.perf_counter(), time.process_time()
    await work
    return (time.perf_counter() - wall) * 1000, (time.process_time() - cpu) * 1000


if __name__ == "__main__":
    main()
