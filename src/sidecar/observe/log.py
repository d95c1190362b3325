"""Events as JSON lines in a rotated file, each with the turn it belongs to; and, with `-v`, on the screen."""

from __future__ import annotations

import logging
import logging.handlers
import sys
from collections.abc import Generator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Literal, cast

import structlog
from structlog.typing import EventDict, Processor

from sidecar.observe.events import Event
from sidecar.observe.redaction import redact

EVENTS_FILE = "events.jsonl"
_MAX_BYTES = 5_000_000
_KEPT_FILES = 4

_logger = logging.getLogger("sidecar")
_logger.propagate = False
_logger.addHandler(logging.NullHandler())


def configure_logging(folder: Path | None, *, verbose: bool = False) -> None:
    """Write events to `folder/events.jsonl` (rotated at 5 MB, four old files kept) and, if `verbose`, to standard
    error for human eyes. A folder that cannot be written to costs the log, never the program."""
    for handler in list(_logger.handlers):
        _logger.removeHandler(handler)
        with suppress(OSError):  # what a full disk could not take is lost
            handler.close()
    _logger.addHandler(logging.NullHandler())
    _logger.setLevel(logging.INFO)
    logging.raiseExceptions = False  # a full disk must not print tracebacks over the conversation
    if folder is not None:
        _add_file(folder / EVENTS_FILE)
    if verbose:
        screen = logging.StreamHandler(sys.stderr)
        screen.setFormatter(_formatter(structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty())))
        _logger.addHandler(screen)
    structlog.configure(
        processors=[structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=lambda *_: _logger,
        wrapper_class=structlog.BoundLogger,
        cache_logger_on_first_use=False,
    )


def emit(event: Event, *, level: Literal["info", "warning", "error"] = "info", **fields: object) -> None:
    """Record an event. Fields are plain values; secrets in them are taken out before anything is written."""
    entry: EventDict = structlog.contextvars.get_merged_contextvars(structlog.get_logger()) | fields
    entry["event"] = str(event)
    # The two extra attributes tell structlog's formatter that the message is an event of its own kind.
    _logger.log(getattr(logging, level.upper()), entry, extra={"_logger": _logger, "_name": level})


@contextmanager
def turn_scope(turn: int) -> Generator[None]:
    """Every event emitted inside, in this task and those it starts, carries the turn."""
    with structlog.contextvars.bound_contextvars(turn=turn):
        yield


def _add_file(path: Path) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        path.touch(mode=0o600)
        file = logging.handlers.RotatingFileHandler(
            path, maxBytes=_MAX_BYTES, backupCount=_KEPT_FILES, encoding="utf-8", errors="replace"
        )
    except OSError:
        return
    file.setFormatter(_formatter(structlog.processors.JSONRenderer(ensure_ascii=False, default=str)))
    _logger.addHandler(file)


def _formatter(renderer: Processor) -> logging.Formatter:
    return structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=None,
        processors=[
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            structlog.stdlib.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True, key="at"),
            _redact_values,
            renderer,
        ],
    )


def _redact_values(_logger: object, _method: str, entry: EventDict) -> EventDict:
    return {key: _redacted(value) for key, value in entry.items()}


def _redacted(value: object) -> object:
    """Numbers stay, texts lose their secrets, and everything else becomes a text first."""
    match value:
        case None | bool() | int() | float():
            return value
        case dict():
            return {str(key): _redacted(item) for key, item in cast("dict[object, object]", value).items()}
        case list() | tuple():
            return [_redacted(item) for item in cast("Sequence[object]", value)]
        case _:
            return redact(str(value))
