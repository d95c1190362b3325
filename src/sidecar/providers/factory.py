"""Factory of connected models.

Cheap to import: the wires (0.3 s; one to two seconds with an SDK) are loaded by `create_model`, or earlier by
`preload_provider`.
"""

from __future__ import annotations

import gc
from collections.abc import Generator
from contextlib import contextmanager
from importlib import import_module
from typing import Protocol, cast

from sidecar.providers.decorators.prompted_tools import PromptedToolsModel
from sidecar.providers.endpoint import Endpoint
from sidecar.providers.local.engine import LocalEngine
from sidecar.providers.model_spec import ConnectedModel, ModelSpec, resolve_api_key, resolve_endpoint
from sidecar.providers.provider_table import PROVIDERS

_OPENAI = "sidecar.providers.wires.openai"
_PYDANTIC_AI = "sidecar.providers.wires.pydantic_ai_factory"
_WIRE_MODULES = {
    "anthropic": _PYDANTIC_AI,
    "google": _PYDANTIC_AI,
    "llamacpp": "sidecar.providers.wires.llamacpp",
    "local": "sidecar.providers.local.model",
    "ollama": "sidecar.providers.wires.ollama",
}
"""Modules for providers with a format of their own; all others have OpenAI's."""

_SCHEMA_PROVIDERS = frozenset({"local", "llamacpp", "lmstudio", "vllm", "ollama", "openai"})
"""Servers that can force an answer into a JSON schema."""


class WireModule(Protocol):
    """Module with the factory for one provider's models."""

    def create_wire(
        self, endpoint: Endpoint, api_key: str, spec: ModelSpec, engine: LocalEngine | None
    ) -> ConnectedModel: ...


def create_model(spec: ModelSpec, engine: LocalEngine | None = None) -> ConnectedModel:
    """Create a model; nothing goes over the network yet. Call `aclose` when done.

    `engine` runs the models named `local:…`; without one, such a model has its own.

    Raises `ConfigError` for a name that is not `provider:model`, an unknown provider, a missing key or a missing file.
    """
    endpoint = resolve_endpoint(spec)
    api_key = resolve_api_key(spec, endpoint)
    provider = endpoint.provider
    with _paused_garbage_collection():
        wire = cast("WireModule", import_module(_WIRE_MODULES.get(provider, _OPENAI)))
        model = wire.create_wire(endpoint, api_key, spec, engine)
    serves_any_model = PROVIDERS[provider].local or provider == "openrouter" or spec.is_custom_server
    known_native = spec.tools == "native" or (spec.tools is None and not serves_any_model)
    if known_native or provider == "ollama":  # its wire asks the server what the model can do
        return model
    return PromptedToolsModel(model, native_first=spec.tools is None, constrains=provider in _SCHEMA_PROVIDERS)


def preload_provider(provider: str) -> None:
    """Import what `create_model` will need for this provider: called in a thread while the person types."""
    module = _WIRE_MODULES.get(provider, _OPENAI)
    with _paused_garbage_collection():
        wire = import_module(module)
        if module == _PYDANTIC_AI:
            wire.load_sdk(provider)


@contextmanager
def _paused_garbage_collection() -> Generator[None]:
    """Pause the collector, and exempt what was loaded: half a million objects, none of them garbage.

    Scanning them costs a tenth of the loading time, and 0.1 s at every later collection.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if enabled:
            gc.enable()
