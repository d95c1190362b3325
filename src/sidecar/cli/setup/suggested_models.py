"""Which local model fits this computer's memory, and the commands that install it."""

from __future__ import annotations

import shutil
import sys
from dataclasses import dataclass
from importlib.util import find_spec

_GB = 10**9
_USUAL_MEMORY_BYTES = 8 * _GB


@dataclass(frozen=True, slots=True)
class SuggestedModel:
    """A model that chats, uses tools and knows Spanish, and leaves about half of the memory free.

    `name` is that of Ollama's library, `file` the same model on Hugging Face."""

    name: str
    file: str
    needs_bytes: int
    download_bytes: int


_FITTING = (
    SuggestedModel("qwen3:14b", "Qwen/Qwen3-14B-GGUF/Qwen3-14B-Q4_K_M.gguf", 30 * _GB, 9_300_000_000),
    SuggestedModel("qwen3:8b", "Qwen/Qwen3-8B-GGUF/Qwen3-8B-Q4_K_M.gguf", 15 * _GB, 5_200_000_000),
    SuggestedModel("qwen3:4b", "Qwen/Qwen3-4B-GGUF/Qwen3-4B-Q4_K_M.gguf", 11 * _GB, 2_500_000_000),
    SuggestedModel(
        "qwen2.5:3b", "Qwen/Qwen2.5-3B-Instruct-GGUF/qwen2.5-3b-instruct-q4_k_m.gguf", 5 * _GB, 1_900_000_000
    ),
    SuggestedModel("qwen2.5:1.5b", "Qwen/Qwen2.5-1.5B-Instruct-GGUF/qwen2.5-1.5b-instruct-q4_k_m.gguf", 0, 990_000_000),
)
"""Largest first."""


def suggest_local_model(memory: int) -> SuggestedModel:
    """Return the biggest model that runs well in this memory."""
    memory = memory or _USUAL_MEMORY_BYTES
    return next(model for model in _FITTING if memory >= model.needs_bytes)


def has_llama_cpp() -> bool:
    """Return whether Sidecar can run models itself."""
    return find_spec("xllamacpp") is not None


def install_commands(model: str, *, running: bool) -> list[str]:
    """List what to type, in this order, to get Ollama with this model. `running`: it answers already."""
    pull = f"ollama pull {model}"
    if running:
        return [pull]
    if shutil.which("ollama"):
        return ["ollama serve" if sys.platform == "win32" else "ollama serve &", pull]
    match sys.platform:
        case "darwin":
            return ["brew install ollama", "brew services start ollama", pull]
        case "win32":
            return ["winget install Ollama.Ollama", pull]
        case _:
            return ["curl -fsSL https://ollama.com/install.sh | sh", pull]
