"""The first start asks its two questions where somebody can answer them, and nowhere else."""

from __future__ import annotations

import os
import pty
import select
import subprocess
import sys
import time
from pathlib import Path

import pytest

from sidecar.cli.first_start import local_timezone
from tests.cli.conftest import PATIENCE_S, Command


@pytest.mark.req("MEM-01", "OPS-01")
def test_at_a_terminal(sidecar: Command) -> None:
    ours, theirs = pty.openpty()
    variables = {**sidecar.environment, "TERM": "dumb", "LANG": "es_AR.UTF-8"}
    command = [sys.executable, "-m", "sidecar"]
    with subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=variables) as chat:
        os.close(theirs)
        _expect(ours, "(es/en)")
        os.write(ours, b"en\n")
        _expect(ours, "What shall I call you?")
        os.write(ours, b"Ana\n")
        _file_appears(sidecar.home / "user.md")
        os.write(ours, b"/exit\n")
        assert chat.wait(PATIENCE_S) == 0
    os.close(ours)
    user = (sidecar.home / "user.md").read_text(encoding="utf-8")
    assert "- **Name**: Ana\n- **Language**: en\n- **Timezone**: America/Montevideo\n" in user
    assert (sidecar.home / "SOUL.md").read_text(encoding="utf-8").startswith("# Who I am")


@pytest.mark.req("MEM-01", "CLI-03")
async def test_a_pipe_is_asked_nothing(sidecar: Command) -> None:
    done = await sidecar.having(LANG="en_US.UTF-8")("chat", stdin=b"what time is it?\n")
    assert done.code == 0
    assert done.out.startswith("It is ")
    assert "- **Name**: \n- **Language**: en" in (sidecar.home / "user.md").read_text(encoding="utf-8")


@pytest.mark.req("CLI-03")
def test_a_chat_with_a_closed_input_says_so(sidecar: Command) -> None:
    done = subprocess.run(
        ["sh", "-c", 'exec "$0" -m sidecar <&-', sys.executable],
        env=sidecar.environment,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 2
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize("zone", ["Nowhere/Land", "UTC+3", ":/etc/localtime", "<-03>3"])
def test_a_strange_TZ_never_gives_a_wrong_timezone(zone: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from zoneinfo import available_timezones

    monkeypatch.setenv("TZ", zone)
    assert local_timezone() in {"", *available_timezones()}


def _expect(descriptor: int, words: str) -> None:
    seen, end = "", time.monotonic() + PATIENCE_S
    while words not in seen:
        ready, _, _ = select.select([descriptor], [], [], end - time.monotonic())
        assert ready, f"{words!r} did not come, but {seen!r}"
        seen += os.read(descriptor, 65536).decode("utf-8", "replace")


def _file_appears(path: Path) -> None:
    end = time.monotonic() + PATIENCE_S
    while not path.exists():
        assert time.monotonic() < end
        time.sleep(0.02)
