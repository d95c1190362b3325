"""`sidecar models`: the models that run on this computer without any other program."""

from __future__ import annotations

from pathlib import Path

import click

from sidecar.api.encoding import from_attributes
from sidecar.api.models import ModelFileJson, ModelFileListJson, ModelHeaderJson
from sidecar.cli.checks.folder import format_size
from sidecar.cli.locale import say
from sidecar.cli.output import print_json, write
from sidecar.errors import ConfigError
from sidecar.home import Home
from sidecar.providers.local.gguf import GgufHeader, read_header
from sidecar.providers.local.model_files import list_model_files

_json = click.option("--json", "as_json", is_flag=True, help=say("one JSON object"))


@click.group(
    help=say("Lists and downloads models that run on this computer, inside Sidecar."),
    epilog=say("Example: sidecar models get Qwen/Qwen2.5-3B-Instruct-GGUF/qwen2.5-3b-instruct-q4_k_m.gguf"),
)
def models() -> None: ...


@models.command(
    "list", help=say("Lists the models in the data folder."), epilog=say("Example: sidecar models list --json")
)
@_json
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
    help=say("Downloads a model's file from Hugging Face. After a break the same command goes on where it was."),
    epilog=say("Example: sidecar models get Qwen/Qwen2.5-3B-Instruct-GGUF/qwen2.5-3b-instruct-q4_k_m.gguf"),
)
@click.argument("model", metavar=say("OWNER/REPOSITORY/FILE"))
@_json
def get(model: str, as_json: bool) -> None:
    from sidecar.cli.model_download import download_model  # needs rich, httpx and the settings

    home = Home.locate()
    target = download_model(home, model)
    header = _header(target)
    if header is None:
        raise ConfigError("{path} holds no language model.", hint="Choose another file.", path=target)
    if as_json:
        print_json(_to_json(model, home.models, header))
        return
    if not header.can_chat:
        warning = say("This model does not say how to talk to it: it may go on with your words instead of answering.")
        write(f"! {warning}")
    write(say("Done. Try it out and keep it with: sidecar setup --model local:{model}", model=model))


def _header(path: Path) -> GgufHeader | None:
    """Read the header of the file. None for a file that is no model."""
    try:
        return read_header(path)
    except ConfigError:
        return None


def _format_header(header: GgufHeader | None) -> str:
    if header is None:
        return say("is not a whole model")
    size = format_size(header.size_bytes)
    if not header.can_chat:
        return say("{size}, does not say how to talk to it", size=size)
    return size


def _to_json(name: str, folder: Path, header: GgufHeader | None) -> ModelFileJson:
    described = from_attributes(ModelHeaderJson, header) if header else None
    return ModelFileJson(f"local:{name}", str(folder / name), header is not None, described)
