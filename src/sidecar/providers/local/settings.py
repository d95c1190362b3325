"""Settings of the models on this computer."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta


@dataclass(frozen=True, slots=True)
class LocalSettings:
    """`[local]`: models named `local:…`."""

    threads: int | None = None
    """None means one per core."""
    unload_after: timedelta = timedelta(minutes=5)
    """How long an idle model stays in memory."""
