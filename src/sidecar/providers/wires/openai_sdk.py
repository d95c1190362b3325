"""OpenAI's chat completions, and those of every server that imitates them, through pydantic-ai and OpenAI's SDK.

Never OpenAI's newer format: every server has this one, and the provider stores nothing of the conversation. Slow to
import.
"""

from __future__ import annotations

from typing import Any

import httpx2
from openai import AsyncOpenAI
from pydantic_ai.models import Model
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.models.openrouter import OpenRouterModel
from pydantic_ai.profiles.openai import OpenAIModelProfile
from pydantic_ai.providers.deepseek import DeepSeekProvider
from pydantic_ai.providers.moonshotai import MoonshotAIProvider
from pydantic_ai.providers.openai import OpenAIProvider
from pydantic_ai.providers.openai_compatible import OpenAICompatibleProvider
from pydantic_ai.providers.openrouter import OpenRouterProvider

from sidecar.providers.endpoint import Endpoint
from sidecar.providers.wires.openai_client import OpenAIClient

HttpClient = OpenAIClient


def create_sdk_model(endpoint: Endpoint, api_key: str, http: httpx2.AsyncClient) -> Model[Any]:
    client = AsyncOpenAI(api_key=api_key, base_url=endpoint.openai_root, http_client=http, max_retries=0)
    match endpoint.provider:
        case "openai" if endpoint.key_variable:
            return OpenAIChatModel(endpoint.model, provider=OpenAIProvider(openai_client=client))
        case "moonshotai":
            return OpenAIChatModel(endpoint.model, provider=MoonshotAIProvider(openai_client=client))
        case "deepseek":
            return OpenAIChatModel(endpoint.model, provider=DeepSeekProvider(openai_client=client))
        case "openrouter":
            return OpenRouterModel(endpoint.model, provider=OpenRouterProvider(openai_client=client))
        case _:
            provider = OpenAICompatibleProvider(endpoint.provider, openai_client=client)
            # Older servers know only `max_tokens`.
            profile = OpenAIModelProfile(openai_chat_supports_max_completion_tokens=False)
            return OpenAIChatModel(endpoint.model, provider=provider, profile=profile)
