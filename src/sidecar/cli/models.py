"""`sidecar models`: the models that run on this computer without any other program."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from sidecar.api.encoding import from_attributes
from sidecar.api.models import ModelFileJson, ModelFileListJson, ModelHeaderJson
from sidecar.cli.checks.folder import format_size
from sidecar.cli.completers import complete_model_file
from sidecar.cli.locale import say
from sidecar.cli.noun_group import NounGroup, json_option
from sidecar.cli.output import fail, print_json, write
from sidecar.cli.prompts import Prompter
from sidecar.cli.services import REFUSED, record_change
from sidecar.errors import ConfigError, NotFound, RequestError
from sidecar.home import Home
from sidecar.providers.local.gguf import GgufHeader, list_part_paths, read_header
from sidecar.providers.local.model_files import list_model_files

_file = click.argument("model", metavar=say("MODEL"), shell_complete=complete_model_file)


@click.group(
    cls=NounGroup,
    aliases={"get": "add"},
    help=say("List, download and remove models that run on this computer, inside Sidecar. On its own, it lists them."),
    epilog=say("Example: sidecar models add Qwen/Qwen2.5-3B-Instruct-GGUF/qwen2.5-3b-instruct-q4_k_m.gguf"),
)
def models() -> None: ...


@models.command(
    "list", help=say("List the models in the data folder."), epilog=say("Example: sidecar models list --json")
)
@json_option
def list_(as_json: bool) -> None:
    folder = Home.locate().models
    found = {name: _header(folder / name) for name in list_model_files(folder)}
    if as_json:
        print_json(ModelFileListJson([_to_json(name, folder, header) for name, header in found.items()]))
        return
    if not found:
        write(say("There are no models in {folder}.", folder=folder))
    for name, header in found.items():
        write(_format_header(header), first=f"local:{name}  ")


@models.command(
    help=say("Download a model's file from Hugging Face. If it breaks off, the same command picks up from there."),
    epilog=say("Example: sidecar models add Qwen/Qwen2.5-3B-Instruct-GGUF/qwen2.5-3b-instruct-q4_k_m.gguf"),
)
@click.argument("model", metavar=say("OWNER/REPOSITORY/FILE"))
@json_option
def add(model: str, as_json: bool) -> None:
    from sidecar.cli.model_download import download_model  # needs rich, httpx and the settings

    home = Home.locate()
    target = download_model(home, model)
    header = _header(target)
    if header is None:
        raise ConfigError("{path} isn't a language model.", hint="Choose another file.", path=target)
    record_change(str(target))
    if as_json:
        print_json(_to_json(model, home.models, header))
        return
    if not header.can_chat:
        warning = say("This model doesn't say how to talk to it, so it may continue your words instead of answering.")
        write(f"! {warning}")
    write(say("Done. Test it and keep it with: sidecar setup --model local:{model}", model=model))


@models.command(help=say("Show one model in the data folder."), epilog=say("Example: sidecar models show tiny.gguf"))
@_file
@json_option
def show(model: str, as_json: bool) -> None:
    folder = Home.locate().models
    name = _find(model, folder)
    header = _header(folder / name)
    if as_json:
        print_json(_to_json(name, folder, header))
    else:
        write(_format_header(header), first=f"local:{name}  ")


@models.command(
    help=say("Remove a model's file from the data folder, for good."),
    epilog=say("Example: sidecar models rm tiny.gguf --yes"),
)
@_file
@click.option("--yes", "agreed", is_flag=True, help=say("without asking"))
@json_option
def rm(model: str, agreed: bool, as_json: bool) -> int:
    folder = Home.locate().models
    name = _find(model, folder)
    header = _header(folder / name)
    parts = list_part_paths(folder / name)
    size = format_size(sum(part.stat().st_size for part in parts if part.exists()))
    question = say("{model} ({size}) will be gone for good.", model=f"local:{name}", size=size)
    if not agreed and (as_json or not sys.stdin.isatty()):
        return fail(RequestError("{text}", hint="To go ahead, add --yes.", text=question), REFUSED, as_json=as_json)
    if not agreed and not Prompter(say).confirm(question):
        return REFUSED
    for part in parts:
        part.unlink(missing_ok=True)
    done = say("Removed: {model} ({size})", model=f"local:{name}", size=size)
    record_change(done)
    if as_json:
        print_json(_to_json(name, folder, header))
    else:
        write(done)
    return 0


def _find(model: str, folder: Path) -> str:
    """Return the name of a model in the folder; `local:` before it may be left out. Raises `NotFound`."""
    name = model.removeprefix("local:")
    if name not in list_model_files(folder):
        raise NotFound(
            "There is no model {model} in {folder}.", hint="`sidecar models` lists them.", model=name, folder=folder
        )
    return name


def _header(path: Path) -> GgufHeader | None:
    """Read the header of the file. None for a file that is no model."""
    try:
        return read_header(path)
    except ConfigError:
        return None


def _format_header(header: GgufHeader | None) -> str:
    if header is None:
        return say("isn't a complete model")
    size = format_size(header.size_bytes)
    if not header.can_chat:
        return say("{size}, doesn't say how to talk to it", size=size)
    return size


def _to_json(name: str, folder: Path, header: GgufHeader | None) -> ModelFileJson:
    described = from_attributes(ModelHeaderJson, header) if header else None
    return ModelFileJson(f"local:{name}", str(folder / name), header is not None, described)
