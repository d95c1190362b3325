"""A model server's address: as people write it, and as its client needs it."""

from __future__ import annotations

from urllib.parse import urlsplit

from sidecar.errors import ConfigError

_ENDS: dict[str, tuple[str, ...]] = {
    "anthropic": ("/messages", "/v1"),  # its client says /v1/messages by itself
}
_OPENAI_ENDS = ("/chat/completions", "/completions")


def tidy(url: str, provider: str = "") -> str:
    """The address up to where the provider's own client goes on, whatever page of the documentation it was copied
    from: `http://localhost:8080/v1/chat/completions` is `http://localhost:8080/v1`."""
    url = url.strip().rstrip("/")
    for end in _ENDS.get(provider, _OPENAI_ENDS):
        url = url.removesuffix(end).rstrip("/")
    return url


def checked(url: str, provider: str) -> str:
    """The tidy address. Raises `ConfigError` when it is none."""
    tidied = tidy(url, provider)
    try:
        parts = urlsplit(tidied)
    except ValueError:  # half an IPv6 address
        parts = urlsplit("")
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ConfigError(
            "“{url}” is not the address of a model server.",
            hint="Write it like http://127.0.0.1:8080/v1.",
            url=url,
        )
    return tidied
