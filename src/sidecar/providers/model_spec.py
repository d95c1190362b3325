"""Specification of a model: its name, address and key, resolved to an endpoint. Cheap to import."""

from __future__ import annotations

import os
from dataclasses import dataclass, field, replace
from decimal import Decimal
from hashlib import blake2b
from typing import Literal, Protocol

from sidecar.errors import ConfigError
from sidecar.llm import ChatModel
from sidecar.observe.redaction import remember_secret
from sidecar.providers.budget import Price
from sidecar.providers.endpoint import (
    Endpoint,
    base_url_from_environment,
    is_private_network,
    normalize_base_url,
    validate_base_url,
)
from sidecar.providers.provider_table import PROVIDERS, Provider, find_provider

ThinkingLevel = Literal["off", "low", "medium", "high"]
ToolMode = Literal["native", "json"]
"""How a model asks for tools: in the provider's own format, or with a JSON object in its text."""


@dataclass(frozen=True, slots=True)
class ModelSpec:
    """Which model, as `provider:model`, and where. Empty fields take the provider's defaults.

    `openai:NAME` with a `base_url` is any server of the OpenAI format (vLLM, LM Studio, llama.cpp, a proxy): it gets
    only the `api_key` given here, never the one of OPENAI_API_KEY. `context_window` is in tokens.
    """

    name: str
    base_url: str = ""
    api_key: str = field(default="", repr=False)
    context_window: int | None = None
    thinking: ThinkingLevel | None = None
    """None leaves it to the model."""
    tools: ToolMode | None = None
    """None asks the server where it can tell, and otherwise tries the native format first."""
    price: Price | None = None
    """Overrides the price table."""
    fallback: tuple[ModelSpec, ...] = ()
    """Models that are asked when this one gives no answer, in this order."""

    @property
    def chain(self) -> tuple[ModelSpec, ...]:
        """Return itself and its fallbacks, each without fallbacks of its own; nothing for a spec without a name."""
        models = (replace(self, fallback=()), *(model for spec in self.fallback for model in spec.chain))
        return tuple(model for model in models if model.name)

    @property
    def local(self) -> bool:
        """Return whether it runs on a computer of the person's own, so that conversations stay private."""
        name = self.name.partition(":")[0].lower()
        provider = PROVIDERS.get(name)
        if provider is not None and provider.embedded:
            return True
        # a cloud provider that the environment redirects to this computer may be a proxy to that provider
        default = base_url_from_environment(name, provider.base_url) if provider is not None and provider.local else ""
        base_url = self.base_url or default
        return bool(base_url) and is_private_network(base_url)

    @property
    def is_custom_server(self) -> bool:
        """Return whether it is a server of OpenAI's format other than OpenAI, whose features are unknown."""
        return self.name.lower().startswith("openai:") and bool(self.base_url)


class ConnectedModel(ChatModel, Protocol):
    """A `ChatModel` with its connection. Call `aclose` when done."""

    def estimate(self, tokens_in: int, tokens_out: int) -> Decimal | None:
        """Return the dollars for a request of this size without cached tokens, None when the price is unknown."""
        ...

    async def aclose(self) -> None: ...


def resolve_endpoint(spec: ModelSpec) -> Endpoint:
    """Return where the model is. Raises `ConfigError` when there can be no such model."""
    name, colon, model = spec.name.strip().partition(":")
    if not colon or not name or not model:
        raise ConfigError(
            "“{name}” isn't the name of a model.",
            hint="Write provider:model, for example openai:gpt-5-mini or ollama:qwen3:8b.",
            name=spec.name,
        )
    provider = find_provider(name)
    name = name.lower()
    if provider.embedded and spec.base_url:
        raise ConfigError(
            "{name} runs inside Sidecar and has no address.",
            hint="Leave base_url out; for a server, write openai:NAME.",
            name=spec.name,
        )
    if provider.embedded:
        return Endpoint(name, model, provider.title, local=True)
    if not spec.base_url:
        default = normalize_base_url(base_url_from_environment(name, provider.base_url), name)
        variable = next(iter(provider.key_variables), "")
        local = provider.local and is_private_network(default)
        return _title_by_address(Endpoint(name, model, provider.title, variable, default, local), provider)
    base_url = validate_base_url(spec.base_url, name)
    local = provider.local and is_private_network(base_url)
    endpoint = Endpoint(name, model, provider.title, base_url=base_url, local=local)
    return replace(endpoint, title=endpoint.address) if name == "openai" else _title_by_address(endpoint, provider)


def resolve_api_key(spec: ModelSpec, endpoint: Endpoint) -> str:
    """Return the key to send, empty when none is needed. From now on it is masked in logs and prompts.

    Raises `ConfigError` when the provider needs a key and there is none.
    """
    provider = PROVIDERS[endpoint.provider]
    variables = () if spec.is_custom_server else provider.key_variables
    key = spec.api_key or next((value for name in variables if (value := os.environ.get(name))), "")
    if not key and variables and not spec.base_url:
        raise ConfigError(
            "There's no key for {provider}.",
            hint="`sidecar setup` asks you for it and keeps it. Or set the environment variable {variable}.",
            provider=endpoint.title,
            variable=endpoint.key_variable,
        )
    remember_secret(key)
    return key


def resolve_current_key(spec: ModelSpec) -> ModelSpec:
    """Return the spec with the key that it would be connected with now. Raises `ConfigError` as `validate_spec`."""
    return replace(spec, api_key=resolve_api_key(spec, resolve_endpoint(spec)))


def connection_id(spec: ModelSpec) -> str:
    """Return a digest of the address and the key that it would be connected with now, too short to guess a key by."""
    try:
        endpoint = resolve_endpoint(spec)
        where = f"{endpoint.base_url} {resolve_api_key(spec, endpoint)}"
    except ConfigError:
        where = spec.base_url
    return blake2b(where.encode(), digest_size=4).hexdigest()


def validate_spec(spec: ModelSpec) -> None:
    """Raise the `ConfigError` that connecting to the model would, without loading anything."""
    resolve_api_key(spec, resolve_endpoint(spec))


def _title_by_address(endpoint: Endpoint, provider: Provider) -> Endpoint:
    """Replace the title of a cloud provider at another address by that address: it may be any server."""
    trusted = provider.local or endpoint.base_url.rstrip("/") == provider.base_url
    return endpoint if trusted else replace(endpoint, title=endpoint.address)
