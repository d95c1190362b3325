"""Downloads a model's file, with a progress bar at a terminal."""

from __future__ import annotations

import sys
from collections.abc import Generator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from rich.console import Console
from rich.progress import (
    BarColumn,
    DownloadColumn,
    Progress,
    ProgressColumn,
    TaskID,
    TextColumn,
    TimeRemainingColumn,
    TransferSpeedColumn,
)

from sidecar.cli.checks.folder import format_size
from sidecar.cli.locale import say
from sidecar.cli.output import tell
from sidecar.config import load_settings
from sidecar.home import Home
from sidecar.providers.local.hub import ModelHub, OnProgress, RemoteFile, is_downloaded

_WIDE = 70
"""Columns from which speed and remaining time are shown."""


def download_model(home: Home, model: str) -> Path:
    """Download all files of a model and return the path of the first. Raises `ConfigError`."""
    load_settings(home)  # HF_TOKEN may be in `.env`
    target = home.models / model
    with closing(ModelHub()) as hub:
        try:
            remotes = hub.describe(model)
            home.create()
            for remote in remotes:
                _fetch(hub, remote, target.with_name(remote.name))
        except KeyboardInterrupt:
            tell(say("What has arrived is kept: the same command picks up from there."))
            raise
    return target


def _fetch(hub: ModelHub, remote: RemoteFile, target: Path) -> None:
    if is_downloaded(remote, target):
        tell(say("{name} is already here.", name=remote.name))
        return
    with _progress(remote) as on_progress:
        hub.download(remote, target, on_progress)


@contextmanager
def _progress(remote: RemoteFile) -> Generator[OnProgress]:
    """Show a bar on standard error at a terminal; elsewhere one line at the beginning."""
    size = format_size(remote.size_bytes) if remote.size_bytes else "?"
    if not sys.stderr.isatty():
        tell(say("Downloading {name} ({size})…", name=remote.name, size=size))
        yield lambda there, whole: None
        return
    console = Console(stderr=True)
    tell(say("Downloading {name} ({size})…", name=remote.name, size=size))
    with Progress(*_columns(known=bool(remote.size_bytes), wide=console.width >= _WIDE), console=console) as bar:
        task: TaskID | None = None

        def on_progress(there: int, whole: int | None) -> None:
            nonlocal task
            if task is None:  # bytes from an earlier download must not count as speed
                task = bar.add_task("", total=whole, completed=there)
            bar.update(task, completed=there)

        yield on_progress


def _columns(*, known: bool, wide: bool) -> Sequence[ProgressColumn]:
    share = [TextColumn("{task.percentage:>3.0f} %"), BarColumn(20 if wide else 10)] if known else []
    pace = [TransferSpeedColumn(), TimeRemainingColumn()] if wide else []
    return [*share, DownloadColumn(), *pace]
