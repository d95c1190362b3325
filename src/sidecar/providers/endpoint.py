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
    """The model runs on a computer of the person's own, so that its tokens cost nothing."""

    @property
    def name(self) -> str:
        return f"{self.provider}:{self.model}"

    @property
    def address(self) -> str:
        """Host and port as in the base URL."""
        return urlsplit(self.base_url).netloc.rpartition("@")[2]


def on_this_computer(base_url: str) -> bool:
    address = _ip_address(base_url)
    return address.is_loopback if address else urlsplit(base_url).hostname == "localhost"


def at_home(base_url: str) -> bool:
    """On this computer or in the local network."""
    if address := _ip_address(base_url):
        return address.is_private
    host = urlsplit(base_url).hostname or ""
    return "." not in host or host.endswith((".local", ".lan", ".internal"))


def _ip_address(base_url: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(urlsplit(base_url).hostname or "")
    except ValueError:
        return None
