"""What `sidecar` says to words that are no command, and how its help fits the screen."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.cli.conftest import Command


@pytest.mark.req("CLI-04")
@pytest.mark.parametrize(
    ("typed", "meant"),
    [("recordatorios", "reminders"), ("stauts", "status"), ("ayuda", "--help"), ("help", "--help")],
)
async def test_what_was_meant(sidecar: Command, typed: str, meant: str) -> None:
    done = await sidecar.having(LANG="en_US.UTF-8")(typed)
    assert done.code == 2
    assert f"Did you mean {meant}?" in done.err


@pytest.mark.req("CLI-04")
async def test_what_is_no_command_at_all(sidecar: Command) -> None:
    done = await sidecar.having(LANG="en_US.UTF-8")("hola", "qué", "tal")
    assert "Did you mean" not in done.err
    assert '`sidecar ask "hola qué tal"`' in done.err


@pytest.mark.req("CLI-04")
@pytest.mark.parametrize("group", ["memory", "config", "reminders"])
async def test_help_on_a_narrow_screen_cuts_nothing(sidecar: Command, group: str) -> None:
    done = await sidecar.having(COLUMNS="40")(group, "--help")
    assert done.code == 0
    assert "..." not in done.out.partition("\n\n")[2]  # the line of usage has them
    *text, example = done.out.rstrip().split("\n")
    assert all(len(line) <= 40 for line in text)
    assert f"sidecar {group} " in example


def test_a_warning_of_a_library_is_not_for_the_screen() -> None:
    code = """
import warnings
import sidecar.__main__
try:
    sidecar.__main__.main()
finally:
    warnings.warn("deprecated", stacklevel=1)
"""
    done = subprocess.run([sys.executable, "-c", code, "--version"], capture_output=True, check=True, text=True)
    assert (bool(done.stdout), done.stderr) == (True, "")
