"""A candidate for the model that answers: its address, and the key that it needs."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from urllib.parse import urlsplit

from sidecar.cli.setup.cloud_providers import key_variable
from sidecar.cli.setup.persistence import OWN_KEY
from sidecar.providers.endpoint import base_url_from_environment
from sidecar.providers.model_spec import ModelSpec
from sidecar.providers.provider_table import PROVIDERS


@dataclass(frozen=True, slots=True)
class ModelCandidate:
    """A model, and the key to save for it, if any."""

    choice: ModelSpec
    key: str = ""

    @property
    def provider(self) -> str:
        return self.choice.name.partition(":")[0].lower()

    @property
    def variable(self) -> str:
        """Where its key is kept. A key for a custom base URL belongs to that server alone."""
        return OWN_KEY if self.choice.base_url else key_variable(self.provider)


def resolve_candidate(choice: ModelSpec) -> ModelCandidate:
    """Resolve address and key from the environment. Keep a custom base URL together with its key, which must not go to
    the provider of that name once the environment has changed."""
    address = custom_base_url(choice.name.partition(":")[0].lower())
    if choice.base_url or not address:
        return ModelCandidate(choice)
    key = choice.api_key or key_in_environment(choice.name.partition(":")[0].lower())
    return ModelCandidate(replace(choice, base_url=address, api_key=key), key)


def custom_base_url(provider: str) -> str:
    """Return the base URL that the environment sets for a cloud provider; "" when it is the default."""
    known = PROVIDERS.get(provider)
    if known is None or known.local:
        return ""
    address = base_url_from_environment(provider, known.base_url).rstrip("/")
    return "" if address == known.base_url else address


def provider_title(provider: str) -> str:
    """Return the name of whoever answers under this provider: its custom host, or its title."""
    return urlsplit(custom_base_url(provider)).netloc.rpartition("@")[2] or PROVIDERS[provider].title


def key_in_environment(provider: str) -> str:
    return next((key for name in PROVIDERS[provider].key_variables if (key := os.environ.get(name))), "")


def parse_address(typed: str) -> str:
    """Complete `192.168.0.7:8080` to `http://192.168.0.7:8080/v1`; "" for what cannot be an address."""
    address = (typed if "://" in typed else f"http://{typed}").rstrip("/")
    try:
        parts = urlsplit(address)
        usable = parts.scheme in ("http", "https") and parts.hostname and (parts.port or True)
    except ValueError:
        return ""
    if not usable or len(typed.split()) != 1:
        return ""
    return address if "/" in address.partition("://")[2] else f"{address}/v1"
