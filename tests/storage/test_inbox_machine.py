"""The queue against a model of it: whatever is done and whenever the program dies, first in is first out, nothing is
lost and nothing is answered twice."""

from __future__ import annotations

import asyncio
import tempfile
from collections import defaultdict
from collections.abc import Coroutine
from datetime import timedelta
from pathlib import Path
from typing import TypeVar

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from sidecar.dispatch.ports import ClaimedMessage
from sidecar.domain.message import OutgoingId, TurnId
from sidecar.domain.person import PersonId
from sidecar.storage.inbox import SqlInbox
from sidecar.storage.messages import SqlHistory
from sidecar.storage.outbox import SqlOutbox
from sidecar.storage.sqlite import SqliteDb
from tests.storage.samples import NOON, incoming, reply

R = TypeVar("R")
PEOPLE = st.sampled_from([PersonId("ana"), PersonId("beto")])
_DAY = timedelta(hours=24)
_PATIENCE_S = 20


class Queue(RuleBasedStateMachine):
    @initialize()
    def start(self) -> None:
        self.loop = asyncio.new_event_loop()
        self.folder = tempfile.TemporaryDirectory()
        self.open()
        self.now = NOON
        self.last_received: dict[tuple[PersonId, str], object] = {}
        self.waiting: dict[PersonId, list[tuple[TurnId, str]]] = defaultdict(list)
        self.answering: dict[PersonId, ClaimedMessage] = {}
        self.lost: list[ClaimedMessage] = []
        self.said: dict[PersonId, list[str]] = defaultdict(list)
        self.open_replies: dict[OutgoingId, str] = {}
        self.sending: set[OutgoingId] = set()
        self.maybe_seen: set[OutgoingId] = set()

    def open(self) -> None:
        self.db = self.run(SqliteDb.open(Path(self.folder.name) / "sidecar.db"))
        self.inbox, self.outbox, self.history = SqlInbox(self.db), SqlOutbox(self.db), SqlHistory(self.db)

    def run(self, steps: Coroutine[None, None, R]) -> R:
        return self.loop.run_until_complete(asyncio.wait_for(steps, _PATIENCE_S))

    @rule(person=PEOPLE, id=st.sampled_from(["a", "b", "c", "d", "e"]))
    def accept(self, person: PersonId, id: str) -> None:
        turn = self.run(self.inbox.accept(incoming(id, person=person, at=self.now)))
        earlier = self.last_received.get((person, id))
        assert (turn is None) == (earlier is not None and self.now - earlier <= _DAY)  # type: ignore[operator]
        if turn is not None:
            self.last_received[person, id] = self.now
            self.waiting[person].append((turn, id))

    @rule(hours=st.sampled_from([1, 23, 25]))
    def time_passes(self, hours: int) -> None:
        self.now += timedelta(hours=hours)

    @rule(person=PEOPLE)
    def claim(self, person: PersonId) -> None:
        claim = self.run(self.inbox.claim(person))
        if person in self.answering or not self.waiting[person]:
            assert claim is None
            return
        assert claim is not None
        turn, id = self.waiting[person].pop(0)
        attempts = 1 + sum(lost.turn == turn for lost in self.lost)
        assert (claim.turn, claim.message.id, claim.attempt) == (turn, id, attempts)
        self.answering[person] = claim

    @rule(person=PEOPLE)
    def finish(self, person: PersonId) -> None:
        claim = self.answering.pop(person, None)
        if claim is None:
            return
        answer = f"answer {claim.turn}"
        outgoing = self.run(self.inbox.finish(claim, reply(answer), self.now))
        assert outgoing is not None and outgoing.in_answer_to == claim.message.text
        self.said[person].append(answer)
        self.open_replies[outgoing.id] = answer
        assert self.run(self.inbox.finish(claim, reply("twice"), self.now)) is None

    @precondition(lambda self: self.lost)
    @rule(data=st.data())
    def finish_with_a_lost_claim(self, data: st.DataObject) -> None:
        claim = data.draw(st.sampled_from(self.lost))
        assert self.run(self.inbox.finish(claim, reply("stale"), self.now)) is None

    @precondition(lambda self: self.open_replies)
    @rule(data=st.data(), confirmed=st.booleans())
    def send(self, data: st.DataObject, confirmed: bool) -> None:
        id = data.draw(st.sampled_from(sorted(self.open_replies)))
        assert self.run(self.outbox.take(id, NOON)) is (id not in self.sending)
        self.sending.add(id)
        if confirmed:
            self.run(self.outbox.delivered(id, "x", self.now))
            self.sending.remove(id)
            del self.open_replies[id]

    @rule()
    def die_and_start_again(self) -> None:
        self.run(self.db.close())  # what was not committed is not there: the kills are in test_crash.py
        self.open()
        assert self.run(self.inbox.recover()) == len(self.answering) + len(self.sending)
        for person, claim in self.answering.items():
            self.waiting[person].insert(0, (claim.turn, claim.message.id))
            self.lost.append(claim)
        self.answering.clear()
        self.maybe_seen |= self.sending
        self.sending.clear()

    @invariant()
    def the_outbox_is_what_was_answered_and_not_confirmed(self) -> None:
        due = self.run(self.outbox.due("terminal", self.now))
        assert [message.id for message in due] == sorted(set(self.open_replies) - self.sending)
        assert {message.id for message in due if message.maybe_seen} == self.maybe_seen & {m.id for m in due}

    @invariant()
    def everyone_waits_who_should(self) -> None:
        expected = {person for person, queue in self.waiting.items() if queue and person not in self.answering}
        assert set(self.run(self.inbox.people_waiting())) == expected
        open_turns = sum(map(len, self.waiting.values())) + len(self.answering)
        assert self.run(self.inbox.waiting()) == open_turns

    @invariant()
    def every_turn_is_answered_once_in_order(self) -> None:
        for person in ("ana", "beto"):
            heard = [m.text for m in self.run(self.history.last(PersonId(person), 1000)) if m.text.startswith("answer")]
            assert heard == self.said[PersonId(person)]

    def teardown(self) -> None:
        if hasattr(self, "loop"):
            self.run(self.db.close())
            self.run(self.loop.shutdown_default_executor())
            self.loop.close()
            self.folder.cleanup()


Queue.TestCase.settings = settings(
    max_examples=15, stateful_step_count=25, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)


@pytest.mark.req("CHA-20", "CHA-21", "CHA-22")
class TestQueue(Queue.TestCase):
    pass
