"""The port to a search engine."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from sidecar.domain.person import Language


@dataclass(frozen=True, slots=True)
class SearchHit:
    title: str
    url: str
    snippet: str


class SearchEngine(Protocol):
    @property
    def name(self) -> str: ...

    async def search(self, query: str, count: int, language: Language) -> Sequence[SearchHit]:
        """At most `count` results, best first; none is an answer too. Raises `ToolError` when there is no answer."""
        ...
