"""Events in a file: one JSON object a line, with its turn, without secrets, and never a reason to fail."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from sidecar.observe import Event, configure_logging, emit, turn_scope
from sidecar.observe import log as log_module

SOURCES = Path(log_module.__file__).parent.parent


@pytest.fixture(autouse=True)
def _quiet_again() -> Iterator[None]:
    yield
    configure_logging(None)


def events(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "events.jsonl").read_text(encoding="utf-8").splitlines()]


@pytest.mark.req("OBS-01")
def test_an_event_is_one_line(tmp_path: Path) -> None:
    configure_logging(tmp_path / "logs")
    with turn_scope(7):
        emit(Event.TOOL_CALLED, tool="weather", ok=False, ms=12.5, error="dos\nlíneas")
    emit(Event.STOPPED)
    called, stopped = events(tmp_path / "logs")
    assert datetime.fromisoformat(called.pop("at")).utcoffset() is not None
    fields = {"tool": "weather", "ok": False, "ms": 12.5, "error": "dos\nlíneas"}
    assert called == {"event": "tool.called", "level": "info", "turn": 7, **fields}
    assert "turn" not in stopped


@pytest.mark.req("OBS-01")
async def test_turns_side_by_side_keep_their_own_number(tmp_path: Path) -> None:
    configure_logging(tmp_path)

    async def turn(number: int) -> None:
        with turn_scope(number):
            await asyncio.sleep(0)
            await asyncio.create_task(step(number))

    async def step(number: int) -> None:
        await asyncio.sleep(0)
        emit(Event.TURN_STARTED, attempt=number)

    await asyncio.gather(*(turn(number) for number in range(20)))
    assert all(event["turn"] == event["attempt"] for event in events(tmp_path))
    assert len(events(tmp_path)) == 20


@pytest.mark.req("SEC-04")
def test_no_secret_is_written_however_it_is_wrapped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    key = "sk-abcdefghij0123456789"
    configure_logging(tmp_path, verbose=True)
    emit(Event.TASK_FAILED, error=ValueError(key), traceback=[key, {"nested": (key,)}], task=f'say "token={key}\\"')
    written = (tmp_path / "events.jsonl").read_text(encoding="utf-8")
    assert key not in written + capsys.readouterr().err
    assert written.count("[secret]") == 4
    assert len(events(tmp_path)) == 1


@pytest.mark.req("OBS-01")
def test_the_file_rotates_and_stays_private(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log_module, "_MAX_BYTES", 2_000)
    configure_logging(tmp_path)
    for number in range(200):
        emit(Event.DELIVERED, attempts=number)
    files = sorted(path.name for path in tmp_path.iterdir())
    assert files == ["events.jsonl", *(f"events.jsonl.{number}" for number in range(1, 5))]
    assert all(path.stat().st_size <= 2_000 for path in tmp_path.iterdir())
    assert events(tmp_path)[-1]["attempts"] == 199


@pytest.mark.req("OBS-01", "OPS-12")
def test_a_folder_that_cannot_be_written_costs_the_log_only(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").touch()
    configure_logging(tmp_path / "file" / "logs")
    emit(Event.STARTED)
    configure_logging(tmp_path / "full")
    (tmp_path / "full" / "events.jsonl").unlink()
    (tmp_path / "full" / "events.jsonl").symlink_to("/dev/full")
    configure_logging(tmp_path / "full")
    emit(Event.STARTED, home="x" * 100_000)
    emit(Event.STOPPED, odd="\ud800", bytes=b"\xff", self=object())
    assert capsys.readouterr().err == ""


def test_half_surrogates_are_written_somehow(tmp_path: Path) -> None:
    configure_logging(tmp_path)
    emit(Event.STARTED, home="a\ud800b")
    assert [event["event"] for event in events(tmp_path)] == ["started"]


@pytest.mark.req("OBS-01")
def test_verbose_is_for_human_eyes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    configure_logging(tmp_path, verbose=True)
    emit(Event.MODEL_FAILED, level="warning", model="ollama:x", error="no")
    shown = capsys.readouterr()
    assert shown.out == ""
    assert "model.failed" in shown.err
    assert "ollama:x" in shown.err
    assert "{" not in shown.err


@pytest.mark.req("OBS-01")
def test_every_event_name_exists_once_and_is_used() -> None:
    sources = {path: path.read_text(encoding="utf-8") for path in SOURCES.rglob("*.py") if path.name != "events.py"}
    used = {name for text in sources.values() for name in re.findall(r"\bEvent\.([A-Z_]+)", text)}
    assert {event.name for event in Event} == used
    spelled_out = [f"{path.name}: {event}" for path, text in sources.items() for event in Event if f'"{event}"' in text]
    assert [found for found in spelled_out if "." in found.split(": ")[1]] == []
    assert all(re.fullmatch(r"[a-z]+([._][a-z]+)*", event) for event in Event)
