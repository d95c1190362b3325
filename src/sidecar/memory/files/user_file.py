"""`user.md`: what a person says about themselves. `- **Name**: Ana` in any section, in Spanish or English."""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from zoneinfo import ZoneInfo, available_timezones

from sidecar.domain.folding import fold
from sidecar.domain.person import Language, Preferences
from sidecar.errors import ConfigError

_SETTING = re.compile(
    r"^\s*[-*+]?\s*(?:\*\*|__)?(?P<key>[^:*_<>#]{2,40}?)(?:\*\*|__)?\s*:(?:\*\*|__)?\s*(?P<value>.*?)\s*$"
)
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)

_KEYS = {
    "name": "name", "nombre": "name",
    "language": "language", "idioma": "language", "lengua": "language",
    "timezone": "timezone", "time zone": "timezone", "zona horaria": "timezone", "huso horario": "timezone",
}  # fmt: skip
_LANGUAGES: Mapping[str, Language] = {
    "es": "es", "es-ar": "es", "espanol": "es", "castellano": "es", "spanish": "es",
    "en": "en", "en-us": "en", "en-gb": "en", "ingles": "en", "english": "en",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Unclear:
    """A value that could not be used; the default took its place. English, with `{braces}` for the catalogues."""

    text: str
    value: str


@dataclass(frozen=True, slots=True)
class UserFile:
    """What could be read. `bad_timezone` is the value of a zone that is present and does not exist."""

    preferences: Preferences
    unclear: tuple[Unclear, ...] = ()
    bad_timezone: str = ""

    def checked(self) -> UserFile:
        """Itself, unless the timezone is present but wrong: reminders at wrong hours would be worse than no start."""
        if self.bad_timezone:
            close = closest_timezone(self.bad_timezone)
            raise ConfigError(
                "The timezone {value} in user.md does not exist.",
                hint="Perhaps you meant {close}. Correct the line in user.md and start again." if close
                else "Write one such as America/Argentina/Buenos_Aires in user.md and start again.",
                value=self.bad_timezone,
                close=close,
            )  # fmt: skip
        return self


def read_user_file(text: str) -> UserFile:
    """Understand what can be understood; never raises, whatever the file holds."""
    values = _settings(text)
    unclear: list[Unclear] = []
    language = _LANGUAGES.get(fold(values.get("language", "es")))
    if language is None:
        unclear.append(Unclear("I do not know the language {value} in user.md; I use Spanish.", values["language"]))
    zone_name = values.get("timezone", "")
    zone = _zone(zone_name)
    if not zone_name:
        unclear.append(Unclear("user.md names no timezone; I use UTC.", ""))
    preferences = Preferences(
        name=values.get("name", "")[:80],
        language=language or "es",
        timezone=zone or ZoneInfo("UTC"),
        about=_about(text),
    )
    return UserFile(preferences, tuple(unclear), bad_timezone=zone_name if zone is None and zone_name else "")


def with_setting(text: str, key: str, label: str, value: str) -> str:
    """The text with the setting `key` ("language") changed; added under `label` if the file does not have it."""
    lines = text.split("\n")
    for number, line in enumerate(lines):
        found = _SETTING.match(line)
        if found and _KEYS.get(fold(found["key"])) == key:
            lines[number] = line[: found.start("value")] + value
            return "\n".join(lines)
    return text.rstrip("\n") + f"\n\n- **{label}**: {value}\n"


def closest_timezone(name: str) -> str:
    """The zone that was probably meant (`America/Buenos_Aire` → `America/Argentina/Buenos_Aires`), or ""."""
    zones = sorted(available_timezones())
    wanted = fold(name).replace(" ", "_")
    cities: dict[str, str] = {}
    for zone in zones:  # the longer name wins: `America/Buenos_Aires` is an old alias
        city = fold(zone.rsplit("/", 1)[-1])
        cities[city] = max(cities.get(city, ""), zone, key=len)
    city = difflib.get_close_matches(wanted.rsplit("/", 1)[-1], cities, n=1, cutoff=0.75)
    if city:
        return cities[city[0]]
    whole = difflib.get_close_matches(wanted, {fold(zone): zone for zone in zones}, n=1, cutoff=0.7)
    return next((zone for zone in zones if whole and fold(zone) == whole[0]), "")


def _settings(text: str) -> dict[str, str]:
    """The first value of each setting that is filled in."""
    values: dict[str, str] = {}
    for line in _COMMENT.sub("", text).splitlines():
        found = _SETTING.match(line)
        key = _KEYS.get(fold(found["key"])) if found else None
        if found and key and found["value"]:
            values.setdefault(key, found["value"].strip("*_`\"' "))
    return values


def _about(text: str) -> str:
    """The file without its comments and without the settings that the program reads."""
    lines = [
        line
        for line in _COMMENT.sub("", text).splitlines()
        if not ((found := _SETTING.match(line)) and fold(found["key"]) in _KEYS)
    ]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()


def _zone(name: str) -> ZoneInfo | None:
    try:
        return ZoneInfo(name) if name else None
    except (ValueError, OSError, KeyError):  # KeyError: ZoneInfoNotFoundError
        return None
