"""`sidecar dates`: how date words are read, one text or many; no model needed."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import click
from tzlocal import get_localzone

from sidecar.api.dates import DateErrorJson, DateJson, ExplainedDateJson, date_to_json
from sidecar.cli.batch import Row, answer_lines, read_text_field
from sidecar.cli.locale import language, say
from sidecar.cli.noun_group import json_option
from sidecar.cli.output import print_json, write
from sidecar.cli.standard_input import decode_argument, read_standard_input
from sidecar.dates import DateError, DateResult, Instant, explain, format_instant, format_recurrence, parse
from sidecar.domain.person import OWNER
from sidecar.errors import ConfigError, SidecarError
from sidecar.home import Home
from sidecar.i18n import explain_error
from sidecar.memory.files.profile import ProfileFiles
from sidecar.runtime.clock import SystemClock


@click.command(
    help=say("Understand dates written in words: which moment they mean, what repeats, or what's missing."),
    epilog=say('Example: sidecar dates "tomorrow at 9" --lang en'),
)
@click.argument("text", metavar=say("[TEXT]"), required=False)
@click.option("--now", metavar="LOCAL", help=say("the local time to count from, like 2026-03-11T10:00 (default: now)"))
@click.option("--tz", metavar="ZONE", help=say("the time zone, like America/Argentina/Buenos_Aires"))
@click.option("--lang", type=click.Choice(["es", "en"]), default=language, help=say("the language of the words"))
@click.option("--batch", is_flag=True, help=say("read JSON lines with id, text, now, tz and lang; write one for each"))
@click.option("--explain", "explained", is_flag=True, help=say("show the steps of the reading"))
@json_option
def dates(
    text: str | None, now: str | None, tz: str | None, lang: str, batch: bool, explained: bool, as_json: bool
) -> int:
    if batch:
        defaults = {"now": now, "tz": tz, "lang": lang}
        return answer_lines(lambda row: _read(row, defaults), _report_error)
    words = decode_argument(text) if text is not None else read_standard_input().strip()
    if not words:
        raise ConfigError("There's no date to read.", hint='Example: sidecar dates "tomorrow at 9" --lang en')
    zone = _parse_zone(tz)
    reference = _parse_moment(now, zone)
    result = parse(words, reference, zone, lang)
    if explained and not as_json:
        for step in explain(words, reference, zone, lang):
            write(step)
    if as_json:
        steps = list(explain(words, reference, zone, lang)) if explained else None
        print_json(ExplainedDateJson(date_to_json(result), steps))
    else:
        write(_format_line(result, reference, zone, lang))
    return 1 if isinstance(result, DateError) else 0


def _format_line(result: DateResult, now: datetime, zone: ZoneInfo, lang: str) -> str:
    if isinstance(result, DateError):
        return result.message
    if isinstance(result, Instant):
        return " · ".join([format_instant(result, now, zone, lang, with_zone=True), *result.notes])
    firings = (format_instant(moment, now, zone, lang) for moment in result.next_two)
    return " · ".join([f"{format_recurrence(result, lang)} [{result.rrule}]", *firings, *result.notes])


def _report_error(error: SidecarError) -> DateErrorJson:
    return DateErrorJson("error", "unparseable", explain_error(error, say), ())


def _read(row: Row, defaults: Mapping[str, str | None]) -> DateJson:
    now, tz, lang = (row.get(name) or value for name, value in defaults.items())
    zone = _parse_zone(None if tz is None else str(tz))
    reference = _parse_moment(None if now is None else str(now), zone)
    return date_to_json(parse(read_text_field(row, "text"), reference, zone, "en" if lang == "en" else "es"))


def _parse_zone(name: str | None) -> ZoneInfo:
    if not name:
        return _default_zone()
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise ConfigError("There's no time zone {name}.", name=name) from None


def _default_zone() -> ZoneInfo:
    """Return the person's zone from `user.md`, or the computer's where there is no such file yet."""
    home = Home.locate()
    if home.exists:
        return ProfileFiles(home.path).preferences(OWNER).timezone
    return get_localzone()


def _parse_moment(local: str | None, zone: ZoneInfo) -> datetime:
    if not local:
        return SystemClock().now().astimezone(zone)
    try:
        moment = datetime.fromisoformat(local)
    except ValueError:
        raise ConfigError("{time} isn't a local time like 2026-03-11T10:00.", time=local) from None
    return moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=zone)
