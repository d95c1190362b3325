"""The first start: two questions if somebody is there to answer them, sensible guesses if not."""

from __future__ import annotations

import click

from sidecar.cli.words import language_of_system
from sidecar.domain.person import Language
from sidecar.home import Home
from sidecar.i18n import Texts
from sidecar.memory.files.profile import create_profile


def prepare(home: Home, *, ask: bool) -> None:
    """Create the folder and the files a person owns. Never waits for an answer unless `ask`."""
    home.create()
    language = language_of_system()
    name = ""
    if ask:
        language = _ask_language(language)
        name = _ask_name(Texts(language))
    create_profile(home.path, language, name=name, timezone=local_timezone())


def local_timezone() -> str:
    """The IANA name of this computer's zone; empty when it cannot be told."""
    from tzlocal import get_localzone_name

    try:
        return get_localzone_name() or ""
    except (LookupError, OSError, ValueError):
        return ""


def _ask_language(guess: Language) -> Language:
    answer = click.prompt("¿Hablamos en español o in English? (es/en)", default=guess, show_default=True)
    return "en" if str(answer).strip().lower().startswith(("en", "in")) else "es"


def _ask_name(say: Texts) -> str:
    return str(click.prompt(say("What shall I call you? (you may leave it empty)"), default="", show_default=False))[
        :80
    ]
