"""`sidecar.toml` as `sidecar config set` changes it: one value, with everything around it left as it is."""

from __future__ import annotations

import re
import tomllib
from collections.abc import MutableMapping
from contextlib import suppress
from pathlib import Path
from typing import cast

import tomlkit
from tomlkit import TOMLDocument
from tomlkit.exceptions import ParseError, TOMLKitError

from sidecar.config.problems import unreadable_file
from sidecar.errors import ConfigError
from sidecar.files.atomic import replace_file


def parse_document(text: str, path: Path) -> TOMLDocument:
    """Parse the file with its comments. Raises `ConfigError` when it is no TOML: then nothing in it can be changed
    safely."""

    try:
        return tomlkit.parse(text)
    except ParseError as error:
        raise unreadable_file(path, error) from error


def set_value(before: TOMLDocument, key: str, value: object) -> str:
    """Return the text of the file with one setting changed and nothing else. Raises `ConfigError` if the key cannot be
    one."""
    *sections, name = split_key(key)
    document = tomlkit.parse(tomlkit.dumps(before))
    table: MutableMapping[str, object] = document
    for depth, section in enumerate(sections, 1):
        if section not in table:
            table[section] = tomlkit.table(is_super_table=depth < len(sections))
        if sections[: depth - 1] == [_MODELS]:
            table[section] = _spelled_out(table[section])
        inner = table[section]
        if not isinstance(inner, MutableMapping):
            raise unknown_setting_error(key)
        table = cast("MutableMapping[str, object]", inner)
    if sections == [_MODELS] and isinstance(value, str) and name in table and isinstance(table[name], MutableMapping):
        table, name = cast("MutableMapping[str, object]", table[name]), "model"  # its address and the rest stay
    try:
        table[name] = value
    except (TOMLKitError, ValueError, TypeError) as error:
        raise unknown_setting_error(key) from error
    return tomlkit.dumps(document)


def remove_value(before: TOMLDocument, key: str) -> str:
    """Return the text of the file without one setting. Raises `ConfigError` when it is not set there."""
    *sections, name = split_key(key)
    document = tomlkit.parse(tomlkit.dumps(before))
    table: MutableMapping[str, object] = document
    for section in sections:
        table = _section(table, section)
    if name not in table:
        raise ConfigError("The settings file doesn't mention {key}.", key=key)
    del table[name]
    return tomlkit.dumps(document)


def _section(table: MutableMapping[str, object], name: str) -> MutableMapping[str, object]:
    inner = table.get(name)
    return cast("MutableMapping[str, object]", inner) if isinstance(inner, MutableMapping) else {}


def _spelled_out(model: object) -> object:
    """Convert a model given by name, or a chain, to the section that it stands for."""
    chain = cast("list[object]", model) if isinstance(model, list) else [model]
    if isinstance(model, MutableMapping) or not chain:
        return cast("object", model)
    first, *others = chain
    section: MutableMapping[str, object] = tomlkit.inline_table()
    section |= cast("MutableMapping[str, object]", first) if isinstance(first, MutableMapping) else {"model": first}
    if others:
        section["fallback"] = others
    return section


def split_key(key: str) -> list[str]:
    """Split a dotted key into lower-case names; one with dots or colons may stand in quotes, as in the file. Raises
    `ConfigError`."""
    parts = _PARTS.findall(key)
    if "".join(f"{part}." for part in parts) != f"{key}.":
        raise unknown_setting_error(key)
    return [part[1:-1] if part[0] in "\"'" else part.lower() for part in parts]


_MODELS = "models"
_PARTS = re.compile(r"""(?<![^.])(?:"[^"]+"|'[^']+'|[^."']+)(?=\.|\Z)""")


def parse_value(text: str) -> object:
    """Parse a word of the command line: TOML's lists and tables, a list in brackets whose texts have no quotes, a
    number, true or false, or else the text itself."""
    if text in ("true", "false"):
        return text == "true"
    if re.fullmatch(r"-?\d+", text):
        return int(text)
    if re.fullmatch(r"-?\d+\.\d+", text):
        return float(text)
    if text.startswith(("[", "{")):
        with suppress(tomllib.TOMLDecodeError):
            return tomllib.loads(f"value = {text}")["value"]
    if text.startswith("[") and text.endswith("]"):
        return [parse_value(part.strip().strip("\"'")) for part in text[1:-1].split(",") if part.strip()]
    return text


def save(path: Path, text: str) -> None:
    try:
        replace_file(path, text.encode("utf-8"))
    except OSError as error:
        raise ConfigError("I can't write to {path} ({reason}).", path=path, reason=error.strerror or error) from error


def unknown_setting_error(key: str) -> ConfigError:
    return ConfigError("There's no setting {key}.", hint="`sidecar config list` lists what can be set.", key=key)
