"""Between the person's yes and its effect the program may die: it is done once, or they are told that nobody knows."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

import pytest

from sidecar.brain.toolbox import ToolScope
from sidecar.conversation.approval import ApprovalDesk
from sidecar.conversation.context import ConversationContext
from sidecar.dispatch.ports import ClaimedMessage
from sidecar.domain.held_call import HeldCall, HeldCallId
from sidecar.domain.permission import Permission, Requester
from sidecar.domain.person import OWNER, Preferences
from sidecar.domain.reminder import ReminderState
from sidecar.domain.tool import ToolCall, ToolReceipt
from sidecar.domain.turn import Reply
from sidecar.errors import NoModel
from sidecar.llm import ChatModel
from sidecar.storage.held_calls import SqlHeldCalls
from sidecar.storage.sqlite import SqliteDb
from sidecar.tools.registry import ToolRegistry
from sidecar.tools.reminders import make_reminder_tools
from sidecar.tools.tool import ToolFunction, tool
from tests.fakes.clock import FakeClock
from tests.reminders.stage import Stage
from tests.storage.samples import incoming, reply

pytestmark = pytest.mark.req("TOO-05", "SEC-02", "VLT-04")


class Killed(Exception):
    """The program is gone."""


class MortalToolbox(ToolRegistry):
    """Dies at the next call, before or after its effect."""

    def __init__(self, tools: Sequence[ToolFunction], clock: FakeClock) -> None:
        super().__init__(tools, clock)
        self.dies = ""

    async def run(self, call: ToolCall, scope: ToolScope) -> ToolReceipt:
        if self.dies == "before":
            raise Killed
        receipt = await super().run(call, scope)
        if self.dies == "after":
            raise Killed
        return receipt


class Asked:
    """A question that waits for a yes."""

    def __init__(self, db: SqliteDb, clock: FakeClock) -> None:
        self.stage = Stage(db, clock)
        self.approvals = SqlHeldCalls(db)
        self.sent: list[str] = []

        @tool(category="mail", permission=Permission.EXTERNAL)
        async def send_mail(to: str) -> str:
            """Send it."""
            self.sent.append(to)
            return "sent"

        self.toolbox = MortalToolbox([*make_reminder_tools(self.stage.reminders, clock), send_mail], clock)
        self.desk = ApprovalDesk(self.approvals, self.toolbox, clock, lambda: timedelta(minutes=10))

    async def ask(self, name: str, arguments: str, permission: Permission) -> None:
        await self.stage.inbox.accept(incoming("first"))
        claim = await self.claim()
        held = HeldCall(
            HeldCallId(0), OWNER, claim.turn, ToolCall("c", name, arguments), "Should I do it?", "", permission,
            Requester.OUTSIDE, "example.org", self.stage.clock.now(), claim.turn,
        )  # fmt: skip
        await self.approvals.hold(held)
        await self.stage.inbox.finish(claim, reply("Should I do it?"), self.stage.clock.now())

    async def claim(self) -> ClaimedMessage:
        claim = await self.stage.inbox.claim(OWNER)
        assert claim is not None
        return claim

    async def answer(self, claim: ClaimedMessage) -> Reply | None:
        context = ConversationContext(
            turn=claim.turn,
            conversation=claim.conversation,
            message=claim.message,
            preferences=Preferences(language="en"),
            soul="",
            history=(),
            now=self.stage.clock.now(),
            held_calls=await self.approvals.awaiting(OWNER, claim.turn),
        )
        return await self.desk.settle(context, no_model)

    async def say_and_die(self, text: str, *deaths: str) -> Reply:
        await self.stage.inbox.accept(incoming("second", text))
        for self.toolbox.dies in deaths:
            claim = await self.claim()
            with pytest.raises(Killed):
                await self.answer(claim)
            await self.stage.inbox.recover()
        self.toolbox.dies = ""
        claim = await self.claim()
        answered = await self.answer(claim)
        assert answered is not None
        await self.stage.inbox.finish(claim, answered, self.stage.clock.now())
        return answered


async def no_model() -> ChatModel:
    raise NoModel("No model is configured.")


@pytest.fixture
def asked(db: SqliteDb) -> Asked:
    return Asked(db, FakeClock())


DEATHS = pytest.mark.parametrize("deaths", [(), ("before",), ("after",), ("after", "before"), ("after", "after")])


@DEATHS
async def test_a_reminder_that_was_agreed_to_is_set_once(asked: Asked, deaths: Sequence[str]) -> None:
    arguments = '{"message": "pay", "when": "in 3 hours"}'
    await asked.ask("set_reminder", arguments, Permission.WRITE)
    answered = await asked.say_and_die("yes", *deaths)
    assert [one.message for one in await asked.stage.reminders.all(asked.stage.asker)] == ["pay"]
    assert "pay" in answered.text


@DEATHS
async def test_a_reminder_that_was_to_be_cancelled_is_cancelled_and_told(asked: Asked, deaths: Sequence[str]) -> None:
    pill, rent = await asked.stage.remind("pill", hours=1), await asked.stage.remind("rent", hours=2)
    await asked.ask("cancel_reminder", f'{{"which": "{pill.id}"}}', Permission.WRITE)
    answered = await asked.say_and_die("yes", *deaths)
    assert [await asked.stage.state(one) for one in (pill, rent)] == [ReminderState.CANCELLED, ReminderState.PENDING]
    assert "Cancelled: pill" in answered.text


@pytest.mark.parametrize("death", ["before", "after"])
async def test_what_acts_outside_is_never_done_twice_and_the_doubt_is_told(asked: Asked, death: str) -> None:
    await asked.ask("send_mail", '{"to": "Ana"}', Permission.EXTERNAL)
    answered = await asked.say_and_die("yes", death)
    assert asked.sent == ([] if death == "before" else ["Ana"])
    assert "can't tell if it's done" in answered.text and "Should I do it?" in answered.text


@pytest.mark.parametrize(("first", "second", "sent"), [("yes", "no", ["Ana"]), ("no", "yes", [])])
async def test_of_answers_from_two_channels_the_first_counts(
    asked: Asked, first: str, second: str, sent: list[str]
) -> None:
    await asked.ask("send_mail", '{"to": "Ana"}', Permission.EXTERNAL)
    await asked.stage.inbox.accept(incoming("one", first, channel="terminal"))
    await asked.stage.inbox.accept(incoming("two", second, channel="ask"))
    for is_answer in (True, False):
        claim = await asked.claim()
        answered = await asked.answer(claim)
        assert (answered is not None) is is_answer
        await asked.stage.inbox.finish(claim, answered or reply("?"), asked.stage.clock.now())
    assert asked.sent == sent
