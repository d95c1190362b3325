"""Search engines behind one small port, and the choice of them by configuration."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Protocol, TypeVar, assert_never, cast

from pydantic import BaseModel, ValidationError

from sidecar.domain.person import Language
from sidecar.errors import ToolError
from sidecar.tools.http import ToolHttp
from sidecar.tools.lazy_imports import load_ddgs
from sidecar.tools.settings import EngineName, WebSearchSettings

_REGIONS: Mapping[Language, str] = {"es": "es-es", "en": "us-en"}
Answer = TypeVar("Answer", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class SearchHit:
    title: str
    url: str
    snippet: str


class SearchEngine(Protocol):
    @property
    def name(self) -> str: ...

    async def search(self, query: str, count: int, language: Language) -> Sequence[SearchHit]:
        """Return at most `count` results, best first, maybe none. Raises `ToolError` when there is no answer."""
        ...


def make_engines(settings: WebSearchSettings, http: ToolHttp) -> Sequence[SearchEngine]:
    """Make the engines of the settings, in their order, without those that lack an address or a key."""
    made = (_make_engine(name, settings, http) for name in settings.engines)
    return [engine for engine in made if engine is not None]


def _make_engine(name: EngineName, settings: WebSearchSettings, http: ToolHttp) -> SearchEngine | None:
    match name:
        case "ddgs":
            return DdgsEngine(settings.engine_timeout)
        case "searxng":
            return SearxngEngine(http, settings.searxng_url) if settings.searxng_url else None
        case "brave":
            return BraveEngine(http, settings.brave_url, settings.brave_key) if settings.brave_key else None
        case "tavily":
            return TavilyEngine(http, settings.tavily_url, settings.tavily_key) if settings.tavily_key else None
        case "jina":
            return JinaEngine(http, settings.jina_url, settings.jina_key) if settings.jina_key else None
        case _:
            assert_never(name)


class DdgsEngine:
    """DuckDuckGo and others through ddgs: no key, no account. It blocks, so each search has a thread."""

    name = "ddgs"

    def __init__(self, timeout: timedelta) -> None:
        self._timeout_s = max(1, round(timeout.total_seconds()))

    async def search(self, query: str, count: int, language: Language) -> Sequence[SearchHit]:
        return await asyncio.to_thread(self._search, query, count, _REGIONS[language])

    def _search(self, query: str, count: int, region: str) -> Sequence[SearchHit]:
        ddgs = load_ddgs()
        try:
            library = cast("Any", ddgs).DDGS(timeout=self._timeout_s)  # loads itself lazily, without types
            found = cast("Sequence[Mapping[str, str]]", library.text(query, region=region, max_results=count))
        except ddgs.exceptions.DDGSException as error:
            if "No results" in str(error):
                return []
            raise ToolError(f"ddgs found no engine that answers ({type(error).__name__})") from None
        return [SearchHit(hit.get("title", ""), hit.get("href", ""), hit.get("body", "")) for hit in found]


class _Content(BaseModel):
    """A result as SearXNG and Tavily write it."""

    title: str = ""
    url: str
    content: str | None = ""


class _Description(BaseModel):
    """A result as Brave and Jina write it."""

    title: str = ""
    url: str
    description: str | None = ""


class _Results(BaseModel):
    results: list[_Content] = []


class _BraveWeb(BaseModel):
    results: list[_Description] = []


class _BraveAnswer(BaseModel):
    web: _BraveWeb = _BraveWeb()  # left out when nothing was found


class _JinaAnswer(BaseModel):
    data: list[_Description] | None = None


class SearxngEngine:
    """One's own SearXNG, with `json` among its `search.formats`. https://docs.searxng.org/dev/search_api.html"""

    name = "SearXNG"

    def __init__(self, http: ToolHttp, base_url: str) -> None:
        self._http = http
        self._url = base_url.rstrip("/").removesuffix("/search") + "/search"

    async def search(self, query: str, count: int, language: Language) -> Sequence[SearchHit]:
        asked = {"q": query, "format": "json", "language": language}
        answer = _parse_answer(self.name, await self._http.request(self.name, "GET", self._url, params=asked), _Results)
        return [_make_hit(result.title, result.url, result.content) for result in answer.results[:count]]


class BraveEngine:
    """https://api-dashboard.search.brave.com/app/documentation/web-search"""

    name = "Brave"

    def __init__(self, http: ToolHttp, url: str, key: str) -> None:
        self._http, self._url, self._key = http, url, key

    async def search(self, query: str, count: int, language: Language) -> Sequence[SearchHit]:
        asked = {"q": query, "count": count, "search_lang": language, "text_decorations": "false"}
        headers = {"Accept": "application/json", "X-Subscription-Token": self._key}
        body = await self._http.request(self.name, "GET", self._url, params=asked, headers=headers)
        return [
            _make_hit(result.title, result.url, result.description)
            for result in _parse_answer(self.name, body, _BraveAnswer).web.results[:count]
        ]


class TavilyEngine:
    """https://docs.tavily.com/documentation/api-reference/endpoint/search"""

    name = "Tavily"

    def __init__(self, http: ToolHttp, url: str, key: str) -> None:
        self._http, self._url, self._key = http, url, key

    async def search(self, query: str, count: int, language: Language) -> Sequence[SearchHit]:
        asked = {"query": query, "max_results": count, "search_depth": "basic"}
        headers = {"Authorization": f"Bearer {self._key}"}
        body = await self._http.request(self.name, "POST", self._url, json=asked, headers=headers)
        return [
            _make_hit(result.title, result.url, result.content)
            for result in _parse_answer(self.name, body, _Results).results[:count]
        ]


class JinaEngine:
    """https://jina.ai/reader: its search, without the pages' content."""

    name = "Jina"

    def __init__(self, http: ToolHttp, url: str, key: str) -> None:
        self._http, self._url, self._key = http, url, key

    async def search(self, query: str, count: int, language: Language) -> Sequence[SearchHit]:
        asked = {"q": query, "num": count, "hl": language}
        headers = {
            "Accept": "application/json",
            "Authorization": f"Bearer {self._key}",
            "X-Respond-With": "no-content",
        }
        body = await self._http.request(self.name, "POST", self._url, json=asked, headers=headers)
        return [
            _make_hit(result.title, result.url, result.description)
            for result in (_parse_answer(self.name, body, _JinaAnswer).data or [])[:count]
        ]


def _parse_answer(service: str, body: bytes, answer: type[Answer]) -> Answer:
    try:
        return answer.model_validate_json(body)
    except ValidationError:
        raise ToolError(f"{service} sent something that is not its usual answer") from None


def _make_hit(title: str, url: str, snippet: str | None) -> SearchHit:
    return SearchHit(title, url, snippet or "")
