"""Somebody who was never here before is asked what the first start would ask; it is written when all else is."""

from __future__ import annotations

from dataclasses import dataclass

from sidecar.cli.first_run import write_profile
from sidecar.cli.output import write
from sidecar.cli.prompts import Asker
from sidecar.domain.person import Language
from sidecar.home import Home
from sidecar.i18n import Texts
from sidecar.memory.files.user_file import parse_language

_LONGEST_NAME = 80


@dataclass(frozen=True, slots=True)
class Newcomer:
    language: Language
    name: str = ""


def welcome(ask: Asker, guess: Language) -> Newcomer:
    language = guess
    while (found := parse_language(ask.text("¿Hablamos en español o in English? (es/en)", language))) is None:
        write("es: español · en: English")
    say = Texts(found)
    name = Asker(say).text(say("What shall I call you? (you may leave it empty)"))
    return Newcomer(found, "".join(character for character in name if character.isprintable())[:_LONGEST_NAME])


def create_home(home: Home, newcomer: Newcomer) -> None:
    """Make the folder and those of the person's files that are missing. Raises `ConfigError`."""
    home.create()
    write_profile(home, newcomer.language, newcomer.name)
