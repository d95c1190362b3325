"""The first start: asks two questions at a terminal, and uses sensible defaults elsewhere."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from zoneinfo import available_timezones

from tzlocal import get_localzone_name

from sidecar.cli.locale import language, system_language
from sidecar.cli.output import tell
from sidecar.cli.prompts import Prompter
from sidecar.domain.person import Language
from sidecar.errors import ConfigError
from sidecar.home import Home
from sidecar.i18n import Texts
from sidecar.language.detection import detect_language
from sidecar.memory.files.profile import create_profile

_LONGEST_NAME = 80


@dataclass(frozen=True, slots=True)
class FirstRunAnswers:
    """Language and name of a person who has no data folder yet."""

    language: Language
    name: str = ""
    said: Sequence[str] = ()
    """What they said instead of an answer: the conversation begins with it."""


def ensure_home(home: Home, *, ask: bool) -> Sequence[str]:
    """Create the folder and those of the person's files that are missing. Never waits for an answer unless `ask`.
    Returns what the person said instead of an answer."""
    if home.exists and home.soul.exists():
        return ()
    answers = FirstRunAnswers(language if home.exists else system_language())
    if ask and not home.exists:
        home.create()  # raises before anything is asked
        answers = ask_first_run(answers.language)
    create_home(home, answers)
    return answers.said


def ask_first_run(guess: Language) -> FirstRunAnswers:
    """Ask for the language, until it is one that we speak or the one that they write, and for the name."""
    from sidecar.cli import first_answers  # the grammars behind it cost what `--help` must not pay

    said = list[str]()
    chosen: Language | None = None
    while chosen is None:
        answer = _keep_printable(Prompter(Texts(guess)).text("¿Hablamos en español o in English? (es/en)", guess))
        chosen = first_answers.read_language(answer)
        if chosen is None and first_answers.is_said(answer):
            chosen = detect_language(answer)
            said.append(answer)
            say = Texts(chosen or guess)
            tell(say("I'll get to that. One thing first:"))
        if chosen is None:
            tell("es: español · en: English")
    say = Texts(chosen)
    answer = _keep_printable(Prompter(say).text(say("What should I call you? (Enter to skip)")))
    name = first_answers.read_name(answer)
    if name is None:
        said.append(answer)
    return FirstRunAnswers(chosen, (name or "")[:_LONGEST_NAME], said)


def _keep_printable(answer: str) -> str:
    return "".join(character for character in answer if character.isprintable())


def create_home(home: Home, answers: FirstRunAnswers) -> None:
    """Create the folder and those of the person's files that are missing. Raises `ConfigError`."""
    home.create()
    zone = local_timezone()
    try:
        create_profile(home.path, answers.language, name=answers.name, timezone=zone)
    except OSError as error:
        raise ConfigError(
            "I can't write in the data folder {path} ({reason}).",
            hint="Give yourself permission to use it, free up some space, or choose another one with --home.",
            path=home.path,
            reason=error.strerror or error,
        ) from error
    if not zone:
        say = Texts(answers.language)
        note = say(
            "I can't tell which time zone this computer is in, so I use UTC. Write yours in {path}.", path=home.user
        )
        tell(f"! {note}")


def local_timezone() -> str:
    """Return the IANA name of this computer's zone; "" when it cannot be told."""
    name = os.environ.get("TZ", "").removeprefix(":")
    if not name or name.startswith("/"):
        try:
            name = get_localzone_name() or ""
        except (LookupError, OSError, ValueError):
            return ""
    return name if name in available_timezones() else ""  # TZ may hold anything, and a wrong zone stops the start
