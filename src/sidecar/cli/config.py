"""`sidecar config`: where the settings are, what they say, whether they are right, and changing one."""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import Iterator, Mapping, Sequence

import click

from sidecar.cli.completers import complete_setting
from sidecar.cli.first_run import ensure_home
from sidecar.cli.locale import say
from sidecar.cli.noun_group import NounGroup, json_option
from sidecar.cli.output import print_json, tell, write, write_whole
from sidecar.cli.services import load_app, open_services, record_change
from sidecar.cli.settings_file import (
    parse_document,
    parse_value,
    remove_value,
    save,
    set_value,
    split_key,
    unknown_setting_error,
)
from sidecar.cli.settings_tree import flatten_tree, format_setting, format_value, read_settings_tree
from sidecar.config import Settings, load_settings, parse_settings, read_settings_text
from sidecar.config.environment import find_variable
from sidecar.errors import ConfigError
from sidecar.home import Home
from sidecar.i18n import explain_error
from sidecar.llm.roles import ROLES
from sidecar.memory.files.profile import ProfileFiles
from sidecar.observe.redaction import MASK, is_secret, redact
from sidecar.providers.model_spec import ModelSpec, validate_spec

_key = click.argument("key", metavar=say("KEY"), shell_complete=complete_setting)


@click.group(
    cls=NounGroup,
    aliases={"show": "list", "rm": "unset"},
    help=say("Show, check and change the settings. On its own, it lists them."),
    epilog=say("Example: sidecar config set models.chat.model ollama:qwen2.5:3b"),
)
def config() -> None: ...


@config.command("list", help=say("Show all current settings."), epilog=say("Example: sidecar config list"))
@click.argument("section", metavar=say("[KEY]"), default="", shell_complete=complete_setting)
@json_option
def list_(section: str, as_json: bool) -> None:
    home = Home.locate()
    if as_json:
        print_json(_find(home, section) if section else read_settings_tree(home))
        return
    for key, value in (_find(home, section) if section else dict(flatten_tree(read_settings_tree(home)))).items():
        write_whole(redact(format_setting(key, value)))


@config.command(
    help=say("Print the current value of one setting, and nothing else. For a section, all of its lines."),
    epilog=say("Example: sidecar config get turn.seconds"),
)
@_key
@json_option
def get(key: str, as_json: bool) -> None:
    found = _find(Home.locate(), key)
    if as_json:
        print_json({"key": key, "value": found.get(key, found)})
    elif key in found:
        write_whole(redact(format_value(found[key])))
    else:
        for name, value in found.items():
            write_whole(redact(format_setting(name, value)))


@config.command(
    "set",
    context_settings={"ignore_unknown_options": True},  # "-1" is a value, and the settings say what is wrong with it
    help=say("Change one setting; comments and the rest of the file stay as they are."),
    epilog=say("Example: sidecar config set models.chat.model ollama:qwen2.5:3b"),
)
@_key
@click.argument("value", metavar=say("VALUE"))
@json_option
def set_(key: str, value: str, as_json: bool) -> None:
    change_setting(key, value, as_json)


def change_setting(key: str, value: str, as_json: bool) -> None:
    """Change one setting in the file and report it. Raises `ConfigError`, and changes nothing, where it cannot be."""
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
    secret = is_secret(where[-1])
    done = say("Done: {key} = {value}", key=key, value=MASK if secret else value)
    record_change(done, f"{key} {MASK}" if secret else None)
    _report_change(key, done, warnings, as_json=as_json)


@config.command(
    help=say("Remove a setting from the file, back to its default."),
    epilog=say("Example: sidecar config unset budget.day_usd"),
)
@_key
@json_option
def unset(key: str, as_json: bool) -> None:
    unset_setting(key, as_json)


def unset_setting(key: str, as_json: bool) -> None:
    """Remove one setting from the file and report it. Raises `ConfigError` when it is not set there."""
    home = Home.locate()
    after = remove_value(parse_document(read_settings_text(home.settings), home.settings), key)
    parse_settings(after, home)
    save(home.settings, after)
    warnings, done = list(_warn_of_environment(split_key(key))), say("Done: {key} is back to its default.", key=key)
    record_change(done)
    _report_change(key, done, warnings, as_json=as_json)


@config.command(help=say("Print the path of the settings file."), epilog=say("Example: sidecar config path"))
@json_option
def path(as_json: bool) -> None:
    settings = str(Home.locate().settings)
    if as_json:
        print_json({"path": settings})
    else:
        write_whole(settings)


@config.command(help=say("Check the settings and user.md."), epilog=say("Example: sidecar config check"))
@json_option
def check(as_json: bool) -> None:
    home = Home.locate()
    settings = load_settings(home)
    profile = ProfileFiles(home.path)
    profile.check()
    if settings.permissions.tool_names:
        asyncio.run(_check_tool_rules())
    for role in ROLES:
        for choice in settings.model_for(role).chain:
            validate_spec(choice)
    warnings = profile.warnings(say) if home.exists else []
    if as_json:
        print_json({"path": str(home.settings), "warnings": warnings})
        return
    for warning in warnings:
        write(f"! {warning}")
    write(say("The settings are fine: {path}", path=home.settings))


async def _check_tool_rules() -> None:
    """Raise `ConfigError` for a rule of a tool that does not exist."""
    async with open_services(verbose=False) as services:
        app = load_app()
        app.check_tool_rules(services, app.list_tools(services))


def _find(home: Home, key: str) -> Mapping[str, object]:
    """Return the settings of a key, or of all keys of a section, by their names. Raises `ConfigError`."""
    every = dict(flatten_tree(read_settings_tree(home)))
    found = {name: value for name, value in every.items() if f"{name}.".startswith(f"{key.lower()}.")}
    if not found:
        raise unknown_setting_error(key)
    return found


def _report_change(key: str, done: str, warnings: Sequence[str], *, as_json: bool) -> None:
    """Say what a setting is now, and what to know about it."""
    if as_json:
        now = dict(flatten_tree(read_settings_tree(Home.locate())))
        print_json({"key": key, "value": now.get(key), "warnings": warnings})
        return
    write(done)
    for warning in warnings:
        tell(f"! {warning}")


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
        yield say("The environment variable {name} wins: its value stays in effect.", name=variable)
