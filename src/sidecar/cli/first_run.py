"""The first start: two questions if somebody is there to answer them, sensible guesses if not."""

from __future__ import annotations

from zoneinfo import available_timezones

import click

from sidecar.cli.locale import language, system_language
from sidecar.cli.output import tell
from sidecar.domain.person import Language
from sidecar.errors import ConfigError
from sidecar.home import Home
from sidecar.i18n import Texts
from sidecar.memory.files.profile import create_profile
from sidecar.memory.files.user_file import parse_language

_LONGEST_NAME = 80


def ensure_home(home: Home, *, ask: bool) -> None:
    """Create the folder and those of the person's files that are missing. Never waits for an answer unless `ask`."""
    if home.exists and home.soul.exists():
        return
    home.create()
    chosen, name = (language, "") if home.exists else (system_language(), "")
    if ask and not home.exists:
        chosen = _ask_language(chosen)
        name = _ask_name(Texts(chosen))
    write_profile(home, chosen, name)


def write_profile(home: Home, chosen: Language, name: str) -> None:
    """Those of the person's files that are missing. Raises `ConfigError`."""
    try:
        create_profile(home.path, chosen, name=name, timezone=local_timezone())
    except OSError as error:
        raise ConfigError(
            "I cannot write in the data folder {path} ({reason}).",
            hint="Give yourself permission to it, free some space, or choose another one with --home.",
            path=home.path,
            reason=error.strerror or error,
        ) from error


def local_timezone() -> str:
    """The IANA name of this computer's zone; empty when it cannot be told."""
    from tzlocal import get_localzone_name

    try:
        name = get_localzone_name() or ""
    except (LookupError, OSError, ValueError):
        return ""
    return name if name in available_timezones() else ""  # TZ may hold anything, and a wrong zone stops the start


def _ask_language(guess: Language) -> Language:
    """Asked again until the answer is a language that we speak."""
    while (language := parse_language(_ask("¿Hablamos en español o in English? (es/en)", guess))) is None:
        tell("es: español · en: English")
    return language


def _ask_name(say: Texts) -> str:
    answer = _ask(say("What shall I call you? (you may leave it empty)"), "")
    return "".join(character for character in answer if character.isprintable()).strip()[:_LONGEST_NAME]


def _ask(question: str, default: str) -> str:
    try:
        return str(click.prompt(question, default=default, show_default=bool(default)))
    except click.Abort:
        tell("")  # Ctrl-C leaves the cursor behind the question
        raise
