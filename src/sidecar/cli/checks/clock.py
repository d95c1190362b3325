"""Checks of time: the time zone of reminders, and the accuracy of this computer's clock."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from zoneinfo import ZoneInfo

from sidecar.cli.checks.result import Finding, Level
from sidecar.cli.first_run import local_timezone
from sidecar.cli.locale import language, say
from sidecar.files.atomic import replace_file
from sidecar.files.fresh_file import read_content, read_text
from sidecar.home import Home
from sidecar.memory.files.user_file import UserFile, find_closest_timezone, parse_user_file, set_setting

_OLDEST_NOW = datetime(2025, 1, 1, tzinfo=UTC)
_TOLERATED = timedelta(minutes=2)
_SLACK = timedelta(days=1)
"""A file copied from a computer in another zone may have a later time."""


def check_timezone(home: Home, now: datetime) -> Finding:
    title, user = say("Time zone"), parse_user_file(read_text(home.user))
    here = local_timezone()
    if user.bad_timezone:
        detail = say("The time zone {value} in user.md doesn't exist.", value=user.bad_timezone)
        close = find_closest_timezone(user.bad_timezone)
        fix = (
            say("Did you mean {close}? Correct that line in user.md and open Sidecar again.", close=close)
            if close
            else say("Write one, such as America/Argentina/Buenos_Aires, in user.md and open Sidecar again.")
        )
        return Finding("timezone", Level.PROBLEM, title, detail, fix)
    if not home.exists and here:
        return Finding("timezone", Level.OK, title, say("{zone}, this computer's", zone=here))
    if _names_none(user):
        return _report_missing_zone(home, here)
    return _report_zone(user.preferences.timezone, here, now)


def check_clock(home: Home, now: datetime, others: Sequence[datetime]) -> Finding:
    """Check this computer's clock against saved files and `others`, the times that servers have just reported."""
    title = say("Clock")
    fix = say("Set this computer's clock, ideally from the network.")
    shown = f"{now.astimezone():%Y-%m-%d %H:%M}"
    if now < _OLDEST_NOW or ((newest := _find_last_write(home)) and now < newest - _SLACK):
        detail = say("{moment} is earlier than things I've saved, so it must be wrong", moment=shown)
        return Finding("clock", Level.PROBLEM, title, detail, fix)
    offset = min((now - other for other in others), key=abs, default=timedelta())
    if abs(offset) > _TOLERATED:
        detail = say("{moment}; servers say it's {other}", moment=shown, other=f"{now - offset:%Y-%m-%d %H:%M} UTC")
        return Finding("clock", Level.WARNING, title, detail, fix)
    return Finding("clock", Level.OK, title, shown)


def _names_none(user: UserFile) -> bool:
    return any(not warning.line for warning in user.warnings)


def _report_missing_zone(home: Home, here: str) -> Finding:
    title, detail = say("Time zone"), say("user.md names no time zone, so I use UTC.")
    if (content := read_content(home.user)).binary or content.unreadable:
        return Finding("timezone", Level.WARNING, title, detail, say("It gets fixed along with user.md, see above."))
    if not here:
        fix = say("Write one, such as America/Argentina/Buenos_Aires, in user.md and open Sidecar again.")
        return Finding("timezone", Level.WARNING, title, detail, fix)
    fix = say("`sidecar doctor --fix` writes down this computer's: {zone}", zone=here)
    return Finding("timezone", Level.WARNING, title, detail, fix, partial(_write_zone, home.user, here))


def _report_zone(zone: ZoneInfo, here: str, now: datetime) -> Finding:
    title = say("Time zone")
    same = not here or now.astimezone(zone).utcoffset() == now.astimezone(ZoneInfo(here)).utcoffset()
    if same or here in ("UTC", "Etc/UTC"):  # a server on UTC says nothing about where its owner lives
        return Finding("timezone", Level.OK, title, zone.key)
    detail = say("user.md says {zone}, this computer {here}; reminders go by user.md", zone=zone.key, here=here)
    fix = say("If you have moved, change the line in user.md.")
    return Finding("timezone", Level.WARNING, title, detail, fix)


def _find_last_write(home: Home) -> datetime | None:
    """Return when the database or the log was last written."""
    files: list[Path] = [
        home.database,
        home.database.with_name(home.database.name + "-wal"),
        *home.logs.glob("*.jsonl"),
    ]
    times = [file.stat().st_mtime for file in files if file.exists()]
    return datetime.fromtimestamp(max(times), UTC) if times else None


def _write_zone(user_file: Path, zone: str) -> None:
    label = "Zona horaria" if language == "es" else "Timezone"
    text = user_file.read_bytes().decode(
        "utf-8", errors="surrogateescape"
    )  # bytes that are not UTF-8 are written back unchanged
    after = set_setting(text, "timezone", label, zone)
    replace_file(user_file, after.encode("utf-8", errors="surrogateescape"))
