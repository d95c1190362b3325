"""A person's profile: `user.md` and `SOUL.md`, created from templates, read again whenever they change."""

from __future__ import annotations

import os
from importlib import resources
from pathlib import Path

from sidecar.domain.person import Language, PersonId, Preferences
from sidecar.i18n import Texts
from sidecar.memory.files.fresh_file import FreshFile
from sidecar.memory.files.user_file import UserFile, read_user_file, with_setting
from sidecar.observe import Event, emit

_SOUL_CHARACTERS = 6_000
"""More than this would crowd out the conversation; the rest is left out of the prompt, with an event."""
_ABOUT_CHARACTERS = 4_000


class ProfileFiles:
    """The files of a one-person home. Implements `conversation.ports.Profile`."""

    def __init__(self, folder: Path) -> None:
        self._user = FreshFile(folder / "user.md", self._read_user)
        self._soul = FreshFile(folder / "SOUL.md", lambda text: _bounded(text, _SOUL_CHARACTERS, "SOUL.md"))

    def check(self) -> None:
        """Raises `ConfigError` when `user.md` names a timezone that does not exist: that must stop the start."""
        self._user.get().checked()

    def preferences(self, person: PersonId) -> Preferences:
        return self._user.get().preferences

    def soul(self, person: PersonId) -> str:
        return self._soul.get() or _template("SOUL.md", self.preferences(person).language)

    def warnings(self, say: Texts) -> list[str]:
        """What in `user.md` could not be used, in the person's language."""
        user = self._user.get()
        warnings = [say(unclear.text, value=unclear.value) for unclear in user.unclear]
        if user.bad_timezone:
            warnings.append(say("The timezone {value} in user.md does not exist.", value=user.bad_timezone))
        return warnings

    def set_language(self, person: PersonId, language: Language) -> None:
        label = "Idioma" if language == "es" else "Language"
        _replace(self._user.path, with_setting(_read(self._user.path), "language", label, language))

    def _read_user(self, text: str) -> UserFile:
        user = read_user_file(_bounded(text, _ABOUT_CHARACTERS * 4, "user.md"))
        for unclear in user.unclear:
            emit(Event.PREFERENCES_WARNING, level="warning", message=unclear.text, value=unclear.value)
        return user


def create_profile(folder: Path, language: Language, *, name: str, timezone: str) -> None:
    """Write the files that are missing, from the templates of the language."""
    for file in ("SOUL.md", "user.md"):
        path = folder / file
        if not path.exists():
            text = _template(file, language)
            _replace(path, text.replace("{name}", name).replace("{timezone}", timezone))


def _template(file: str, language: Language) -> str:
    return (resources.files("sidecar.memory.files") / "templates" / language / file).read_text(encoding="utf-8")


def _bounded(text: str, limit: int, file: str) -> str:
    if len(text) <= limit:
        return text
    emit(Event.PREFERENCES_WARNING, level="warning", message=f"{file} is longer than {limit} characters", value="")
    return text[:limit]


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.exists() else ""


def _replace(path: Path, text: str) -> None:
    """Write so that a reader, or a crash, sees the old file or the new one and nothing between."""
    temporary = path.with_name(f".{path.name}.tmp")
    temporary.touch(mode=0o600)
    with temporary.open("w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    temporary.replace(path)
