"""`sidecar config`: where the settings are, what they say, whether they are right, and changing one."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, cast

import click

from sidecar.cli.output import print_json, write
from sidecar.cli.words import say
from sidecar.home import Home

if TYPE_CHECKING:
    from tomlkit.items import Table


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
            write(f"{key} = {value!r}")


@config.command(
    help=say("Says whether the settings and user.md are right."), epilog=say("Example: sidecar config check")
)
def check() -> None:
    from sidecar.config import load_settings
    from sidecar.llm.roles import ROLES
    from sidecar.memory.files import ProfileFiles
    from sidecar.providers.catalogue import check_choice

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
    import tomlkit

    from sidecar.cli.first_start import prepare
    from sidecar.config import load_settings

    home = Home.locate()
    if not home.exists:
        prepare(home, ask=False)
    before = home.settings.read_text(encoding="utf-8") if home.settings.exists() else ""
    load_settings(home)  # a file that is wrong already is not touched
    document = tomlkit.parse(before)
    *sections, name = key.split(".")
    table = cast("Table", document)
    for section in sections:
        if section not in table:
            table[section] = tomlkit.table(is_super_table=section != sections[-1])
        table = cast("Table", table[section])
    table[name] = _value(value)
    _write(home.settings, tomlkit.dumps(document))
    try:
        load_settings(home)
    except Exception:
        _write(home.settings, before)
        raise
    write(say("Done: {key} = {value}", key=key, value=value))


def _value(text: str) -> str | int | float | bool | list[str]:
    """What a person means by a word on the command line; a comma-separated list in brackets is a list."""
    if text in ("true", "false"):
        return text == "true"
    if re.fullmatch(r"-?\d+", text):
        return int(text)
    if re.fullmatch(r"-?\d+\.\d+", text):
        return float(text)
    if text.startswith("[") and text.endswith("]"):
        return [part.strip().strip("\"'") for part in text[1:-1].split(",") if part.strip()]
    return text


def _write(path: Path, text: str) -> None:
    temporary = path.with_name(f".{path.name}.tmp")
    temporary.touch(mode=0o600)
    temporary.write_text(text, encoding="utf-8")
    temporary.replace(path)


def _plain(value: object) -> object:
    """Settings as JSON values, secrets masked."""
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in cast("Mapping[object, object]", value).items()}
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {
            field.name: _plain(getattr(value, field.name))
            if field.repr
            else ("[secret]" if getattr(value, field.name) else "")
            for field in dataclasses.fields(value)
        }
    if isinstance(value, tuple):
        return [_plain(item) for item in cast("tuple[object, ...]", value)]
    return value.total_seconds() if isinstance(value, timedelta) else value


def _flat(tree: Mapping[str, object], prefix: str = "") -> list[tuple[str, object]]:
    rows: list[tuple[str, object]] = []
    for key, value in tree.items():
        if isinstance(value, dict) and value:
            rows += _flat(cast("dict[str, object]", value), f"{prefix}{key}.")
        else:
            rows.append((f"{prefix}{key}", value))
    return rows
