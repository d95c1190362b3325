"""DuckDuckGo and its kin through ddgs: no key, no account, no promise either."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any, cast

from sidecar.domain.person import Language
from sidecar.errors import ToolError
from sidecar.tools.search.engine import SearchHit

_REGIONS: Mapping[Language, str] = {"es": "es-es", "en": "us-en"}


class DdgsEngine:
    """ddgs makes its own requests and blocks, so each search has a thread; it limits its requests' time by itself."""

    name = "ddgs"

    def __init__(self, timeout: timedelta) -> None:
        self._timeout_s = max(1, round(timeout.total_seconds()))

    async def search(self, query: str, count: int, language: Language) -> Sequence[SearchHit]:
        return await asyncio.to_thread(self._search, query, count, _REGIONS[language])

    def _search(self, query: str, count: int, region: str) -> Sequence[SearchHit]:
        import ddgs
        from ddgs.exceptions import DDGSException

        try:
            library = cast("Any", ddgs).DDGS(timeout=self._timeout_s)  # loads itself lazily, without types
            found = cast("Sequence[Mapping[str, str]]", library.text(query, region=region, max_results=count))
        except DDGSException as error:
            if "No results" in str(error):
                return []
            raise ToolError(f"ddgs found no engine that answers ({type(error).__name__})") from None
        return [SearchHit(hit.get("title", ""), hit.get("href", ""), hit.get("body", "")) for hit in found]
