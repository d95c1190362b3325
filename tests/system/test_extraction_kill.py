"""Sidecar is killed while it reads messages for facts: no message is lost, and no fact is kept twice."""

from __future__ import annotations

import asyncio
import json
import random
import re
import shutil
import signal
import sqlite3
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest

from sidecar.domain.person import OWNER, Preferences
from sidecar.llm import ChatRequest, UserMessage
from sidecar.memory.files.memory_sync import MemorySync
from sidecar.memory.files.profile import create_profile
from sidecar.storage.facts import SqlFacts
from sidecar.storage.sqlite import SqliteDb
from tests.fakes.clock import FakeClock
from tests.fakes.extraction import facts_answer
from tests.loopback.http import Exchange, Request
from tests.loopback.openai_server import OpenAIServer, understood
from tests.loopback.script import Say, Script
from tests.system.lives import Birth, Life, Moments, WarmStart, begin_life, mark_in

# After which moment a Sidecar is killed, and at most how many seconds after it. What follows an answer, the decision
# and the one transaction, is the shortest and the most delicate.
INSTANTS_S = (
    ("started", 0.3),
    ("shown", 0.02),
    *[("reading", 0.02)] * 2,
    *[("read", 0.04)] * 2,
    *[("kept", 0.0005)] * 4,
)
PATIENCE_S = 60.0
MOST_WAITING = 4
LONGEST_DECISION_S = 1.0
MODEL_WAIT_S = 0.012

_JOBS = """
select i.text, j.state, j.attempts,
    (select group_concat(f.text || ' *' || f.weight, '; ') from facts f where f.origin = i.id)
from inbox i left join extraction_jobs j on j.turn_id = i.id
order by i.id
"""


@dataclass(frozen=True, slots=True)
class Job:
    """What became of a message that was stored. `facts` are those that came from it, each with its weight."""

    message: str
    state: str | None
    attempts: int
    facts: str | None

    @property
    def mark(self) -> str:
        return mark_in(self.message)


class ReadingModel(OpenAIServer):
    """Answers at once, and reads for facts a little slower: two of each message. `shown`, `reading` and `read` are its
    moments."""

    def __init__(self, moments: Moments) -> None:
        super().__init__()
        self._moments = moments
        self.script = Script(then=self._reply)

    async def respond(self, request: Request, exchange: Exchange) -> None:
        asked = understood(request.json())
        if not is_reading(asked):
            return await super().respond(request, exchange)
        mark = mark_in(latest(asked))
        for what in ("reading", f"reading {mark}"):
            self._moments.happened(what)
        await super().respond(request, exchange)
        for what in ("read", f"read {mark}"):
            self._moments.happened(what)

    def _reply(self, request: ChatRequest) -> Say:
        if not is_reading(request):
            return Say(("I heard ", mark_in(latest(request))))
        number = mark_in(latest(request)).removeprefix("mark ")
        answer = facts_answer(f"Owns the parcel {number}", {"text": f"Rents the shed {number}", "domain": "work"})
        return Say((answer.text[:20], answer.text[20:]), first_wait_s=MODEL_WAIT_S, wait_s=MODEL_WAIT_S)


def latest(request: ChatRequest) -> str:
    """Return the newest message, without what was said before it and what is known."""
    return _latest_text(request).rpartition("<messages>")[2]


def is_reading(request: ChatRequest) -> bool:
    return "<messages>" in _latest_text(request)


def _latest_text(request: ChatRequest) -> str:
    return next(m.text for m in reversed(request.messages) if isinstance(m, UserMessage))


class Crashes:
    """A person who goes on talking while their Sidecar is killed and started again."""

    def __init__(
        self, birth: Birth, folder: Path, model: ReadingModel, moments: Moments, chance: random.Random
    ) -> None:
        self.home = folder / "home"
        self._scratch = folder / "scratch"
        self._birth = birth
        self._model = model
        self._moments = moments
        self._chance = chance
        self._said = 0
        self.interrupted: Counter[str] = Counter()

    def prepare(self) -> None:
        self.home.mkdir()
        self._scratch.mkdir()
        create_profile(self.home, "en", name="Ana", timezone="UTC")
        settings = f"""
            [models.chat]
            model = "openai:loopback"
            base_url = {json.dumps(self._model.base_url)}
            [memory]
            embedder = ""
        """
        (self.home / "sidecar.toml").write_text(settings)

    async def live_and_be_killed(self) -> None:
        before, begun = self.jobs(), time.monotonic()
        life = await begin_life(self._birth, self.home, self._moments)
        try:
            await asyncio.wait_for(self._until_the_instant(life, before), PATIENCE_S)
        finally:
            code = await life.kill()
        assert code == -signal.SIGKILL, self.home.with_name("stderr").read_text()
        after = self.jobs()
        assert [job.mark for job in after[: len(before)]] == [job.mark for job in before]
        self.interrupted[self._interrupted(before, after, begun)] += 1

    async def live_to_the_end(self) -> Sequence[Job]:
        """A life in peace: it reads what is left, and goes when its input ends."""
        life = await begin_life(self._birth, self.home, self._moments)
        try:
            last = self._say_something(life)
            await asyncio.wait_for(self._moments.reaches(f"read {last}", 1), PATIENCE_S + len(self.jobs()))
            while any(job.state != "completed" for job in self.jobs()):  # noqa: ASYNC110 - in another process
                await asyncio.sleep(0.1)
        finally:
            code = await asyncio.wait_for(life.end(), PATIENCE_S)
        assert code == 0, self.home.with_name("stderr").read_text()
        return self.jobs()

    async def file(self) -> str:
        """`MEMORY.md`, when it is in step."""
        clock = FakeClock()
        path = self.home / "MEMORY.md"
        async with await SqliteDb.open(self.home / "sidecar.db") as db:
            sync = MemorySync(path, SqlFacts(db), clock, Preferences, person=OWNER)
            assert not (await sync.sync_now()).problem
            sync.close()
        return path.read_text(encoding="utf-8")

    async def _until_the_instant(self, life: Life, before: Sequence[Job]) -> None:
        what, within_s = self._chance.choice(INSTANTS_S)
        left = sum(job.state != "completed" for job in before)
        new = self._chance.randint(1, 3) if left < MOST_WAITING else 1
        for _ in range(new):
            self._say_something(life)
        if what != "started":
            moment = "read" if what == "kept" else what
            to_come = new if what == "shown" else new + left
            await self._moments.reaches(moment, self._moments.count(moment) + self._chance.randint(1, min(to_come, 3)))
        if what == "kept":
            await self._until_facts_are_kept()
        await asyncio.sleep(self._chance.uniform(0, within_s))

    async def _until_facts_are_kept(self) -> None:
        """Seen through the database itself, so that the kill comes within a millisecond of the commit."""
        with closing(sqlite3.connect(f"file:{self.home / 'sidecar.db'}?mode=ro", uri=True)) as db:
            until, before = time.monotonic() + LONGEST_DECISION_S, version_of(db)
            while version_of(db) == before and time.monotonic() < until:  # noqa: ASYNC110 - another process does it
                await asyncio.sleep(0)

    def _say_something(self, life: Life) -> str:
        self._said += 1
        mark = f"mark {self._said:05}"
        life.say(f"My neighbour and I have {mark}")
        return mark

    def jobs(self) -> list[Job]:
        """Read from a copy: it is the next life that must find the database as the dead one left it."""
        copy = self._scratch / "copy.db"
        for old in self._scratch.iterdir():
            old.unlink()
        if not (self.home / "sidecar.db").exists():
            return []
        for end in ("", "-wal"):
            if (file := self.home / f"sidecar.db{end}").exists():
                shutil.copyfile(file, f"{copy}{end}")
        with closing(sqlite3.connect(copy)) as db:
            if not db.execute("select 1 from sqlite_master where name = 'extraction_jobs'").fetchone():
                return []
            return [Job(*row) for row in db.execute(_JOBS)]

    def _interrupted(self, before: Sequence[Job], after: Sequence[Job], begun: float) -> str:
        for job in after:
            if job.state == "processing":
                asked, answered = (self._moments.last(f"{what} {job.mark}") for what in ("reading", "read"))
                if asked < begun:
                    return "claimed, the model not asked"
                return "while the model reads" if answered < asked else "between the answer and the transaction"
        done = sum(job.state == "completed" for job in after) - sum(job.state == "completed" for job in before)
        if any(job.state == "pending" for job in after):
            return "between two messages" if done else "before the first claim"
        return "nothing left to read"


def version_of(db: sqlite3.Connection) -> int:
    """It grows with every change of the facts."""
    return db.execute("select coalesce(max(version), 0) from memory_state").fetchone()[0]


def check(jobs: Sequence[Job], file: str) -> None:
    """Every message that was stored was read, and gave its two facts, once."""
    assert len({job.mark for job in jobs}) == len(jobs)
    for job in jobs:
        number = job.mark.removeprefix("mark ")
        assert job.state == "completed", job
        assert job.facts is not None, f"lost: {job}"
        assert sorted(job.facts.split("; ")) == [f"Owns the parcel {number} *1", f"Rents the shed {number} *1"], job
        for fact in (f"Owns the parcel {number}", f"Rents the shed {number}"):
            assert len(re.findall(f"{fact} \\|", file)) == 1, fact


@pytest.mark.req("MEM-50", "MEM-51")
@pytest.mark.parametrize(
    "kills",
    [
        pytest.param(15, marks=pytest.mark.timeout(150)),
        pytest.param(200, marks=[pytest.mark.slow, pytest.mark.timeout(1500)]),
    ],
)
async def test_killed_while_it_reads_no_message_is_lost_and_no_fact_kept_twice(tmp_path: Path, kills: int) -> None:
    moments = Moments()
    async with ReadingModel(moments) as model:
        crashes = Crashes(WarmStart(), tmp_path, model, moments, random.Random(kills))
        crashes.prepare()
        for _ in range(kills):
            await crashes.live_and_be_killed()
        jobs = await crashes.live_to_the_end()
        file = await crashes.file()
    tell(crashes, jobs)
    check(jobs, file)
    assert len(jobs) >= kills / 2
    assert len(crashes.interrupted) >= 3, "the kills did not hit enough different instants"


def tell(crashes: Crashes, jobs: Sequence[Job]) -> None:
    again = sum(job.attempts > 1 for job in jobs)
    print(f"\n{sum(crashes.interrupted.values())} kills; {len(jobs)} messages stored and read, {again} of them again")
    for instant, times in crashes.interrupted.most_common():
        print(f"{times:>5}  {instant}")
