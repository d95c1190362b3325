"""How many messages code answered by itself, and how well."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RouterStats:
    """Of the last messages: how many code answered where a model could have (`direct`) or where none was (`offline`),
    how many went to a model, how many of these after code had tried in vain (`handed_over`), in how many the person
    meant something else, and the median of code's own time."""

    direct: int = 0
    offline: int = 0
    model: int = 0
    handed_over: int = 0
    overrides: int = 0
    own_ms: float = 0.0

    @property
    def total(self) -> int:
        return self.direct + self.offline + self.model
