"""The settings: `sidecar.toml`, then `.env` and the environment (`SIDECAR_MODELS__CHAT__MODEL=...`), typed and checked.

Each package defines its own frozen dataclass of settings; here they become one tree. A person's name, language and
timezone are in their `user.md`.
"""

from __future__ import annotations

import json
import math
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, fields, is_dataclass
from datetime import timedelta
from decimal import Decimal
from pathlib import Path
from typing import Annotated, Any, cast

from pydantic import BeforeValidator, Field, ValidationError
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict, SettingsError

from sidecar.config.environment import (
    check_variables,
    environment_secrets,
    find_variable,
    load_environment,
    section_variable,
)
from sidecar.config.problems import invalid_json, not_a_size, unknown_setting, unreadable_file, wrong_value
from sidecar.conversation.request_builder import TurnLimits
from sidecar.errors import ConfigError
from sidecar.files.stamp import FileStamp, read_stamp
from sidecar.home import Home
from sidecar.llm.roles import ROLES, Role
from sidecar.memory.settings import MemorySettings
from sidecar.observe import Event, emit
from sidecar.observe.redaction import is_secret, remember_secret
from sidecar.providers.budget import Budget, BudgetPolicy, Price
from sidecar.providers.embedders.embedder_names import check_embedder
from sidecar.providers.local.settings import LocalSettings
from sidecar.providers.model_spec import ModelSpec, ThinkingLevel, ToolMode
from sidecar.reminders.settings import ReminderSettings
from sidecar.tools.settings import ChannelPermissions, PermissionSettings, ToolSettings


def _expand_model(value: object) -> object:
    """Expand a model given by its name alone, or a chain given as a list, into the section it stands for."""
    value = _from_json(value)
    if isinstance(value, str) and ":" in value:
        return {"model": value}
    if not isinstance(value, list) or not value:
        return cast("object", value)
    first, *others = (_expand_model(item) for item in cast("list[object]", value))
    if not isinstance(first, Mapping):
        return cast("object", value)
    section = cast("Mapping[str, object]", first)
    return {**section, "fallback": [*cast("list[object]", section.get("fallback", [])), *others]}


def _expand_fallback(value: object) -> object:
    """Expand one fallback given by its name alone into a list."""
    value = _from_json(value)
    return [value] if isinstance(value, str) and ":" in value else value


def _from_json(value: object) -> object:
    """Parse JSON in an environment variable, which can only hold text."""
    if isinstance(value, str) and value.lstrip().startswith(("[", "{")):
        with suppress(ValueError, RecursionError):
            return cast("object", json.loads(value))
    return value


@dataclass(frozen=True, slots=True)
class ModelSettings:
    """`[models.ROLE]`. `model` is `provider:name`, such as `ollama:qwen2.5:3b` or `anthropic:claude-haiku-4-5`; a
    GGUF file is `local:PATH`, any OpenAI-compatible server is `openai:NAME` with its `base_url`. The key is better kept
    in `.env`, under the provider's usual variable. `fallback` lists the models that take over, in order, each a name or
    such a section.

    Shorter: `chat = "provider:name"`, or a list of names and sections, which is a chain.
    """

    model: str = ""
    base_url: str = ""
    api_key: str = field(default="", repr=False)
    context_window: int | None = None
    thinking: ThinkingLevel | None = None
    tools: ToolMode | None = None
    fallback: Annotated[tuple[Model, ...], BeforeValidator(_expand_fallback)] | None = None

    def to_spec(self) -> ModelSpec:
        return ModelSpec(
            self.model,
            self.base_url,
            self.api_key,
            self.context_window,
            self.thinking,
            self.tools,
            fallback=tuple(model.to_spec() for model in self.fallback or ()),
        )


Model = Annotated[ModelSettings, BeforeValidator(_expand_model)]


class Settings(BaseSettings):
    """The whole tree. Every value has a default, so an empty file is valid."""

    model_config = SettingsConfigDict(
        env_prefix="SIDECAR_", env_nested_delimiter="__", extra="forbid", frozen=True, validate_default=False
    )

    models: Mapping[Role, Model] = Field(default_factory=dict[Role, ModelSettings])
    local: LocalSettings = LocalSettings()
    budget: Budget = Budget()
    prices: Mapping[str, Price] = Field(default_factory=dict[str, Price])
    turn: TurnLimits = TurnLimits()
    reminders: ReminderSettings = ReminderSettings()
    memory: MemorySettings = MemorySettings()
    tools: ToolSettings = ToolSettings()
    permissions: PermissionSettings = PermissionSettings()

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

    @property
    def budget_policy(self) -> BudgetPolicy:
        """The limits on spending, without the owner's time zone."""
        return BudgetPolicy(self.budget, self.prices)

    def model_for(self, role: Role) -> ModelSpec:
        """Return the model of the role with its fallbacks, or that of `chat` if the role has none; its name may be
        empty."""
        settings = self.models.get(role) or ModelSettings()
        return settings.to_spec() if settings.model or role == "chat" else self.model_for("chat")


def load_settings(home: Home) -> Settings:
    """Read the settings of a home. Raises `ConfigError` with the line or the key, and what would be right."""
    return parse_settings(read_settings_text(home.settings), home)


def parse_settings(text: str, home: Home) -> Settings:
    """Parse the text of a `sidecar.toml` and apply the environment. Raises like `load_settings`."""
    load_environment(home.secrets)
    for secret in environment_secrets():
        remember_secret(secret)
    try:
        check_variables(tuple(Settings.model_fields))
        settings = Settings(**_expand_models(tomllib.loads(text)))
    except tomllib.TOMLDecodeError as error:
        raise unreadable_file(home.settings, error) from error
    except SettingsError as error:
        raise invalid_json(section_variable(str(error))) from error
    except ValidationError as error:
        raise _explain(error, home.settings) from error
    for secret in _secrets(settings):
        remember_secret(secret)
    _check_numbers(settings, [], home.settings)
    check_embedder(settings.memory)
    return settings


def read_settings_text(path: Path) -> str:
    """Read the file with its line ends unchanged; "" when there is none. Raises `ConfigError`."""
    try:
        return path.read_bytes().decode("utf-8-sig")
    except FileNotFoundError:
        return ""
    except (UnicodeDecodeError, OSError) as error:
        raise unreadable_file(path, error) from error


def _expand_models(file: dict[str, Any]) -> dict[str, Any]:
    """Expand models given by their names alone, so that a variable for one field (such as a key) leaves the rest."""
    models: object = file.get("models")
    if not isinstance(models, dict):
        return file
    roles = cast("dict[str, object]", models).items()
    return {
        **file,
        "models": {role: _expand_model(model) if isinstance(model, str) else model for role, model in roles},
    }


class SettingsFile:
    """The settings of a home, read again when `sidecar.toml` or `.env` has changed. An invalid change leaves the
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

    def _look(self) -> tuple[FileStamp, FileStamp]:
        return read_stamp(self._home.settings), read_stamp(self._home.secrets)


def _explain(error: ValidationError, path: Path) -> ConfigError:
    """Turn the first problem into an error of one sentence."""
    problem = error.errors(include_url=False)[0]
    where = [str(part) for part in problem["loc"] if part != "[key]"]
    source = find_variable(where) or str(path)
    unknown_role = where[:1] == ["models"] and len(where) == 2 and where[1] not in ROLES
    if problem["type"] in ("extra_forbidden", "unexpected_keyword_argument") or unknown_role:
        return unknown_setting(where, _known_keys(where[:-1]), source)
    return wrong_value(where, problem, source)


def _check_numbers(section: object, where: list[str], path: Path) -> None:
    """Reject numbers that are negative, infinite or NaN; TOML can express all of these."""
    for name, value in _entries(section).items():
        here = [*where, name]
        amount = value.total_seconds() if isinstance(value, timedelta) else value
        if isinstance(amount, int | float | Decimal) and not (math.isfinite(amount) and amount >= 0):
            shown = float(amount) if isinstance(amount, Decimal) else amount
            raise not_a_size(here, shown, find_variable(here) or str(path))
        if isinstance(value, Mapping | tuple) or is_dataclass(value):
            _check_numbers(cast("object", value), here, path)


def _known_keys(where: list[str]) -> list[str]:
    """Return the keys that the section at `where` has."""
    if where == ["models"]:
        return list(ROLES)
    match where:
        case ["models", *_]:
            return [field.name for field in fields(ModelSettings)]
        case ["prices", *_]:
            return [field.name for field in fields(Price)]
        case ["permissions", "channels", _]:
            return [field.name for field in fields(ChannelPermissions)]
        case []:
            return list(Settings.model_fields)
        case _:
            section: object = Settings.model_construct()
            for part in where:
                section = getattr(section, part)
            return list(_fields(section))


def _secrets(section: object) -> Iterator[str]:
    """Yield every secret value in the tree."""
    for name, value in _entries(section).items():
        if isinstance(value, str):
            if value and is_secret(name):
                yield value
        elif isinstance(value, Mapping | tuple) or is_dataclass(value):
            yield from _secrets(cast("object", value))


def _entries(section: object) -> Mapping[str, object]:
    if isinstance(section, Settings):
        return dict(section)
    if isinstance(section, tuple):
        return {str(place): item for place, item in enumerate(cast("tuple[object, ...]", section))}
    return cast("Mapping[str, object]", section) if isinstance(section, Mapping) else _fields(section)


def _fields(section: object) -> dict[str, object]:
    assert is_dataclass(section)
    return {field.name: getattr(section, field.name) for field in fields(section)}
