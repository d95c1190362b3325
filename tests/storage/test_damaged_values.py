"""Values that SQLite finds sound and that nobody wrote: a clear sentence, a way out, and the rest goes on."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest

from sidecar.cli.main import run
from sidecar.domain.person import OWNER
from sidecar.errors import StorageCorrupt
from sidecar.home import Home
from sidecar.storage.inspection import inspect
from sidecar.storage.sqlite import SqliteDb
from tests.fakes.clock import FakeClock
from tests.reminders.stage import Stage
from tests.storage.samples import incoming

pytestmark = pytest.mark.req("OPS-11", "OPS-12")

_COMMANDS = (("status",), ("reminders",), ("memory",), ("audit",), ("ask", "qué tengo para mañana?"))
_SAID = ("recordame mañana a las 9 el dentista", "recordame los lunes a las 8 la pastilla", "soy celíaco", "12*7")


@pytest.fixture
async def stage(path: Path, clock: FakeClock) -> AsyncIterator[Stage]:
    async with await SqliteDb.open(path, clock=clock) as db:
        yield Stage(db, clock)


def damage(path: Path, sql: str) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(sql)
        connection.commit()


@pytest.mark.parametrize(
    "sql",
    [
        "update reminders set zone = 'Etc/UTB'",
        "update reminders set created_at = '2026-0q-11T00:00:00.000000Z'",
        "update reminders set first_local = '2026-01-01T08:\x10'",
        "update reminders set message = cast(x'61ff62' as text)",
        "update reminders set due_at = 7",
        "update reminders set rrule = 'FREQ=WEEKLY;BYDAY=IO', first_local = '2026-01-01T08:00:00'",
        "update reminders set rrule = 'FREP=DAILY', first_local = '2026-01-01T08:00:00'",
    ],
)
async def test_a_damaged_value_is_told_as_damage_and_found_by_the_doctor(stage: Stage, path: Path, sql: str) -> None:
    reminder = await stage.remind("pills", hours=1)
    inspect(path, OWNER, in_use=True, timeout_s=None)
    damage(path, sql)
    with pytest.raises(StorageCorrupt) as caught:
        await stage.store.get(OWNER, reminder.id)
    assert "doctor" in caught.value.hint
    with pytest.raises(StorageCorrupt):
        inspect(path, OWNER, in_use=True, timeout_s=None)


async def test_a_message_with_damaged_values_is_told_as_damage(stage: Stage, path: Path) -> None:
    await stage.inbox.accept(incoming("1"))
    damage(path, "update inbox set attachments = '[{'")
    with pytest.raises(StorageCorrupt):
        await stage.inbox.claim(OWNER)


@pytest.mark.req("REM-03")
async def test_beside_a_damaged_reminder_the_others_ring(stage: Stage, path: Path) -> None:
    broken = await stage.remind("broken", minutes=1)
    await stage.remind("pills", minutes=2)
    damage(path, f"update reminders set zone = 'Etc/UTB' where id = {broken.id}")
    async with stage.running():
        await stage.advance(minutes=5)
    assert stage.texts == ["⏰ Reminder: pills"]


@pytest.mark.parametrize(
    "flips",
    [12, pytest.param(300, marks=[pytest.mark.slow, pytest.mark.timeout(1800)])],
)
def test_a_flipped_bit_is_a_sound_answer_or_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], flips: int
) -> None:
    home = Home(tmp_path / "home")
    monkeypatch.setenv("SIDECAR_HOME", str(home.path))
    for text in _SAID:
        assert run(["ask", "--lang", "es", text]) == 0
    sound, chance = home.database.read_bytes(), random.Random(flips)
    places = find_values(home.database)
    for _ in range(flips):
        for old in home.path.glob("sidecar.db*"):
            old.unlink()
        at, bit = chance.choice(places), chance.choice((0x01, 0x10, 0x20, 0x40, 0x80, 0xFF))
        home.database.write_bytes(sound[:at] + bytes([sound[at] ^ bit]) + sound[at + 1 :])
        for words in _COMMANDS:
            capsys.readouterr()
            code = run(words)
            out, err = capsys.readouterr()
            told = f"{at} ^ {bit:#x}, {words}: {code}\n{out}{err}"
            assert code in (0, 1), told
            assert code == 0 or "doctor" in err, told
            assert not any(word in out + err for word in ("Traceback", "inside Sidecar", "on my side")), told


def find_values(path: Path) -> list[int]:
    """Return the places of texts in the file: SQLite itself checks little of them."""
    places: set[int] = set()
    whole = path.read_bytes()
    with closing(sqlite3.connect(path)) as connection:
        sql = "select name from sqlite_schema where type = 'table' and sql not like '%virtual%'"
        for (table,) in connection.execute(sql).fetchall():
            for row in connection.execute(f'select * from "{table}"'):
                for text in (value.encode() for value in row if isinstance(value, str) and len(value) > 3):
                    at = whole.find(text)
                    while at >= 0:
                        places.update(range(at, at + len(text)))
                        at = whole.find(text, at + 1)
    return sorted(places)
