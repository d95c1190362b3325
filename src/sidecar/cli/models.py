"""`sidecar models`: the models that run on this computer without any other program."""

from __future__ import annotations

import sys
from collections.abc import Generator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sidecar.cli.checks.folder import size_of
from sidecar.cli.locale import say
from sidecar.cli.output import print_json, tell, write
from sidecar.errors import ConfigError
from sidecar.home import Home

if TYPE_CHECKING:
    from rich.progress import ProgressColumn

    from sidecar.providers.local.gguf import GgufHeader
    from sidecar.providers.local.hub import ModelHub, OnProgress, RemoteFile

_WIDE = 70
"""Columns of a terminal in which the speed and the time that is left have room."""
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
    from sidecar.providers.local.model_files import list_model_files

    folder = Home.locate().models
    found = {name: _header(folder / name) for name in list_model_files(folder)}
    if as_json:
        print_json({"models": [_as_object(name, folder, header) for name, header in found.items()]})
        return
    if not found:
        write(say("There are no models in {folder}.", folder=folder))
    for name, header in found.items():
        write(_described(header), first=f"local:{name}  ")


@models.command(
    help=say("Downloads a model's file from Hugging Face. After a break the same command goes on where it was."),
    epilog=say("Example: sidecar models get Qwen/Qwen2.5-3B-Instruct-GGUF/qwen2.5-3b-instruct-q4_k_m.gguf"),
)
@click.argument("model", metavar=say("OWNER/REPOSITORY/FILE"))
@_json
def get(model: str, as_json: bool) -> None:
    from sidecar.config import load_settings
    from sidecar.providers.local.hub import ModelHub

    home = Home.locate()
    load_settings(home)  # HF_TOKEN may be in `.env`
    target = home.models / model
    with closing(ModelHub()) as hub:
        try:
            remotes = hub.look(model)
            home.create()
            for remote in remotes:
                _fetch(hub, remote, target.with_name(remote.name))
        except KeyboardInterrupt:
            tell(say("What has arrived is kept: the same command goes on from there."))
            raise
    header = _header(target)
    if header is None:
        raise ConfigError("{path} holds no language model.", hint="Choose another file.", path=target)
    if as_json:
        print_json(_as_object(model, home.models, header))
        return
    if not header.can_chat:
        warning = say("This model does not say how to talk to it: it may go on with your words instead of answering.")
        write(f"! {warning}")
    write(say("Done. Try it out and keep it with: sidecar setup --model local:{model}", model=model))


def _fetch(hub: ModelHub, remote: RemoteFile, target: Path) -> None:
    from sidecar.providers.local.hub import is_downloaded

    if is_downloaded(remote, target):
        tell(say("{name} is here already.", name=remote.name))
        return
    with _progress(remote) as on_progress:
        hub.get(remote, target, on_progress)


@contextmanager
def _progress(remote: RemoteFile) -> Generator[OnProgress]:
    """A bar on standard error where a person looks; elsewhere one line at the beginning."""
    size = size_of(remote.size_bytes) if remote.size_bytes else "?"
    if not sys.stderr.isatty():
        tell(say("Downloading {name} ({size})…", name=remote.name, size=size))
        yield lambda there, whole: None
        return
    from rich.console import Console
    from rich.progress import Progress, TaskID

    console = Console(stderr=True)
    tell(say("Downloading {name} ({size})…", name=remote.name, size=size))
    with Progress(*_columns(known=bool(remote.size_bytes), wide=console.width >= _WIDE), console=console) as bar:
        task: TaskID | None = None

        def on_progress(there: int, whole: int | None) -> None:
            nonlocal task
            if task is None:  # what was there before came at no speed
                task = bar.add_task("", total=whole, completed=there)
            bar.update(task, completed=there)

        yield on_progress


def _columns(*, known: bool, wide: bool) -> Sequence[ProgressColumn]:
    from rich.progress import BarColumn, DownloadColumn, TextColumn, TimeRemainingColumn, TransferSpeedColumn

    share = [TextColumn("{task.percentage:>3.0f} %"), BarColumn(20 if wide else 10)] if known else []
    pace = [TransferSpeedColumn(), TimeRemainingColumn()] if wide else []
    return [*share, DownloadColumn(), *pace]


def _header(path: Path) -> GgufHeader | None:
    """None for a file that is no model."""
    from sidecar.providers.local.gguf import read_header

    try:
        return read_header(path)
    except ConfigError:
        return None


def _described(header: GgufHeader | None) -> str:
    if header is None:
        return say("is not a whole model")
    size = size_of(header.size_bytes)
    if not header.can_chat:
        return say("{size}, does not say how to talk to it", size=size)
    return size


def _as_object(name: str, folder: Path, header: GgufHeader | None) -> dict[str, object]:
    whole = {"whole": header is not None}
    if header is None:
        return {"model": f"local:{name}", "path": str(folder / name), **whole}
    return {
        "model": f"local:{name}",
        "path": str(folder / name),
        **whole,
        "title": header.title,
        "architecture": header.architecture,
        "size_bytes": header.size_bytes,
        "trained_context": header.trained_context,
        "can_chat": header.can_chat,
    }
