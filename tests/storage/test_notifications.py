"""What is said unasked: settled once any channel has it, in the history once, and uncertain when nobody can know."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from sidecar.domain.message import MessageKind, NotificationKind, OutgoingMessage, Speaker
from sidecar.domain.person import OWNER, PersonId
from sidecar.domain.reminder import LostFiring, Reminder, ReminderState
from sidecar.i18n import Texts
from sidecar.reminders.format import format_lost_warning
from sidecar.reminders.notices import Recipient, plan_notices
from sidecar.reminders.ports import Destination, Notice
from sidecar.storage.db import Tx
from sidecar.storage.inbox import SqlInbox
from sidecar.storage.messages import SqlHistory
from sidecar.storage.outbox import SqlOutbox
from sidecar.storage.reminders import SqlReminders
from sidecar.storage.sqlite import SqliteDb
from tests.reminders.stage import once, rule
from tests.storage.samples import NOON, incoming, later, reply

ANA = PersonId("ana")
SAY = Texts("en")


class Home:
    """Reminders that are due and go to `channels`; what the channels do with them is up to the test."""

    def __init__(self, db: SqliteDb, *channels: str) -> None:
        self.db = db
        self.store, self.outbox, self.inbox = SqlReminders(db), SqlOutbox(db), SqlInbox(db)
        self.places = [Destination(name) for name in channels]

    async def remind(self, *messages: str, person: PersonId = OWNER) -> list[Reminder]:
        reminders = [await self.store.add(person, message, once(NOON), NOON) for message in messages]
        await self.fire(person)
        return reminders

    async def fire(self, person: PersonId = OWNER) -> None:
        await self.store.fire(person, NOON, lambda due: plan_notices(due, NOON, Recipient(SAY, self.places)), 50)

    async def waiting(self, channel: str, person: PersonId = OWNER) -> OutgoingMessage:
        message, *_ = [one for one in await self.outbox.due(channel, later(days=9)) if one.person == person]
        return message

    async def take(self, channel: str, person: PersonId = OWNER) -> OutgoingMessage:
        message = await self.waiting(channel, person)
        assert await self.outbox.take(message.id, NOON)
        return message

    async def say(self, channel: str, person: PersonId = OWNER) -> None:
        message = await self.take(channel, person)
        await self.outbox.delivered(message.id, "x", NOON)

    async def lose(self, person: PersonId = OWNER, **after: float) -> int:
        """What has been taken by then, and of which nothing was heard, is given up."""
        return await self.store.lose(person, later(**after), self._warn, later(**after))

    def _warn(self, lost: Sequence[LostFiring]) -> Notice:
        return Notice(format_lost_warning(lost, NOON, SAY), self.places)

    async def state(self, reminder: Reminder) -> ReminderState:
        kept = await self.store.get(reminder.person, reminder.id)
        assert kept is not None
        return kept.state

    async def outbox_states(self) -> list[str]:
        async def work(tx: Tx) -> list[str]:
            return [str(row["state"]) for row in await tx.all("select state from outbox order by id")]

        return await self.db.read(work)

    async def history(self) -> list[tuple[str, str]]:
        """Where the companion said what."""
        return [
            (message.channel, message.text)
            for message in await SqlHistory(self.db).last(OWNER, 99)
            if message.speaker is Speaker.COMPANION
        ]


@pytest.fixture
def home(db: SqliteDb) -> Home:
    return Home(db, "terminal", "phone")


# -- delivered


@pytest.mark.req("REM-03", "REM-07")
async def test_it_is_delivered_once_any_channel_has_it(home: Home) -> None:
    (reminder,) = await home.remind("gas")
    assert await home.state(reminder) is ReminderState.ATTEMPTING
    await home.say("phone")
    assert await home.state(reminder) is ReminderState.DELIVERED
    await home.say("terminal")
    assert await home.state(reminder) is ReminderState.DELIVERED
    assert await home.outbox_states() == ["sent", "sent"]


@pytest.mark.req("REM-03")
async def test_a_channel_that_cannot_does_not_undo_what_another_did(home: Home) -> None:
    (reminder,) = await home.remind("gas")
    failed = await home.take("phone")
    await home.say("terminal")
    await home.outbox.failed(failed.id, "no network", later(minutes=1))
    assert await home.state(reminder) is ReminderState.DELIVERED
    await home.say("phone")
    assert await home.outbox_states() == ["sent", "sent"]


@pytest.mark.req("REM-05")
async def test_a_digest_settles_all_that_it_speaks_of(home: Home) -> None:
    reminders = [await home.store.add(OWNER, f"thing {n}", once(later(hours=-n - 1)), NOON) for n in range(5)]
    await home.fire()
    assert await home.outbox_states() == ["waiting", "waiting"]
    await home.say("terminal")
    assert [await home.state(reminder) for reminder in reminders] == [ReminderState.DELIVERED] * 5


@pytest.mark.req("CHA-12")
async def test_the_history_has_it_once_from_where_it_was_first_heard(home: Home) -> None:
    await home.inbox.accept(incoming("1", "hello"))
    await home.remind("gas")
    assert await home.history() == []
    await home.say("phone")
    await home.say("terminal")
    assert await home.history() == [("phone", "⏰ Reminder: gas")]
    claim = await home.inbox.claim(OWNER)
    assert claim is not None
    await home.inbox.finish(claim, reply("hello!"), NOON)
    assert await home.history() == [("phone", "⏰ Reminder: gas"), ("terminal", "hello!")]
    said = await SqlHistory(home.db).last(OWNER, 99)
    assert [message.kind for message in said] == [MessageKind.SAID, MessageKind.REMINDER, MessageKind.SAID]


@pytest.mark.req("REM-03")
async def test_whoever_has_never_written_is_reminded_all_the_same(home: Home) -> None:
    (reminder,) = await home.remind("gas")
    await home.say("terminal")
    assert await home.state(reminder) is ReminderState.DELIVERED
    assert await home.history() == []


@pytest.mark.req("REM-03")
async def test_a_late_word_about_an_old_firing_does_not_touch_what_is_set_anew(home: Home) -> None:
    (reminder,) = await home.remind("gas")
    taken = await home.take("terminal")
    fired = await home.store.get(OWNER, reminder.id)
    assert fired is not None
    await home.store.change(replace(fired, schedule=once(later(hours=1)), state=ReminderState.PENDING))
    await home.outbox.delivered(taken.id, "x", NOON)
    assert await home.state(reminder) is ReminderState.PENDING


# -- uncertain


@pytest.mark.req("REM-06")
async def test_what_nobody_confirmed_is_lost_and_warned_of_once(db: SqliteDb) -> None:
    home = Home(db, "terminal")
    (reminder,) = await home.remind("gas")
    assert await home.lose(minutes=-1) == 0  # not for so long
    assert await home.store.people_uncertain(later(days=1)) == []  # it waits: it is certain that nobody saw it
    await home.take("terminal")
    assert await home.store.people_uncertain(later(minutes=-1)) == []
    assert await home.store.people_uncertain(NOON) == [OWNER]
    assert await home.lose() == 1
    assert await home.state(reminder) is ReminderState.MISSED
    assert [(lost.reminder.id, lost.due) for lost in await home.store.lost(OWNER)] == [(reminder.id, NOON)]
    assert await home.store.people_uncertain(later(days=1)) == []
    assert await home.lose(days=1) == 0
    (warning,) = await home.outbox.due("terminal", NOON)
    assert warning.text.startswith("⚠") and "gas" in warning.text
    assert await home.outbox_states() == ["uncertain", "waiting"]


@pytest.mark.req("REM-06")
async def test_at_the_start_a_reminder_is_not_given_back_to_the_outbox_but_its_warning_is(db: SqliteDb) -> None:
    home = Home(db, "terminal")
    await home.remind("gas")
    await home.take("terminal")
    assert await home.inbox.recover() == 0
    assert await home.outbox.due("terminal", later(days=1)) == []
    await home.lose()
    await home.take("terminal")  # the program dies while it warns
    assert await home.inbox.recover() == 1
    warning = await home.waiting("terminal")
    assert warning.maybe_seen and warning.text.startswith("⚠")


@pytest.mark.req("REM-06")
async def test_a_word_that_comes_after_all_settles_it(db: SqliteDb) -> None:
    home = Home(db, "terminal")
    await home.inbox.accept(incoming("1", "hello"))
    (reminder,) = await home.remind("gas")
    taken = await home.take("terminal")
    await home.lose()
    await home.outbox.delivered(taken.id, "x", NOON)
    assert await home.store.lost(OWNER) == []
    assert await home.state(reminder) is ReminderState.DELIVERED
    assert [text for _, text in await home.history()] == ["⏰ Reminder: gas"]


@pytest.mark.req("REM-06")
async def test_a_failure_that_is_reported_after_it_was_given_up_sends_nothing_again(db: SqliteDb) -> None:
    home = Home(db, "terminal")
    await home.remind("gas")
    taken = await home.take("terminal")
    await home.lose()
    await home.outbox.failed(taken.id, "timeout", NOON)
    assert (await home.outbox_states())[0] == "uncertain"
    assert len(await home.store.lost(OWNER)) == 1


@pytest.mark.req("REM-06", "REM-07")
async def test_who_has_it_on_one_channel_is_not_warned_about_another(home: Home) -> None:
    (reminder,) = await home.remind("gas")
    await home.say("phone")
    await home.take("terminal")
    assert await home.store.people_uncertain(NOON) == [OWNER]
    assert await home.lose() == 0
    assert await home.store.lost(OWNER) == []
    assert await home.state(reminder) is ReminderState.DELIVERED
    assert sorted(await home.outbox_states()) == ["sent", "uncertain"]  # and nothing of it stays open for ever
    assert await home.store.people_uncertain(later(days=1)) == []


@pytest.mark.req("REM-06", "REM-07")
async def test_a_channel_that_still_waits_for_it_gets_it_and_that_settles_it(home: Home) -> None:
    (reminder,) = await home.remind("gas")
    await home.take("terminal")
    assert await home.lose() == 1
    await home.say("phone")
    assert await home.store.lost(OWNER) == []
    assert await home.state(reminder) is ReminderState.DELIVERED


@pytest.mark.req("REM-06")
async def test_every_person_loses_their_own(db: SqliteDb) -> None:
    home = Home(db, "terminal")
    for person in (OWNER, ANA):
        await home.remind(f"of {person}", person=person)
        await home.take("terminal", person)
    assert sorted(await home.store.people_uncertain(NOON)) == sorted([OWNER, ANA])
    assert await home.lose(ANA) == 1
    assert [lost.reminder.message for lost in await home.store.lost(ANA)] == ["of ana"]
    assert await home.store.lost(OWNER) == []
    (of_ana,) = await home.store.lost(ANA)
    await home.store.settle_lost(OWNER, [of_ana.id], None, NOON)
    assert await home.store.lost(ANA) == [of_ana]
    assert await home.lose(OWNER) == 1


@pytest.mark.req("REM-06")
async def test_a_lost_firing_of_a_rule_is_lost_alone(db: SqliteDb) -> None:
    home = Home(db, "terminal")
    pills = await home.store.add(OWNER, "pills", rule("FREQ=DAILY", NOON.replace(tzinfo=None, hour=13)), NOON)
    await home.fire()
    await home.take("terminal")
    assert await home.lose() == 1
    assert await home.state(pills) is ReminderState.PENDING
    (lost,) = await home.store.lost(OWNER)
    assert (lost.due, lost.reminder.schedule.due) == (NOON, later(days=1))
    await home.store.settle_lost(OWNER, [lost.id], None, NOON)
    assert await home.state(pills) is ReminderState.PENDING
    assert await home.store.lost(OWNER) == []


@pytest.mark.req("REM-06")
async def test_what_was_settled_is_not_settled_again(db: SqliteDb) -> None:
    home = Home(db, "terminal")
    (reminder,) = await home.remind("gas")
    await home.take("terminal")
    await home.lose()
    await home.say("terminal")  # the warning
    (lost,) = await home.store.lost(OWNER)
    (again,) = plan_notices([lost.reminder], NOON, Recipient(SAY, home.places))
    await home.store.settle_lost(OWNER, [lost.id], None, NOON)
    await home.store.settle_lost(OWNER, [lost.id], again, NOON)  # another window is too late
    assert await home.outbox.due("terminal", NOON) == []
    assert await home.state(reminder) is ReminderState.CANCELLED


@pytest.mark.req("CHA-02")
async def test_a_sink_is_told_what_kind_it_is_and_of_which_reminders_it_speaks(db: SqliteDb) -> None:
    home = Home(db, "terminal")
    first, second = await home.remind("llamar a Inés", "regar")
    messages = await home.outbox.due("terminal", later(days=9))
    told = [message.notification for message in messages]
    assert [one.reminders for one in told if one] == [(first.id,), (second.id,)]
    assert all(one and one.kind is NotificationKind.REMINDER and one.urgent for one in told)


@pytest.mark.req("CHA-02", "REM-06")
async def test_a_warning_is_urgent_and_speaks_of_no_reminder_that_could_be_snoozed(db: SqliteDb) -> None:
    home = Home(db, "terminal")
    await home.remind("regar")
    await home.take("terminal")
    assert await home.lose(minutes=6) == 1
    warning = (await home.waiting("terminal")).notification
    assert warning is not None
    assert (warning.kind, warning.urgent, warning.reminders) == (NotificationKind.WARNING, True, ())


@pytest.mark.req("CHA-02")
async def test_an_answer_is_no_notification(db: SqliteDb) -> None:
    home = Home(db, "terminal")
    await home.inbox.accept(incoming("1"))
    claimed = await home.inbox.claim(OWNER)
    assert claimed is not None
    await home.inbox.finish(claimed, reply("hola"), NOON)
    (message,) = await home.outbox.due("terminal", later(days=9))
    assert message.notification is None
