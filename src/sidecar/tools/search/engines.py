"""Which engines there are, by configuration."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from sidecar.tools.http import ToolHttp
from sidecar.tools.search.ddgs_engine import DdgsEngine
from sidecar.tools.search.engine import SearchEngine
from sidecar.tools.search.json_engines import BraveEngine, JinaEngine, SearxngEngine, TavilyEngine
from sidecar.tools.settings import EngineName, SearchSettings


def make_engines(settings: SearchSettings, http: ToolHttp) -> Sequence[SearchEngine]:
    """The engines of the settings, in their order, without those that lack an address or a key."""
    made = (_engine(name, settings, http) for name in settings.engines)
    return [engine for engine in made if engine is not None]


def _engine(name: EngineName, settings: SearchSettings, http: ToolHttp) -> SearchEngine | None:
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
