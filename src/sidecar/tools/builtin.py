"""The tools that every installation has."""

from __future__ import annotations

from sidecar.runtime.clock import Clock
from sidecar.tools.calculator import calculator
from sidecar.tools.current_time import CurrentTime
from sidecar.tools.http import ToolHttp
from sidecar.tools.open_meteo import OpenMeteo
from sidecar.tools.read_url import ReadUrl
from sidecar.tools.search_engines import make_engines
from sidecar.tools.settings import ToolSettings
from sidecar.tools.tool import ToolFunction
from sidecar.tools.units import convert_units
from sidecar.tools.weather import Weather
from sidecar.tools.web_search import WebSearch


def make_builtin_tools(settings: ToolSettings, clock: Clock, http: ToolHttp) -> list[ToolFunction]:
    """Make the tools in the order in which the model sees them."""
    search = settings.search
    engines = make_engines(search, http)
    return [
        CurrentTime(clock).current_time,
        calculator,
        convert_units,
        Weather(OpenMeteo(http, settings.weather)).weather,
        WebSearch(engines, results=search.results, engine_timeout=search.engine_timeout).web_search,
        ReadUrl(settings.read_url).read_url,
    ]
