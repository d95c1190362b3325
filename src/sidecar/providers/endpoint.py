"""Who is at the other end of a connection: what its name is for people and whether it runs on this computer."""

from __future__ import annotations

import ipaddress
import os
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

_BEYOND_THE_ROOT: Mapping[str, tuple[str, ...]] = {
    "google": ("/v1beta",),
    "ollama": ("/v1/chat/completions", "/v1", "/api/chat", "/api"),
}
"""What the provider's own protocol adds to its root, and people write all the same."""
_OLLAMA_PORT = 11434


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
    def root(self) -> str:
        """The base URL without what every request adds to it, and without a slash at the end."""
        url = self.base_url.rstrip("/")
        ending = next((end for end in _BEYOND_THE_ROOT.get(self.provider, ()) if url.endswith(end)), "")
        return url.removesuffix(ending).rstrip("/")

    @property
    def openai_root(self) -> str:
        """The root for OpenAI's format, which Ollama has beside its own."""
        return f"{self.root}/v1" if self.provider == "ollama" else self.root

    @property
    def address(self) -> str:
        """Host and port as in the base URL."""
        return urlsplit(self.base_url).netloc.rpartition("@")[2]


def usual_address(provider: str, otherwise: str) -> str:
    """Where a provider is when the settings do not say: `NAME_BASE_URL`, Ollama's own `OLLAMA_HOST`, or `otherwise`."""
    given = os.environ.get(f"{provider.upper()}_BASE_URL", "").strip()
    host = os.environ.get("OLLAMA_HOST", "").strip() if provider == "ollama" else ""
    try:
        return given or (_address_of(host) if host else otherwise)
    except ValueError:  # no port, or half an address: Ollama itself goes on with the usual one
        return otherwise


def _address_of(ollama_host: str) -> str:
    """Ollama takes a host, a port or both, with or without a scheme. `0.0.0.0` is where it listens, not where it is."""
    whole = ollama_host if "://" in ollama_host else f"http://{ollama_host}"
    parts = urlsplit(whole)
    host = "127.0.0.1" if parts.hostname in (None, "0.0.0.0", "::") else parts.hostname
    usual_port = _OLLAMA_PORT if whole != ollama_host else 443 if parts.scheme == "https" else 80
    netloc = f"[{host}]" if ":" in host else host
    return f"{parts.scheme}://{netloc}:{parts.port or usual_port}{parts.path.rstrip('/')}/v1"


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
