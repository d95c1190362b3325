"""`sidecar config`: where the settings are, what they say, whether they are right, and changing one."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import timedelta
from decimal import Decimal
from typing import cast

import click

from sidecar.cli.first_run import ensure_home
from sidecar.cli.locale import say
from sidecar.cli.output import print_json, tell, write, write_whole
from sidecar.cli.settings_file import (
    parse_document,
    parse_value,
    remove_value,
    save,
    set_value,
    split_key,
    unknown_setting_error,
)
from sidecar.config import Settings, load_settings, parse_settings, read_settings_text
from sidecar.config.environment import find_variable
from sidecar.config.problems import format_key
from sidecar.errors import ConfigError
from sidecar.home import Home
from sidecar.i18n import explain_error
from sidecar.llm.roles import ROLES
from sidecar.memory.files.profile import ProfileFiles
from sidecar.observe.redaction import MASK, is_secret, redact
from sidecar.providers.model_spec import ModelSpec, validate_spec


@click.group(
    help=say("Shows, checks and changes the settings of this installation."),
    epilog=say("Example: sidecar config set models.chat.model ollama:qwen2.5:3b"),
)
def config() -> None: ...


@config.command(help=say("Prints the path of the settings file."), epilog=say("Example: sidecar config path"))
def path() -> None:
    write_whole(str(Home.locate().settings))


@config.command(help=say("Shows every setting as it is in force."), epilog=say("Example: sidecar config show --json"))
@click.option("--json", "as_json", is_flag=True, help=say("one JSON object"))
def show(as_json: bool) -> None:
    tree = {name: _to_json_value(value) for name, value in dict(load_settings(Home.locate())).items()}
    if as_json:
        print_json(tree)
    else:
        for key, value in _flatten(tree):
            write_whole(redact(_format_setting(key, value)))


@config.command(
    help=say("Says whether the settings and user.md are right."), epilog=say("Example: sidecar config check")
)
def check() -> None:
    home = Home.locate()
    settings = load_settings(home)
    profile = ProfileFiles(home.path)
    profile.check()
    for role in ROLES:
        for choice in settings.model_for(role).chain:
            validate_spec(choice)
    for warning in profile.warnings(say) if home.exists else ():
        write(f"! {warning}")
    write(say("The settings are right: {path}", path=home.settings))


@config.command(
    "set",
    context_settings={"ignore_unknown_options": True},  # "-1" is a value, and the settings say what is wrong with it
    help=say("Changes one setting; comments and everything else in the file stay as they are."),
    epilog=say("Example: sidecar config set models.chat.model ollama:qwen2.5:3b"),
)
@click.argument("key", metavar=say("KEY"))
@click.argument("value", metavar=say("VALUE"))
def set_(key: str, value: str) -> None:
    home = Home.locate()
    ensure_home(home, ask=False)
    before = parse_document(read_settings_text(home.settings), home.settings)
    meant, where = parse_value(value), split_key(key)
    after = set_value(before, key, meant)
    try:
        settings = parse_settings(after, home)
    except ConfigError:
        if isinstance(meant, str | list | dict):
            raise
        after = set_value(before, key, value)  # a word that looks like a number may be a name
        settings = parse_settings(after, home)
    warnings = [*_check_models(settings, where, value), *_warn_of_environment(where)]
    save(home.settings, after)
    write(say("Done: {key} = {value}", key=key, value=MASK if is_secret(where[-1]) else value))
    for warning in warnings:
        tell(f"! {warning}")


@config.command(
    help=say("Takes one setting out of the file: what is usual counts again."),
    epilog=say("Example: sidecar config unset budget.day_usd"),
)
@click.argument("key", metavar=say("KEY"))
def unset(key: str) -> None:
    home = Home.locate()
    after = remove_value(parse_document(read_settings_text(home.settings), home.settings), key)
    parse_settings(after, home)
    save(home.settings, after)
    write(say("Done: {key} is as usual again.", key=key))
    for warning in _warn_of_environment(split_key(key)):
        tell(f"! {warning}")


@config.command(
    help=say("Prints one setting as it is in force."), epilog=say("Example: sidecar config get turn.seconds")
)
@click.argument("key", metavar=say("KEY"))
def get(key: str) -> None:
    tree = {name: _to_json_value(value) for name, value in dict(load_settings(Home.locate())).items()}
    found = [(name, value) for name, value in _flatten(tree) if f"{name}.".startswith(f"{key.lower()}.")]
    if not found:
        raise unknown_setting_error(key)
    for name, value in found:
        write(redact(_format_setting(name, value)))


def _check_models(settings: Settings, where: Sequence[str], value: str) -> Iterator[str]:
    """Yield what the named models still need. Raises `ConfigError` when there can be no such model."""
    for choice in _find_models(settings, where, value):
        try:
            validate_spec(choice)
        except ConfigError as problem:
            # with a base URL no key is needed: what is wrong then is the name
            validate_spec(dataclasses.replace(choice, base_url=choice.base_url or "http://127.0.0.1/"))
            yield explain_error(problem, say)


def _find_models(settings: Settings, where: Sequence[str], value: str) -> Sequence[ModelSpec]:
    """Return the models that a setting speaks of."""
    match where:
        case ["models", role, "model"] if value:
            found = next(model.to_spec() for name, model in settings.models.items() if name == role)
            return [dataclasses.replace(found, name=value)]
        case ["models", _, "base_url"] if value:
            return [ModelSpec("openai:any", value)]
        case ["models", role, *rest] if rest in ([], ["fallback"]):
            return [
                choice for name, model in settings.models.items() if name == role for choice in model.to_spec().chain
            ]
        case ["budget", "cheaper"] if value:
            return [ModelSpec(value)]
        case _:
            return ()


def _warn_of_environment(where: Sequence[str]) -> Iterator[str]:
    if variable := find_variable(where):
        yield say("The environment variable {name} has the last word: what it says stays in force.", name=variable)


def _to_json_value(value: object) -> object:
    """Convert settings to JSON values, secrets masked."""
    if isinstance(value, Mapping):
        return {str(key): _to_json_value(item) for key, item in cast("Mapping[object, object]", value).items()}
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {
            field.name: _to_json_value(getattr(value, field.name))
            if field.repr
            else (MASK if getattr(value, field.name) else "")
            for field in dataclasses.fields(value)
        }
    if isinstance(value, tuple):
        return [_to_json_value(item) for item in cast("tuple[object, ...]", value)]
    if isinstance(value, Decimal):
        return int(value) if value == value.to_integral_value() else float(value)
    return value.total_seconds() if isinstance(value, timedelta) else value


def _format_setting(key: str, value: object) -> str:
    """Format the line as it would stand in the file; what is not set, as a comment."""
    if value is None:
        return "# " + say("{key} is not set", key=key)
    return f"{key} = {_format_toml(value)}"


def _format_toml(value: object) -> str:
    if isinstance(value, Mapping):
        fields = cast("Mapping[str, object]", value).items()
        return f"{{{', '.join(f'{name} = {_format_toml(field)}' for name, field in fields if field is not None)}}}"
    if isinstance(value, list):
        return f"[{', '.join(map(_format_toml, cast('list[object]', value)))}]"
    return json.dumps(value, ensure_ascii=False)  # TOML writes texts and numbers as JSON does


def _flatten(tree: Mapping[str, object], where: tuple[str, ...] = ()) -> Iterator[tuple[str, object]]:
    """Yield every setting with its name as the file writes it."""
    for name, value in tree.items():
        if isinstance(value, Mapping) and value:
            yield from _flatten(cast("Mapping[str, object]", value), (*where, name))
        else:
            yield format_key((*where, name)), cast("object", value)
