"""`sidecar logs`: the events, newest last."""

from __future__ import annotations

import json
import time
from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import click

from sidecar.cli.locale import say
from sidecar.cli.output import tell, write_whole
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
    type=click.IntRange(min=1),
    help=say("how many events"),
)
@click.option("--turn", metavar=say("TURN"), type=int, help=say("only those of this turn"))
@click.option("-f", "--follow", is_flag=True, help=say("keep showing new ones until Ctrl-C"))
@click.option("--json", "as_json", is_flag=True, help=say("each event as a JSON line"))
def logs(count: int, turn: int | None, follow: bool, as_json: bool) -> None:
    home = Home.locate()
    path = home.logs / "events.jsonl"
    zone = parse_user_file(read_text(home.user)).preferences.timezone
    lines = deque(_filter_turn(_read_stored(path), turn), maxlen=count)
    if not lines and not follow:
        tell(say("There are no events yet."))
    for line in lines:
        write_whole(line if as_json else _format_event(line, zone))
    if follow:
        for line in _filter_turn(_follow_new(path), turn):
            write_whole(line if as_json else _format_event(line, zone))


def _read_stored(path: Path) -> Iterator[str]:
    """Yield all lines that are kept, the rotated files first."""
    rotated = [file for file in path.parent.glob(f"{path.name}.*") if file.suffix[1:].isdecimal()]
    for file in [*sorted(rotated, key=lambda file: int(file.suffix[1:]), reverse=True), path]:
        with suppress(FileNotFoundError), file.open(encoding="utf-8", errors="replace") as stream:
            yield from (line.rstrip("\n") for line in stream)


def _follow_new(path: Path) -> Iterator[str]:
    """Yield lines as they are written, each when it is whole, also after a rotation."""
    place, begun = (path.stat().st_size if path.exists() else 0), b""
    while True:
        size = path.stat().st_size if path.exists() else 0
        if size < place:
            place, begun = 0, b""
        if size > place:
            with path.open("rb") as stream:
                stream.seek(place)
                data = begun + stream.read()
                place = stream.tell()
            *lines, begun = data.split(b"\n")
            yield from (line.decode("utf-8", errors="replace") for line in lines)
        time.sleep(_FOLLOW_S)


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
