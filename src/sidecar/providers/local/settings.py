"""What the owner may set of the models on this computer."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta


@dataclass(frozen=True, slots=True)
class LocalSettings:
    """`[local]`: models named `local:…`."""

    threads: int | None = None
    """None takes one per processor core."""
    unload_after: timedelta = timedelta(minutes=5)
    """How long a model that nobody asks stays in memory."""
