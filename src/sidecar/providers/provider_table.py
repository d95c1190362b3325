"""The table of known providers: where each one is and which environment variables hold its key."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches

from sidecar.errors import ConfigError
from sidecar.providers.endpoint import is_loopback


@dataclass(frozen=True, slots=True)
class Provider:
    """Row of the table. `key_variables` in the order in which they are looked up; none means that no key is needed."""

    title: str
    base_url: str
    key_variables: tuple[str, ...] = ()
    embedded: bool = False
    """Whether Sidecar itself runs its models: there is no server to be found."""

    @property
    def local(self) -> bool:
        """Return whether it usually runs on this computer."""
        return self.embedded or is_loopback(self.base_url)


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


def find_provider(name: str) -> Provider:
    """Return the row of this name, in lower or upper case. Raises `ConfigError` with a suggestion when there is
    none."""
    if provider := PROVIDERS.get(name.lower()):
        return provider
    known = ", ".join(PROVIDERS)
    if close := get_close_matches(name.lower(), PROVIDERS, n=1):
        raise ConfigError(
            "There's no model provider called “{provider}”.",
            hint="Did you mean {suggestion}? The ones I know: {known}.",
            provider=name,
            suggestion=close[0],
            known=known,
        )
    raise ConfigError(
        "There's no model provider called “{provider}”.",
        hint="The ones I know: {known}.",
        provider=name,
        known=known,
    )
