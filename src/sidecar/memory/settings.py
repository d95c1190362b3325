"""`[memory]` of the settings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

FactsIn = Literal["told", "user", "en"]


@dataclass(frozen=True, slots=True)
class MemorySettings:
    """`extract`: read every message for facts in the background, by the role `memory`, or by patterns without one.
    Off: only what the person or the remember tool says is saved."""

    extract: bool = True
    facts_in: FactsIn = "told"
    """The language in which a model writes facts: `told`, the one each was told in; `user`, the person's; `en`."""
    embedder: str = "e5"
    """What searches by meaning: `e5` comes with Sidecar; `ollama:NAME` or `openai:NAME` asks a server; empty: no search
    by meaning."""
    embedder_url: str = ""
    """The address of an OpenAI-compatible server, such as `http://localhost:8080/v1`."""
