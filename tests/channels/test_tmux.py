"""The chat in a real terminal: tmux shows what a person would see."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent

pytestmark = pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed")


class Tmux:
    """One terminal with the driver in it."""

    def __init__(self, folder: Path, columns: int, rows: int, **environment: str) -> None:
        self._socket = folder / "tmux"
        variables = {"PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}", **environment}
        program = ["env", *(f"{name}={value}" for name, value in variables.items())]
        program += [sys.executable, "-m", "tests.channels.driver", str(folder / "history")]
        size = ["-x", str(columns), "-y", str(rows)]
        self._run("-f", os.devnull, "new-session", "-d", *size, f"{shlex.join(program)}; sleep 60")

    def _run(self, *arguments: str) -> str:
        command = ["tmux", "-S", str(self._socket), *arguments]
        environment = {**os.environ, "LC_ALL": "C.UTF-8"}
        return subprocess.run(command, check=True, capture_output=True, text=True, env=environment).stdout

    def type(self, *keys: str) -> None:
        self._run("send-keys", *keys)

    def resize(self, columns: int, rows: int) -> None:
        self._run("resize-window", "-x", str(columns), "-y", str(rows))

    @property
    def screen(self) -> str:
        return "\n".join(line.rstrip() for line in self._run("capture-pane", "-p").splitlines()).rstrip()

    @property
    def all(self) -> str:
        """With what has scrolled away."""
        return self._run("capture-pane", "-p", "-J", "-S", "-500")

    def see(self, text: str, *, within_s: float = 15) -> str:
        until = time.monotonic() + within_s
        while text not in (screen := self.screen):
            if time.monotonic() > until:
                pytest.fail(f"{text!r} never came; the screen was:\n{screen}")
            time.sleep(0.05)
        return screen

    def end(self) -> None:
        self._run("kill-server")


@pytest.fixture
def wide(tmp_path: Path) -> Iterator[Tmux]:
    terminal = Tmux(tmp_path, 80, 24)
    yield terminal
    terminal.end()


@pytest.fixture
def narrow(tmp_path: Path) -> Iterator[Tmux]:
    terminal = Tmux(tmp_path, 40, 15, NO_COLOR="1")
    yield terminal
    terminal.end()


@pytest.mark.req("CHA-30")
def test_one_can_type_while_it_streams_and_be_notified(wide: Tmux) -> None:
    wide.see("Write to me here. /help shows what I can do.\n  fake model · US$0.00")
    wide.type("story", "Enter")
    wide.see("writing…")
    wide.type("noti")
    wide.see("› noti")
    wide.see("every\n  hour.\n\n› noti\n  fake model")
    wide.type("fy", "Enter")
    wide.see("● You said: notify")
    wide.type("half typed")
    assert wide.see("◆ Reminder").endswith(
        "● You said: notify\n\n◆ Reminder: dentist in an hour.\n\n› half typed\n  fake model · US$0.00"
    )
    assert wide.all.count("I found two things") == 1


@pytest.mark.req("CHA-30", "CON-23")
def test_ctrl_c_cancels_and_twice_leaves(wide: Tmux) -> None:
    wide.see("›")
    wide.type("slow", "Enter")
    wide.see("waiting for the model · 3 s · Ctrl-C cancels")
    wide.type("C-c")
    wide.see("  Cancelled.\n\n›\n  Ctrl-C once more to leave")
    wide.type("C-c")
    wide.see("left")


@pytest.mark.req("CHA-30")
def test_a_window_may_change_its_size_while_it_streams(wide: Tmux) -> None:
    wide.see("›")
    wide.type("story", "Enter")
    wide.see("I found")
    wide.type("half")
    for columns, rows in ((25, 12), (60, 8), (20, 30), (80, 24)):
        wide.resize(columns, rows)
        time.sleep(0.15)
    wide.see("hour.\n\n› half\n  fake model")
    assert wide.all.count("What is not written down") == 1
    assert wide.all.count("What is not") == 1


@pytest.mark.req("CHA-30", "CLI-03")
def test_small_and_without_colour(narrow: Tmux) -> None:
    narrow.see("›")
    narrow.type("/")
    narrow.see("/status  how I am")
    narrow.type("C-c")
    narrow.type("story", "Enter")
    screen = narrow.see("hour.\n\n›")
    assert all(len(line) <= 40 for line in screen.splitlines())
    narrow.type("C-d")
    narrow.see("left")
