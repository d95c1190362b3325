"""Anthropic's messages through pydantic-ai and Anthropic's SDK. Slow to import."""

from __future__ import annotations

from urllib.parse import urlsplit

import httpx2
from pydantic_ai.models.anthropic import AnthropicModel
from pydantic_ai.providers.anthropic import AnthropicProvider

from sidecar.providers.endpoint import Endpoint
from sidecar.providers.provider_table import PROVIDERS
from sidecar.providers.wires.anthropic_client import AnthropicClient

HttpClient = AnthropicClient


def create_sdk_model(endpoint: Endpoint, api_key: str, http: httpx2.AsyncClient) -> AnthropicModel:
    if urlsplit(endpoint.root).hostname != urlsplit(PROVIDERS["anthropic"].base_url).hostname:
        http.headers["x-api-key"] = api_key  # the SDK sends it as a bearer token, which not every other server knows
    provider = AnthropicProvider(api_key=api_key, base_url=endpoint.root, http_client=http)
    return AnthropicModel(endpoint.model, provider=provider)
