"""Events as JSON lines in a rotated file, each with the turn it belongs to; and, with `-v`, on the screen."""

from __future__ import annotations

import json
import logging
import logging.handlers
import sys
from collections.abc import Generator, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal, cast

from sidecar.domain.control_characters import escape_controls, show_controls
from sidecar.observe.events import Event
from sidecar.observe.redaction import redact

EVENTS_FILE = "events.jsonl"
_MAX_BYTES = 5_000_000
_KEPT_FILES = 4

_logger = logging.getLogger("sidecar")
_logger.propagate = False
_logger.addHandler(logging.NullHandler())
_turn: ContextVar[int | None] = ContextVar("turn", default=None)


def configure_logging(folder: Path | None, *, verbose: bool = False) -> None:
    """Write events to `folder/events.jsonl` (rotated at 5 MB, four old files kept) and, if `verbose`, as readable
    lines to standard error. Without a writable folder the program runs without a log."""
    for handler in list(_logger.handlers):
        _logger.removeHandler(handler)
        with suppress(OSError):  # a full disk loses what was not written yet
            handler.close()
    _logger.addHandler(logging.NullHandler())
    _logger.setLevel(logging.INFO)
    logging.raiseExceptions = False  # a full disk must not print tracebacks over the conversation
    if folder is not None:
        _add_file(folder / EVENTS_FILE)
    if verbose:
        screen = logging.StreamHandler(sys.stderr)
        screen.setFormatter(_Readable())
        _logger.addHandler(screen)


def emit(event: Event, *, level: Literal["info", "warning", "error"] = "info", **fields: object) -> None:
    """Record an event. Fields are plain values; secrets in them are masked before anything is written."""
    turn = _turn.get()
    entry = fields if turn is None else {"turn": turn, **fields}
    _logger.log(getattr(logging, level.upper()), event, extra={"entry": entry})


@contextmanager
def turn_scope(turn: int | None) -> Generator[None]:
    """Add the turn to every event emitted inside, by this task and those it starts."""
    before = _turn.set(turn)
    try:
        yield
    finally:
        _turn.reset(before)


def _add_file(path: Path) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        path.touch(mode=0o600)
        file = logging.handlers.RotatingFileHandler(
            path, maxBytes=_MAX_BYTES, backupCount=_KEPT_FILES, encoding="utf-8", errors="replace"
        )
    except OSError:
        return
    file.setFormatter(_JsonLine())
    _logger.addHandler(file)


class _JsonLine(logging.Formatter):
    """`{"at": "2026-03-15T12:30:00.123456Z", "level": "info", "event": ..., "turn": 7, ...}`"""

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, UTC)
        line = {"at": f"{at:%Y-%m-%dT%H:%M:%S.%f}Z", "level": record.levelname.lower(), "event": str(record.msg)}
        return escape_controls(json.dumps(line | _entry(record), ensure_ascii=False))


class _Readable(logging.Formatter):
    """`12:30:00 EVENT turn=7 channel=terminal`, in the computer's local time."""

    def format(self, record: logging.LogRecord) -> str:
        fields = " ".join(f"{name}={value}" for name, value in _entry(record).items())
        mark = {logging.WARNING: "! ", logging.ERROR: "!! "}.get(record.levelno, "")
        return show_controls(f"{self.formatTime(record, '%H:%M:%S')} {mark}{record.msg} {fields}".rstrip())


def _entry(record: logging.LogRecord) -> dict[str, object]:
    entry = cast("dict[str, object]", getattr(record, "entry", {}))
    return {name: _redacted(value) for name, value in entry.items()}


def _redacted(value: object) -> object:
    """Return the value with its secrets masked; what is neither number, text nor collection becomes text."""
    match value:
        case None | bool() | int() | float():
            return value
        case dict():
            return {str(key): _redacted(item) for key, item in cast("dict[object, object]", value).items()}
        case list() | tuple():
            return [_redacted(item) for item in cast("Sequence[object]", value)]
        case _:
            return redact(str(value))
