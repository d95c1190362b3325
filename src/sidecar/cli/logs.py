"""`sidecar logs`: the events, newest last."""

from __future__ import annotations

import json
import os
import time
from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from itertools import chain
from pathlib import Path
from zoneinfo import ZoneInfo

import click

from sidecar.cli.locale import say
from sidecar.cli.output import tell, write_whole
from sidecar.cli.whole_number import WholeNumber
from sidecar.files.fresh_file import read_text
from sidecar.home import Home
from sidecar.memory.files.user_file import parse_user_file

_FOLLOW_S = 0.5


@click.command(
    help=say("Show what happened, event by event, newest last."),
    epilog=say("Example: sidecar logs -n 20 --turn 7"),
)
@click.option(
    *("-n", "count"),
    default=50,
    show_default=True,
    metavar=say("NUMBER"),
    type=WholeNumber(1),
    help=say("how many events"),
)
@click.option("--turn", metavar=say("TURN"), type=WholeNumber(1), help=say("only those of this turn"))
@click.option("-f", "--follow", is_flag=True, help=say("keep showing new ones until Ctrl-C"))
@click.option("--json", "as_json", is_flag=True, help=say("each event as a JSON line"))
def logs(count: int, turn: int | None, follow: bool, as_json: bool) -> None:
    home = Home.locate()
    path = home.logs / "events.jsonl"
    zone = parse_user_file(read_text(home.user)).preferences.timezone
    current = _LogReader(path)
    stored = chain(_read_rotated(path), current.read())
    lines = deque(_filter_turn(stored, turn), maxlen=count)
    if not lines and not follow:
        tell(say("There are no events yet."))
    for line in lines:
        write_whole(line if as_json else _format_event(line, zone))
    while follow:
        time.sleep(_FOLLOW_S)
        for line in _filter_turn(current.read(), turn):
            write_whole(line if as_json else _format_event(line, zone))


def _read_rotated(path: Path) -> Iterator[str]:
    """Yield the lines of the files that were rotated, the oldest first."""
    rotated = [file for file in path.parent.glob(f"{path.name}.*") if file.suffix[1:].isdecimal()]
    for file in sorted(rotated, key=lambda file: int(file.suffix[1:]), reverse=True):
        with suppress(FileNotFoundError), file.open(encoding="utf-8", errors="replace") as stream:
            yield from (line.rstrip("\n") for line in stream)


class _LogReader:
    """Reads a file that grows and is rotated, from where it left off. It keeps nothing open: Windows renames no open
    file."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: tuple[int, int] | None = None
        self._place, self._begun = 0, b""

    def read(self) -> Iterator[str]:
        """Yield the lines that became whole since the last call, those before a rotation first."""
        rotated = self._path.with_name(f"{self._path.name}.1")
        if self._file is not None and self._file == _identify(rotated):
            yield from self._read_on(rotated)
        yield from self._read_on(self._path)

    def _read_on(self, path: Path) -> Iterator[str]:
        with suppress(FileNotFoundError), path.open("rb") as stream:
            state = os.fstat(stream.fileno())
            if self._file != (state.st_dev, state.st_ino) or state.st_size < self._place:
                self._file, self._place, self._begun = (state.st_dev, state.st_ino), 0, b""
            stream.seek(self._place)
            *lines, self._begun = (self._begun + stream.read()).split(b"\n")
            self._place = stream.tell()
            yield from (line.decode("utf-8", errors="replace") for line in lines)


def _identify(path: Path) -> tuple[int, int] | None:
    try:
        state = path.stat()
    except FileNotFoundError:
        return None
    return state.st_dev, state.st_ino


def _filter_turn(lines: Iterator[str], turn: int | None) -> Iterator[str]:
    for line in lines:
        if line and (turn is None or _parse_fields(line).get("turn") == turn):
            yield line


def _format_event(line: str, zone: ZoneInfo) -> str:
    """Format as `2026-03-15 12:30:00 CET  model.answered  turn=7 model=… ms=812`, on the person's clock."""
    fields = _parse_fields(line)
    if not fields:
        return line
    at = _local(str(fields.pop("at", "")), zone)
    event = str(fields.pop("event", ""))
    level = str(fields.pop("level", "info"))
    mark = {"warning": "! ", "error": "!! "}.get(level, "")
    rest = " ".join(f"{name}={_escape(value)}" for name, value in fields.items() if value not in ("", None))
    return f"{at}  {mark}{event:<18} {rest}".rstrip()


def _local(at: str, zone: ZoneInfo) -> str:
    try:
        return f"{datetime.fromisoformat(at).astimezone(zone):%Y-%m-%d %H:%M:%S %Z}"
    except (ValueError, OverflowError):
        return _escape(at)


def _escape(value: object) -> str:
    """Format a value; in quotes and escaped if it holds anything that does not print."""
    text = str(value)
    return text if text.isprintable() else json.dumps(text, ensure_ascii=False)


def _parse_fields(line: str) -> dict[str, object]:
    try:
        value = json.loads(line)
    except ValueError:
        return {}
    return dict(value) if isinstance(value, dict) else {}  # pyright: ignore[reportUnknownArgumentType]
