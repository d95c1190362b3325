"""Checks of the owner's files: `sidecar.toml`, `.env`, `user.md` and `SOUL.md`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from sidecar.cli.checks.result import Finding, Level
from sidecar.cli.locale import say
from sidecar.config import Settings, load_settings
from sidecar.errors import ConfigError
from sidecar.files.fresh_file import read_content, read_text
from sidecar.home import Home
from sidecar.memory.files.sync_report import read_report
from sidecar.memory.files.user_file import parse_user_file


def check_settings(home: Home) -> tuple[Finding, Settings | None]:
    """Check the settings, and return them where they can be read."""
    title = say("Settings")
    try:
        found = load_settings(home)
    except ConfigError as error:
        fix = say(error.hint, **error.fields) if error.hint else say("Correct that line in the file.")
        return Finding("settings", Level.PROBLEM, title, say(error.text, **error.fields), fix), None
    if not home.settings.exists():
        return Finding("settings", Level.OK, title, say("the defaults; there is no sidecar.toml")), found
    return Finding("settings", Level.OK, title, str(home.settings)), found


def check_profile(home: Home) -> Iterator[Finding]:
    """Report each thing in `user.md` and `SOUL.md` that cannot be used, or that all can. The time zone is
    `check_timezone`'s."""
    files = [file for file in (home.user, home.soul) if file.exists()]
    if not files:
        return
    title, fix = say("Your files"), say("Correct it in {folder}", folder=home.path)
    warnings = [*_unusable(files), *_unclear(home)]
    yield from (Finding("profile", Level.WARNING, title, warning, fix) for warning in warnings)
    if not warnings:
        yield Finding("profile", Level.OK, title, ", ".join(file.name for file in files))


def check_memory_file(home: Home) -> Iterator[Finding]:
    """Report what in `MEMORY.md` could not be read, was held back or is in conflict, or how much it holds."""
    path = home.path / "MEMORY.md"
    if not path.exists():
        return
    title, report = say("Memory file"), read_report(path)
    warnings, fix = report.warnings(say), say("Correct it in {folder}", folder=home.path)
    yield from (Finding("memory_file", Level.WARNING, title, warning, fix) for warning in warnings)
    if not warnings:
        yield Finding("memory_file", Level.OK, title, report.summary(say))


def _unusable(files: Sequence[Path]) -> Iterator[str]:
    for file in files:
        content = read_content(file)
        if content.unreadable:
            yield say(
                "I can't read {file} ({reason}), so I'm going on without it.", file=file.name, reason=content.unreadable
            )
        elif content.binary:
            yield say("{file} isn't a text file, so I'm going on without it.", file=file.name)


def _unclear(home: Home) -> Iterator[str]:
    for warning in parse_user_file(read_text(home.user)).warnings:
        if warning.line:  # without a line it is the missing time zone
            yield say(warning.text, value=warning.value, line=warning.line)
