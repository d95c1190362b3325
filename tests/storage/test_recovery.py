"""A damaged database is recovered from what can be read of it and from its copy, and nothing of it is thrown away."""

from __future__ import annotations

import random
import shutil
import sqlite3
from collections.abc import Mapping
from contextlib import closing, suppress
from pathlib import Path

import pytest

from sidecar.cli.main import run
from sidecar.domain.person import OWNER
from sidecar.errors import StorageCorrupt, StorageError
from sidecar.home import Home
from sidecar.memory.topic import make_topic
from sidecar.runtime.clock import SystemClock
from sidecar.storage import set_aside
from sidecar.storage.home_copies import HomeCopies
from sidecar.storage.inspection import inspect
from sidecar.storage.migrate import BACKUPS, load_migrations
from sidecar.storage.recovery import Recovery, recover
from sidecar.storage.sqlite import SqliteDb
from tests.fakes.clock import FakeClock
from tests.reminders.stage import Stage

pytestmark = pytest.mark.req("OPS-11")

_SAID = (
    "recordame mañana a las 9 el dentista",
    "recordame los lunes a las 8 la pastilla",
    "soy celíaco",
    "mi hermana se llama Ana",
    "mi perro se llama Toby",
    "12*7",
    *(f"no me gusta la música {style}" for style in ("tropical", "electrónica", "barroca", "militar")),
)
_PAGE = 4096
_COUNTED = ("messages", "facts", "reminders", "inbox", "conversations", "fact_evidence", "outbox")


@pytest.fixture(scope="module")
def lived(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home where a few things were said."""
    home = Home(tmp_path_factory.mktemp("lived") / "home")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SIDECAR_HOME", str(home.path))
        for text in _SAID:
            assert run(["ask", "--lang", "es", text]) == 0
    return home.path


@pytest.fixture
def home(lived: Path, tmp_path: Path) -> Home:
    shutil.copytree(lived, tmp_path / "home")
    return Home(tmp_path / "home")


def keep_copy(home: Home, version: int = 0) -> None:
    (home.path / BACKUPS).mkdir()
    shutil.copy(home.database, home.path / BACKUPS / f"sidecar-version-{version:04}-20260101T000000Z.db")


def change(home: Home, sql: str) -> None:
    with closing(sqlite3.connect(home.database)) as connection:
        connection.execute(sql)
        connection.commit()


def query(path: Path, sql: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(sql).fetchall()


def count(path: Path) -> Mapping[str, int]:
    return {table: len(query(path, f"select 1 from {table}")) for table in _COUNTED}


def page_of(home: Home, name: str) -> int:
    """Return the number of the page where the rows of a table or an index begin."""
    ((page,),) = query(home.database, f"select rootpage from sqlite_schema where name = '{name}'")
    assert isinstance(page, int)
    return page


def overwrite(home: Home, page: int, data: bytes) -> None:
    whole = bytearray(home.database.read_bytes())
    whole[(page - 1) * _PAGE : (page - 1) * _PAGE + len(data)] = data
    home.database.write_bytes(bytes(whole))


def lost(found: Recovery) -> Mapping[str, int | None]:
    return {table.table: table.lost for table in found.tables if table.lost != 0}


@pytest.mark.parametrize(
    ("copied", "tried"),
    [(False, 12), (True, 12), *(pytest.param(copied, 999, marks=pytest.mark.slow) for copied in (False, True))],
)
def test_any_page_may_be_gone(home: Home, copied: bool, tried: int) -> None:
    """With a copy nothing is lost; without one, what is told to be lost is what is lost."""
    if copied:
        keep_copy(home)
    sound, whole = home.database.read_bytes(), count(home.database)
    chance = random.Random(7)
    pages = range(1, len(sound) // _PAGE + 1)
    for page in chance.sample(pages, min(tried, len(pages))):
        home.database.write_bytes(sound)
        overwrite(home, page, chance.choice((bytes(_PAGE), chance.randbytes(_PAGE))))
        try:
            inspect(home.database, OWNER, in_use=False, timeout_s=None)
        except StorageCorrupt:
            damaged = home.database.read_bytes()
            found = recover(home.database, SystemClock())
            now, told = count(found.fresh), lost(found)
            missing = {table: whole[table] - now[table] for table in ("messages", "facts", "reminders")}
            assert all(told.get(table, 0) in (n, None) for table, n in missing.items()), (page, missing, told)
            assert not copied or now == whole, (page, now)
            assert home.database.read_bytes() == damaged
            found.discard()


def test_what_came_in_and_went_out_makes_the_messages_again(home: Home) -> None:
    before = query(home.database, "select distinct turn_id, speaker from messages where speaker <> 'tool' order by id")
    asked = query(home.database, "select turn_id, text from messages where speaker = 'person' order by id")
    overwrite(home, page_of(home, "messages"), bytes(_PAGE))
    found = recover(home.database, SystemClock())
    again = query(found.fresh, "select turn_id, speaker, text from messages order by id")
    assert [(turn, speaker) for turn, speaker, _ in again] == before
    assert [(turn, text) for turn, speaker, text in again if speaker == "person"] == asked


def test_a_lost_reminder_is_named(home: Home) -> None:
    overwrite(home, page_of(home, "reminders"), bytes(_PAGE))
    found = recover(home.database, SystemClock())
    (reminders,) = (table for table in found.tables if table.table == "reminders")
    assert reminders.lost == 2
    assert [row["message"] for row in reminders.lost_rows] == ["el dentista", "la pastilla"]
    assert all(row["due_at"] for row in reminders.lost_rows)


@pytest.mark.parametrize(
    "sql",
    [
        "update reminders set zone = 'Etc/UTB' where id = 2",
        "update reminders set message = cast(x'61ff62' as text) where id = 2",
        "update reminders set due_at = 7 where id = 2",
    ],
)
def test_of_one_damaged_value_the_copy_gives_that_row_alone(home: Home, sql: str) -> None:
    keep_copy(home)
    change(home, "update reminders set message = 'since the copy' where id = 1")
    change(home, sql)
    found = recover(home.database, SystemClock())
    assert query(found.fresh, "select message from reminders order by id") == [("since the copy",), ("la pastilla",)]
    assert [(table.table, table.from_copy, table.lost) for table in found.tables] == [("reminders", 1, 0)]


def test_letters_that_cannot_be_read_take_nothing_else_along(home: Home) -> None:
    change(home, "update facts set text = cast(x'61ff62' as text) where id = 1")
    found = recover(home.database, SystemClock())
    assert query(found.fresh, "select text from facts where id = 1") == [("a\ufffdb",)]
    assert [(table.table, table.mended, table.lost) for table in found.tables] == [("facts", 1, 0)]


def test_nothing_of_an_old_copy_is_done_again(home: Home) -> None:
    """What waited when the copy was made was answered, said or rung since."""
    change(home, "update inbox set state = 'waiting' where id = 3")
    change(home, "update outbox set state = 'waiting'")
    change(home, "update reminders set due_at = '2025-01-01T00:00:00.000000Z' where id = 1")
    keep_copy(home)
    overwrite(home, 1, bytes(_PAGE))
    fresh = recover(home.database, SystemClock()).fresh
    assert query(fresh, "select distinct state from inbox") == [("done",)]
    assert query(fresh, "select distinct state from outbox") == [("sent",)]
    assert query(fresh, "select id, state from reminders order by id") == [(1, "missed"), (2, "pending")]


@pytest.mark.req("MEM-23")
def test_what_was_forgotten_since_the_copy_does_not_come_back(home: Home) -> None:
    keep_copy(home)
    ((turn, fact),) = query(home.database, "select origin, id from facts where text like '%cel%'")
    change(home, f"update inbox set forgotten = 'erased', text = '' where id = {turn}")
    change(home, f"delete from fact_stems where fact_id = {fact}")
    change(home, f"delete from fact_evidence where fact_id = {fact}")
    change(home, f"delete from facts where id = {fact}")
    for table in ("messages", "facts"):
        overwrite(home, page_of(home, table), bytes(_PAGE))
    fresh = recover(home.database, SystemClock()).fresh
    assert query(fresh, f"select text from messages where turn_id = {turn} and text <> ''") == []
    assert query(fresh, f"select text from facts where id = {fact}") == []
    assert (
        len(query(fresh, "select 1 from facts"))
        == len(query(home.path / BACKUPS / "sidecar-version-0000-20260101T000000Z.db", "select 1 from facts")) - 1
    )


def test_no_new_row_gets_the_number_of_a_lost_one(home: Home) -> None:
    ((last,),) = query(home.database, "select max(id) from facts")
    change(home, f"update facts set domain = 'x\x10' where id = {last}")
    fresh = recover(home.database, SystemClock()).fresh
    assert query(fresh, f"select 1 from facts where id = {last}") == []
    assert query(fresh, "select seq from sqlite_sequence where name = 'facts'") == [(last,)]


def test_a_search_finds_what_it_found(home: Home) -> None:
    overwrite(home, page_of(home, "search_words_data"), bytes(_PAGE))
    fresh = recover(home.database, SystemClock()).fresh
    words = query(fresh, "select rowid from search_words where search_words match '\"1_celiac\"*'")
    assert words


@pytest.mark.req("OPS-06")
async def test_one_of_an_older_program_is_recovered_and_then_upgraded(tmp_path: Path, clock: FakeClock) -> None:
    path = tmp_path / "sidecar.db"
    older = tuple(load_migrations()[:-3])
    await (await SqliteDb.open(path, clock=clock, migrations=older)).close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("insert into people (id, created_at) values ('owner', '2026-01-01T00:00:00.000000Z')")
        connection.execute("insert into choices (person_id, key, value) values ('owner', 'model', cast(x'ff' as text))")
        connection.commit()
    found = recover(path, clock)
    found.adopt(clock.now())
    async with await SqliteDb.open(path, clock=clock) as db:
        assert (await db.read(lambda tx: tx.one("select value from choices"))) == {"value": "\ufffd"}


@pytest.mark.req("OPS-12")
async def test_a_crash_leaves_the_damaged_one_or_the_recovered(path: Path, clock: FakeClock) -> None:
    """Killed after any step, the next start has the one or the other, and both files whole."""
    async with await SqliteDb.open(path, clock=clock) as db:
        await Stage(db, clock).remind("pills", hours=1)
        for ending in ("", "-wal"):
            shutil.copy(path.with_name(path.name + ending), path.with_name(f"kept{ending}"))
    for steps in range(7):
        for old in path.parent.glob("sidecar*"):
            old.unlink() if old.is_file() else shutil.rmtree(old)
        for ending in ("", "-wal"):
            shutil.copy(path.with_name(f"kept{ending}"), path.with_name(path.name + ending))
        found = recover(path, clock)
        with pytest.MonkeyPatch.context() as patch:
            _kill_after(steps, patch)
            with suppress(_Killed):
                set_aside.set_aside(path, found.fresh, clock.now())
        async with await SqliteDb.open(path, clock=clock) as db:
            rows = await db.read(lambda tx: tx.all("select message from reminders"))
        assert rows == [{"message": "pills"}], steps
        aside = list(path.parent.glob("sidecar-damaged-*.db"))
        assert (
            not aside
            or aside[0].with_name(aside[0].name + "-wal").read_bytes() == path.with_name("kept-wal").read_bytes()
        )
        assert not list(path.parent.glob("sidecar-recovered-*"))


class _Killed(BaseException):
    pass


def _kill_after(steps: int, patch: pytest.MonkeyPatch) -> None:
    left, rename = [steps], Path.rename

    def renamed(self: Path, target: Path) -> Path:
        if not left[0]:
            raise _Killed
        left[0] -= 1
        return rename(self, target)

    patch.setattr(Path, "rename", renamed)


@pytest.mark.req("OPS-12")
def test_a_full_disk_changes_nothing(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    overwrite(home, page_of(home, "messages"), bytes(_PAGE))
    before = {file.name: file.stat().st_size for file in home.path.iterdir()}

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("sidecar.storage.recovery.reconcile", full)
    with pytest.raises(StorageError):
        recover(home.database, SystemClock())
    assert {file.name: file.stat().st_size for file in home.path.iterdir()} == before


def test_lost_facts_come_back_from_the_file(
    home: Home, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SIDECAR_HOME", str(home.path))
    before = {row[0] for row in query(home.database, "select text from facts")}
    assert before
    overwrite(home, page_of(home, "facts"), bytes(_PAGE))
    assert run(["doctor", "--restore"]) in (0, 1)
    assert "MEMORY.md" in capsys.readouterr().out
    assert run(["memory", "list"]) == 0
    assert {row[0] for row in query(home.database, "select text from facts")} == before
    assert all(text in (home.path / "MEMORY.md").read_text() for text in map(str, before))


@pytest.mark.req("MEM-23")
async def test_what_is_forgotten_is_offered_to_leave_the_damaged_file_too(home: Home) -> None:
    overwrite(home, page_of(home, "reminders"), bytes(_PAGE))
    aside = recover(home.database, SystemClock()).adopt(SystemClock().now())
    aside.with_name(f"{aside.name}-wal").touch()
    copies = HomeCopies(home.path, home.line_history)
    assert (await copies.find(make_topic("celíaco"))).erasable == [aside.name]
    await copies.erase([aside.name])
    assert not list(home.path.glob("*-damaged-*"))
    assert home.database.exists()
