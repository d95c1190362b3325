"""`sidecar reminders` as people and scripts use it, and what `ask` and `status` say about reminders."""

from __future__ import annotations

import asyncio
from asyncio.subprocess import PIPE
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from sidecar.domain.person import OWNER
from sidecar.domain.reminder import Schedule
from sidecar.i18n import Texts
from sidecar.reminders.notices import Recipient, plan_notices
from sidecar.reminders.ports import Destination, Notice
from sidecar.storage.outbox import SqlOutbox
from sidecar.storage.reminders import SqlReminders
from sidecar.storage.sqlite import SqliteDb
from tests.cli.conftest import Command, ended
from tests.cli.terminal import at_terminal

ZONE = ZoneInfo("America/Montevideo")
_KEYS = {"id", "message", "utc", "local", "zone", "rrule", "state", "late", "words", "next"}


def local_in_two_days(hour: int) -> str:
    """Not tomorrow: at three in the night that word has two meanings."""
    day = datetime.now(ZONE).date() + timedelta(days=2)
    return f"{day.isoformat()}T{hour:02}:00:00"


async def overdue(sidecar: Command, message: str, *, lost: bool = False) -> None:
    """A reminder whose time passed a minute ago; `lost`: while it was being said, the program died."""
    now = datetime.now(UTC)
    async with await SqliteDb.open(sidecar.home / "sidecar.db") as db:
        store, outbox = SqlReminders(db), SqlOutbox(db)
        await store.add(OWNER, message, Schedule(now - timedelta(minutes=1), ZONE, "en un minuto"), now)
        if lost:
            voice = Recipient(Texts("es"), [Destination("terminal")])
            await store.fire(OWNER, now, lambda due: plan_notices(due, now, voice), 10)
            for waiting in await outbox.due("terminal", now):
                assert await outbox.take(waiting.id, now)
            assert await store.lose(OWNER, now, lambda _: Notice("warning", ()), now) == 1


async def waiting_in_the_terminal(sidecar: Command) -> list[str]:
    async with await SqliteDb.open(sidecar.home / "sidecar.db") as db:
        return [message.text for message in await SqlOutbox(db).due("terminal", datetime.now(UTC))]


@pytest.mark.req("REM-01", "REM-02", "CLI-02")
async def test_setting_one_in_a_home_that_does_not_exist_yet(sidecar: Command) -> None:
    found = (await sidecar("reminders", "add", "regar las plantas", "--when", "pasado mañana a las 9", "--json")).json
    assert set(found) == _KEYS
    assert (found["id"], found["message"], found["state"], found["late"]) == (1, "regar las plantas", "pending", False)
    assert (found["local"], found["zone"], found["rrule"]) == (local_in_two_days(9), "America/Montevideo", None)
    assert (found["words"], found["next"]) == ("pasado mañana a las 9", [])
    assert found["utc"] == local_in_two_days(12) + "Z"
    assert "America/Montevideo" in (sidecar.home / "user.md").read_text(encoding="utf-8")


@pytest.mark.req("REM-02", "CLI-03")
async def test_in_words_the_time_and_the_zone_are_always_there(sidecar: Command) -> None:
    plainly = sidecar.having(LC_ALL="C", NO_COLOR="1")
    done = await plainly("reminders", "add", "té", "con", "miel", "--when", "pasado mañana a las 4")
    assert done.code == 0
    assert "té con miel" in done.out and " a las 4:00 (America/Montevideo)" in done.out
    assert "madrugada" in done.out
    assert "\x1b" not in done.out and "**" not in done.out


@pytest.mark.req("REM-01", "DAT-09")
async def test_a_rule(sidecar: Command) -> None:
    set_, moved = await sidecar.run_all(
        "reminders",
        "add coro --when 'todos los jueves a las 19:30' --json",
        "edit coro --when 'a las 20' --json",
    )
    found = set_.json
    assert found["rrule"] == "FREQ=WEEKLY;BYDAY=TH"
    first, second = (datetime.fromisoformat(moment) for moment in found["next"])
    assert second - first == timedelta(days=7)
    assert found["local"] == first.isoformat() and first.strftime("%u %H:%M") == "4 19:30"
    assert (moved.json["rrule"], moved.json["local"][11:]) == ("FREQ=WEEKLY;BYDAY=TH", "20:00:00")


@pytest.mark.req("REM-01")
async def test_the_life_of_a_reminder(sidecar: Command) -> None:
    (
        _,
        _,
        alone,
        listed,
        inherited,
        found,
        edited,
        snoozed,
        cancelled,
        text,
        all_text,
        all_json,
        again,
    ) = await sidecar.run_all(
        "reminders",
        "add 'llamar a la tía' --when 'pasado mañana a las 9'",
        "add 'carta para la tía' --when 'pasado mañana a las 11'",
        "--json",
        "list --json",
        "--json list",
        "find la CARTA --json",
        "edit '#1' --message escribir --when 'a las 10' --json",
        "snooze 1 2 horas --json",
        "cancel tía --json",
        "",
        "list --all",
        "--all --json",
        "cancel 2 --json",
    )
    assert alone.out == listed.out == inherited.out
    assert [one["id"] for one in listed.json["reminders"]] == [1, 2]
    assert [one["id"] for one in found.json["reminders"]] == [2]
    assert (edited.json["message"], edited.json["local"]) == ("escribir", local_in_two_days(10))
    assert snoozed.json["local"] == local_in_two_days(12)  # two hours later than it was
    assert (cancelled.json["id"], cancelled.json["state"], cancelled.json["next"]) == (2, "cancelled", [])
    assert "#1" in text.out and "#2" not in text.out
    assert "#2" in all_text.out
    assert {one["id"]: one["state"] for one in all_json.json["reminders"]} == {1: "pending", 2: "cancelled"}
    assert (again.code, again.json["error"]["code"]) == (1, "request")


async def test_nothing_to_list_is_no_failure(sidecar: Command) -> None:
    commands = ["", "list", "--all", "find nada", "lost"]
    for words in await sidecar.run_all("reminders", *commands):
        assert words.code == 0 and words.out.strip() and not words.err
    for as_json in await sidecar.run_all("reminders", *(f"{command} --json" for command in commands)):
        assert (as_json.code, as_json.json) == (0, {"reminders": []})


@pytest.mark.req("REM-01", "CLI-02")
async def test_words_that_fit_several_are_refused_with_the_list(sidecar: Command) -> None:
    *_, words, as_json, listed = await sidecar.run_all(
        "reminders",
        "add 'llamar a la tía' --when 'pasado mañana a las 9'",
        "add 'carta para la tía' --when 'pasado mañana a las 11'",
        "cancel la tia",
        "snooze tía 10 minutos --json",
        "--json",
    )
    assert (words.code, words.out) == (3, "")
    assert "#1" in words.err and "#2" in words.err
    error = as_json.json["error"]
    assert (as_json.code, error["code"], error["suggestions"]) == (3, "several_match", ["1", "2"])
    assert [one["message"] for one in error["reminders"]] == ["llamar a la tía", "carta para la tía"]
    assert {one["state"] for one in listed.json["reminders"]} == {"pending"}


@pytest.mark.req("DAT-04", "CLI-02")
async def test_an_unclear_moment_is_told_with_what_would_do(sidecar: Command) -> None:
    unclear = {
        "en un rato": "vague",
        "pasado mañana": "missing_time",
        "pasado mañana a las 25": "impossible",
        "xyz": "unparseable",
    }
    suggestions: list[str] = []
    for code, done in zip(
        unclear.values(),
        await sidecar.run_all("reminders", *(f"add algo --json --when '{words}'" for words in unclear)),
        strict=True,
    ):
        error = done.json["error"]
        assert (done.code, error["code"], error["hint"]) == (1, code, "")
        assert error["message"]
        suggestions += error["suggestions"]
    assert len(suggestions) >= 4
    for done in await sidecar.run_all("reminders", *(f"add algo --when '{words}'" for words in unclear)):
        assert (done.code, done.out, done.err.count("\n")) == (1, "", 1)
    assert {
        done.code
        for done in await sidecar.run_all("reminders", *(f"add algo --when '{words}'" for words in suggestions))
    } == {0}


@pytest.mark.req("CLI-02", "CLI-04")
async def test_what_is_not_there_and_what_is_not_said(sidecar: Command) -> None:
    missing = ["cancel 9", "cancel nada", "snooze 9 10 minutos", "edit 9 --when 10"]
    for done in await sidecar.run_all("reminders", *(f"{command} --json" for command in missing)):
        error = done.json["error"]
        assert (done.code, error["code"], error["suggestions"]) == (1, "not_found", [])
        assert "sidecar reminders" in error["hint"]
    incomplete = ["add algo", "add --when 'pasado mañana a las 9'", "cancel", "snooze 1", "lost maybe"]
    for done in await sidecar.run_all("reminders", *(f"{command} --json" for command in incomplete)):
        assert (done.code, done.json["error"]["code"]) == (2, "config")
    nothing, typo = await sidecar.run_all("reminders", "add ' ' --when 'pasado mañana a las 9'", "snoze 1 10m")
    assert (nothing.code, typo.code) == (1, 2)
    assert "snooze" in typo.err


@pytest.mark.req("REM-06", "CLI-02")
async def test_lost_ones_are_shown_said_again_or_left(sidecar: Command) -> None:
    await sidecar.run_all("reminders", "add coro --when 'todos los jueves a las 19:30'")
    await overdue(sidecar, "el té", lost=True)
    await overdue(sidecar, "la torta", lost=True)
    as_json, words, listed, wrong, resent = await sidecar.run_all(
        "reminders", "lost --json", "lost", "list", "lost resend 1 --json", "lost resend '#2' --json"
    )
    found = as_json.json["reminders"]
    assert [(one["id"], one["message"], one["state"]) for one in found] == [
        (2, "el té", "missed"),
        (3, "la torta", "missed"),
    ]
    assert set(found[0]) == _KEYS | {"due_utc", "due_local"}
    assert found[0]["due_utc"] == found[0]["utc"]
    assert "el té" in words.out and "sidecar reminders lost resend" in words.out
    assert "sidecar reminders lost" in listed.out
    assert (wrong.code, wrong.json["error"]["code"]) == (1, "not_found")
    assert [one["id"] for one in resent.json["reminders"]] == [2]
    (again,) = await waiting_in_the_terminal(sidecar)
    assert "el té" in again and "la torta" not in again
    dismissed, left = await sidecar.run_all("reminders", "lost dismiss", "lost --json")
    assert (dismissed.code, left.json) == (0, {"reminders": []})
    assert len(await waiting_in_the_terminal(sidecar)) == 1


# -- beside an open chat


@pytest.mark.req("REM-01", "REM-04")
async def test_beside_an_open_chat_which_says_it_in_time(sidecar: Command) -> None:
    chat = await sidecar.start("chat", stdin=PIPE)
    assert chat.stdin and chat.stdout
    chat.stdin.write(b"/help\n")
    assert await chat.stdout.readline()
    found = (await sidecar("reminders", "add", "sacar la torta", "--when", "en 2 segundos", "--json")).json
    async with asyncio.timeout(30):
        while "sacar la torta" not in (line := (await chat.stdout.readline()).decode()):
            assert line, "the chat ended"
    assert datetime.now(UTC) > datetime.fromisoformat(found["utc"]) - timedelta(seconds=1)  # how exactly: elsewhere
    assert (await ended(chat, b"/exit\n")).code == 0
    (listed,) = await sidecar.run_all("reminders", "--all --json")
    assert listed.json["reminders"][0]["state"] == "delivered"


# -- what else speaks of reminders


@pytest.mark.req("REM-06", "CHA-30")
async def test_ask_says_in_one_line_that_reminders_wait(sidecar: Command) -> None:
    await sidecar.run_all("reminders", "add regar --when 'pasado mañana a las 9'")
    quiet = await sidecar("ask", "¿qué hora es?")
    assert (quiet.code, quiet.err) == (0, "")
    await overdue(sidecar, "el té")
    done = await sidecar("ask", "¿qué hora es?")
    assert done.out.startswith(("Son las ", "Es la ")) and done.out.count("\n") == 1
    assert done.err.count("\n") == 1 and "1" in done.err and "`sidecar`" in done.err
    as_json = await sidecar("ask", "--json", "¿qué hora es?")
    assert as_json.json["reply"].startswith(("Son las ", "Es la ")) and as_json.err == done.err
    assert "el té" not in done.out + done.err


@pytest.mark.req("REM-06", "CMD-01")
async def test_ask_and_status_warn_of_lost_ones(sidecar: Command) -> None:
    await sidecar.run_all("reminders", "add regar --when 'pasado mañana a las 9'")
    await overdue(sidecar, "el té", lost=True)
    done = await sidecar("ask", "¿qué hora es?")
    assert done.err.count("\n") == 1 and "`sidecar reminders lost`" in done.err
    command = await sidecar("ask", "/recordatorios perdidos")
    assert "el té" in command.out and command.err == ""
    status = await sidecar("status")
    assert "/recordatorios perdidos" in status.out
    assert "#1 regar — el " in status.out and " a las 9:00" in status.out
    found = (await sidecar("status", "--json")).json
    assert found["lost_reminders"] == 1
    assert "regar" in found["next_reminder"]["message"]


@pytest.mark.req("CLI-04")
async def test_help_has_an_example_everywhere(sidecar: Command) -> None:
    commands = ["", "add", "list", "find", "cancel", "snooze", "edit", "lost"]
    for command, shown in zip(
        commands, await sidecar.run_all("reminders", *(f"{each} --help" for each in commands)), strict=True
    ):
        assert shown.code == 0
        assert f"sidecar reminders {command}".strip() in " ".join(shown.out.split())


@pytest.mark.req("REM-07", "CHA-30")
@pytest.mark.parametrize("leaves", ["/exit\n", "\x04"])
def test_who_leaves_is_told_once_that_reminders_ring_in_an_open_chat(sidecar: Command, leaves: str) -> None:
    with at_terminal(sidecar.having(LANG="en_US.UTF-8")) as chat:
        chat.type("")
        chat.type("")
        chat.expect("\n> ")
        chat.type("remind me in 3 hours to stretch")
        chat.expect("stretch — ")
        chat.press(leaves.encode())
        chat.ends(0)
    assert chat.seen.count("1 reminder waits") == 1
    with at_terminal(sidecar) as chat:
        chat.expect("\n> ")
        chat.type("/reminders cancel 1")
        chat.expect("Cancelled")
        chat.press(leaves.encode())
        chat.ends(0)
    assert "ring" not in chat.seen


@pytest.mark.req("REM-07")
async def test_who_sets_one_while_no_chat_is_open_is_told(sidecar: Command) -> None:
    here = sidecar.having(LANG="en_US.UTF-8")
    hint = "rings only while I'm open"
    assert hint in (await here("reminders", "add", "stretch", "--when", "in 3 hours")).err
    assert hint in (await here("ask", "remind me in 4 hours to water the ferns")).err
    assert (await here("ask", "what time is it?")).err == ""
    assert (await here("reminders", "add", "tea", "--when", "in 5 hours", "--json")).err == ""
    chat = await here.start("chat", stdin=PIPE)
    assert chat.stdin is not None and chat.stdout is not None
    chat.stdin.write(b"what time is it?\n")
    await chat.stdout.readline()
    assert (await here("reminders", "add", "cake", "--when", "in 6 hours")).err == ""
    chat.stdin.close()
    await chat.wait()
