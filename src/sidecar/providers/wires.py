"""The protocols on the wire: which class of pydantic-ai speaks with which provider. Slow to import."""

from __future__ import annotations

from importlib import import_module
from typing import Any
from urllib.parse import urlsplit

import httpx2
from genai_prices.data_snapshot import get_snapshot
from pydantic_ai.exceptions import UserError
from pydantic_ai.models import Model
from pydantic_ai.profiles.openai import OpenAIModelProfile
from pydantic_ai.settings import ModelSettings, ThinkingLevel

from sidecar.errors import ConfigError
from sidecar.providers.anthropic_server import AnthropicClient
from sidecar.providers.catalogue import PROVIDERS, ModelSpec, Thinking
from sidecar.providers.connections import remember_response
from sidecar.providers.endpoint import Endpoint, on_this_computer
from sidecar.providers.openai_server import OpenAIClient
from sidecar.providers.prices import Tariff
from sidecar.providers.pydantic_model import PydanticModel

_CONNECT_TIMEOUT_S = 10.0
_NO_KEY = "none"
"""Servers that need no key ignore it, but the SDKs insist on one."""

_MODULES = {
    "anthropic": ("pydantic_ai.models.anthropic", "anthropic.resources.beta.messages"),
    "google": ("pydantic_ai.models.google",),
    "openai": ("pydantic_ai.models.openai", "openai.resources.chat.completions"),
}

_CLIENTS = {"anthropic": AnthropicClient, "google": httpx2.AsyncClient}

_LOCAL_WINDOW = 8_192
_UNKNOWN_WINDOW = 32_768


def open_wire(endpoint: Endpoint, api_key: str, choice: ModelSpec) -> PydanticModel:
    """The model behind the endpoint. Its window is the chosen one; else 8,192 tokens for a model on this computer (such
    servers cut longer prompts silently, whatever the model could do), what the price table says, or 32,768.

    Raises `ConfigError` for a name that the provider cannot have.
    """
    # A proxy has no business between Sidecar and a server on the same computer.
    http = _CLIENTS.get(endpoint.provider, OpenAIClient)(
        timeout=httpx2.Timeout(None, connect=_CONNECT_TIMEOUT_S),
        follow_redirects=True,
        trust_env=not on_this_computer(endpoint.base_url),
        event_hooks={"response": [remember_response]},
    )
    try:
        model = _model(endpoint, api_key or _NO_KEY, http)
    except UserError as error:
        raise ConfigError(
            "“{name}” is not the name of a model: {detail}", name=endpoint.name, detail=str(error)
        ) from error
    usual_window = _LOCAL_WINDOW if endpoint.local else model.context_window or _UNKNOWN_WINDOW
    tariff = Tariff(endpoint, choice.price)
    return PydanticModel(model, tariff, choice.context_window or usual_window, _settings(choice.thinking), http)


def load(provider: str) -> None:
    """Import what `open_wire` and the first request need."""
    for module in _MODULES.get(provider, _MODULES["openai"]):
        import_module(module)
    get_snapshot()


def _settings(thinking: Thinking | None) -> ModelSettings:
    settings = ModelSettings(max_retries=0, cache=True)  # retrying is ours; caching where it must be asked for
    if thinking is not None:
        level: ThinkingLevel = False if thinking == "off" else thinking
        settings["thinking"] = level
    return settings


def _model(endpoint: Endpoint, api_key: str, http: httpx2.AsyncClient) -> Model[Any]:
    match endpoint.provider:
        case "anthropic":
            return _anthropic(endpoint, api_key, http)
        case "google":
            return _google(endpoint, api_key, http)
        case _:
            return _openai_format(endpoint, api_key, http)


def _anthropic(endpoint: Endpoint, api_key: str, http: httpx2.AsyncClient) -> Model[Any]:
    from pydantic_ai.models.anthropic import AnthropicModel
    from pydantic_ai.providers.anthropic import AnthropicProvider

    if urlsplit(endpoint.root).hostname != urlsplit(PROVIDERS["anthropic"].base_url).hostname:
        http.headers["x-api-key"] = api_key  # the SDK sends it as a bearer token, which not every other server knows
    provider = AnthropicProvider(api_key=api_key, base_url=endpoint.root, http_client=http)
    return AnthropicModel(endpoint.model, provider=provider)


def _google(endpoint: Endpoint, api_key: str, http: httpx2.AsyncClient) -> Model[Any]:
    from pydantic_ai.models.google import GoogleModel
    from pydantic_ai.providers.google import GoogleProvider

    return GoogleModel(
        endpoint.model, provider=GoogleProvider(api_key=api_key, base_url=endpoint.root, http_client=http)
    )


def _openai_format(endpoint: Endpoint, api_key: str, http: httpx2.AsyncClient) -> Model[Any]:
    """Always chat completions: every server has it, and it keeps nothing of the conversation on the provider's side."""
    from openai import AsyncOpenAI
    from pydantic_ai.models.openai import OpenAIChatModel

    client = AsyncOpenAI(api_key=api_key, base_url=endpoint.openai_root, http_client=http, max_retries=0)
    match endpoint.provider:
        case "openai" if endpoint.key_variable:
            from pydantic_ai.providers.openai import OpenAIProvider

            return OpenAIChatModel(endpoint.model, provider=OpenAIProvider(openai_client=client))
        case "moonshotai":
            from pydantic_ai.providers.moonshotai import MoonshotAIProvider

            return OpenAIChatModel(endpoint.model, provider=MoonshotAIProvider(openai_client=client))
        case "deepseek":
            from pydantic_ai.providers.deepseek import DeepSeekProvider

            return OpenAIChatModel(endpoint.model, provider=DeepSeekProvider(openai_client=client))
        case "openrouter":
            from pydantic_ai.models.openrouter import OpenRouterModel
            from pydantic_ai.providers.openrouter import OpenRouterProvider

            return OpenRouterModel(endpoint.model, provider=OpenRouterProvider(openai_client=client))
        case _:
            from pydantic_ai.providers.openai_compatible import OpenAICompatibleProvider

            provider = OpenAICompatibleProvider(endpoint.provider, openai_client=client)
            # Older servers know only `max_tokens`.
            profile = OpenAIModelProfile(openai_chat_supports_max_completion_tokens=False)
            return OpenAIChatModel(endpoint.model, provider=provider, profile=profile)
