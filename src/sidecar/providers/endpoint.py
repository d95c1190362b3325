"""Address of a model server: as people write it and as clients need it, and whether it is local."""

from __future__ import annotations

import ipaddress
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

from sidecar.errors import ConfigError

_PROTOCOL_PATHS: Mapping[str, tuple[str, ...]] = {
    "google": ("/v1beta",),
    "ollama": ("/v1/chat/completions", "/v1", "/api/chat", "/api"),
}
"""Paths that the provider's own protocol adds to its root, and that people write anyway."""
_REQUEST_PATHS: Mapping[str, tuple[str, ...]] = {
    "anthropic": ("/messages", "/v1"),  # its client adds /v1/messages by itself
}
_OPENAI_REQUEST_PATHS = ("/chat/completions", "/completions")
_OLLAMA_PORT = 11434


@dataclass(frozen=True, slots=True)
class Endpoint:
    """One model at one server. `provider` as in `provider:model`; `title` is its name in a sentence; `key_variable` is
    the environment variable that usually holds its key, empty when it needs none."""

    provider: str
    model: str
    title: str
    key_variable: str = ""
    base_url: str = ""
    local: bool = False
    """Whether the model runs on a computer of the person's own, so that its tokens cost nothing."""

    @property
    def name(self) -> str:
        """Return `provider:model`."""
        return f"{self.provider}:{self.model}"

    @property
    def root(self) -> str:
        """Return the base URL without the path of the provider's own protocol and without a final slash."""
        url = self.base_url.rstrip("/")
        ending = next((end for end in _PROTOCOL_PATHS.get(self.provider, ()) if url.endswith(end)), "")
        return url.removesuffix(ending).rstrip("/")

    @property
    def openai_root(self) -> str:
        """Return the root for OpenAI's format, which Ollama serves beside its own."""
        return f"{self.root}/v1" if self.provider == "ollama" else self.root

    @property
    def address(self) -> str:
        """Return host and port as in the base URL."""
        return urlsplit(self.base_url).netloc.rpartition("@")[2]


def normalize_base_url(url: str, provider: str = "") -> str:
    """Return the address without the paths that the provider's client adds itself.

    `http://localhost:8080/v1/chat/completions` becomes `http://localhost:8080/v1`.
    """
    url = _trim(url)
    for end in _REQUEST_PATHS.get(provider, _OPENAI_REQUEST_PATHS):
        url = _trim(url.removesuffix(end))
    return url


def _trim(url: str) -> str:
    """Return the address without spaces around it and slashes at its end, however they are mixed."""
    return re.sub(r"[\s/]+\Z", "", url.lstrip())


def validate_base_url(url: str, provider: str) -> str:
    """Return the normalized address. Raises `ConfigError` when it is not an HTTP address."""
    normalized = normalize_base_url(url, provider)
    try:
        parts = urlsplit(normalized)
    except ValueError:  # an incomplete IPv6 address
        parts = urlsplit("")
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ConfigError(
            "“{url}” isn't the address of a model server.",
            hint="Write it like http://127.0.0.1:8080/v1.",
            url=url,
        )
    return normalized


def base_url_from_environment(provider: str, default: str) -> str:
    """Return the address from `NAME_BASE_URL` or Ollama's own `OLLAMA_HOST`, or else `default`."""
    given = os.environ.get(f"{provider.upper()}_BASE_URL", "").strip()
    host = os.environ.get("OLLAMA_HOST", "").strip() if provider == "ollama" else ""
    try:
        return given or (_parse_ollama_host(host) if host else default)
    except ValueError:  # no port, or half an address: Ollama itself falls back to the default
        return default


def _parse_ollama_host(ollama_host: str) -> str:
    """Parse a host, a port or both, with or without a scheme. `0.0.0.0` is where Ollama listens, not where it is."""
    url = ollama_host if "://" in ollama_host else f"http://{ollama_host}"
    parts = urlsplit(url)
    host = "127.0.0.1" if parts.hostname in (None, "0.0.0.0", "::") else parts.hostname
    default_port = _OLLAMA_PORT if url != ollama_host else 443 if parts.scheme == "https" else 80
    netloc = f"[{host}]" if ":" in host else host
    return f"{parts.scheme}://{netloc}:{parts.port or default_port}{parts.path.rstrip('/')}/v1"


def is_loopback(base_url: str) -> bool:
    """Return whether the address is on this computer."""
    address = _ip_address(base_url)
    return address.is_loopback if address else urlsplit(base_url).hostname == "localhost"


def is_private_network(base_url: str) -> bool:
    """Return whether the address is on this computer or in the local network."""
    if address := _ip_address(base_url):
        return address.is_private
    host = urlsplit(base_url).hostname or ""
    return "." not in host or host.endswith((".local", ".lan", ".internal"))


def _ip_address(base_url: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(urlsplit(base_url).hostname or "")
    except ValueError:
        return None
