"""The settings: `sidecar.toml`, then `.env` and the environment (`SIDECAR_MODELS__CHAT__MODEL=...`), typed and checked.

Each package brings its own frozen dataclass of settings; here they become one tree. What belongs to a person (name,
language, timezone) is not here but in their `user.md`.
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
    load_environment,
    secrets_of_the_environment,
    section_variable,
    variable_of,
)
from sidecar.config.problems import no_json, not_a_size, unknown_setting, unreadable, wrong_value
from sidecar.conversation.framing import TurnLimits
from sidecar.errors import ConfigError
from sidecar.files.fresh_file import Stamp, stamp_of
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
from sidecar.tools.settings import ToolSettings


def _spelled_out(value: object) -> object:
    """A model by its name alone, or a chain as a list, as the section that it stands for."""
    value = _from_json(value)
    if isinstance(value, str) and ":" in value:
        return {"model": value}
    if not isinstance(value, list) or not value:
        return cast("object", value)
    first, *others = (_spelled_out(item) for item in cast("list[object]", value))
    if not isinstance(first, Mapping):
        return cast("object", value)
    section = cast("Mapping[str, object]", first)
    return {**section, "fallback": [*cast("list[object]", section.get("fallback", [])), *others]}


def _listed(value: object) -> object:
    """One fallback by its name alone, as the list that it stands for."""
    value = _from_json(value)
    return [value] if isinstance(value, str) and ":" in value else value


def _from_json(value: object) -> object:
    """What a variable of the environment says, which can only hold text."""
    if isinstance(value, str) and value.lstrip().startswith(("[", "{")):
        with suppress(ValueError, RecursionError):
            return cast("object", json.loads(value))
    return value


@dataclass(frozen=True, slots=True)
class ModelSettings:
    """`[models.ROLE]`. `model` is `provider:name`, such as `ollama:qwen2.5:3b` or `anthropic:claude-haiku-4-5`; a
    GGUF file is `local:PATH`, any OpenAI-compatible server is `openai:NAME` with its `base_url`. The key is better kept
    in `.env`, under the provider's usual variable. `fallback` are the models that take over, in order, each a name or
    such a section.

    Shorter: `chat = "provider:name"`, or a list of names and sections, which is a chain.
    """

    model: str = ""
    base_url: str = ""
    api_key: str = field(default="", repr=False)
    context_window: int | None = None
    thinking: ThinkingLevel | None = None
    tools: ToolMode | None = None
    fallback: Annotated[tuple[Model, ...], BeforeValidator(_listed)] | None = None

    def choice(self) -> ModelSpec:
        return ModelSpec(
            self.model,
            self.base_url,
            self.api_key,
            self.context_window,
            self.thinking,
            self.tools,
            fallback=tuple(model.choice() for model in self.fallback or ()),
        )


Model = Annotated[ModelSettings, BeforeValidator(_spelled_out)]


class Settings(BaseSettings):
    """The whole tree. Every value has a default, so an empty file is a good file."""

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
    def terms(self) -> BudgetPolicy:
        """What is agreed about money; the zone is not a setting of the installation but the owner's."""
        return BudgetPolicy(self.budget, self.prices)

    def model_for(self, role: Role) -> ModelSpec:
        """The model of the role with its fallbacks, or that of `chat` where the role has none of its own; its name may
        be empty."""
        settings = self.models.get(role) or ModelSettings()
        return settings.choice() if settings.model or role == "chat" else self.model_for("chat")


def load_settings(home: Home) -> Settings:
    """Read the settings of a home. Raises `ConfigError` that names the line or the key, and what would be right."""
    return parse_settings(read_settings_text(home.settings), home)


def parse_settings(text: str, home: Home) -> Settings:
    """The settings as they would be if `sidecar.toml` held this text. Raises like `load_settings`."""
    load_environment(home.secrets)
    for secret in secrets_of_the_environment():
        remember_secret(secret)
    try:
        check_variables(tuple(Settings.model_fields))
        settings = Settings(**_mergeable(tomllib.loads(text)))
    except tomllib.TOMLDecodeError as error:
        raise unreadable(home.settings, error) from error
    except SettingsError as error:
        raise no_json(section_variable(str(error))) from error
    except ValidationError as error:
        raise _explain(error, home.settings) from error
    for secret in _secrets(settings):
        remember_secret(secret)
    _check_numbers(settings, [], home.settings)
    check_embedder(settings.memory)
    return settings


def read_settings_text(path: Path) -> str:
    """The file as it is, with its line ends; "" when there is none. Raises `ConfigError`."""
    try:
        return path.read_bytes().decode("utf-8-sig")
    except FileNotFoundError:
        return ""
    except (UnicodeDecodeError, OSError) as error:
        raise unreadable(path, error) from error


def _mergeable(file: dict[str, Any]) -> dict[str, Any]:
    """With models by their names alone spelled out, so that a variable for one field (a key, say) leaves the rest."""
    models: object = file.get("models")
    if not isinstance(models, dict):
        return file
    roles = cast("dict[str, object]", models).items()
    return {**file, "models": {role: _spelled_out(model) if isinstance(model, str) else model for role, model in roles}}


class SettingsFile:
    """The settings of a home, read again when `sidecar.toml` or `.env` has changed. A change that cannot be understood
    leaves the settings as they were, and `problem` says why."""

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

    def _look(self) -> tuple[Stamp, Stamp]:
        return stamp_of(self._home.settings), stamp_of(self._home.secrets)


def _explain(error: ValidationError, path: Path) -> ConfigError:
    """The first problem, in one sentence."""
    problem = error.errors(include_url=False)[0]
    where = [str(part) for part in problem["loc"] if part != "[key]"]
    source = variable_of(where) or str(path)
    unknown_role = where[:1] == ["models"] and len(where) == 2 and where[1] not in ROLES
    if problem["type"] in ("extra_forbidden", "unexpected_keyword_argument") or unknown_role:
        return unknown_setting(where, _known_keys(where[:-1]), source)
    return wrong_value(where, problem, source)


def _check_numbers(section: object, where: list[str], path: Path) -> None:
    """No setting is less than nothing, infinite or not a number; TOML can write all of these."""
    for name, value in _entries(section).items():
        here = [*where, name]
        amount = value.total_seconds() if isinstance(value, timedelta) else value
        if isinstance(amount, int | float | Decimal) and not (math.isfinite(amount) and amount >= 0):
            shown = float(amount) if isinstance(amount, Decimal) else amount
            raise not_a_size(here, shown, variable_of(here) or str(path))
        if isinstance(value, Mapping | tuple) or is_dataclass(value):
            _check_numbers(cast("object", value), here, path)


def _known_keys(where: list[str]) -> list[str]:
    """The keys that the section at `where` has."""
    if where == ["models"]:
        return list(ROLES)
    match where:
        case ["models", *_]:
            return [field.name for field in fields(ModelSettings)]
        case ["prices", *_]:
            return [field.name for field in fields(Price)]
        case []:
            return list(Settings.model_fields)
        case _:
            section: object = Settings.model_construct()
            for part in where:
                section = getattr(section, part)
            return list(_fields(section))


def _secrets(section: object) -> Iterator[str]:
    """Every secret value in the tree."""
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
