"""Sidecar is killed in the middle of everything, and nothing that it took is lost or answered twice."""

from __future__ import annotations

import asyncio
import random
import re
import signal
import time
from collections import Counter
from datetime import timedelta
from pathlib import Path

import pytest

from sidecar.dispatch.dispatcher import MAX_ATTEMPTS
from sidecar.memory.files.profile import create_profile
from sidecar.storage.inbox import SqlInbox
from sidecar.storage.sqlite import SqliteDb
from tests.fakes.clock import FakeClock
from tests.storage.samples import incoming
from tests.system.lives import Birth, ColdStart, Life, Moments, Showing, SlowModel, WarmStart, begin_life
from tests.system.record import KeptTurn, Record, read_record

# After which moment a Sidecar is killed, and at most how many seconds after it. What follows an answer is the shortest
# and the most delicate: it gets more kills than its time would bring.
INSTANTS_S = (("started", 0.2), ("said", 0.012), *[("asked", 0.03)] * 2, *[("answered", 0.03)] * 3, ("shown", 0.01))
MOST_WAITING = 4
PATIENCE_S = 30.0


class Crashes:
    """A person who goes on talking while their Sidecar is killed and started again."""

    def __init__(self, birth: Birth, folder: Path, model: SlowModel, moments: Moments, chance: random.Random) -> None:
        self.home = folder / "home"
        self._scratch = folder / "scratch"
        self._birth = birth
        self._model = model
        self._moments = moments
        self._chance = chance
        self._said = 0
        self.shown: list[Showing] = []
        self.interrupted: Counter[str] = Counter()
        self.lost_before_accepted = 0

    def prepare(self) -> None:
        self.home.mkdir()
        create_profile(self.home, "en", name="Ana", timezone="UTC")
        settings = f'[models.chat]\nmodel = "openai:loopback"\nbase_url = "{self._model.base_url}"\n'
        (self.home / "sidecar.toml").write_text(settings)

    async def live_and_be_killed(self) -> None:
        before = read_record(self.home, self._scratch)
        said_before = self._said
        life = await begin_life(self._birth, self.home, self._moments)
        try:
            await asyncio.wait_for(self._until_the_instant(life, before), PATIENCE_S)
        finally:
            killed_at = time.monotonic()
            code = await life.kill()
        assert code == -signal.SIGKILL, self.home.with_name("stderr").read_text()
        self.shown += life.shown
        record = read_record(self.home, self._scratch)
        assert record.stored[: len(before.turns)] == before.stored
        self.interrupted[self._interrupted(record, life, killed_at)] += 1
        self.lost_before_accepted += self._said - said_before - (len(record.turns) - len(before.turns))

    async def live_to_the_end(self) -> Record:
        """One life in peace: what was left is answered, and Sidecar goes when its input ends."""
        life = await begin_life(self._birth, self.home, self._moments)
        last = self._say_something(life)
        await asyncio.wait_for(self._moments.reaches(f"shown {last}", 1), PATIENCE_S)
        assert await asyncio.wait_for(life.end(), PATIENCE_S) == 0, self.home.with_name("stderr").read_text()
        self.shown += life.shown
        return read_record(self.home, self._scratch)

    async def _until_the_instant(self, life: Life, before: Record) -> None:
        what, within_s = self._chance.choice(INSTANTS_S)
        waiting = sum(turn.state != "done" for turn in before.turns)
        for _ in range(max(1, self._chance.randint(1, MOST_WAITING) - waiting)):
            self._say_something(life)
        if what == "said":
            await self._moments.reaches("shown", self._moments.count("shown") + 1)
            self._say_something(life)
        elif what != "started":
            asking = sum(turn.state != "done" and turn.attempts < MAX_ATTEMPTS for turn in before.turns)
            times = self._chance.randint(1, 2 if asking else 1)
            await self._moments.reaches(what, self._moments.count(what) + times)
        await asyncio.sleep(self._chance.uniform(0, within_s))

    def _say_something(self, life: Life) -> str:
        self._said += 1
        mark = f"mark {self._said:05}"
        life.say(f"Here is {mark}")
        return mark

    def _interrupted(self, record: Record, life: Life, killed_at: float) -> str:
        for turn in record.turns:
            if turn.sending == "sending":
                seen = any(showing.mark == turn.mark for showing in life.shown)
                return "delivery: shown, not yet noted" if seen else "delivery: taken, not yet shown"
            if turn.sending == "waiting":
                return "between finish and delivery"
            if turn.state == "answering":
                return self._how_far(turn, killed_at)
        return "between accept and claim" if any(turn.state == "waiting" for turn in record.turns) else "nothing open"

    def _how_far(self, turn: KeptTurn, killed_at: float) -> str:
        asked, answered = (self._moments.count(f"{what} {turn.mark}") for what in ("asked", "answered"))
        if asked < turn.attempts:
            return "between claim and model"
        if answered >= asked and self._moments.last(f"answered {turn.mark}") < killed_at:
            return "between answer and finish"
        waited_s = killed_at - self._moments.last(f"asked {turn.mark}")
        return "model: waiting" if waited_s < self._model.first_wait_s else "model: streaming"


def check_the_record(record: Record) -> None:
    """Every message that was stored has one answer, its own, and they are in order."""
    assert record.sound
    assert list(record.stored) == sorted(set(record.stored)), "stored twice or out of order"
    assert {turn.state for turn in record.turns} == {"done"}
    assert {turn.sending for turn in record.turns} == {"sent"}
    assert {(turn.questions, turn.replies, turn.posted) for turn in record.turns} == {(1, 1, 1)}
    for turn in record.turns:
        assert (turn.answers == f"I heard {turn.mark}") is not gave_up(turn), turn
    assert record.history == tuple(turn.answers for turn in record.turns), "answered out of order"


def check_what_was_shown(shown: list[Showing], record: Record) -> None:
    """Every answer was shown, for the first time in order, and again only with the word that it may be the second."""
    apologised = {str(turn.id): turn.mark for turn in record.turns if gave_up(turn)}
    seen: list[str] = []
    for showing in shown:
        named = re.search(r"sidecar trace (\d+)", showing.text)
        mark = apologised[named[1]] if named else showing.mark
        assert mark not in seen or showing.announced, f"shown twice without a word: {showing.text}"
        seen.append(mark)
    assert tuple(dict.fromkeys(seen)) == record.stored


def gave_up(turn: KeptTurn) -> bool:
    """The program died so often while answering it that the message was taken for the cause."""
    return turn.attempts > MAX_ATTEMPTS


@pytest.mark.req("CHA-20", "CHA-21", "CHA-22")
@pytest.mark.parametrize(
    ("kills", "cold"),
    [
        pytest.param(50, False, marks=pytest.mark.timeout(150)),
        pytest.param(500, False, marks=[pytest.mark.slow, pytest.mark.timeout(1500)]),
        pytest.param(20, True, marks=[pytest.mark.slow, pytest.mark.timeout(300)]),
    ],
)
async def test_killed_at_any_instant_nothing_stored_is_lost_or_answered_twice(
    tmp_path: Path, kills: int, cold: bool
) -> None:
    moments = Moments()
    async with SlowModel(moments, first_wait_s=0.008, wait_s=0.006) as model:
        crashes = Crashes(ColdStart() if cold else WarmStart(), tmp_path, model, moments, random.Random(kills))
        crashes.prepare()
        for _ in range(kills):
            await crashes.live_and_be_killed()
        record = await crashes.live_to_the_end()
    tell(crashes, record)
    check_the_record(record)
    check_what_was_shown(crashes.shown, record)
    assert len(record.turns) >= kills / 2
    assert len(crashes.interrupted) >= 4, "the kills did not hit enough different instants"


def tell(crashes: Crashes, record: Record) -> None:
    again = sum(showing.announced for showing in crashes.shown)
    apologies = sum(gave_up(turn) for turn in record.turns)
    print(f"\n{sum(crashes.interrupted.values())} kills; {len(record.turns)} messages stored, {apologies} given up")
    print(f"{crashes.lost_before_accepted} lines not yet taken; {again} answers announced as maybe seen")
    for instant, times in crashes.interrupted.most_common():
        print(f"{times:>5}  {instant}")


@pytest.mark.req("CHA-22")
async def test_the_same_message_again_is_dropped_for_a_day_and_then_taken(tmp_path: Path) -> None:
    clock = FakeClock()
    async with await SqliteDb.open(tmp_path / "sidecar.db", clock=clock) as db:
        inbox = SqlInbox(db)
        first = await inbox.accept(incoming("m1", at=clock.now()))
        assert first is not None
        clock.set_wall(clock.now() + timedelta(hours=23, minutes=59))
        assert await inbox.accept(incoming("m1", at=clock.now())) is None
        assert await inbox.waiting() == 1
        clock.set_wall(clock.now() + timedelta(minutes=2))
        again = await inbox.accept(incoming("m1", at=clock.now()))
        assert again is not None and again > first
