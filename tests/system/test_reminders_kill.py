"""Sidecar is killed around the moments at which reminders are due: each is said once, or listed as uncertain."""

from __future__ import annotations

import asyncio
import os
import random
import re
import shutil
import signal
import sqlite3
import time
from collections import Counter, deque
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from sidecar.domain.person import OWNER
from sidecar.domain.reminder import Schedule
from sidecar.i18n import Texts
from sidecar.llm import ChatRequest, ToolMessage
from sidecar.memory.files.profile import create_profile
from sidecar.observe.log import EVENTS_FILE
from sidecar.storage.reminders import SqlReminders
from sidecar.storage.sqlite import SqliteDb
from tests.loopback.http import Exchange, Request
from tests.loopback.openai_server import OpenAIServer, understood
from tests.loopback.script import CallTool, Say, Script
from tests.system.lives import Birth, Moments, WarmStart

SHORTEST_BETWEEN_DUE_TIMES_S = 0.15
PATIENCE_S = 60.0
LONG_AGO = timedelta(minutes=20)

_ZONE = ZoneInfo("Europe/Madrid")
_MARK = re.compile(r"mark \d{5}")
_ANNOUNCED = f"({Texts('en')('you may have seen this already')})"

_LEDGER = """
select r.message, r.state, f.state, o.state
from reminders r left join firings f on f.reminder_id = r.id left join outbox o on o.notification_id = f.notification_id
order by r.id, f.id
"""


@dataclass(frozen=True)
class Line:
    """What became of one firing, and of the message about it; None where there is none."""

    mark: str
    reminder: str
    firing: str | None
    sending: str | None

    @property
    def open(self) -> bool:
        return self.firing is None or self.sending in ("waiting", "sending")


@dataclass(frozen=True)
class Said:
    """One thing that stood on the screen. `announced`: with the word that it may have been there before."""

    text: str
    announced: bool

    @property
    def warning(self) -> bool:
        return self.text.startswith("◆ ⚠")

    @property
    def marks(self) -> list[str]:
        return _MARK.findall(self.text)


class Crashes:
    """Lives that end around due times. What they wrote on the screen is in `screen`, which survives them."""

    def __init__(self, birth: Birth, folder: Path, chance: random.Random) -> None:
        self.home = folder / "home"
        self._screen = folder / "screen"
        self._complaints = folder / "complaints"
        self._scratch = folder / "scratch"
        self._log = self.home / "logs" / EVENTS_FILE
        self._birth = birth
        self._chance = chance
        self._promised = 0
        self._due = datetime.now(UTC)
        self._starts_s = deque([0.15], maxlen=5)
        self._settled: set[str] = set()
        self.due_times = 0
        self.interrupted: Counter[str] = Counter()

    async def prepare(self) -> None:
        self.home.mkdir()
        self._scratch.mkdir()
        self._screen.touch()
        create_profile(self.home, "en", name="Ana", timezone=_ZONE.key)
        self._due, _ = await self._promise()

    async def live_and_be_killed(self) -> None:
        instant = self._chance.choices(("starting", "due", "said"), (15, 60, 25))[0]
        pid, standard_input = await self._begin()
        try:
            if instant == "starting":
                await asyncio.sleep(self._chance.uniform(0, 0.1))
            else:
                await self._until_it_is_up()
            following_due, following = await self._promise()
            self._wait_for(instant)
            up = self._is_up()
        finally:
            os.kill(pid, signal.SIGKILL)
            code = await self._birth.wait()
            os.close(standard_input)
        assert code == -signal.SIGKILL, self._complaints.read_text()
        lines = self.ledger()
        concerned = [line for line in lines if line.mark not in self._settled | following]
        self.interrupted[self._interrupted(concerned) if up else "starting"] += 1
        self._settled |= {line.mark for line in lines if not line.open}
        self._due = following_due

    async def live_to_the_end(self, until_set: int = 0) -> None:
        """A life in peace: it says what is left, and goes when its input ends."""
        _, standard_input = await self._begin()
        async with asyncio.timeout(PATIENCE_S):
            while len(lines := self.ledger()) < until_set or any(line.open for line in lines):  # noqa: ASYNC110 - it happens in another process
                await asyncio.sleep(0.1)
        await asyncio.sleep(0.3)  # the last warning
        os.close(standard_input)
        assert await self._birth.wait() == 0, self._complaints.read_text()

    async def _until_it_is_up(self) -> None:
        begun = time.monotonic()
        async with asyncio.timeout(PATIENCE_S):
            while not self._is_up():  # noqa: ASYNC110 - it happens in another process
                await asyncio.sleep(0.002)
        self._starts_s.append(time.monotonic() - begun)

    def _is_up(self) -> bool:
        return self._log.exists() and '"event": "started"' in self._log.read_text()

    async def _begin(self) -> tuple[int, int]:
        self._log.unlink(missing_ok=True)
        their_input, our_input = os.pipe()
        screen = os.open(self._screen, os.O_APPEND | os.O_WRONLY)
        complaints = os.open(self._complaints, os.O_CREAT | os.O_APPEND | os.O_WRONLY, 0o600)
        try:
            return await self._birth.start(self.home, (their_input, screen, complaints)), our_input
        finally:
            for descriptor in (their_input, screen, complaints):
                os.close(descriptor)

    async def _promise(self) -> tuple[datetime, set[str]]:
        """Set some reminders from beside, as another process would: most of them for one moment, some a little apart,
        some rules, and now and then some that are due since long ago."""
        between_s = SHORTEST_BETWEEN_DUE_TIMES_S + 1.5 * max(self._starts_s)  # the next process should be up by then
        due = max(self._due, datetime.now(UTC)) + timedelta(seconds=between_s)
        late = self._chance.random() < 0.15
        schedules = [self._schedule(due - LONG_AGO if late else due) for _ in range(self._chance.randint(1, 4))]
        marks = [f"mark {self._promised + n:05}" for n in range(len(schedules))]
        async with await SqliteDb.open(self.home / "sidecar.db", alone=False) as db:
            for mark, schedule in zip(marks, schedules, strict=True):
                await SqlReminders(db).add(OWNER, mark, schedule, datetime.now(UTC))
        self._promised += len(marks)
        self.due_times += len({schedule.due for schedule in schedules})
        return due, set(marks)

    def _schedule(self, due: datetime) -> Schedule:
        due += timedelta(milliseconds=self._chance.choice((0, 0, 2, 6)))
        if self._chance.random() < 0.2:
            return Schedule(due, _ZONE, "daily", "FREQ=DAILY", due.astimezone(_ZONE).replace(tzinfo=None))
        return Schedule(due, _ZONE, "once")

    def _wait_for(self, instant: str) -> None:
        """Around the due time, or right after something was said. To the millisecond: nothing else runs in this
        process meanwhile."""
        due = max(time.time(), self._due.timestamp())
        match instant:
            case "due":
                sleep_until(due + self._chance.uniform(-0.004, self._chance.choice((0.02, 0.06))))
            case "said":
                sleep_until(due - 0.002)
                seen = self._screen.stat().st_size
                while self._screen.stat().st_size == seen and time.time() < due + 0.2:
                    time.sleep(0.0002)
                time.sleep(self._chance.uniform(0, 0.002))
            case _:
                pass

    # -- afterwards

    def said(self) -> list[Said]:
        """What stood on the screen, in all the lives."""
        blocks: list[list[str]] = []
        for line in self._screen.read_text().splitlines():
            if line.startswith(("◆", "(")) and not (blocks and blocks[-1] == [_ANNOUNCED]):
                blocks.append([])
            blocks[-1].append(line)
        texts = [("\n".join(block), block[0] == _ANNOUNCED) for block in blocks]
        return [Said(text.removeprefix(f"{_ANNOUNCED}\n"), announced) for text, announced in texts]

    def ledger(self) -> list[Line]:
        """Read from a copy: it is the next life that must find the database as the dead one left it."""
        copy = self._scratch / "copy.db"
        for old in self._scratch.iterdir():
            old.unlink()
        for end in ("", "-wal"):
            if (file := self.home / f"sidecar.db{end}").exists():
                shutil.copyfile(file, f"{copy}{end}")
        with closing(sqlite3.connect(copy)) as db:
            assert db.execute("pragma quick_check").fetchall() == [("ok",)]
            return [Line(*row) for row in db.execute(_LEDGER)]

    def _interrupted(self, lines: Sequence[Line]) -> str:
        """What the killed one was doing, by what became of the reminders that were not settled before it."""
        shown = {mark for said in self.said() if not said.warning for mark in said.marks}
        if sending := [line for line in lines if line.sending == "sending"]:
            seen = all(line.mark in shown for line in sending)
            return "shown, not yet confirmed" if seen else "taken, not yet shown"
        waiting = sum(line.sending == "waiting" for line in lines)
        unfired = sum(line.firing is None for line in lines)
        match waiting, unfired:
            case 0, 0:
                return "after everything"
            case 0, n if n == len(lines):
                return "before the firing"
            case 0, _:
                return "between two firings"
            case n, 0 if n == len(lines):
                return "fired, not yet taken"
            case _:
                return "between two messages"


def sleep_until(moment: float) -> None:
    time.sleep(max(0.0, moment - time.time()))


def check(marks: Sequence[Line], said: Sequence[Said]) -> None:
    """REM-09: each is delivered exactly once or listed as uncertain; none is lost, none doubled."""
    times = Counter(mark for one in said if not one.warning for mark in one.marks)
    warned = {mark for one in said if one.warning for mark in one.marks}
    assert len({line.mark for line in marks}) == len(marks), "fired twice"
    for line in marks:
        assert times[line.mark] <= 1, f"said {times[line.mark]} times: {line}"
        match line.firing:
            case "delivered":
                assert times[line.mark] == 1, f"nobody saw it: {line}"
            case "missed":
                assert line.mark in warned, f"lost without a word: {line}"
            case _:
                pytest.fail(f"neither said nor listed: {line}")
    warnings = [one for one in said if one.warning]
    for n, one in enumerate(warnings):
        assert one.announced or one.text not in {earlier.text for earlier in warnings[:n]}, "warned twice"


@pytest.mark.req("REM-03", "REM-06", "REM-09")
@pytest.mark.parametrize(
    "kills",
    [
        pytest.param(40, marks=pytest.mark.timeout(150)),
        pytest.param(1000, marks=[pytest.mark.slow, pytest.mark.timeout(3000)]),
    ],
)
async def test_killed_around_due_times_each_reminder_is_said_once_or_listed(tmp_path: Path, kills: int) -> None:
    crashes = Crashes(WarmStart(), tmp_path, random.Random(kills))
    await crashes.prepare()
    for _ in range(kills):
        await crashes.live_and_be_killed()
    await crashes.live_to_the_end()
    lines, said = crashes.ledger(), crashes.said()
    tell(crashes, lines, said)
    check(lines, said)
    assert len(lines) >= kills and len(crashes.interrupted) >= 4, "the kills did not hit enough different instants"


def tell(crashes: Crashes, lines: Sequence[Line], said: Sequence[Said]) -> None:
    shown = {mark for one in said if not one.warning for mark in one.marks}
    uncertain = [line for line in lines if line.firing == "missed"]
    kills = sum(crashes.interrupted.values())
    print(f"\n{kills} kills around {crashes.due_times} due times; {len(lines)} reminders, {len(uncertain)} uncertain")
    print(f"of the uncertain ones {sum(line.mark in shown for line in uncertain)} had been shown")
    for instant, times in crashes.interrupted.most_common():
        print(f"{times:>5}  {instant}")


class ObedientModel(OpenAIServer):
    """Sets the reminder that it is asked for, then thinks about its answer for long: `setting` and `set` are its
    moments."""

    def __init__(self, moments: Moments) -> None:
        super().__init__()
        self._moments = moments
        self.script = Script(then=self._reply)

    async def respond(self, request: Request, exchange: Exchange) -> None:
        last = understood(request.json()).messages[-1]
        self._moments.happened("set" if isinstance(last, ToolMessage) else "setting")
        await super().respond(request, exchange)

    def _reply(self, request: ChatRequest) -> Say:
        if isinstance(request.messages[-1], ToolMessage):
            return Say(("Done.",), first_wait_s=1.0)
        return Say(calls=(CallTool("set_reminder", '{"message": "bread", "when": "in 2 seconds"}'),))


class Interrupted(Crashes):
    """A life that ends while the model still thinks about its answer, and the reminder is set."""

    def ask(self, model: ObedientModel, text: str) -> None:
        settings = f'[models.chat]\nmodel = "openai:loopback"\nbase_url = "{model.base_url}"\n[memory]\nembedder = ""\n'
        (self.home / "sidecar.toml").write_text(settings)
        self._text = text

    async def be_killed_when(self, moments: Moments, what: str, count: int) -> None:
        pid, standard_input = await self._begin()
        if count == 1:
            os.write(standard_input, f"{self._text}\n".encode())
        async with asyncio.timeout(PATIENCE_S):
            await moments.reaches(what, count)
        os.kill(pid, signal.SIGKILL)
        await self._birth.wait()
        os.close(standard_input)


@pytest.mark.req("REM-03", "REM-09", "CHA-20")
@pytest.mark.parametrize("kills", [1, 2])
async def test_killed_after_setting_a_reminder_and_before_the_answer_it_rings_once(tmp_path: Path, kills: int) -> None:
    moments = Moments()
    crashes = Interrupted(WarmStart(), tmp_path, random.Random(kills))
    async with ObedientModel(moments) as model:
        await crashes.prepare()
        crashes.ask(model, "Could you see to it that I hear of the bread in a moment?")
        for n in range(1, kills + 1):
            await crashes.be_killed_when(moments, "set", n)
        await crashes.live_to_the_end(until_set=2)
    assert sum(one.text.startswith("◆ ⏰") and "bread" in one.text for one in crashes.said()) == 1
