"""Keeping what was decided: the model in `sidecar.toml`, its key in the keyring or in `.env`."""

from __future__ import annotations

import os
from collections.abc import MutableMapping, Sequence
from typing import cast

from sidecar.cli.settings_file import changed, parsed, save
from sidecar.config import parse_settings, read_settings_text
from sidecar.config.environment import load_environment, variable_of
from sidecar.config.secrets import put_in_keyring, write_variable
from sidecar.domain.person import OWNER
from sidecar.errors import StorageError
from sidecar.home import Home
from sidecar.i18n import Texts
from sidecar.providers.catalogue import ModelChoice
from sidecar.runtime.lock import is_locked
from sidecar.storage.inspection import inspect

OWN_KEY = "SIDECAR_MODELS__CHAT__API_KEY"
"""Of a server of one's own: the settings' `api_key`, kept out of the settings file."""
_CHAT = ["models", "chat"]
_OF_ONE_MODEL = ("base_url", "api_key", "context_window", "thinking", "tools")
"""Settings that say nothing about another model."""


def save_model(home: Home, choice: ModelChoice) -> None:
    """The model that talks. Comments, fallbacks and everything else in the file stay. Raises `ConfigError`."""
    before = read_settings_text(home.settings)
    after = with_model(before, home, choice)
    parse_settings(after, home)
    if after != before:
        save(home.settings, after)


def with_model(before: str, home: Home, choice: ModelChoice) -> str:
    """The text of the settings with another model for `chat`, whichever of its forms is written there."""
    document = parsed(before, home.settings)
    models = document.get("models")
    chat = models.get("chat") if isinstance(models, MutableMapping) else None
    if isinstance(chat, MutableMapping):
        _rewrite(cast("MutableMapping[str, object]", chat), choice)
        return document.as_string()
    if isinstance(chat, list):
        others = [item for item in cast("list[object]", chat)[1:] if _name_of(item) != choice.name]
        return changed(document, "models.chat", [_short(choice), *others])
    if isinstance(chat, str):
        return changed(document, "models.chat", _short(choice))
    for key, value in _settings_of(choice).items():
        before = changed(parsed(before, home.settings), f"models.chat.{key}", value)
    return before


def keep_key(home: Home, variable: str, key: str, say: Texts) -> str:
    """Where the key is from now on, in words. Raises `ConfigError`."""
    if mark := put_in_keyring(home.secrets, variable, key):
        write_variable(home.secrets, variable, mark)
        load_environment(home.secrets)
        if os.environ.get(variable) != mark:
            return say("The key is in your system's keyring.")
    write_variable(home.secrets, variable, key)
    load_environment(home.secrets)
    return say("The key is in {path}, which only you can read.", path=home.secrets)


def forget_own_key(home: Home) -> None:
    """The key of a server of one's own must not go to whoever comes after it."""
    if home.secrets.exists():
        write_variable(home.secrets, OWN_KEY, "")
        load_environment(home.secrets)


def what_stays_in_force(home: Home, saved: ModelChoice, variable: str, key: str, say: Texts) -> Sequence[str]:
    """What has the last word over what was just saved, and says something else."""
    outside = [name for name in (variable_of([*_CHAT, "model"]),) if name and os.environ[name] != saved.name]
    outside += [variable] if key and os.environ.get(variable, key) != key else []
    found = [
        say("The environment variable {name} has the last word: what it says stays in force.", name=name)
        for name in outside
    ]
    chosen = _chosen_in_talk(home)
    if chosen and chosen != saved.name:
        found.append(
            say("In the conversation you chose {model}; that stays in force until you write /model default", model=chosen)
        )
    return found


def _chosen_in_talk(home: Home) -> str:
    try:
        seen = inspect(home.database, OWNER, in_use=is_locked(home.lock), patience_s=0)
    except (OSError, StorageError):
        return ""  # `sidecar doctor` tells what is wrong with it
    return seen.choices.get("model", "")


def _rewrite(chat: MutableMapping[str, object], choice: ModelChoice) -> None:
    if (chat.get("model"), chat.get("base_url", "")) != (choice.name, choice.base_url):
        for name in _OF_ONE_MODEL:
            chat.pop(name, None)
    for name, value in _settings_of(choice).items():
        chat[name] = value


def _settings_of(choice: ModelChoice) -> dict[str, object]:
    found: dict[str, object] = {"model": choice.name, "base_url": choice.base_url, "tools": choice.tools}
    return {name: value for name, value in found.items() if value}


def _short(choice: ModelChoice) -> object:
    settings = _settings_of(choice)
    if len(settings) == 1:
        return choice.name
    import tomlkit

    table = tomlkit.inline_table()
    table.update(settings)
    return table


def _name_of(item: object) -> object:
    return cast("MutableMapping[str, object]", item).get("model") if isinstance(item, MutableMapping) else item
