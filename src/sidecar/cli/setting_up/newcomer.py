"""Somebody who was never here before is asked what the first start would ask; it is written when all else is."""

from __future__ import annotations

from dataclasses import dataclass

from sidecar.cli.first_start import local_timezone
from sidecar.cli.setting_up.asking import Asker
from sidecar.cli.wrapping import show
from sidecar.domain.person import Language
from sidecar.home import Home
from sidecar.i18n import Texts
from sidecar.memory.files.profile import create_profile
from sidecar.memory.files.user_file import language_called

_LONGEST_NAME = 80


@dataclass(frozen=True, slots=True)
class Newcomer:
    language: Language
    name: str = ""


def welcome(ask: Asker, guess: Language) -> Newcomer:
    language = guess
    while (found := language_called(ask.text("¿Hablamos en español o in English? (es/en)", language))) is None:
        show("es: español · en: English")
    say = Texts(found)
    name = Asker(say).text(say("What shall I call you? (you may leave it empty)"))
    return Newcomer(found, "".join(character for character in name if character.isprintable())[:_LONGEST_NAME])


def move_in(home: Home, newcomer: Newcomer) -> None:
    """Make the folder and those of the person's files that are missing. Raises `ConfigError`, `OSError`."""
    home.create()
    create_profile(home.path, newcomer.language, name=newcomer.name, timezone=local_timezone())
