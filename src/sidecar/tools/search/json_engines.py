"""Search engines that are one request away, each with the shape of its answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from sidecar.domain.person import Language
from sidecar.errors import ToolError
from sidecar.tools.http import ToolHttp
from sidecar.tools.search.engine import SearchHit

Answer = TypeVar("Answer", bound=BaseModel)


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
        answer = _read(self.name, await self._http.request(self.name, "GET", self._url, params=asked), _Results)
        return [_hit(result.title, result.url, result.content) for result in answer.results[:count]]


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
            _hit(result.title, result.url, result.description)
            for result in _read(self.name, body, _BraveAnswer).web.results[:count]
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
            _hit(result.title, result.url, result.content)
            for result in _read(self.name, body, _Results).results[:count]
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
            _hit(result.title, result.url, result.description)
            for result in (_read(self.name, body, _JinaAnswer).data or [])[:count]
        ]


def _read(service: str, body: bytes, answer: type[Answer]) -> Answer:
    try:
        return answer.model_validate_json(body)
    except ValidationError:
        raise ToolError(f"{service} sent something that is not its usual answer") from None


def _hit(title: str, url: str, snippet: str | None) -> SearchHit:
    return SearchHit(title, url, snippet or "")
