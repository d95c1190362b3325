"""Builds the registry of models."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from sidecar.app.home_services import Services
from sidecar.domain.person import OWNER
from sidecar.providers.factory import preload_provider
from sidecar.providers.local.engine import LocalEngine
from sidecar.providers.registry import ModelRegistry
from sidecar.storage.choices import SqlChoices


def build_model_registry(services: Services) -> ModelRegistry:
    settings = services.settings.current
    return ModelRegistry(
        lambda role: settings().model_for(role),
        SqlChoices(services.db, services.clock),
        services.accounts,
        services.clock,
        budget_policy=lambda: replace(settings().budget_policy, zone=services.zone(OWNER)),
        current_conversation=services.conversations.current,
        engine=LocalEngine(services.home.models, lambda: settings().local, services.clock),
    )


async def preload_chat_model(models: ModelRegistry) -> None:
    """Import the library of the owner's model: it takes a second."""
    provider = (await models.current(OWNER)).partition(":")[0]
    if provider:
        await asyncio.to_thread(preload_provider, provider)
