"""`sidecar config`: where the settings are, what they say, whether they are right, and changing one."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Mapping, MutableMapping
from datetime import timedelta
from pathlib import Path
from typing import cast

import click

from sidecar.cli.output import print_json, write
from sidecar.cli.words import say
from sidecar.errors import ConfigError
from sidecar.home import Home
from sidecar.observe.redaction import MASK, is_secret, redact


@click.group(
    help=say("Shows, checks and changes the settings of this installation."),
    epilog=say("Example: sidecar config set models.chat.model ollama:qwen2.5:3b"),
)
def config() -> None: ...


@config.command(help=say("Prints the path of the settings file."), epilog=say("Example: sidecar config path"))
def path() -> None:
    write(str(Home.locate().settings))


@config.command(help=say("Shows every setting as it is in force."), epilog=say("Example: sidecar config show --json"))
@click.option("--json", "as_json", is_flag=True, help=say("one JSON object"))
def show(as_json: bool) -> None:
    from sidecar.config import load_settings

    tree = {name: _plain(value) for name, value in dict(load_settings(Home.locate())).items()}
    if as_json:
        print_json(tree)
    else:
        for key, value in _flat(tree):
            write(redact(f"{key} = {value!r}"))


@config.command(
    help=say("Says whether the settings and user.md are right."), epilog=say("Example: sidecar config check")
)
def check() -> None:
    from sidecar.config import load_settings
    from sidecar.llm.roles import ROLES
    from sidecar.memory.files.profile import ProfileFiles
    from sidecar.providers.catalogue import check as check_choice

    home = Home.locate()
    settings = load_settings(home)
    profile = ProfileFiles(home.path)
    profile.check()
    for role in ROLES:
        if (choice := settings.model_for(role)).name:
            check_choice(choice)
    for warning in profile.warnings(say):
        write(f"! {warning}")
    write(say("The settings are right: {path}", path=home.settings))


@config.command(
    "set",
    help=say("Changes one setting; comments and everything else in the file stay as they are."),
    epilog=say("Example: sidecar config set models.chat.model ollama:qwen2.5:3b"),
)
@click.argument("key")
@click.argument("value")
def set_(key: str, value: str) -> None:
    from sidecar.cli.first_start import prepare
    from sidecar.config import load_settings, parse_settings, read_settings_text

    home = Home.locate()
    prepare(home, ask=False)
    load_settings(home)  # a file that is wrong already is not touched
    before = read_settings_text(home.settings)
    after = _changed(before, key, _value(value))
    try:
        parse_settings(after, home)
    except ConfigError:
        after = _changed(before, key, value)  # a word that looks like a number may be a name
        parse_settings(after, home)
    _write(home.settings, after)
    write(say("Done: {key} = {value}", key=key, value=MASK if is_secret(key.rpartition(".")[2]) else value))


def _changed(text: str, key: str, value: object) -> str:
    """The text of the file with one setting changed and nothing else. Raises `ConfigError` if the key cannot be one."""
    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    *sections, name = key.split(".")
    document = tomlkit.parse(text)
    table: MutableMapping[str, object] = document
    for depth, section in enumerate(sections, 1):
        if section not in table:
            table[section] = tomlkit.table(is_super_table=depth < len(sections))
        inner = table[section]
        if not isinstance(inner, MutableMapping):
            raise _no_such_place(key)
        table = cast("MutableMapping[str, object]", inner)
    try:
        table[name] = value
    except (TOMLKitError, ValueError, TypeError) as error:
        raise _no_such_place(key) from error
    return tomlkit.dumps(document)


def _no_such_place(key: str) -> ConfigError:
    return ConfigError(
        "There is no place for a setting {key}.", hint="`sidecar config show` lists what can be set.", key=key
    )


def _value(text: str) -> object:
    """What a person means by a word on the command line; a comma-separated list in brackets is a list."""
    if text in ("true", "false"):
        return text == "true"
    if re.fullmatch(r"-?\d+", text):
        return int(text)
    if re.fullmatch(r"-?\d+\.\d+", text):
        return float(text)
    if text.startswith("[") and text.endswith("]"):
        return [_value(part.strip().strip("\"'")) for part in text[1:-1].split(",") if part.strip()]
    return text


def _write(path: Path, text: str) -> None:
    from sidecar.memory.files.replacing import replace_file

    try:
        replace_file(path, text.encode("utf-8"))
    except OSError as error:
        raise ConfigError("I cannot write {path} ({reason}).", path=path, reason=error.strerror or error) from error


def _plain(value: object) -> object:
    """Settings as JSON values, secrets masked."""
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in cast("Mapping[object, object]", value).items()}
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {
            field.name: _plain(getattr(value, field.name))
            if field.repr
            else (MASK if getattr(value, field.name) else "")
            for field in dataclasses.fields(value)
        }
    if isinstance(value, tuple):
        return [_plain(item) for item in cast("tuple[object, ...]", value)]
    return value.total_seconds() if isinstance(value, timedelta) else value


def _flat(tree: Mapping[str, object], prefix: str = "") -> list[tuple[str, object]]:
    rows: list[tuple[str, object]] = []
    for key, value in tree.items():
        if isinstance(value, Mapping) and value:
            rows += _flat(cast("Mapping[str, object]", value), f"{prefix}{key}.")
        else:
            rows.append((f"{prefix}{key}", cast("object", value)))
    return rows
