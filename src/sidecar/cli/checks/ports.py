"""Checks of the channels, and of the ports that they open."""

from __future__ import annotations

import dataclasses
import socket
from collections.abc import Iterator, Mapping
from typing import cast

from sidecar.cli.checks.result import Finding, Level
from sidecar.cli.locale import say
from sidecar.config import Settings
from sidecar.domain.person import ChannelPreference
from sidecar.files.fresh_file import read_text
from sidecar.home import Home
from sidecar.memory.files.user_file import parse_user_file
from sidecar.runtime.lock import is_locked

_LOOPBACK = "127.0.0.1"


def check_channels(home: Home, there: tuple[str, ...]) -> Finding:
    """Check that `user.md` only names channels that are `there`."""
    title = say("Channels")
    wanted = parse_user_file(read_text(home.user)).preferences.channels
    unknown = [name for name, allowed in wanted.items() if name not in there and allowed is not ChannelPreference.NONE]
    if not unknown:
        return Finding("channels", Level.OK, title, ", ".join(there))
    detail = say(
        "{there}; user.md also mentions {names}, where I can't write",
        there=", ".join(there),
        names=", ".join(unknown),
    )
    fix = say("Take that line out of user.md, or leave it for later: it does no harm.")
    return Finding("channels", Level.WARNING, title, detail, fix)


def check_ports(home: Home, settings: Settings) -> Finding:
    title, wanted = say("Ports"), dict(_ports(settings))
    if not wanted:
        return Finding("ports", Level.OK, title, say("I don't open any"))
    taken = [f"{key} = {port}" for key, port in wanted.items() if _is_taken(port)]
    if not taken or is_locked(home.lock):  # probably taken by that Sidecar
        return Finding("ports", Level.OK, title, ", ".join(str(port) for port in wanted.values()))
    detail = say("another program is using {names}", names=", ".join(taken))
    fix = say("Close that program, or set another port with `sidecar config set`.")
    return Finding("ports", Level.PROBLEM, title, detail, fix)


def _ports(section: object, where: str = "") -> Iterator[tuple[str, int]]:
    """Yield every setting called `port` that is set."""
    for name, value in _entries(section):
        if name == "port" and isinstance(value, int) and value:
            yield f"{where}{name}", value
        elif isinstance(value, Mapping) or dataclasses.is_dataclass(value):
            yield from _ports(cast("object", value), f"{where}{name}.")


def _entries(section: object) -> Iterator[tuple[str, object]]:
    if isinstance(section, Settings):
        yield from dict(section).items()
    elif isinstance(section, Mapping):
        yield from cast("Mapping[str, object]", section).items()
    elif dataclasses.is_dataclass(section):
        yield from ((field.name, getattr(section, field.name)) for field in dataclasses.fields(section))


def _is_taken(port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # a port that was just closed is free
        try:
            probe.bind((_LOOPBACK, port))
        except PermissionError:
            return False  # a low port: only the service can tell
        except (OSError, OverflowError):
            return True
    return False
