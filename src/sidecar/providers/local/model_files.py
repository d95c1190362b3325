"""The files of models: at any path, or in the folder `models` of the data folder.

`local:/path/to/model.gguf` is that file; `local:model.gguf` and `local:owner/repository/model.gguf` are in the folder,
where `sidecar models add owner/repository/model.gguf` puts the latter.
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
    """Return the file of a model's name. Raises `ConfigError` when there is none."""
    path = resolve_model_path(name, folder)
    if os.path.isfile(path):  # unlike `Path.is_file` it does not raise for names that are too long
        return path
    if is_hub_id(name):
        raise ConfigError(
            "The model {model} hasn't been downloaded yet.",
            hint="Get it with: sidecar models add {model}",
            model=name,
        )
    if os.path.isdir(path):
        raise ConfigError("{path} is a folder.", hint="Give the name of the model file; it ends in .gguf.", path=path)
    if known := ", ".join(f"local:{found}" for found in list_model_files(folder)):
        raise ConfigError("There's no model file {path}.", hint="These are there: {known}", path=path, known=known)
    raise ConfigError(
        "There's no model file {path}.",
        hint="Write the full path, as in local:/home/ana/model.gguf, or put the file in {folder}.",
        path=path,
        folder=folder,
    )


def resolve_model_path(name: str, folder: Path) -> Path:
    """Return where the file is, or would be."""
    try:
        return folder / Path(name).expanduser()
    except RuntimeError:  # `~` of an unknown user
        return folder / name


def is_hub_id(name: str) -> bool:
    """Return whether the name is `owner/repository/file.gguf`, perhaps with folders in between."""
    return _HUB_ID.fullmatch(name) is not None and not any(part.startswith(".") for part in name.split("/"))


def list_model_files(folder: Path) -> list[str]:
    """Return the models in the folder, named as after `local:`; only the first part of one in several files."""
    return sorted(path.relative_to(folder).as_posix() for path in _model_files(folder))


def _model_files(folder: Path) -> Iterator[Path]:
    for path in folder.rglob("*"):
        if path.suffix.lower() != _SUFFIX or path.name != list_part_names(path.name)[0] or not os.path.isfile(path):
            continue
        unfinished = any(part.startswith(".") for part in path.relative_to(folder).parts)
        if not unfinished:
            yield path
