"""How exact reminders are, and what they cost while they wait.

"Delay" is from the due time to the channel's `deliver`, on the real clock, with the whole of Sidecar around it. The
CPU while waiting is that of all threads, with the scheduler alone. `set` reads the words and stores; `list` gives all
that are still to come.
"""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Sequence
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from zoneinfo import ZoneInfo

from bench.machine import Figure, options, percentile, show
from sidecar.app import Sidecar, open_sidecar
from sidecar.dispatch.ports import ChannelDescription, Receive
from sidecar.domain.message import IncomingMessage, OutgoingMessage
from sidecar.domain.person import OWNER
from sidecar.domain.reminder import Schedule
from sidecar.domain.turn import Progress, ignore_progress
from sidecar.home import Home
from sidecar.i18n import Texts
from sidecar.memory.files.profile import create_profile
from sidecar.reminders.notices import Recipient
from sidecar.reminders.scheduler import Scheduler
from sidecar.runtime.clock import SystemClock
from sidecar.storage.reminders import SqlReminders
from sidecar.storage.sqlite import SqliteDb

_ZONE = ZoneInfo("Europe/Madrid")
_APART = timedelta(milliseconds=50)
_TIMES = 50
_DELAY_GOAL_MS = 2_000.0
_IDLE_GOAL_PERCENT = 0.5


class Ear:
    """A channel that notes when it is told what."""

    description = ChannelDescription("terminal", "a terminal", unasked=True)
    available = True

    def __init__(self) -> None:
        self.heard: dict[str, datetime] = {}
        self.closed = asyncio.Event()

    def reads(self, message: OutgoingMessage) -> bool:
        return True

    async def listen(self, receive: Receive) -> None:
        await self.closed.wait()

    def watch(self, message: IncomingMessage) -> Progress:
        return ignore_progress

    async def deliver(self, message: OutgoingMessage) -> str:
        self.heard[message.text.rpartition(" ")[2]] = datetime.now(UTC)
        return ""


def main() -> None:
    parser = options(__doc__ or "")
    parser.add_argument("--pending", type=int, nargs="*", default=[10, 100_000], help="how many are due in a year")
    parser.add_argument("--firings", type=int, default=200)
    parser.add_argument("--idle", type=float, default=60.0, metavar="SECONDS", help="how long the scheduler waits")
    chosen = parser.parse_args()
    figures = [
        figure for pending in chosen.pending for figure in asyncio.run(measure(pending, chosen.firings, chosen.idle))
    ]
    show(figures, as_json=chosen.json)


async def measure(pending: int, firings: int, idle_s: float) -> Sequence[Figure]:
    with TemporaryDirectory(prefix="sidecar-bench-") as folder:
        home = Home(Path(folder))
        create_profile(home.path, "en", name="Ana", timezone=_ZONE.key)
        async with await SqliteDb.open(home.database):
            pass
        fill(home.database, pending)
        async with open_sidecar(home) as sidecar:
            delays_ms = await fire(sidecar, firings)
            set_ms, list_ms = await handle(sidecar)
        busy_percent = await idle(home, idle_s)
    where = f"{pending:,} pending"
    return [
        Figure(f"{where}: delay, p50", percentile(delays_ms, 50), "ms", _DELAY_GOAL_MS),
        Figure(f"{where}: delay, p99", percentile(delays_ms, 99), "ms", _DELAY_GOAL_MS),
        Figure(f"{where}: CPU while waiting, {idle_s:g} s", busy_percent, "%", _IDLE_GOAL_PERCENT),
        Figure(f"{where}: set, p50", percentile(set_ms, 50), "ms"),
        Figure(f"{where}: list, p50", percentile(list_ms, 50), "ms"),
    ]


async def fire(sidecar: Sidecar, firings: int) -> Sequence[float]:
    """Measure how late each reminder was said, in milliseconds."""
    ear = Ear()
    running = asyncio.create_task(sidecar.run(ear))
    store = SqlReminders(sidecar.services.db)
    start = datetime.now(UTC) + timedelta(seconds=1, milliseconds=5 * firings)
    dues = {f"n{n}": start + n * _APART for n in range(firings)}
    for message, due in dues.items():
        await store.add(OWNER, message, Schedule(due, _ZONE, ""), datetime.now(UTC))
    await sidecar.reminder_services.reminders.set(
        sidecar.services.asker(OWNER), "wake up and look", "in 365 days at 9:00"
    )
    while len(ear.heard) < firings:  # noqa: ASYNC110 - looking would disturb what is measured
        await asyncio.sleep(0.5)
    ear.closed.set()
    await running
    return [(ear.heard[message] - due) / timedelta(milliseconds=1) for message, due in dues.items()]


async def handle(sidecar: Sidecar) -> tuple[Sequence[float], Sequence[float]]:
    """Time setting one reminder, and listing all, in milliseconds."""
    asker = sidecar.services.asker(OWNER)
    sets: list[float] = []
    lists: list[float] = []
    for n in range(_TIMES):
        started = time.perf_counter()
        await sidecar.reminder_services.reminders.set(asker, f"thing {n}", f"in {n + 2} days at 9:00")
        sets.append((time.perf_counter() - started) * 1000)
    for _ in range(max(3, _TIMES // 10)):
        started = time.perf_counter()
        await sidecar.reminder_services.reminders.pending(asker)
        lists.append((time.perf_counter() - started) * 1000)
    return sets, lists


async def idle(home: Home, seconds: float) -> float:
    """Measure the per cent of one core that the scheduler takes when nothing is due."""
    recipient = Recipient(Texts("en"), ())
    async with await SqliteDb.open(home.database) as db:
        scheduler = Scheduler(SqlReminders(db), SystemClock(), lambda _: recipient, _send, changed=asyncio.Event())
        running = asyncio.create_task(scheduler.run())
        await asyncio.sleep(0.2)
        cpu, wall = time.process_time(), time.perf_counter()
        await asyncio.sleep(seconds)
        busy_percent = 100 * (time.process_time() - cpu) / (time.perf_counter() - wall)
        running.cancel()
        await asyncio.wait([running])
    return busy_percent


async def _send() -> None:
    raise AssertionError("nothing is due")


def fill(path: Path, pending: int) -> None:
    """Put `pending` reminders due in a year, one in five recurring, into the existing database at `path`."""
    start = datetime.now(UTC).replace(microsecond=0) + timedelta(days=365)
    rows = [_row(n, start + timedelta(minutes=n)) for n in range(pending)]
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("insert into people values ('owner', ?)", (_stored(start),))
        db.executemany(_INSERT, rows)


def _row(n: int, due: datetime) -> dict[str, str | None]:
    rule = n % 5 == 0
    return {
        "message": f"thing {n} that must not be forgotten",
        "due_at": _stored(due),
        "rrule": "FREQ=DAILY" if rule else "",
        "first": due.astimezone(_ZONE).replace(tzinfo=None).isoformat(timespec="seconds") if rule else None,
    }


def _stored(at: datetime) -> str:
    return f"{at:%Y-%m-%dT%H:%M:%S.%f}Z"


_INSERT = """
insert into reminders (person_id, message, folded, due_at, zone, words, rrule, first_local, state, created_at)
values ('owner', :message, :message, :due_at, 'Europe/Madrid', 'in a year', :rrule, :first, 'pending', :due_at)
"""


if __name__ == "__main__":
    main()
