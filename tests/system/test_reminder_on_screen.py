"""A reminder on a real screen: above what the person is typing, and what they are typing stays."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Self
from zoneinfo import ZoneInfo

import pytest

from sidecar.domain.person import OWNER
from sidecar.domain.reminder import Schedule
from sidecar.memory.files.profile import create_profile
from sidecar.storage.reminders import SqlReminders
from sidecar.storage.sqlite import SqliteDb
from tests.channels.test_tmux import ROOT, Tmux

pytestmark = pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed")


class Chat(Tmux):
    """`sidecar` itself in a terminal. `name` tells apart the terminals of one test."""

    def __init__(self, home: Path, name: str = "terminal", columns: int = 80, rows: int = 24) -> None:
        self._socket = home.with_name(name)
        self._home = home
        own = {name: value for name, value in os.environ.items() if not name.startswith("SIDECAR_")}
        paths = os.pathsep.join([str(ROOT / "src"), own.get("PYTHONPATH", "")])
        variables = {"PYTHONPATH": paths, "SIDECAR_HOME": str(home), "NO_COLOR": "1"}
        program = ["env", *(f"{name}={value}" for name, value in variables.items()), sys.executable, "-m", "sidecar"]
        size = ["-x", str(columns), "-y", str(rows)]
        self._run("-f", os.devnull, "new-session", "-d", *size, f"{shlex.join(program)}; echo left; sleep 60")

    def __enter__(self) -> Self:
        self.see("Write to me here.")
        return self

    def __exit__(self, *_: object) -> None:
        self.end()


@pytest.fixture
def home(tmp_path: Path) -> Path:
    home = tmp_path / "home"
    home.mkdir()
    create_profile(home, "en", name="Ana", timezone="Europe/Madrid")
    return home


async def remind(home: Path, message: str, due: datetime) -> None:
    """As another process does it: whoever is on the screen is not told."""
    async with await SqliteDb.open(home / "sidecar.db", alone=False) as db:
        await SqlReminders(db).add(OWNER, message, Schedule(due, ZoneInfo("Europe/Madrid"), ""), datetime.now(UTC))


@pytest.mark.req("REM-04", "REM-07", "CHA-30")
async def test_a_reminder_appears_above_the_half_typed_line(home: Path) -> None:
    with Chat(home) as chat:
        chat.type("what a lovely")
        chat.see("› what a lovely")
        due = datetime.now(UTC) + timedelta(seconds=1.5)
        await remind(home, "call the **plumber**", due)
        screen = chat.see("◆ ⏰ Reminder: call the plumber")
        assert timedelta(0) <= datetime.now(UTC) - due < timedelta(seconds=2)
        assert screen.endswith("◆ ⏰ Reminder: call the plumber\n\n› what a lovely")
        chat.type(" day", "BSpace", "BSpace")
        chat.see("› what a lovely d")
        assert chat.all.count("plumber") == 1


@pytest.mark.req("REM-05")
async def test_what_came_due_while_it_was_closed_stands_there_on_return(home: Path) -> None:
    await remind(home, "rent", datetime.now(UTC) - timedelta(hours=30))
    await remind(home, "dentist", datetime.now(UTC) - timedelta(hours=2))
    with Chat(home, columns=50, rows=16) as chat:
        screen = chat.see("dentist (it was for")
        assert "◆ ⏰ 2 reminders came due in the meantime:" in screen and "rent (it was for" in screen
        assert screen.index("rent") < screen.index("dentist")
        chat.see("\n\n›")
        chat.type("C-d")
        chat.see("left")
    with Chat(home, "another") as again:
        again.type("C-d")
        again.see("left")
        assert "rent" not in again.all
