"""Who is at the other end of a connection: what its name is for people and whether it runs on this computer."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass
from urllib.parse import urlsplit


@dataclass(frozen=True, slots=True)
class Endpoint:
    """`provider` as in `provider:model`; `title` is its name in a sentence; `key_variable` is where its key is usually
    kept, empty when it needs none."""

    provider: str
    model: str
    title: str
    key_variable: str = ""
    base_url: str = ""
    local: bool = False
    """The model runs on this computer, so that its tokens cost nothing."""

    @property
    def name(self) -> str:
        return f"{self.provider}:{self.model}"

    @property
    def address(self) -> str:
        """Host and port as in the base URL."""
        return urlsplit(self.base_url).netloc.rpartition("@")[2]


def on_this_computer(base_url: str) -> bool:
    host = urlsplit(base_url).hostname or ""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
