"""Google's format through pydantic-ai and Google's SDK. Slow to import."""

from __future__ import annotations

import httpx2
from pydantic_ai.models.google import GoogleModel
from pydantic_ai.providers.google import GoogleProvider

from sidecar.providers.endpoint import Endpoint

HttpClient = httpx2.AsyncClient


def create_sdk_model(endpoint: Endpoint, api_key: str, http: httpx2.AsyncClient) -> GoogleModel:
    provider = GoogleProvider(api_key=api_key, base_url=endpoint.root, http_client=http)
    return GoogleModel(endpoint.model, provider=provider)
