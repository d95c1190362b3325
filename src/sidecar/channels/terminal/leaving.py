"""The words that end a chat; the channel acts on them itself, they are never sent."""

from __future__ import annotations

LEAVING_WORDS = frozenset({"/exit", "/salir", "/quit"})
