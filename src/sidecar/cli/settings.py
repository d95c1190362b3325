"""`sidecar config`: where the settings are, what they say, whether they are right, and changing one."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterator, Mapping
from datetime import timedelta
from typing import TYPE_CHECKING, cast

import click

from sidecar.cli.output import print_json, tell, write
from sidecar.cli.settings_file import changed, parsed, save, value_of
from sidecar.cli.words import say
from sidecar.errors import ConfigError
from sidecar.home import Home
from sidecar.i18n import explain
from sidecar.observe.redaction import MASK, is_secret, redact

if TYPE_CHECKING:
    from sidecar.config import Settings


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
            write(redact(_as_toml(key, value)))


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
        for choice in settings.model_for(role).chain:
            check_choice(choice)
    for warning in profile.warnings(say):
        write(f"! {warning}")
    write(say("The settings are right: {path}", path=home.settings))


@config.command(
    "set",
    help=say("Changes one setting; comments and everything else in the file stay as they are."),
    epilog=say("Example: sidecar config set models.chat.model ollama:qwen2.5:3b"),
)
@click.argument("key", metavar=say("KEY"))
@click.argument("value", metavar=say("VALUE"))
def set_(key: str, value: str) -> None:
    from sidecar.cli.first_start import prepare
    from sidecar.config import parse_settings, read_settings_text

    home = Home.locate()
    prepare(home, ask=False)
    before = parsed(read_settings_text(home.settings), home.settings)
    after = changed(before, key, value_of(value))
    try:
        settings = parse_settings(after, home)
    except ConfigError:
        after = changed(before, key, value)  # a word that looks like a number may be a name
        settings = parse_settings(after, home)
    warnings = [*_about_model(settings, key, value), *_about_environment(key)]
    save(home.settings, after)
    write(say("Done: {key} = {value}", key=key, value=MASK if is_secret(key.rpartition(".")[2]) else value))
    for warning in warnings:
        tell(f"! {warning}")


def _about_model(settings: Settings, key: str, value: str) -> Iterator[str]:
    """What the model that was named still needs. Raises `ConfigError` when there can be no such model."""
    from sidecar.providers.catalogue import check as check_choice

    match key.split("."):
        case ["models", role, "model"] if value:
            found = next(model.choice() for name, model in settings.models.items() if name == role)
            choice = dataclasses.replace(found, name=value)
        case _:
            return
    try:
        check_choice(choice)
    except ConfigError as problem:
        # a server of one's own needs no key: whatever is wrong there is wrong with the name
        check_choice(dataclasses.replace(choice, base_url=choice.base_url or "http://127.0.0.1/"))
        yield explain(problem, say)


def _about_environment(key: str) -> Iterator[str]:
    from sidecar.config.environment import variable_of

    if variable := variable_of(key.split(".")):
        yield say("The environment variable {name} has the last word: what it says stays in force.", name=variable)


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


def _as_toml(key: str, value: object) -> str:
    """The line as it would stand in the file; what is not set, as a comment."""
    if value is None:
        return "# " + say("{key} is not set", key=key)
    return f"{key} = {json.dumps(value, ensure_ascii=False)}"  # TOML writes texts, numbers and lists as JSON does


def _flat(tree: Mapping[str, object], prefix: str = "") -> list[tuple[str, object]]:
    rows: list[tuple[str, object]] = []
    for key, value in tree.items():
        if isinstance(value, Mapping) and value:
            rows += _flat(cast("Mapping[str, object]", value), f"{prefix}{key}.")
        else:
            rows.append((f"{prefix}{key}", cast("object", value)))
    return rows
