"""`user.md`: settings such as `- **Name**: Ana` in any section, in Spanish or English, and free text."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar
from zoneinfo import ZoneInfo, available_timezones

from sidecar.domain.person import ChannelPreference, Language, Preferences
from sidecar.errors import ConfigError
from sidecar.language.fold import fold
from sidecar.memory.files.preference_values import parse_channel_preference, parse_proactivity, parse_quiet_hours

T = TypeVar("T")

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
_UNUSABLE = {
    "language": "I don't know the language {value} in user.md, so I use Spanish.",
    "proactivity": ("I don't understand the proactivity “{value}” in line {line} of user.md, so I take it as low."),
    "quiet hours": ("I don't understand the quiet hours “{value}” in line {line} of user.md, so I use 22:00–08:00."),
    "channel": "I don't understand “{value}” in line {line} of user.md, so that channel only gets reminders.",
}
_UNUSABLE_NOW = "I don't understand “{value}” in line {line} of user.md, so I'm going by what it said before."
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
                "The time zone {value} in user.md doesn't exist.",
                hint="Did you mean {close}? Correct that line in user.md and open Sidecar again." if close
                else "Write one, such as America/Argentina/Buenos_Aires, in user.md and open Sidecar again.",
                value=self.bad_timezone,
                close=close,
            )  # fmt: skip
        return self


@dataclass(slots=True)
class _Values:
    """The settings of a file, and what in them cannot be used."""

    settings: Mapping[str, _Setting]
    last: UserFile | None
    warnings: list[PreferenceWarning] = field(default_factory=list[PreferenceWarning])

    def get(self, key: str, parse: Callable[[str], T | None], known: Callable[[Preferences], T]) -> T:
        setting = self.settings.get(key)
        if setting is None:
            return known(Preferences())
        value = parse(setting.value)
        return known(self.warn(key, setting)) if value is None else value

    def warn(self, key: str, setting: _Setting) -> Preferences:
        """Warn about a value, and return the preferences that count in its place."""
        was_usable = self.last is not None and all(told.text != _UNUSABLE[key] for told in self.last.warnings)
        self.warnings.append(
            PreferenceWarning(_UNUSABLE_NOW if was_usable else _UNUSABLE[key], setting.value, setting.line)
        )
        return self.last.preferences if self.last else Preferences()


def parse_user_file(text: str, last: UserFile | None = None) -> UserFile:
    """Parse what can be parsed; never raises, whatever the file holds.

    A value that cannot be used counts as in `last`, the file as it was read before, else as the default.
    """
    lines = _without_comments(text).splitlines()
    values = _Values(_settings(lines), last)
    channels = _channel_lines(lines)
    zone_name = values.settings["timezone"].value if "timezone" in values.settings else ""
    zone = _zone(zone_name)
    language: Language = values.get("language", parse_language, lambda known: known.language)
    if not zone_name:
        values.warnings.append(_missing_timezone(last))
    preferences = Preferences(
        name=values.settings["name"].value[:80] if "name" in values.settings else "",
        language=language,
        timezone=zone or (last.preferences.timezone if last else ZoneInfo("UTC")),
        proactivity=values.get("proactivity", parse_proactivity, lambda known: known.proactivity),
        quiet_hours=values.get("quiet hours", parse_quiet_hours, lambda known: known.quiet_hours),
        channels=_channels(lines, channels, values),
        about=_about(lines, channels),
    )
    return UserFile(preferences, tuple(values.warnings), bad_timezone=zone_name if zone is None else "")


def _missing_timezone(last: UserFile | None) -> PreferenceWarning:
    if last is None or any(not told.line and not told.value for told in last.warnings):
        return PreferenceWarning("user.md names no time zone, so I use UTC.", "")
    zone = last.preferences.timezone.key
    return PreferenceWarning("user.md no longer names a time zone, so I'm staying with {value}.", zone)


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


def _channels(lines: Sequence[str], section: range, values: _Values) -> dict[str, ChannelPreference]:
    """Parse the channels; an unknown preference lets only reminders through, unless a known one stood there before."""
    channels: dict[str, ChannelPreference] = {}
    for place in section:
        found = None if _is_setting(lines[place]) else _CHANNEL.match(lines[place])
        value = found["value"].strip(_AROUND) if found else ""
        if not found or not value:
            continue
        name, preference = fold(found["key"]), parse_channel_preference(value)
        if preference is None:
            known = values.warn("channel", _Setting(lines[place].strip(), place + 1)).channels
            preference = known.get(name, ChannelPreference.REMINDERS_ONLY)
        channels.setdefault(name, preference)
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
