"""`/reminders` and what `/status` says about reminders."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from sidecar.dispatch.commands import CommandRegistry
from sidecar.dispatch.commands.reminders import reminders_command
from sidecar.domain.message import IncomingMessage
from sidecar.domain.money import Spending, Usage
from sidecar.domain.person import OWNER, Language
from sidecar.domain.reminder import Reminder, ReminderState
from sidecar.domain.status import Status
from sidecar.i18n import Texts
from sidecar.presentation.status import format_status
from sidecar.reminders.notices import Recipient, plan_notices
from sidecar.reminders.ports import Destination, Notice
from sidecar.reminders.reminders import Reminders
from sidecar.reminders.schedule import Asker
from sidecar.storage.outbox import SqlOutbox
from sidecar.storage.reminders import SqlReminders
from sidecar.storage.sqlite import SqliteDb
from tests.fakes.clock import FakeClock

NOW = datetime(2026, 3, 11, 13, 0, tzinfo=UTC)  # a Wednesday; 10:00 in Buenos Aires
ZONE = ZoneInfo("America/Argentina/Buenos_Aires")
HERE = [Destination("terminal")]


class Counter:
    """The command with everything behind it, and a person who speaks `language`."""

    def __init__(self, db: SqliteDb, language: Language = "en") -> None:
        self.clock = FakeClock(NOW)
        self.store = SqlReminders(db)
        self.outbox = SqlOutbox(db)
        self.reminders = Reminders(self.store, self.clock)
        self.asker = Asker(OWNER, ZONE, language)
        command = reminders_command(self.reminders, lambda _: self.asker, lambda _: HERE, self.clock)
        self.book = CommandRegistry([command])

    async def ask(self, text: str) -> str:
        message = IncomingMessage("1", "terminal", OWNER, text, self.clock.now())
        return await self.book.run(message, self.asker.say)

    async def set(self, message: str, words: str) -> Reminder:
        return (await self.reminders.set(self.asker, message, words)).reminder

    async def get(self, number: int) -> Reminder:
        return await self.reminders.find_one(self.asker, str(number))

    async def lose(self, *messages: str) -> None:
        """These come due, and the program dies while it says them."""
        for message in messages:
            await self.set(message, "in 5 minutes")
        await self.clock.advance(timedelta(minutes=5).total_seconds())
        now = self.clock.now()
        voice = Recipient(Texts("en"), HERE)
        assert await self.store.fire(OWNER, now, lambda due: plan_notices(due, now, voice), 10) == len(messages)
        for waiting in await self.outbox.due("terminal", now):
            assert await self.outbox.take(waiting.id, now)
        assert await self.store.lose(OWNER, now, lambda _: Notice("warning", ()), now) == len(messages)


@pytest.fixture
def counter(db: SqliteDb) -> Counter:
    return Counter(db)


@pytest.mark.req("CMD-01", "REM-01")
@pytest.mark.parametrize(
    "command", ["/reminders", "/recordatorios", "/recordatorio", "/REMINDERS  ", "/reminders list"]
)
async def test_alone_it_lists_what_is_to_come(counter: Counter, command: str) -> None:
    assert "#" not in await counter.ask(command)
    await counter.set("water the ferns", "tomorrow at 9")
    await counter.set("choir", "every Wednesday at 19:30")
    await counter.reminders.cancel(await counter.set("gone", "in 1 hour"))
    first, second = (await counter.ask(command)).splitlines()
    assert "#2" in first and "choir" in first and "every Wednesday" in first
    assert "#1" in second and "water the ferns" in second and "tomorrow at 9:00am" in second


@pytest.mark.req("CMD-01")
@pytest.mark.parametrize("word", ["all", "todos"])
async def test_all_has_those_that_are_over_the_latest_first(counter: Counter, word: str) -> None:
    await counter.reminders.cancel(await counter.set("gone", "in 1 hour"))
    await counter.set("water the ferns", "tomorrow at 9")
    first, second = (await counter.ask(f"/reminders {word}")).splitlines()
    assert "water the ferns" in first
    assert "gone" in second and "cancelled" in second


async def test_a_long_list_ends_in_how_many_more(counter: Counter) -> None:
    for number in range(53):
        await counter.set(f"task {number}", "tomorrow at 9")
    shown = (await counter.ask("/reminders")).splitlines()
    assert (len(shown), shown[-1]) == (51, "- +3")


@pytest.mark.req("CMD-01", "REM-01")
@pytest.mark.parametrize("command", ["find ferns", "buscar FERNS", "find the ferns", "1", "#1"])
async def test_finding(counter: Counter, command: str) -> None:
    await counter.set("water the ferns", "tomorrow at 9")
    await counter.set("choir", "every Wednesday at 19:30")
    assert (await counter.ask(f"/reminders {command}")).count("#") == 1
    assert "bagpipes" in await counter.ask("/reminders find bagpipes")


@pytest.mark.req("CMD-01", "REM-01")
@pytest.mark.parametrize("command", ["cancel 1", "cancelar #1", "cancelá el de la torta", "cancel torta"])
async def test_cancelling(counter: Counter, command: str) -> None:
    await counter.set("sacar la torta", "in 1 hour")
    await counter.set("sacar al perro", "in 2 hours")
    answer = await counter.ask(f"/reminders {command}")
    assert "sacar la torta" in answer and "#1" in answer
    assert [one.state for one in await counter.reminders.all(counter.asker)] == [
        ReminderState.CANCELLED,
        ReminderState.PENDING,
    ]


@pytest.mark.req("REM-01")
async def test_cancelling_asks_when_several_fit_or_none(counter: Counter) -> None:
    await counter.set("sacar la torta", "in 1 hour")
    await counter.set("sacar al perro", "in 2 hours")
    several = await counter.ask("/reminders cancel sacar")
    assert "#1" in several and "#2" in several and not several.endswith(".")
    assert "#7" in await counter.ask("/reminders cancel 7")
    assert "tía" in await counter.ask("/reminders cancel la tía")
    assert len(await counter.reminders.pending(counter.asker)) == 2


@pytest.mark.req("CMD-01")
@pytest.mark.parametrize(("word", "yes"), [("clear", "yes"), ("borrar", "sí"), ("clear", "SI")])
async def test_clearing_asks_first(counter: Counter, word: str, yes: str) -> None:
    assert "#" not in await counter.ask(f"/reminders {word}")
    await counter.set("water the ferns", "tomorrow at 9")
    await counter.set("choir", "every Wednesday at 19:30")
    question = await counter.ask(f"/reminders {word}")
    assert "#1" in question and "#2" in question and "`/reminders clear yes`" in question
    assert await counter.ask(f"/reminders {word} later") == question
    assert len(await counter.reminders.pending(counter.asker)) == 2
    assert "2" in await counter.ask(f"/reminders {word} {yes}")
    assert not await counter.reminders.pending(counter.asker)


@pytest.mark.req("CMD-01", "REM-01")
@pytest.mark.parametrize(
    ("command", "local"),
    [
        ("snooze 1 10 minutes", "12 16:10"),
        ("snooze 1 10", "12 16:10"),
        ("posponer #1 2h", "12 18:00"),
        ("posponer torta 1 hora", "12 17:00"),
        ('snooze "la torta" 30 minutes', "12 16:30"),
        ("snooze «sacar la torta» 30 minutes", "12 16:30"),
        ("snooze 1 in 10 minutes", "11 10:10"),
        ("snooze 1 the day after tomorrow", "13 16:00"),
        ("snooze 1 tomorrow at 8pm", "12 20:00"),
    ],
)
async def test_putting_off_what_has_not_been_said(counter: Counter, command: str, local: str) -> None:
    await counter.set("sacar la torta", "tomorrow at 16:00")
    answer = await counter.ask(f"/reminders {command}")
    assert "remind you later: sacar la torta" in answer and "America/Argentina/Buenos_Aires" in answer
    assert (await counter.get(1)).schedule.local.strftime("%d %H:%M") == local


@pytest.mark.req("REM-01")
async def test_putting_off_one_time_of_a_rule(counter: Counter) -> None:
    await counter.set("choir", "every Wednesday at 19:30")
    await counter.ask("/reminders snooze 1 one hour")
    rule, once = (await counter.get(1)).schedule, (await counter.get(2)).schedule
    assert (rule.local.strftime("%d %H:%M"), once.local.strftime("%d %H:%M")) == ("18 19:30", "11 20:30")


@pytest.mark.req("REM-01")
async def test_what_is_cancelled_is_cancelled_and_comes_back_only_aloud(counter: Counter) -> None:
    await counter.set("call Ana", "tomorrow at 9")
    await counter.ask("/reminders cancel 1")
    assert "already cancelled" in await counter.ask("/reminders cancel 1")
    assert "no longer active" in await counter.ask("/reminders edit 1 call Berta")
    assert (await counter.get(1)).state is ReminderState.CANCELLED
    assert "active again" in await counter.ask("/reminders edit 1 at 10")
    assert (await counter.get(1)).state is ReminderState.PENDING
    assert "active again" not in await counter.ask("/reminders edit 1 at 11")
    await counter.ask("/reminders cancel 1")
    assert "active again" in await counter.ask("/reminders snooze 1 tomorrow at 12")


@pytest.mark.req("REM-01")
async def test_the_same_reminder_is_not_there_twice(counter: Counter) -> None:
    first = await counter.reminders.set(counter.asker, "Call Ana", "tomorrow at 9")
    again = await counter.reminders.set(counter.asker, "call ana", "mañana a las 9")
    assert again.reminder == first.reminder and again.notes == ("You already had it (#1).",)
    await counter.reminders.set(counter.asker, "call Ana", "tomorrow at 10")
    await counter.reminders.set(counter.asker, "call Ana", "every day at 9")
    await counter.reminders.set(counter.asker, "call Eva", "tomorrow at 9")
    assert len(await counter.reminders.pending(counter.asker)) == 4
    await counter.ask("/reminders cancel 1")
    assert (await counter.reminders.set(counter.asker, "call Ana", "tomorrow at 9")).reminder.id == 5


@pytest.mark.req("CMD-01", "REM-01")
@pytest.mark.parametrize(
    ("words", "message", "local"),
    [
        ("at 16:00", "water the ferns", "2026-03-12T16:00"),
        ("better on Friday", "water the ferns", "2026-03-13T09:00"),
        ("the day after tomorrow at 8pm", "water the ferns", "2026-03-13T20:00"),
        ("mañana a las 11", "water the ferns", "2026-03-12T11:00"),
        ("water the cactus", "water the cactus", "2026-03-12T09:00"),
        ("water the cactus tomorrow at 7pm", "water the cactus", "2026-03-12T19:00"),
        ('"read about May 1 at 9"', "read about May 1 at 9", "2026-03-12T09:00"),
        ("“read about May 1 at 9”", "read about May 1 at 9", "2026-03-12T09:00"),
    ],
)
async def test_editing_the_time_the_text_or_both(counter: Counter, words: str, message: str, local: str) -> None:
    await counter.set("water the ferns", "tomorrow at 9")
    answer = await counter.ask(f"/reminders edit 1 {words}")
    changed = await counter.get(1)
    assert changed.message == message
    assert changed.schedule.local.strftime("%Y-%m-%dT%H:%M") == local
    assert message in answer


@pytest.mark.req("REM-01", "DAT-04")
async def test_an_unclear_time_changes_nothing(counter: Counter) -> None:
    before = await counter.set("water the ferns", "tomorrow at 9")
    for command in ("edit 1 buy the paper on Sunday", "edit 1 in a while", "snooze 1 in a while", "snooze 1 yesterday"):
        assert "?" in await counter.ask(f"/reminders {command}")
    assert await counter.get(1) == before


@pytest.mark.req("REM-01")
async def test_a_rule_gets_another_rule(counter: Counter) -> None:
    await counter.set("choir", "every Wednesday at 19:30")
    answer = await counter.ask("/reminders edit 1 every Thursday at 20:00")
    assert "every Thursday" in answer
    assert (await counter.get(1)).schedule.rrule == "FREQ=WEEKLY;BYDAY=TH"
    assert (await counter.get(1)).message == "choir"


@pytest.mark.req("CMD-03")
@pytest.mark.parametrize(
    ("typed", "meant"),
    [("snoze 1 10m", "snooze"), ("canselar 1", "cancelar"), ("buscarr x", "buscar")],
)
async def test_a_wrong_word_is_answered_with_the_closest(counter: Counter, typed: str, meant: str) -> None:
    await counter.set("water the ferns", "tomorrow at 9")
    answer = await counter.ask(f"/reminders {typed}")
    assert f"`/reminders {meant}`" in answer
    assert len(await counter.reminders.pending(counter.asker)) == 1


@pytest.mark.req("CMD-03")
@pytest.mark.parametrize("typed", ["clera", "cleaar", "borrra"])
async def test_what_cancels_everything_is_never_suggested(counter: Counter, typed: str) -> None:
    answer = await counter.ask(f"/reminders {typed}")
    assert "Did you mean" not in answer and "Quisiste" not in answer


@pytest.mark.parametrize("rest", ["xyzzy", "snooze", "snooze 1", "edit", "edit 1", "cancel", "find", "posponer  "])
async def test_what_is_missing_is_answered_with_the_usage(counter: Counter, rest: str) -> None:
    await counter.set("water the ferns", "tomorrow at 9")
    answer = await counter.ask(f"/reminders {rest}")
    assert "`snooze 3 10 minutes`" in answer
    assert len(answer) < 250


# -- those that may be lost


@pytest.mark.req("REM-06", "CMD-01")
async def test_what_may_be_lost_is_shown_with_a_way_out(counter: Counter) -> None:
    assert "#" not in await counter.ask("/reminders lost")
    await counter.lose("tea is ready")
    for command in ("/reminders lost", "/reminders perdidos", "/reminders", "/reminders all"):
        answer = await counter.ask(command)
        assert "tea is ready" in answer and "today at 10:05" in answer
        assert "`/reminders lost resend`" in answer and "`/reminders lost dismiss`" in answer


@pytest.mark.req("REM-06")
@pytest.mark.parametrize("command", ["lost resend", "perdidos reenviar", "lost resend 1 2", "lost resend #1, #2"])
async def test_one_step_says_them_again_and_only_once(counter: Counter, command: str) -> None:
    await counter.lose("tea is ready", "the cake too")
    await counter.ask(f"/reminders {command}")
    (again,) = await counter.outbox.due("terminal", counter.clock.now())
    assert "tea is ready" in again.text and "the cake too" in again.text
    await counter.ask(f"/reminders {command}")
    assert len(await counter.outbox.due("terminal", counter.clock.now())) == 1
    assert "#" not in await counter.ask("/reminders lost")


@pytest.mark.req("REM-06")
@pytest.mark.parametrize("command", ["lost dismiss", "perdidos descartar"])
async def test_one_step_leaves_it(counter: Counter, command: str) -> None:
    await counter.lose("tea is ready", "the cake too")
    await counter.ask(f"/reminders {command} 2")
    assert [one.reminder.message for one in await counter.reminders.lost(counter.asker)] == ["tea is ready"]
    await counter.ask(f"/reminders {command}")
    assert not await counter.reminders.lost(counter.asker)
    assert not await counter.outbox.due("terminal", counter.clock.now())


@pytest.mark.req("REM-06")
async def test_a_wrong_number_or_word_settles_nothing(counter: Counter) -> None:
    await counter.lose("tea is ready")
    assert "#5" in await counter.ask("/reminders lost resend 1 5")
    assert "resend" in await counter.ask("/reminders lost everything")
    assert len(await counter.reminders.lost(counter.asker)) == 1


# -- the status


def status(next_reminder: str = "", lost_reminders: int = 0) -> Status:
    nothing = Spending(0, Usage(), 0)
    return Status("1", "/home", "", [], 0, 0, 0, nothing, [], next_reminder, lost_reminders)


@pytest.mark.req("CMD-01", "REM-06")
def test_the_status_names_the_next_reminder_and_warns_of_lost_ones() -> None:
    say = Texts("en")
    shown = format_status(status("**#3** choir — today at 7:30pm"), say)
    assert "**Next reminder**: **#3** choir — today at 7:30pm" in shown
    assert "⚠" not in shown
    assert "**Next reminder**: none" in format_status(status(), say)
    (warning,) = [line for line in format_status(status("", 2), say).splitlines() if "⚠" in line]
    assert "2 reminders" in warning and "`/reminders lost`" in warning
