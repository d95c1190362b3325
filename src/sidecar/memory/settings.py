"""`[memory]` of the settings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

FactsIn = Literal["told", "user", "en"]


@dataclass(frozen=True, slots=True)
class MemorySettings:
    """`extract`: every message is read for facts in the background, by the role `memory`; the patterns, which cost
    nothing, read it where there is no model. Off: only what the person or the remember tool says is kept."""

    extract: bool = True
    facts_in: FactsIn = "told"
    """The language in which a model notes facts: `told`, the one each was told in; `user`, the person's; `en`."""
    embedder: str = "e5"
    """What finds things by their meaning: `e5` is the one that comes with Sidecar; `ollama:NAME` or `openai:NAME` asks
    a server; empty: only words are searched."""
    embedder_url: str = ""
    """The address of an OpenAI-compatible server, such as `http://localhost:8080/v1`."""
