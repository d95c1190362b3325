"""A person's profile: `user.md` and `SOUL.md`, created from templates, read again when they change."""

from __future__ import annotations

from pathlib import Path

from sidecar.domain.person import Language, PersonId, Preferences
from sidecar.errors import StorageError
from sidecar.files.atomic import replace_file
from sidecar.files.fresh_file import FreshFile
from sidecar.i18n import Texts
from sidecar.memory.files.template_files import read_template
from sidecar.memory.files.user_file import UserFile, find_closest_timezone, parse_user_file, set_setting
from sidecar.observe import Event, emit

_SOUL_MAX_CHARS = 6_000
"""The rest is left out of the prompt, with an event, since it would crowd out the conversation."""
_USER_MAX_CHARS = 16_000


class ProfileFiles:
    """Implements `conversation.ports.Profile` for a data folder of one person."""

    def __init__(self, folder: Path) -> None:
        self._last: UserFile | None = None
        self._filled = self._emptied = False
        """`user.md` said something before, and is empty or gone now."""
        self._user = FreshFile(folder / "user.md", self._read_user)
        self._soul = FreshFile(folder / "SOUL.md", lambda text: _truncate(text, _SOUL_MAX_CHARS, "SOUL.md"))

    def check(self) -> None:
        """Raise `ConfigError` when `user.md` names a time zone that does not exist, which must stop the start."""
        self._user.get().validate()

    def preferences(self, person: PersonId) -> Preferences:
        return self._user.get().preferences

    def soul(self, person: PersonId) -> str:
        return self._soul.get() or read_template("SOUL.md", self.preferences(person).language)

    def warnings(self, say: Texts) -> list[str]:
        """List what in `user.md` and `SOUL.md` could not be used, in the person's language."""
        user = self._user.get()
        warnings = [
            text
            for file in (self._user, self._soul)
            if (text := describe_unusable(file.path.name, file.content.unreadable, file.content.binary, say))
        ]
        if self._emptied and not (self._user.content.unreadable or self._user.content.binary):
            warnings.append(say("user.md is empty or gone; I go on with what it said before."))
        warnings += [
            say("{file} is longer than {most} characters; I use only its beginning.", file=file.path.name, most=most)
            for file, most in ((self._user, _USER_MAX_CHARS), (self._soul, _SOUL_MAX_CHARS))
            if len(file.content.text) > most
        ]
        warnings += [say(warning.text, value=warning.value, line=warning.line) for warning in user.warnings]
        if user.bad_timezone:
            warnings.append(_bad_timezone(user, say))
        return warnings

    def set_language(self, person: PersonId, language: Language) -> None:
        label = "Idioma" if language == "es" else "Language"
        try:
            before = self._user.path.read_bytes() if self._user.path.exists() else b""
            text = before.decode("utf-8", errors="surrogateescape")  # what is not UTF-8 is written back as it was
            after = set_setting(text, "language", label, language)
            replace_file(self._user.path, after.encode("utf-8", errors="surrogateescape"))
        except OSError as error:
            raise StorageError(
                "I can't write to {path} ({reason}).", path=self._user.path, reason=error.strerror or error
            ) from error

    def _read_user(self, text: str) -> UserFile:
        """Parse `user.md`. What becomes unusable while the program runs goes on as it was; so does an empty file, which
        an editor may be about to write."""
        self._emptied = not text.strip() and self._filled
        if self._last and not text.strip():
            return self._last
        self._filled = bool(text.strip())
        user = parse_user_file(_truncate(text, _USER_MAX_CHARS, "user.md"), self._last)
        for warning in user.warnings:
            emit(
                Event.PREFERENCES_WARNING, level="warning", message=warning.text, value=warning.value, line=warning.line
            )
        self._last = user
        return user


def create_profile(folder: Path, language: Language, *, name: str, timezone: str) -> None:
    """Create missing files from the templates of the language."""
    for file in ("SOUL.md", "user.md"):
        path = folder / file
        if not path.exists():
            text = read_template(file, language).replace("{timezone}", timezone).replace("{name}", name)
            replace_file(path, text.encode("utf-8"))


def _bad_timezone(user: UserFile, say: Texts) -> str:
    close, zone = find_closest_timezone(user.bad_timezone), user.preferences.timezone.key
    if close:
        return say(
            "The time zone {value} in user.md doesn't exist, so I'm staying with {zone}. Did you mean {close}?",
            value=user.bad_timezone, zone=zone, close=close,
        )  # fmt: skip
    return say(
        "The time zone {value} in user.md doesn't exist, so I'm staying with {zone}.",
        value=user.bad_timezone,
        zone=zone,
    )


def describe_unusable(file: str, unreadable: str, binary: bool, say: Texts) -> str:
    """Describe why a file cannot be used; "" when it can."""
    if unreadable:
        return say("I can't read {file} ({reason}), so I'm going on without it.", file=file, reason=unreadable)
    return say("{file} isn't a text file, so I'm going on without it.", file=file) if binary else ""


def _truncate(text: str, limit: int, file: str) -> str:
    if len(text) <= limit:
        return text
    emit(Event.PREFERENCES_WARNING, level="warning", message=f"{file} is longer than {limit} characters", value="")
    return text[:limit]
