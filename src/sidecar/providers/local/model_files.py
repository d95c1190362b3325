"""Where the files of models are: any path, or the folder `models` in the data folder.

`local:/path/to/model.gguf` is that file; `local:model.gguf` and `local:owner/repository/model.gguf` lie under the
folder, the latter where `sidecar models get owner/repository/model.gguf` put it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

from sidecar.errors import ConfigError
from sidecar.providers.local.gguf import list_part_names

_HUB_ID = re.compile(r"[\w.-]+/[\w.-]+(/[\w.+@=-]+)+\.gguf", re.IGNORECASE)
_SUFFIX = ".gguf"


def find_model_file(name: str, folder: Path) -> Path:
    """The file that a model's name means. Raises `ConfigError` when there is none."""
    path = resolve_model_path(name, folder)
    if os.path.isfile(path):  # which, unlike the path's own, never raises: a name may be too long for a file
        return path
    if is_hub_id(name):
        raise ConfigError(
            "The model {model} has not been downloaded yet.",
            hint="Get it with: sidecar models get {model}",
            model=name,
        )
    if os.path.isdir(path):
        raise ConfigError("{path} is a folder.", hint="Name the file of the model, which ends in .gguf.", path=path)
    if known := ", ".join(f"local:{found}" for found in list_model_files(folder)):
        raise ConfigError("There is no model file {path}.", hint="These are there: {known}", path=path, known=known)
    raise ConfigError(
        "There is no model file {path}.",
        hint="Write the whole path, as in local:/home/ana/model.gguf, or put the file in {folder}.",
        path=path,
        folder=folder,
    )


def resolve_model_path(name: str, folder: Path) -> Path:
    """Where the file is, or would be."""
    try:
        return folder / Path(name).expanduser()
    except RuntimeError:  # the `~` of somebody who does not exist
        return folder / name


def is_hub_id(name: str) -> bool:
    """Whether this is `owner/repository/file.gguf`, perhaps with folders in between."""
    return _HUB_ID.fullmatch(name) is not None and not any(part.startswith(".") for part in name.split("/"))


def list_model_files(folder: Path) -> list[str]:
    """The models in the folder, as they are named after `local:`; of one that comes in parts, the first part."""
    return sorted(path.relative_to(folder).as_posix() for path in _model_files(folder))


def _model_files(folder: Path) -> Iterator[Path]:
    for path in folder.rglob("*"):
        if path.suffix.lower() != _SUFFIX or path.name != list_part_names(path.name)[0] or not os.path.isfile(path):
            continue
        unfinished = any(part.startswith(".") for part in path.relative_to(folder).parts)
        if not unfinished:
            yield path
