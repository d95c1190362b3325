"""`user.md`: settings such as `- **Name**: Ana` in any section, in Spanish or English, and free text."""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from zoneinfo import ZoneInfo, available_timezones

from sidecar.domain.person import ChannelPreference, Language, Preferences, Proactivity, QuietHours
from sidecar.errors import ConfigError
from sidecar.language.fold import fold
from sidecar.memory.files.preference_values import parse_channel_preference, parse_proactivity, parse_quiet_hours

# All runs of blanks are bounded: two unbounded ones side by side would take minutes on a long empty line.
_SETTING = re.compile(
    r"^\s{0,20}(?:(?:[-*+•]|\d{1,2}[.)])\s{0,8})?(?:\*\*|__)?(?P<key>[^:=：*_<>#]{2,40})(?:\*\*|__)?\s{0,8}"
    r"[:=：](?:\*\*|__)?[ \t]{0,20}(?P<value>[^\r\n]*)"
)
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_AROUND = "*_`\"'“”«» \t"

_KEYS = {
    "name": "name", "nombre": "name",
    "language": "language", "idioma": "language", "lengua": "language",
    "timezone": "timezone", "time zone": "timezone", "zona horaria": "timezone", "huso horario": "timezone",
    "proactivity": "proactivity", "proactividad": "proactivity", "proactivity level": "proactivity",
    "nivel de proactividad": "proactivity",
    "quiet hours": "quiet hours", "horas de silencio": "quiet hours", "horario de silencio": "quiet hours",
    "no molestar": "quiet hours", "do not disturb": "quiet hours",
}  # fmt: skip
_CHANNEL = re.compile(
    r"\s{0,20}[-*+•]\s{0,8}[*_`]{0,3}(?P<key>[^\W\d_][\w-]{1,30})[*_`]{0,3}\s{0,8}[:=：]\s{0,8}(?P<value>[^\r\n]*)"
)
_CHANNELS_HEADING = re.compile(r"\s{0,3}#{1,6}\s*(?P<title>[^#\r\n]{1,60})#*\s*")
_EMPTY_SECTION = re.compile(r"^##+ [^\n]*\n\s*?(?=^##? |\Z)", re.MULTILINE)
_CHANNELS = frozenset({"channels", "canales", "channel preferences", "preferencias de canales", "canal", "channel"})
_LANGUAGES: Mapping[str, Language] = {
    "es": "es", "espanol": "es", "castellano": "es", "spanish": "es",
    "en": "en", "ingles": "en", "english": "en",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class PreferenceWarning:
    """A value that could not be used and was replaced by the default. `text` is English, with `{braces}`."""

    text: str
    value: str
    line: int = 0
    """From 1; 0 when the file does not have it."""


@dataclass(frozen=True, slots=True)
class _Setting:
    """A value and its line number."""

    value: str
    line: int


@dataclass(frozen=True, slots=True)
class UserFile:
    """The parsed file. `bad_timezone`: the value of a time zone that does not exist."""

    preferences: Preferences
    warnings: tuple[PreferenceWarning, ...] = ()
    bad_timezone: str = ""

    def validate(self) -> UserFile:
        """Return itself, or raise `ConfigError` for a bad time zone: wrong hours would be worse than no start."""
        if self.bad_timezone:
            close = find_closest_timezone(self.bad_timezone)
            raise ConfigError(
                "The timezone {value} in user.md does not exist.",
                hint="Perhaps you meant {close}. Correct the line in user.md and open Sidecar again." if close
                else "Write one such as America/Argentina/Buenos_Aires in user.md and open Sidecar again.",
                value=self.bad_timezone,
                close=close,
            )  # fmt: skip
        return self


def parse_user_file(text: str) -> UserFile:
    """Parse what can be parsed; never raises, whatever the file holds."""
    lines = _without_comments(text).splitlines()
    settings = _settings(lines)
    channels = _channel_lines(lines)
    warnings: list[PreferenceWarning] = []
    language = settings.get("language")
    if language and parse_language(language.value) is None:
        warnings.append(
            PreferenceWarning(
                "I do not know the language {value} in user.md; I use Spanish.", language.value, language.line
            )
        )
    zone_name = settings["timezone"].value if "timezone" in settings else ""
    zone = _zone(zone_name)
    if not zone_name:
        warnings.append(PreferenceWarning("user.md names no timezone; I use UTC.", ""))
    preferences = Preferences(
        name=settings["name"].value[:80] if "name" in settings else "",
        language=(parse_language(language.value) if language else None) or "es",
        timezone=zone or ZoneInfo("UTC"),
        proactivity=_proactivity(settings.get("proactivity"), warnings),
        quiet_hours=_quiet_hours(settings.get("quiet hours"), warnings),
        channels=_channels(lines, channels, warnings),
        about=_about(lines, channels),
    )
    return UserFile(preferences, tuple(warnings), bad_timezone=zone_name if zone is None and zone_name else "")


def set_setting(text: str, key: str, label: str, value: str) -> str:
    """Change the setting `key` ("language") in the text, or add it under `label`.

    Every other character stays as it is, line ends and comments included.
    """
    mark = "\ufeff" if text.startswith("\ufeff") else ""
    start = len(mark)
    for line in _without_comments(text)[start:].splitlines(keepends=True):
        found = _SETTING.match(line)
        if found and _key(found) == key:
            old_end = start + found.start("value") + len(found["value"].rstrip())
            gap = "" if line[found.start("value") - 1].isspace() else " "
            return text[: start + found.start("value")] + gap + value + text[old_end:]
        start += len(line)
    end = "\r\n" if "\r\n" in text else "\n"
    blank = text[len(text.rstrip("\r\n")) :].replace("\r\n", "\n")
    gap = end * max(2 - len(blank), 0) if text.strip() else ""
    return f"{text}{gap}- **{label}**: {value}{end}"


def parse_language(name: str) -> Language | None:
    """Parse a language by its first word: `es`, `Español (Argentina)`, `en_US`, `inglés`. None for any other."""
    word = re.split(r"[\s_,;(/.-]", fold(name), maxsplit=1)[0]
    return _LANGUAGES.get(word)


def find_closest_timezone(name: str) -> str:
    """Find the zone that was probably meant (`America/Buenos_Aire` → `America/Argentina/Buenos_Aires`), or "".

    Never one like `Etc/GMT+3`, whose sign is the opposite of what people mean.
    """
    zones = [zone for zone in sorted(available_timezones()) if "/" in zone and not zone.startswith("Etc/")]
    wanted = fold(name).replace(" ", "_")
    cities: dict[str, str] = {}
    for zone in zones:  # the longer name wins: `America/Buenos_Aires` is an old alias
        city = fold(zone.rsplit("/", 1)[-1])
        cities[city] = max(cities.get(city, ""), zone, key=len)
    city = difflib.get_close_matches(wanted.rsplit("/", 1)[-1], cities, n=1, cutoff=0.75)
    if city:
        return cities[city[0]]
    by_name = {fold(zone): zone for zone in zones}
    whole = difflib.get_close_matches(wanted, by_name, n=1, cutoff=0.7)
    return by_name[whole[0]] if whole else ""


def _without_comments(text: str) -> str:
    """Replace comments by blanks, so that all positions stay the same."""
    end = text.rfind("-->") + 3  # after it no comment ends, and searching would be slow
    return _COMMENT.sub(lambda comment: re.sub(r"[^\r\n]", " ", comment[0]), text[:end]) + text[end:]


def _settings(lines: Sequence[str]) -> dict[str, _Setting]:
    """Find the first value of each setting that is filled in."""
    settings: dict[str, _Setting] = {}
    for number, line in enumerate(lines, start=1):
        found = _SETTING.match(line)
        if found and (key := _key(found)) and (value := found["value"].strip(_AROUND)):
            settings.setdefault(key, _Setting(value, number))
    return settings


def _proactivity(setting: _Setting | None, warnings: list[PreferenceWarning]) -> Proactivity:
    level = parse_proactivity(setting.value) if setting else None
    if setting and level is None:
        warnings.append(
            PreferenceWarning(
                "I do not understand the proactivity “{value}” in line {line} of user.md; I take it as low.",
                setting.value,
                setting.line,
            )
        )
    return level or Proactivity.LOW


def _quiet_hours(setting: _Setting | None, warnings: list[PreferenceWarning]) -> QuietHours:
    hours = parse_quiet_hours(setting.value) if setting else None
    if setting and hours is None:
        warnings.append(
            PreferenceWarning(
                "I do not understand the quiet hours “{value}” in line {line} of user.md; I use 22:00–08:00.",
                setting.value,
                setting.line,
            )
        )
    return hours or QuietHours()


def _channel_lines(lines: Sequence[str]) -> range:
    """Find the section about channels, from its heading to the next one."""
    start = None
    for place, line in enumerate(lines):
        found = _CHANNELS_HEADING.fullmatch(line[:200])
        if start is not None and found:
            return range(start, place)
        if start is None and found and fold(found["title"]) in _CHANNELS:
            start = place
    return range(0) if start is None else range(start, len(lines))


def _channels(lines: Sequence[str], section: range, warnings: list[PreferenceWarning]) -> dict[str, ChannelPreference]:
    """Parse the channels; an unknown preference lets only reminders through."""
    channels: dict[str, ChannelPreference] = {}
    for place in section:
        found = None if _is_setting(lines[place]) else _CHANNEL.match(lines[place])
        value = found["value"].strip(_AROUND) if found else ""
        if not found or not value:
            continue
        preference = parse_channel_preference(value)
        if preference is None:
            warnings.append(
                PreferenceWarning(
                    "I do not understand “{value}” in line {line} of user.md; that channel gets reminders only.",
                    lines[place].strip(),
                    place + 1,
                )
            )
        channels.setdefault(fold(found["key"]), preference or ChannelPreference.REMINDERS_ONLY)
    return channels


def _about(lines: Sequence[str], channels: range) -> str:
    """Return the file without its comments and settings."""
    rest = [
        line.rstrip()
        for place, line in enumerate(lines)
        if not _is_setting(line) and not (place in channels and (place == channels.start or _CHANNEL.match(line)))
    ]
    text = "\n".join([*rest, ""])
    return re.sub(r"\n{3,}", "\n\n", _EMPTY_SECTION.sub("", text)).strip()


def _is_setting(line: str) -> bool:
    found = _SETTING.match(line)
    return bool(found and _key(found))


def _key(setting: re.Match[str]) -> str:
    return _KEYS.get(fold(setting["key"].strip(_AROUND)), "")


def _zone(name: str) -> ZoneInfo | None:
    try:
        return ZoneInfo(name) if name else None
    except (ValueError, OSError, KeyError):  # KeyError: ZoneInfoNotFoundError
        return None
