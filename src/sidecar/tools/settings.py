"""Settings of the built-in tools, each with a default that needs no key and no account."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import timedelta
from typing import Literal

EngineName = Literal["ddgs", "searxng", "brave", "tavily", "jina"]


@dataclass(frozen=True, slots=True)
class WeatherSettings:
    """Where Open-Meteo is; both addresses may be one's own installation."""

    forecast_url: str = "https://api.open-meteo.com/v1/forecast"
    places_url: str = "https://geocoding-api.open-meteo.com/v1/search"


@dataclass(frozen=True, slots=True)
class WebSearchSettings:
    """Engines in the order in which they are tried. One that lacks its key or address is left out."""

    engines: tuple[EngineName, ...] = ("searxng", "brave", "tavily", "jina", "ddgs")
    results: int = 5
    engine_timeout: timedelta = timedelta(seconds=8)
    searxng_url: str = ""
    brave_key: str = field(default="", repr=False)
    brave_url: str = "https://api.search.brave.com/res/v1/web/search"
    tavily_key: str = field(default="", repr=False)
    tavily_url: str = "https://api.tavily.com/search"
    jina_key: str = field(default="", repr=False)
    jina_url: str = "https://s.jina.ai/"


@dataclass(frozen=True, slots=True)
class ReadUrlSettings:
    """Limits of `read_url`, and the hosts it may read besides the public internet."""

    timeout: timedelta = timedelta(seconds=20)
    max_bytes: int = 5_000_000
    max_redirects: int = 5
    part_chars: int = 8_000
    """Longer pages are read in parts of about this length."""
    ports: tuple[int, ...] = (80, 443, 8080, 8443)
    allow: tuple[str, ...] = ()
    """Hosts, `name` or `name:port`, that may be read wherever they are: the person's own network."""
    remote_reader: str = ""
    """The address of a reader such as `https://r.jina.ai/`, to which the page's address is appended."""
    remote_reader_key: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class ToolSettings:
    weather: WeatherSettings = WeatherSettings()
    search: WebSearchSettings = WebSearchSettings()
    read_url: ReadUrlSettings = ReadUrlSettings()
