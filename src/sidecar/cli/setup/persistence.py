"""Saves the chosen model in `sidecar.toml`, and its key in the keyring or in `.env`."""

from __future__ import annotations

import os
from collections.abc import MutableMapping
from typing import cast

import tomlkit

from sidecar.cli.services import record_change
from sidecar.cli.settings_file import parse_document, save, set_value
from sidecar.config import parse_settings, read_settings_text
from sidecar.config.environment import load_environment
from sidecar.config.secrets import delete_from_keyring, put_in_keyring, write_variable
from sidecar.home import Home
from sidecar.i18n import Texts
from sidecar.providers.model_spec import ModelSpec

OWN_KEY = "SIDECAR_MODELS__CHAT__API_KEY"
"""The key of a custom base URL: the settings' `api_key`, kept out of the settings file."""
_OF_ONE_MODEL = ("base_url", "api_key", "context_window", "thinking", "tools")
"""Settings that do not apply to another model."""


def save_model(home: Home, choice: ModelSpec) -> None:
    """Save the model that answers. Comments, fallbacks and everything else in the file stay. Raises `ConfigError`."""
    before = read_settings_text(home.settings)
    if not (choice.base_url and choice.api_key):
        _forget_own_key(home)  # it must not be sent to the next server
    after = set_chat_model(before, home, choice)
    if after != before:
        parse_settings(after, home)
        save(home.settings, after)
        record_change(choice.name)


def set_chat_model(before: str, home: Home, choice: ModelSpec) -> str:
    """Return the text of the settings with another model for `chat`, in whichever form is written there."""
    document = parse_document(before, home.settings)
    models = cast("MutableMapping[str, object]", document).get("models")
    chat = cast("MutableMapping[str, object]", models).get("chat") if isinstance(models, MutableMapping) else None
    if isinstance(chat, MutableMapping):
        _rewrite(cast("MutableMapping[str, object]", chat), choice)
        return document.as_string()
    if isinstance(chat, list):
        first, *others = [*cast("list[object]", chat), ""]
        if _is_model(first, choice):
            return before
        kept = [item for item in others if item and not _is_model(item, choice)]
        return set_value(document, "models.chat", [_shortest_form(choice), *kept])
    if isinstance(chat, str):
        return before if _is_model(chat, choice) else set_value(document, "models.chat", _shortest_form(choice))
    for key, value in _model_settings(choice).items():
        before = set_value(parse_document(before, home.settings), f"models.chat.{key}", value)
    return before


def save_key(home: Home, variable: str, key: str, say: Texts) -> str:
    """Save a key, and tell where it is. Raises `ConfigError`."""
    if mark := put_in_keyring(home.secrets, variable, key):
        write_variable(home.secrets, variable, mark)
        if _read_back(home, variable) == key:
            return say("The key is in your system's keyring.")
        delete_from_keyring(mark, variable)
    write_variable(home.secrets, variable, key)
    load_environment(home.secrets)
    return say("The key is in {path}, which only you can read.", path=home.secrets)


def _read_back(home: Home, variable: str) -> str:
    """Return what the settings would read now without the variables from outside."""
    outside = os.environ.pop(variable, None)
    load_environment(home.secrets)
    found = os.environ.get(variable, "")
    if outside is not None:
        os.environ[variable] = outside
    return found


def _forget_own_key(home: Home) -> None:
    if home.secrets.exists():
        write_variable(home.secrets, OWN_KEY, "")
        load_environment(home.secrets)


def _rewrite(chat: MutableMapping[str, object], choice: ModelSpec) -> None:
    if not _is_model(chat, choice):
        for name in _OF_ONE_MODEL:
            chat.pop(name, None)
    if choice.api_key and chat.get("api_key") != choice.api_key:
        chat.pop("api_key", None)  # it would override the key that is stored elsewhere
    for name, value in _model_settings(choice).items():
        chat[name] = value


def _model_settings(choice: ModelSpec) -> dict[str, object]:
    found: dict[str, object] = {"model": choice.name, "base_url": choice.base_url, "tools": choice.tools}
    return {name: value for name, value in found.items() if value}


def _shortest_form(choice: ModelSpec) -> object:
    settings = _model_settings(choice)
    if len(settings) == 1:
        return choice.name
    table = tomlkit.inline_table()
    for name, value in settings.items():
        table[name] = value
    return table


def _is_model(item: object, choice: ModelSpec) -> bool:
    """Return whether an entry of a chain, a name or a section, is this model."""
    if not isinstance(item, MutableMapping):
        return item == choice.name and not (choice.base_url or choice.tools)
    section = cast("MutableMapping[str, object]", item)
    return (section.get("model"), section.get("base_url", "")) == (choice.name, choice.base_url)
