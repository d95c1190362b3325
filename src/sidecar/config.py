"""The settings: `sidecar.toml`, then `.env` and the environment (`SIDECAR_MODELS__CHAT__MODEL=...`), typed and checked.

Each package brings its own frozen dataclass of settings; here they become one tree. What belongs to a person (name,
language, timezone) is not here but in their `user.md`.
"""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from pathlib import Path
from typing import Any, cast

from dotenv import load_dotenv
from pydantic import Field, ValidationError
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict

from sidecar.conversation.framing import TurnLimits
from sidecar.errors import ConfigError
from sidecar.home import Home
from sidecar.llm.roles import ROLES, Role
from sidecar.observe import Event, emit
from sidecar.observe.redaction import remember_secret
from sidecar.providers.catalogue import ModelChoice, Thinking
from sidecar.tools.settings import ToolSettings


@dataclass(frozen=True, slots=True)
class ModelSettings:
    """`[models.ROLE]`. `model` is `provider:name`, such as `ollama:qwen2.5:3b` or `anthropic:claude-haiku-4-5`; any
    OpenAI-compatible server is `openai:NAME` with its `base_url`. The key is better kept in `.env`, under the
    provider's usual variable."""

    model: str = ""
    base_url: str = ""
    api_key: str = field(default="", repr=False)
    context_window: int | None = None
    thinking: Thinking | None = None

    def choice(self) -> ModelChoice:
        return ModelChoice(self.model, self.base_url, self.api_key, self.context_window, self.thinking)


class Settings(BaseSettings):
    """The whole tree. Every value has a default, so an empty file is a good file."""

    model_config = SettingsConfigDict(
        env_prefix="SIDECAR_", env_nested_delimiter="__", extra="forbid", frozen=True, validate_default=False
    )

    models: Mapping[Role, ModelSettings] = Field(default_factory=dict[Role, ModelSettings])
    turn: TurnLimits = TurnLimits()
    tools: ToolSettings = ToolSettings()

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        return env_settings, init_settings  # the environment wins over the file, which comes in as init values

    def model_for(self, role: Role) -> ModelChoice:
        """The model of the role, or of `chat` where the role has none of its own; its name may be empty."""
        settings = self.models.get(role) or ModelSettings()
        return settings.choice() if settings.model or role == "chat" else self.model_for("chat")


def load_settings(home: Home) -> Settings:
    """Read the settings of a home. Raises `ConfigError` that names the line or the key, and what would be right."""
    load_dotenv(home.secrets)
    try:
        settings = Settings(**_read_toml(home.settings))
    except ValidationError as error:
        raise _explain(error, home.settings) from error
    for secret in _secrets(settings):
        remember_secret(secret)
    return settings


class SettingsFile:
    """The settings of a home, read again when the file has changed. A change that cannot be understood leaves the
    settings as they were, and `problem` says why."""

    def __init__(self, home: Home) -> None:
        self._home = home
        self._stamp = self._look()
        self._settings = load_settings(home)
        self.problem: ConfigError | None = None

    def current(self) -> Settings:
        stamp = self._look()
        if stamp != self._stamp:
            self._stamp = stamp
            try:
                self._settings, self.problem = load_settings(self._home), None
                emit(Event.SETTING_CHANGED, key=self._home.settings.name)
            except ConfigError as problem:
                emit(Event.SETTING_CHANGED, level="warning", key=self._home.settings.name, error=str(problem))
                self.problem = problem
        return self._settings

    def _look(self) -> tuple[int, int, int] | None:
        try:
            stat = self._home.settings.stat()
        except OSError:
            return None
        return stat.st_mtime_ns, stat.st_size, stat.st_ino


def _read_toml(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except FileNotFoundError:
        return {}
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, OSError) as error:
        raise ConfigError(
            "I cannot read {path}: {reason}.",
            hint="Correct the file, or move it away to start with the defaults.",
            path=path,
            reason=str(error).rstrip("."),
        ) from error


def _explain(error: ValidationError, path: Path) -> ConfigError:
    """The first problem, in one sentence."""
    problem = error.errors(include_url=False)[0]
    where = [str(part) for part in problem["loc"] if part != "[key]"]
    key = ".".join(where)
    unknown_role = where[:1] == ["models"] and len(where) == 2 and where[1] not in ROLES
    if problem["type"] in ("extra_forbidden", "unexpected_keyword_argument") or unknown_role:
        known = _known_keys(where[:-1])
        closest = difflib.get_close_matches(where[-1], known, n=1, cutoff=0.5)
        return ConfigError(
            "There is no setting {key} ({path}).",
            hint="Did you mean {closest}?" if closest else "Known here: {known}.",
            key=key,
            path=path,
            closest=".".join([*where[:-1], *closest]),
            known=", ".join(known),
        )
    return ConfigError(
        "The setting {key} cannot be {value}: {reason} ({path}).",
        key=key,
        value="[secret]" if _is_secret(where[-1]) else repr(problem["input"]),
        reason=problem["msg"],
        path=path,
    )


def _known_keys(where: list[str]) -> list[str]:
    """The keys that the section at `where` has."""
    if where == ["models"]:
        return list(ROLES)
    section: object = ModelSettings() if where[:1] == ["models"] else Settings.model_construct()
    for part in where if where[:1] != ["models"] else ():
        section = getattr(section, part)
    return list(Settings.model_fields) if isinstance(section, Settings) else list(_fields(section))


def _secrets(section: object) -> Iterator[str]:
    """Every secret value in the tree."""
    for name, value in _entries(section).items():
        if isinstance(value, str):
            if value and _is_secret(name):
                yield value
        elif isinstance(value, Mapping) or is_dataclass(value):
            yield from _secrets(cast("object", value))


def _entries(section: object) -> Mapping[str, object]:
    if isinstance(section, Settings):
        return dict(section)
    return cast("Mapping[str, object]", section) if isinstance(section, Mapping) else _fields(section)


def _fields(section: object) -> dict[str, object]:
    assert is_dataclass(section)
    return {field.name: getattr(section, field.name) for field in fields(section)}


def _is_secret(name: str) -> bool:
    return name.endswith(("key", "token", "password"))
