"""A person's profile: `user.md` and `SOUL.md`, created from templates, read again whenever they change."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

from sidecar.domain.person import Language, PersonId, Preferences
from sidecar.errors import StorageError
from sidecar.files.atomic import replace_file
from sidecar.files.fresh_file import FileContent, FreshFile
from sidecar.i18n import Texts
from sidecar.memory.files.user_file import UserFile, read_user_file, with_setting
from sidecar.observe import Event, emit

_SOUL_CHARACTERS = 6_000
"""More than this would crowd out the conversation; the rest is left out of the prompt, with an event."""
_USER_CHARACTERS = 16_000


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
        """What in `user.md` and `SOUL.md` could not be used, in the person's language."""
        user = self._user.get()
        warnings = [
            _unusable(file.path.name, file.content, say)
            for file in (self._user, self._soul)
            if file.content.unreadable or file.content.binary
        ]
        warnings += [say(warning.text, value=warning.value, line=warning.line) for warning in user.warnings]
        if user.bad_timezone:
            warnings.append(say("The timezone {value} in user.md does not exist.", value=user.bad_timezone))
        return warnings

    def set_language(self, person: PersonId, language: Language) -> None:
        label = "Idioma" if language == "es" else "Language"
        try:
            before = self._user.path.read_bytes() if self._user.path.exists() else b""
            text = before.decode("utf-8", errors="surrogateescape")  # what is no UTF-8 comes back out as it was
            after = with_setting(text, "language", label, language)
            replace_file(self._user.path, after.encode("utf-8", errors="surrogateescape"))
        except OSError as error:
            raise StorageError(
                "I cannot write {path} ({reason}).", path=self._user.path, reason=error.strerror or error
            ) from error

    def _read_user(self, text: str) -> UserFile:
        user = read_user_file(_bounded(text, _USER_CHARACTERS, "user.md"))
        for warning in user.warnings:
            emit(
                Event.PREFERENCES_WARNING, level="warning", message=warning.text, value=warning.value, line=warning.line
            )
        return user


def create_profile(folder: Path, language: Language, *, name: str, timezone: str) -> None:
    """Write the files that are missing, from the templates of the language."""
    for file in ("SOUL.md", "user.md"):
        path = folder / file
        if not path.exists():
            text = _template(file, language).replace("{timezone}", timezone).replace("{name}", name)
            replace_file(path, text.encode("utf-8"))


def _unusable(file: str, content: FileContent, say: Texts) -> str:
    if content.unreadable:
        return say("I cannot read {file} ({reason}); I go on without it.", file=file, reason=content.unreadable)
    return say("{file} is not a text file; I go on without it.", file=file)


def _template(file: str, language: Language) -> str:
    return (resources.files("sidecar.memory.files") / "templates" / language / file).read_text(encoding="utf-8")


def _bounded(text: str, limit: int, file: str) -> str:
    if len(text) <= limit:
        return text
    emit(Event.PREFERENCES_WARNING, level="warning", message=f"{file} is longer than {limit} characters", value="")
    return text[:limit]
