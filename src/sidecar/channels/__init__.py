"""Channels, one folder each, discovered by name; no other package imports one.

Each folder sets `DESCRIPTION` in its `__init__.py` and has an adapter of `dispatch.ports.Channel`.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from pkgutil import iter_modules
from typing import cast

from sidecar.dispatch.ports import ChannelDescription


def find_channels() -> Mapping[str, ChannelDescription]:
    """Return the description of every channel by its name."""
    folders = [import_module(f"{__name__}.{module.name}") for module in iter_modules(__path__)]
    descriptions = [cast("ChannelDescription", vars(folder)["DESCRIPTION"]) for folder in folders]
    return {description.name: description for description in descriptions}


def find_unasked_channels() -> tuple[str, ...]:
    """Return the names of the channels on which reminders and spontaneous messages may be sent. The first one is the
    primary channel unless `user.md` says otherwise."""
    return tuple(name for name, description in find_channels().items() if description.unasked)
