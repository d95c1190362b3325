"""The reminder tools as a model calls them: through the registry, on a real database."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from sidecar.brain.toolbox import ToolScope
from sidecar.domain.message import TurnId
from sidecar.domain.permission import Permission
from sidecar.domain.person import OWNER, PersonId, Preferences
from sidecar.domain.reminder import Reminder, ReminderState
from sidecar.domain.tool import ToolCall, ToolReceipt
from sidecar.i18n import Texts
from sidecar.llm import ToolSpec
from sidecar.reminders.notices import Recipient, plan_notices
from sidecar.reminders.ports import Destination, Notice
from sidecar.reminders.reminders import Reminders
from sidecar.storage.outbox import SqlOutbox
from sidecar.storage.reminders import SqlReminders
from sidecar.storage.sqlite import SqliteDb
from sidecar.tools.registry import ToolRegistry
from sidecar.tools.reminders import make_asker, make_reminder_tools
from tests.fakes.clock import FakeClock

NOW = datetime(2026, 3, 11, 13, 0, tzinfo=UTC)  # a Wednesday; 10:00 in Buenos Aires
ZONE = "America/Argentina/Buenos_Aires"
MOST_TOKENS_EACH, CHARS_PER_TOKEN = 100, 4


class Model:
    """Calls the tools and reads what comes back."""

    def __init__(self, db: SqliteDb, language: str = "en") -> None:
        self.clock = FakeClock(NOW)
        self.store = SqlReminders(db)
        self.reminders = Reminders(self.store, self.clock)
        self.registry = ToolRegistry(make_reminder_tools(self.reminders, self.clock), self.clock)
        preferences = Preferences(language="es" if language == "es" else "en", timezone=ZoneInfo(ZONE))
        self.scope = ToolScope(OWNER, preferences, TurnId(1))

    async def run(self, name: str, **arguments: object) -> ToolReceipt:
        return await self.registry.run(ToolCall("1", name, json.dumps(arguments)), self.scope)

    async def done(self, name: str, **arguments: object) -> dict[str, Any]:
        receipt = await self.run(name, **arguments)
        assert receipt.ok, receipt.error
        return json.loads(receipt.content)

    async def all(self) -> Sequence[Reminder]:
        return await self.reminders.all(make_asker(self.scope))


@pytest.fixture
async def db(tmp_path: Path) -> AsyncIterator[SqliteDb]:
    async with await SqliteDb.open(tmp_path / "sidecar.db") as db:
        yield db


@pytest.fixture
def model(db: SqliteDb) -> Model:
    return Model(db)


@pytest.mark.req("REM-01", "REM-02")
async def test_setting_one_tells_the_time_that_was_understood(model: Model) -> None:
    receipt = await model.run("set_reminder", message="water the ferns", when="tomorrow at 9")
    kept = json.loads(receipt.content)
    assert (kept["local"], kept["zone"]) == ("2026-03-12T09:00", ZONE)
    assert "tomorrow at 9:00am" in kept["you_must_show"]
    assert ZONE in kept["you_must_show"]
    assert receipt.required_text is not None
    assert "water the ferns" in receipt.required_text.text
    assert all(proof in receipt.required_text.text for proof in receipt.required_text.proofs)
    (stored,) = await model.all()
    assert (stored.schedule.due, stored.schedule.zone.key, stored.schedule.words) == (
        datetime(2026, 3, 12, 12, 0, tzinfo=UTC),
        ZONE,
        "tomorrow at 9",
    )


@pytest.mark.req("REM-01", "DAT-09")
async def test_a_rule_shows_its_next_two_firings(model: Model) -> None:
    kept = await model.done("set_reminder", message="choir", when="every Wednesday at 19:30")
    assert kept["repeats"] == "every Wednesday at 7:30pm"
    assert "today at 7:30pm" in kept["you_must_show"]
    assert "March 18" in kept["you_must_show"]


@pytest.mark.req("REM-02")
async def test_the_note_about_a_small_hour_must_be_shown_too(model: Model) -> None:
    receipt = await model.run("set_reminder", message="check the dough", when="tomorrow at 4")
    assert receipt.required_text is not None
    when, note = receipt.required_text.proofs
    assert "tomorrow at 4:00am" in when
    assert note in receipt.required_text.text


@pytest.mark.req("DAT-04", "REM-02")
@pytest.mark.parametrize(
    ("when", "reason"),
    [
        ("at 3", "ambiguous_day"),
        ("in a while", "vague"),
        ("on Friday", "missing_time"),
        ("today at 8:00am", "past"),
        ("February 30 at 9", "impossible"),
        ("", "unparseable"),
    ],
)
async def test_what_is_unclear_becomes_a_question_and_nothing_else(model: Model, when: str, reason: str) -> None:
    receipt = await model.run("set_reminder", message="phone the plumber", when=when)
    assert not receipt.ok
    assert f"({reason})" in receipt.content
    assert receipt.required_text is not None
    assert receipt.required_text.text in receipt.content
    assert await model.all() == []


@pytest.mark.req("OPS-05")
async def test_questions_are_in_the_persons_language_and_dates_in_either(db: SqliteDb) -> None:
    model = Model(db, "es")
    receipt = await model.run("set_reminder", message="el pan", when="a las 3")
    assert receipt.required_text is not None
    assert "mañana a las 3" in receipt.required_text.text
    kept = await model.done("set_reminder", message="el pan", when="tomorrow at 9")
    assert kept["local"] == "2026-03-12T09:00"


@pytest.mark.parametrize(("message", "word"), [("", "What"), ("  \n ", "What"), ("x" * 1_001, "1001")])
async def test_a_text_must_be_there_and_not_endless(model: Model, message: str, word: str) -> None:
    receipt = await model.run("set_reminder", message=message, when="tomorrow at 9")
    assert not receipt.ok
    assert word in receipt.content
    assert await model.all() == []


@pytest.mark.req("REM-01")
async def test_the_list_has_ids_the_next_one_first_and_can_be_searched(model: Model) -> None:
    assert (await model.done("list_reminders"))["reminders"] == []
    await model.done("set_reminder", message="pay the rent", when="on Friday at 10:00am")
    await model.done("set_reminder", message="feed the cat", when="in 2 hours")
    first, second = (await model.done("list_reminders"))["reminders"]
    assert "#2" in first and "feed the cat" in first and "12:00" in first
    assert "#1" in second and "pay the rent" in second
    assert len((await model.done("list_reminders", text="RENT"))["reminders"]) == 1
    assert (await model.done("list_reminders", text="dentist"))["reminders"] == []


async def test_a_long_list_says_how_many_more_there_are(model: Model) -> None:
    for number in range(33):
        await model.done("set_reminder", message=f"task {number}", when="tomorrow at 9")
    found = await model.done("list_reminders")
    assert (len(found["reminders"]), found["more"]) == (30, 3)


@pytest.mark.req("REM-06")
async def test_the_list_shows_what_may_not_have_been_seen(model: Model, db: SqliteDb) -> None:
    await model.done("set_reminder", message="tea is ready", when="in 5 minutes")
    await lose(model, db)
    found = await model.done("list_reminders")
    assert found["reminders"] == []
    (line,) = found["maybe_not_seen"]
    assert "tea is ready" in line and "10:05" in line
    again = await model.done("snooze_reminder", which="1", when="10 minutes")
    assert again["message"] == "tea is ready"


@pytest.mark.req("REM-01")
@pytest.mark.parametrize(
    ("when", "local"),
    [("at 16:00", "2026-03-12T16:00"), ("on Friday", "2026-03-13T09:00"), ("March 20 at 18:15", "2026-03-20T18:15")],
)
async def test_editing_the_time(model: Model, when: str, local: str) -> None:
    await model.done("set_reminder", message="water the ferns", when="tomorrow at 9")
    kept = await model.done("edit_reminder", which="1", when=when)
    assert (kept["id"], kept["local"], kept["message"]) == (1, local, "water the ferns")
    assert kept["you_must_show"]


@pytest.mark.req("REM-01")
async def test_editing_the_text_or_both_or_nothing(model: Model) -> None:
    await model.done("set_reminder", message="water the ferns", when="tomorrow at 9")
    kept = await model.done("edit_reminder", which="ferns", message="water the cactus")
    assert (kept["message"], kept["local"]) == ("water the cactus", "2026-03-12T09:00")
    kept = await model.done("edit_reminder", which=1, message="sell the cactus", when="at 11:00am")
    assert (kept["message"], kept["local"]) == ("sell the cactus", "2026-03-12T11:00")
    nothing = await model.run("edit_reminder", which="1")
    assert not nothing.ok and nothing.required_text is not None
    assert (await model.all())[0].revision == 2


@pytest.mark.req("REM-01")
async def test_a_rule_keeps_its_days_when_only_the_hour_changes(model: Model) -> None:
    await model.done("set_reminder", message="choir", when="every Thursday at 19:00")
    kept = await model.done("edit_reminder", which="1", when="at 20:00")
    assert kept["repeats"] == "every Thursday at 8:00pm"
    refused = await model.run("edit_reminder", which="1", when="on Friday at 9:00am")
    assert not refused.ok and refused.required_text is not None
    assert (await model.all())[0].schedule.rrule == "FREQ=WEEKLY;BYDAY=TH"


@pytest.mark.req("REM-01")
async def test_snoozing_moves_it_and_of_a_rule_only_this_time(model: Model) -> None:
    await model.done("set_reminder", message="stretch", when="in 1 minute")
    kept = await model.done("snooze_reminder", which="stretch", when="half an hour")
    assert (kept["id"], kept["local"]) == (1, "2026-03-11T10:31")
    await model.done("set_reminder", message="choir", when="every Thursday at 19:00")
    once = await model.done("snooze_reminder", which="choir", when="on Friday at 18:00")
    assert (once["id"], once["local"], once.get("repeats")) == (3, "2026-03-13T18:00", None)
    rule = (await model.all())[-1]
    assert rule.recurring and rule.schedule.local.date().isoformat() == "2026-03-19"


@pytest.mark.req("REM-01")
async def test_cancelling_finds_first_and_asks_when_several_fit(model: Model) -> None:
    await model.done("set_reminder", message="llamar a mamá", when="tomorrow at 9")
    await model.done("set_reminder", message="regalo para mamá", when="on Friday at 10:00am")
    several = await model.run("cancel_reminder", which="el de mama")
    assert "(several_match)" in several.content
    assert "#1" in several.content and "#2" in several.content
    assert several.required_text is not None and "regalo" in several.required_text.text
    assert {one.state for one in await model.all()} == {ReminderState.PENDING}
    cancelled = await model.done("cancel_reminder", which="el regalo de mamá")
    assert cancelled["message"] == "regalo para mamá"
    assert (await model.done("cancel_reminder", which="#1"))["id"] == 1
    over = await model.run("cancel_reminder", which="1")
    assert not over.ok and "#1" in over.content
    assert "(not_found)" in (await model.run("cancel_reminder", which="dentist")).content
    assert "(not_found)" in (await model.run("cancel_reminder", which="99")).content


async def test_nobody_reaches_the_reminders_of_others(model: Model) -> None:
    await model.done("set_reminder", message="a secret", when="tomorrow at 9")
    model.scope = replace(model.scope, person=PersonId("somebody"))
    assert (await model.done("list_reminders"))["reminders"] == []
    for name, more in (
        ("cancel_reminder", {}),
        ("edit_reminder", {"message": "x"}),
        ("snooze_reminder", {"when": "1h"}),
    ):
        assert "(not_found)" in (await model.run(name, which="1", **more)).content


@pytest.mark.req("TOO-01")
async def test_wrong_arguments_are_told_and_are_no_question_to_the_person(model: Model) -> None:
    receipt = await model.run("set_reminder", text="x", when="tomorrow at 9")
    assert not receipt.ok
    assert receipt.required_text is None
    assert "message" in receipt.content


@pytest.mark.req("CON-13")
def test_their_schemas_are_cheap(model: Model) -> None:
    costs = {
        spec.name: len(json.dumps({"type": "function", "function": _as_dict(spec)})) / CHARS_PER_TOKEN
        for spec in model.registry.specs()
    }
    assert len(costs) == 5
    assert max(costs.values()) <= MOST_TOKENS_EACH, costs


@pytest.mark.req("TOO-02")
def test_what_they_may_do_and_how_they_are_called_for_the_person(model: Model) -> None:
    permissions = {name: tool.traits.permission for name, tool in model.registry.tools.items()}
    assert permissions.pop("list_reminders") is Permission.READ
    assert set(permissions.values()) == {Permission.WRITE}
    for name in model.registry.tools:
        assert model.registry.label(ToolCall("1", name, "{}"), Texts("en")) != name


def _as_dict(spec: ToolSpec) -> dict[str, object]:
    return {"name": spec.name, "description": spec.description, "parameters": spec.parameters}


async def lose(model: Model, db: SqliteDb) -> None:
    """Its time comes, and the program dies while it is being said."""
    await model.clock.advance(timedelta(minutes=6).total_seconds())
    now = model.clock.now()
    voice = Recipient(Texts("en"), [Destination("terminal")])
    assert await model.store.fire(OWNER, now, lambda due: plan_notices(due, now, voice), 10) == 1
    outbox = SqlOutbox(db)
    (waiting,) = await outbox.due("terminal", now)
    assert await outbox.take(waiting.id, now)
    assert await model.store.lose(OWNER, now, lambda _: Notice("?", ()), now) == 1
