"""Tool: search the web, with the first of the configured engines that answers."""

from __future__ import annotations

import asyncio
import html
import re
from collections.abc import Mapping, Sequence
from datetime import timedelta

from sidecar.brain.toolbox import ToolScope
from sidecar.domain.person import Language
from sidecar.errors import ToolError
from sidecar.i18n import Texts
from sidecar.tools.search_engines import SearchEngine, SearchHit
from sidecar.tools.tool import tool

_LONGEST_QUERY = 400
_SNIPPET_CHARS = 400
_RAW_CHARS = 2_000
_TAG = re.compile(r"</?(?:strong|b|em|i|mark|br|span)\b[^>]*>", re.IGNORECASE)


def _label(say: Texts, given: Mapping[str, str]) -> str:
    return say("searching the web for “{query}”", query=given["query"])


class WebSearch:
    def __init__(self, engines: Sequence[SearchEngine], *, results: int, engine_timeout: timedelta) -> None:
        self._engines = engines
        self._results = results
        self._engine_timeout_s = engine_timeout.total_seconds()

    @tool(category="web", timeout_s=45, untrusted=True, label=_label)
    async def web_search(self, scope: ToolScope, query: str) -> str:
        """Search the web; read_url reads what is found."""
        query = " ".join(query.split())[:_LONGEST_QUERY]
        if not query:
            raise ToolError("the query is empty")
        if not self._engines:
            raise ToolError("no search engine is configured; say so to the person")
        failures: list[str] = []
        for engine in self._engines:
            try:
                hits = await self._ask(engine, query, scope.preferences.language)
            except ToolError as error:
                failures.append(str(error))
                continue
            if hits:
                return _format_hits(hits)
        if len(failures) == len(self._engines):
            raise ToolError(f"no search engine answered: {'; '.join(failures)}")
        return "Nothing found." + (f" (No answer: {'; '.join(failures)})" if failures else "")

    async def _ask(self, engine: SearchEngine, query: str, language: Language) -> Sequence[SearchHit]:
        limit = asyncio.timeout(self._engine_timeout_s)
        try:
            async with limit:
                hits = await engine.search(query, self._results, language)
        except TimeoutError:
            if not limit.expired():
                raise
            raise ToolError(f"{engine.name} did not answer in time") from None
        return [hit for hit in hits if hit.url.startswith(("http://", "https://"))][: self._results]


def _format_hits(hits: Sequence[SearchHit]) -> str:
    return "\n\n".join(
        f"{number}. {_clean_text(hit.title) or hit.url}\n{hit.url}\n{_clean_text(hit.snippet)}".rstrip()
        for number, hit in enumerate(hits, start=1)
    )


def _clean_text(text: str) -> str:
    """Return one line without the marks that engines put around the words they found."""
    text = " ".join(html.unescape(_TAG.sub("", text[:_RAW_CHARS])).split())
    return text if len(text) <= _SNIPPET_CHARS else text[: _SNIPPET_CHARS - 1] + "…"
