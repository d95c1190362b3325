"""Brave, Tavily, SearXNG and Jina on one loopback server, each at its path and with its own manners."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from tests.loopback.http import Exchange, LoopbackServer, Request

KEY = "the-right-key"
Result = tuple[str, str, str]

RESULTS: Sequence[Result] = [
    (f"Result {n}", f"https://example.com/{n}", f"What <strong>page</strong> {n} says &amp; more") for n in range(1, 9)
]


class SearchServer(LoopbackServer):
    """`results` are (title, address, snippet). `broken` maps a path to the status, text or delay in seconds that it
    answers with instead."""

    def __init__(
        self, results: Sequence[Result] = RESULTS, *, broken: dict[str, int | str | float] | None = None
    ) -> None:
        super().__init__()
        self._results = results
        self._broken = broken or {}

    @property
    def brave_url(self) -> str:
        return f"{self.url}/res/v1/web/search"

    @property
    def tavily_url(self) -> str:
        return f"{self.url}/tavily/search"

    @property
    def jina_url(self) -> str:
        return f"{self.url}/jina"

    async def respond(self, request: Request, exchange: Exchange) -> None:
        match self._broken.get(request.path):
            case int() as status:
                await exchange.send(status, {"error": f"no, and your key was {KEY}"})
            case str() as text:
                await exchange.send(200, text, content_type="text/html")
            case float() as delay_s:
                await asyncio.sleep(delay_s)
                await exchange.send(200, {})
            case None:
                status, body = self._found(request)
                await exchange.send(status, body)

    def _found(self, request: Request) -> tuple[int, dict[str, Any]]:
        match request.path:
            case "/res/v1/web/search":
                return self._brave(request)
            case "/tavily/search":
                return self._tavily(request)
            case "/search":
                return self._searxng(request)
            case "/jina":
                return self._jina(request)
        return 404, {}

    def _brave(self, request: Request) -> tuple[int, dict[str, Any]]:
        if request.headers.get("x-subscription-token") != KEY:
            return 422, {"type": "ErrorResponse", "error": {"code": "SUBSCRIPTION_TOKEN_INVALID", "status": 422}}
        found = [
            {"title": title, "url": url, "description": text, "type": "search_result", "family_friendly": True}
            for title, url, text in self._results[: int(request.query["count"])]
        ]
        answer: dict[str, Any] = {"type": "search", "query": {"original": request.query["q"]}, "mixed": {}}
        return 200, answer | ({"web": {"type": "search", "results": found}} if found else {})

    def _tavily(self, request: Request) -> tuple[int, dict[str, Any]]:
        if request.headers.get("authorization") != f"Bearer {KEY}":
            return 401, {"detail": {"error": "Unauthorized: missing or invalid API key."}}
        asked = request.json()
        found = [
            {"title": title, "url": url, "content": text, "score": 0.9, "raw_content": None}
            for title, url, text in self._results[: asked["max_results"]]
        ]
        return 200, {"query": asked["query"], "answer": None, "images": [], "results": found, "response_time": 1.1}

    def _searxng(self, request: Request) -> tuple[int, dict[str, Any]]:
        if request.query.get("format") != "json":
            return 403, {}
        found = [
            {"title": title, "url": url, "content": text, "engine": "duckduckgo", "score": 1.0, "category": "general"}
            for title, url, text in self._results
        ]
        answer = {"query": request.query["q"], "number_of_results": 0, "results": found}
        return 200, answer | {"answers": [], "infoboxes": [], "suggestions": [], "unresponsive_engines": []}

    def _jina(self, request: Request) -> tuple[int, dict[str, Any]]:
        if request.headers.get("authorization") != f"Bearer {KEY}":
            return 401, {"data": None, "code": 401, "name": "AuthenticationRequiredError", "status": 40103}
        asked = request.json()
        found = [
            {"title": title, "url": url, "description": text, "usage": {"tokens": 0}}
            for title, url, text in self._results[: asked["num"]]
        ]
        return 200, {"code": 200, "status": 20000, "data": found, "meta": {"usage": {"tokens": 10_000}}}
