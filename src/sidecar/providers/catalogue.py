"""The providers that Sidecar knows, and `connect`: from a model's name to a `ChatModel`.

Cheap to import: the libraries behind the providers (about a second) load inside `connect`, or earlier in `warm_up`.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from decimal import Decimal
from difflib import get_close_matches
from typing import TYPE_CHECKING, Literal, Protocol

from sidecar.errors import ConfigError
from sidecar.llm import ChatModel
from sidecar.observe.redaction import remember_secret
from sidecar.providers.address import checked, tidy
from sidecar.providers.budget import Price
from sidecar.providers.endpoint import Endpoint, at_home, on_this_computer, usual_address

if TYPE_CHECKING:
    from sidecar.providers.local.engine import Engine

Thinking = Literal["off", "low", "medium", "high"]
Tools = Literal["native", "json"]
"""How a model asks for tools: in the provider's own way, or with a JSON object in its text."""


@dataclass(frozen=True, slots=True)
class ModelSpec:
    """Which model, as `provider:model`, and where. Empty fields take what is usual for the provider.

    `openai:NAME` with a `base_url` is any server of the OpenAI format (vLLM, LM Studio, llama.cpp, a proxy): it gets
    only the `api_key` given here, never the one of OPENAI_API_KEY. `context_window` is in tokens.
    """

    name: str
    base_url: str = ""
    api_key: str = field(default="", repr=False)
    context_window: int | None = None
    thinking: Thinking | None = None
    """None leaves it to the model."""
    tools: Tools | None = None
    """None finds out where the server can tell, and else takes the native way."""
    price: Price | None = None
    """Instead of that of the price table."""
    fallback: tuple[ModelSpec, ...] = ()
    """Who is asked when this one gives no answer, in this order."""

    @property
    def chain(self) -> tuple[ModelSpec, ...]:
        """Itself and its fallbacks, each without any of its own; none for a choice without a name."""
        models = (replace(self, fallback=()), *(model for choice in self.fallback for model in choice.chain))
        return tuple(model for model in models if model.name)

    @property
    def local(self) -> bool:
        """Whether it runs on a computer of the person's own: nothing that is said leaves the house."""
        name = self.name.partition(":")[0].lower()
        provider = PROVIDERS.get(name)
        if provider is not None and provider.embedded:
            return True
        # a company that the environment has moved to this computer may be a proxy to that company
        usual = usual_address(name, provider.base_url) if provider is not None and provider.local else ""
        base_url = self.base_url or usual
        return bool(base_url) and at_home(base_url)


class Connected(ChatModel, Protocol):
    """A `ChatModel` with its connection. `aclose` when done with it."""

    def estimate(self, tokens_in: int, tokens_out: int) -> Decimal | None:
        """Dollars for a request of this size without cached tokens; None when nobody knows."""
        ...

    async def aclose(self) -> None: ...


@dataclass(frozen=True, slots=True)
class Provider:
    """`key_variables` in the order in which they are looked up; none means that no key is needed."""

    title: str
    base_url: str
    key_variables: tuple[str, ...] = ()
    embedded: bool = False
    """Sidecar itself runs its models: there is no server to be found."""

    @property
    def local(self) -> bool:
        return self.embedded or on_this_computer(self.base_url)


PROVIDERS: Mapping[str, Provider] = {
    "anthropic": Provider("Anthropic", "https://api.anthropic.com", ("ANTHROPIC_API_KEY",)),
    "deepseek": Provider("DeepSeek", "https://api.deepseek.com", ("DEEPSEEK_API_KEY",)),
    "google": Provider("Google", "https://generativelanguage.googleapis.com", ("GOOGLE_API_KEY", "GEMINI_API_KEY")),
    "groq": Provider("Groq", "https://api.groq.com/openai/v1", ("GROQ_API_KEY",)),
    "llamacpp": Provider("llama.cpp", "http://127.0.0.1:8080/v1"),
    "local": Provider("llama.cpp", "", embedded=True),
    "lmstudio": Provider("LM Studio", "http://127.0.0.1:1234/v1"),
    "mistral": Provider("Mistral", "https://api.mistral.ai/v1", ("MISTRAL_API_KEY",)),
    "moonshotai": Provider("Moonshot", "https://api.moonshot.ai/v1", ("MOONSHOTAI_API_KEY", "MOONSHOT_API_KEY")),
    "ollama": Provider("Ollama", "http://127.0.0.1:11434/v1"),
    "openai": Provider("OpenAI", "https://api.openai.com/v1", ("OPENAI_API_KEY",)),
    "openrouter": Provider("OpenRouter", "https://openrouter.ai/api/v1", ("OPENROUTER_API_KEY",)),
    "together": Provider("Together", "https://api.together.xyz/v1", ("TOGETHER_API_KEY",)),
    "vllm": Provider("vLLM", "http://127.0.0.1:8000/v1"),
    "xai": Provider("xAI", "https://api.x.ai/v1", ("XAI_API_KEY",)),
}


_CONSTRAINING = frozenset({"local", "llamacpp", "lmstudio", "vllm", "ollama", "openai"})
"""Servers that can hold an answer to a JSON schema while it is written."""


def connect(choice: ModelSpec, engine: Engine | None = None) -> Connected:
    """The model, ready to be asked; nothing goes over the network yet. `await model.aclose()` when done with it.
    `engine` runs the models named `local:…`; without one, such a model has its own.

    Raises `ConfigError` for a name that is not `provider:model`, an unknown provider, a missing key or a missing file.
    """
    endpoint = endpoint_of(choice)
    api_key = _api_key(choice, endpoint)
    with _collector_at_rest():
        if endpoint.provider == "ollama":
            from sidecar.providers.ollama import OllamaModel  # httpx2

            return OllamaModel(endpoint, api_key, choice)
        model = _opened(endpoint, api_key, choice, engine)
    serves_any_model = PROVIDERS[endpoint.provider].local or endpoint.provider == "openrouter"
    unsure = serves_any_model or another_server(choice)
    if choice.tools == "native" or (choice.tools is None and not unsure):
        return model
    from sidecar.providers.actions import ActingInText

    return ActingInText(model, natively_first=choice.tools is None, constrains=endpoint.provider in _CONSTRAINING)


def _opened(endpoint: Endpoint, api_key: str, choice: ModelSpec, engine: Engine | None) -> Connected:
    """Loads pydantic-ai and the provider's SDK: about a second."""
    from sidecar.providers.wires import open_wire

    if endpoint.provider == "local":
        from sidecar.providers.local.model import LocalModel

        return LocalModel(endpoint, choice, engine)
    model = open_wire(endpoint, api_key, choice)
    if endpoint.provider != "llamacpp" or choice.tools == "native":
        return model
    from sidecar.providers.llamacpp import LlamaCppModel

    return LlamaCppModel(model, endpoint, api_key)


def another_server(choice: ModelSpec) -> bool:
    """A server of OpenAI's format that is not OpenAI: what it can do nobody knows beforehand."""
    return choice.name.lower().startswith("openai:") and bool(choice.base_url)


def with_key(choice: ModelSpec) -> ModelSpec:
    """The choice with the key that it would be connected with now. Raises like `connect`."""
    return replace(choice, api_key=_api_key(choice, endpoint_of(choice)))


def current_key(choice: ModelSpec) -> str:
    """The key that it would be connected with now; empty when there is none."""
    try:
        return with_key(choice).api_key
    except ConfigError:
        return ""


def check(choice: ModelSpec) -> None:
    """Raises the `ConfigError` that `connect` would, without loading anything."""
    _api_key(choice, endpoint_of(choice))


def warm_up(provider: str) -> None:
    """Load now what `connect` will need for this provider: called in a thread while the person types."""
    with _collector_at_rest():
        if provider == "ollama":
            return
        from sidecar.providers import wires

        wires.load(provider)


@contextmanager
def _collector_at_rest() -> Generator[None]:
    """Loading makes half a million objects of which none is garbage. Looking for it meanwhile costs a tenth of the
    time, and looking at them ever after a tenth of a second each time."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if enabled:
            gc.enable()


def endpoint_of(choice: ModelSpec) -> Endpoint:
    """Where the model is. Raises `ConfigError` when there can be no such model."""
    name, colon, model = choice.name.strip().partition(":")
    if not colon or not name or not model:
        raise ConfigError(
            "“{name}” is not the name of a model.",
            hint="Write provider:model, for example openai:gpt-5-mini or ollama:qwen3:8b.",
            name=choice.name,
        )
    provider = PROVIDERS.get(name.lower())
    if provider is None:
        raise _unknown_provider(name)
    name = name.lower()
    if provider.embedded and choice.base_url:
        raise ConfigError(
            "{name} runs in Sidecar itself and has no address.",
            hint="Leave base_url out; for a server, write openai:NAME.",
            name=choice.name,
        )
    if provider.embedded:
        return Endpoint(name, model, provider.title, local=True)
    if not choice.base_url:
        usual = tidy(usual_address(name, provider.base_url), name)
        variable = next(iter(provider.key_variables), "")
        local = provider.local and at_home(usual)
        return _called_by_address(Endpoint(name, model, provider.title, variable, usual, local), provider)
    base_url = checked(choice.base_url, name)
    endpoint = Endpoint(name, model, provider.title, base_url=base_url, local=provider.local and at_home(base_url))
    return replace(endpoint, title=endpoint.address) if name == "openai" else _called_by_address(endpoint, provider)


def _called_by_address(endpoint: Endpoint, provider: Provider) -> Endpoint:
    """Who is somewhere else than the company is called by the address: it may be anybody."""
    usual = provider.local or endpoint.base_url.rstrip("/") == provider.base_url
    return endpoint if usual else replace(endpoint, title=endpoint.address)


def _unknown_provider(name: str) -> ConfigError:
    known = ", ".join(PROVIDERS)
    if close := get_close_matches(name.lower(), PROVIDERS, n=1):
        return ConfigError(
            "There is no model provider called “{provider}”.",
            hint="Did you mean {suggestion}? The known ones are: {known}.",
            provider=name,
            suggestion=close[0],
            known=known,
        )
    return ConfigError(
        "There is no model provider called “{provider}”.",
        hint="The known ones are: {known}.",
        provider=name,
        known=known,
    )


def _api_key(choice: ModelSpec, endpoint: Endpoint) -> str:
    """The key to send, empty when none is needed. From now on it is masked wherever it would be written."""
    provider = PROVIDERS[endpoint.provider]
    variables = () if another_server(choice) else provider.key_variables
    key = choice.api_key or next((value for name in variables if (value := os.environ.get(name))), "")
    if not key and variables and not choice.base_url:
        raise ConfigError(
            "There is no key for {provider}.",
            hint="`sidecar setup` asks you for it and keeps it. Or set the environment variable {variable}.",
            provider=endpoint.title,
            variable=endpoint.key_variable,
        )
    remember_secret(key)
    return key
