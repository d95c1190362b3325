"""The providers in the cloud: where to get a key, what their keys look like, which models to suggest."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sidecar.providers.discovery.servers import ModelListing
from sidecar.providers.provider_table import PROVIDERS


@dataclass(frozen=True, slots=True)
class CloudProvider:
    """`models` in the order in which they are suggested: quick and cheap first. `where` is the page with the keys,
    `beginnings` are those of its keys."""

    where: str
    models: tuple[str, ...]
    beginnings: tuple[str, ...] = ()


CLOUD_PROVIDERS: Mapping[str, CloudProvider] = {
    "openai": CloudProvider(
        "platform.openai.com/api-keys", ("gpt-5-mini", "gpt-4.1-mini"), ("sk-proj-", "sk-svcacct-")
    ),
    "anthropic": CloudProvider("console.anthropic.com/settings/keys", ("claude-haiku-4-5",), ("sk-ant-",)),
    "google": CloudProvider("aistudio.google.com/apikey", ("gemini-2.5-flash", "gemini-2.0-flash"), ("AIza",)),
    "openrouter": CloudProvider("openrouter.ai/keys", ("openai/gpt-5-mini", "google/gemini-2.5-flash"), ("sk-or-",)),
    "groq": CloudProvider("console.groq.com/keys", ("openai/gpt-oss-120b", "llama-3.3-70b-versatile"), ("gsk_",)),
    "mistral": CloudProvider("console.mistral.ai/api-keys", ("mistral-small-latest", "mistral-medium-latest")),
    "deepseek": CloudProvider("platform.deepseek.com/api_keys", ("deepseek-chat",)),
    "moonshotai": CloudProvider("platform.moonshot.ai/console/api-keys", ("kimi-k2.5", "kimi-latest")),
    "together": CloudProvider(
        "api.together.ai/settings/api-keys", ("meta-llama/Llama-3.3-70B-Instruct-Turbo",), ("tgp_v1_",)
    ),
    "xai": CloudProvider("console.x.ai", ("grok-4-fast-non-reasoning", "grok-3-mini"), ("xai-",)),
}


def key_provider(key: str) -> str:
    """Return the provider of a key by its beginning; "" when unknown."""
    return next((name for name, cloud in CLOUD_PROVIDERS.items() if key.startswith(cloud.beginnings or ("\0",))), "")


def suggest_model(provider: str, offer: ModelListing) -> str:
    """Return the model to take when the person does not care; "" when none of them can chat."""
    wanted = CLOUD_PROVIDERS[provider].models if provider in CLOUD_PROVIDERS else ()
    if offer.models is None:
        return wanted[0] if wanted else ""
    return next((name for name in wanted if offer.has(name)), next(iter(offer.chat_models), ""))


def key_variable(provider: str) -> str:
    """Return the environment variable that usually holds its key."""
    return next(iter(PROVIDERS[provider].key_variables), "")
