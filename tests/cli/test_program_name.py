"""Advice names the command by which the program can be started where the advice is read."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(sys.executable).parent / "sidecar"
pytestmark = pytest.mark.skipif(not SCRIPT.exists(), reason="Sidecar is not installed")


def run(folder: Path, program: str, *words: str, path: str = "/usr/bin:/bin") -> str:
    """What the program says when it is started by that name in that folder."""
    environment = {"HOME": str(folder), "SIDECAR_HOME": str(folder / "home"), "PATH": path, "LANG": "en_US.UTF-8"}
    done = subprocess.run([program, *words], cwd=folder, env=environment, capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


def installed(folder: Path) -> Path:
    (folder / ".venv" / "bin").mkdir(parents=True)
    (folder / ".venv" / "bin" / "sidecar").symlink_to(SCRIPT)
    return folder / ".venv" / "bin"


@pytest.mark.req("OPS-01", "OPS-05")
@pytest.mark.parametrize("words", [["ask", "tell me a story"], ["setup"], ["doctor"], ["setup", "--help"], ["stauts"]])
def test_off_the_path_it_is_named_by_its_path(tmp_path: Path, words: list[str]) -> None:
    installed(tmp_path)
    said = run(tmp_path, ".venv/bin/sidecar", *words)
    commands = re.findall(r"(\S*sidecar) (?:setup|doctor|ask|models add|--help)\b", said)
    assert commands and {command.strip("`'\"(") for command in commands} <= {".venv/bin/sidecar"}, said


@pytest.mark.req("OPS-01")
def test_on_the_path_it_is_named_by_its_name(tmp_path: Path) -> None:
    folder = installed(tmp_path)
    said = run(tmp_path, str(folder / "sidecar"), "setup", path=f"{folder}{os.pathsep}/bin")
    assert "`sidecar setup`" in said and "/sidecar setup" not in said


@pytest.mark.req("OPS-01")
def test_another_one_on_the_path_is_not_meant(tmp_path: Path) -> None:
    installed(tmp_path)
    other = tmp_path / "other"
    other.mkdir()
    (other / "sidecar").write_text("#!/bin/sh\n")
    (other / "sidecar").chmod(0o755)
    said = run(tmp_path, ".venv/bin/sidecar", "setup", path=f"{other}{os.pathsep}/bin")
    assert "`.venv/bin/sidecar setup`" in said
