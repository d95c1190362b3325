"""Factory of the models of Anthropic and Google, through pydantic-ai and their SDKs. Slow to import."""

from __future__ import annotations

from importlib import import_module
from typing import Any, Protocol, cast

import httpx2
from pydantic_ai.exceptions import UserError
from pydantic_ai.models import Model
from pydantic_ai.settings import ModelSettings

from sidecar.errors import ConfigError
from sidecar.providers.endpoint import Endpoint
from sidecar.providers.model_spec import ModelSpec, ThinkingLevel
from sidecar.providers.wires.http_client import create_http_client
from sidecar.providers.wires.pricing import ModelPricing
from sidecar.providers.wires.pydantic_ai_model import PydanticAIModel

_CONNECT_TIMEOUT_S = 10.0
_PLACEHOLDER_KEY = "none"
"""Servers that need no key ignore it, but the SDKs insist on one."""
_UNKNOWN_WINDOW = 32_768
_SDK_MODULES = {
    "anthropic": ("sidecar.providers.wires.anthropic_sdk", "anthropic.resources.beta.messages"),
    "google": ("sidecar.providers.wires.google_sdk",),
}
"""The module for a provider, and the module that its SDK would import at the first request."""


class SdkModule(Protocol):
    """Module over one provider's SDK, each of which takes a third of a second to load."""

    HttpClient: type[httpx2.AsyncClient]

    def create_sdk_model(self, endpoint: Endpoint, api_key: str, http: httpx2.AsyncClient) -> Model[Any]: ...


def create_wire(endpoint: Endpoint, api_key: str, spec: ModelSpec, engine: object = None) -> PydanticAIModel:
    """Return the model behind the endpoint. Its window is that of the spec, else what the price table says, or 32,768
    tokens. Raises `ConfigError` for a name that the provider cannot have."""
    sdk = load_sdk(endpoint.provider)
    http = create_http_client(endpoint, sdk.HttpClient, httpx2.Timeout(None, connect=_CONNECT_TIMEOUT_S))
    try:
        model = sdk.create_sdk_model(endpoint, api_key or _PLACEHOLDER_KEY, http)
    except UserError as error:
        raise ConfigError(
            "“{name}” isn't the name of a model: {detail}", name=endpoint.name, detail=str(error)
        ) from error
    pricing = ModelPricing(endpoint, spec.price)
    window = spec.context_window or pricing.context_window or _UNKNOWN_WINDOW
    return PydanticAIModel(model, pricing, window, _settings(spec.thinking), http)


def load_sdk(provider: str) -> SdkModule:
    """Import what a model of the provider and its first request need."""
    sdk, *_ = [import_module(name) for name in _SDK_MODULES[provider]]
    return cast("SdkModule", sdk)


def _settings(thinking: ThinkingLevel | None) -> ModelSettings:
    settings = ModelSettings(max_retries=0, cache=True)  # we retry ourselves; `cache` where it is not automatic
    if thinking is not None:
        settings["thinking"] = False if thinking == "off" else thinking
    return settings
