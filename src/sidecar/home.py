"""The data folder: everything of one installation is stored under it and nowhere else."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from sidecar.errors import ConfigError


@dataclass(frozen=True, slots=True)
class Home:
    """The paths in a data folder. Nothing is created until `create()`."""

    path: Path

    @classmethod
    def locate(cls, given: str | os.PathLike[str] | None = None) -> Home:
        """Return the given folder, else that of `SIDECAR_HOME`, else the system's default place for user data.

        Raises `ConfigError` when the name starts with `~` and an unknown user, when the system does not know this
        user's home folder, or when a part of the path is a file.
        """
        named = given or os.environ.get("SIDECAR_HOME")
        if named:
            return cls(_clear(_absolute(Path(named))))
        from platformdirs import user_data_path  # 19 ms, not needed when the folder is given

        return cls(_clear(_absolute(user_data_path("sidecar", appauthor=False))))

    @property
    def settings(self) -> Path:
        return self.path / "sidecar.toml"

    @property
    def secrets(self) -> Path:
        """Environment variables for this installation alone, such as a provider's key."""
        return self.path / ".env"

    @property
    def user(self) -> Path:
        return self.path / "user.md"

    @property
    def soul(self) -> Path:
        return self.path / "SOUL.md"

    @property
    def database(self) -> Path:
        return self.path / "sidecar.db"

    @property
    def lock(self) -> Path:
        return self.path / "sidecar.lock"

    @property
    def logs(self) -> Path:
        return self.path / "logs"

    @property
    def models(self) -> Path:
        """Downloaded language models; they may be large."""
        return self.path / "models"

    @property
    def line_history(self) -> Path:
        """What was typed in the terminal, for the arrow keys."""
        return self.path / "terminal_history"

    @property
    def exists(self) -> bool:
        return self.user.exists()

    def create(self) -> None:
        """Create the folder if needed and make it private. Raises `ConfigError` when it cannot be used."""
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            self.path.chmod(0o700)
            probe = self.path / ".writable"
            probe.touch(mode=0o600)
            probe.unlink(missing_ok=True)  # another process may have tried as well
        except OSError as error:
            raise ConfigError(
                "I can't write in the data folder {path} ({reason}).",
                hint="Give yourself permission to use it, free up some space, or choose another one with "
                "--home. Even to look, I have to write there: the database keeps its log next to it.",
                path=self.path,
                reason=error.strerror or error,
            ) from error


def _absolute(path: Path) -> Path:
    try:
        return path.expanduser().absolute()
    except RuntimeError as error:  # no HOME, and no entry for the user in the system
        raise ConfigError(
            "I can't tell which folder {path} is: there's no such user here.",
            hint="Give the full path of the data folder, with --home or SIDECAR_HOME.",
            path=path,
        ) from error


def _clear(path: Path) -> Path:
    """Return the path. Raises `ConfigError` when it or a part of it exists and is not a folder."""
    for part in (path, *path.parents):
        if os.path.exists(part) and not os.path.isdir(part):  # neither call raises, whatever the permissions
            raise ConfigError(
                "The data folder can't be {path}: {part} is a file, not a folder.",
                hint="Move the file away, or choose another folder with --home.",
                path=path,
                part=part,
            )
    return path
