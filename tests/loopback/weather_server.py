"""Open-Meteo on loopback: its geocoding and its forecast, in the shapes that the real services answer."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from typing import Any

from tests.loopback.http import Exchange, LoopbackServer, Request

TODAY = date(2026, 3, 15)


def place(name: str, country: str, admin1: str, population: int | None, **more: Any) -> dict[str, Any]:
    """A result of the geocoding service; places without inhabitants have no `population` at all."""
    made = {"id": 1, "name": name, "latitude": -31.4, "longitude": -64.2, "country": country, "admin1": admin1}
    return made | ({} if population is None else {"population": population}) | more


PLACES: Mapping[str, Sequence[dict[str, Any]]] = {
    # by language: the service translates names where it can
    "es": [
        place("Córdoba", "España", "Andalucía", 328_841, country_code="ES", latitude=37.9),
        place("Córdoba", "Argentina", "Provincia de Córdoba", 1_428_214, country_code="AR"),
        place("Córdoba", "México", "Veracruz", 140_896, country_code="MX"),
        place("Cordoba Airport", "Argentina", "Provincia de Córdoba", None, country_code="AR"),
        place("Londres", "Reino Unido", "Inglaterra", 8_961_989, country_code="GB", alias="London"),
        place("London", "Canadá", "Ontario", 346_765, country_code="CA"),
        place("Rosario", "Argentina", "Santa Fe", 1_193_605, country_code="AR"),
        place("San Miguel de Tucumán", "Argentina", "Tucumán", 781_023, country_code="AR"),
        place("San Miguel", "El Salvador", "San Miguel", 247_119, country_code="SV"),
    ],
    "en": [
        place("Córdoba", "Spain", "Andalusia", 328_841, country_code="ES", latitude=37.9),
        place("Córdoba", "Argentina", "Cordoba", 1_428_214, country_code="AR"),
        place("London", "United Kingdom", "England", 8_961_989, country_code="GB"),
        place("London", "Canada", "Ontario", 346_765, country_code="CA"),
        place("Rosario", "Argentina", "Santa Fe", 1_193_605, country_code="AR"),
    ],
}


class WeatherServer(LoopbackServer):
    """`status` other than 200 makes both services fail; `body` replaces what they answer."""

    def __init__(self, *, status: int = 200, body: object | None = None) -> None:
        super().__init__()
        self._status = status
        self._body = body

    @property
    def forecast_url(self) -> str:
        return f"{self.url}/v1/forecast"

    @property
    def places_url(self) -> str:
        return f"{self.url}/v1/search"

    def asked(self, path: str) -> list[Request]:
        return [request for request in self.requests if request.path == path]

    async def respond(self, request: Request, exchange: Exchange) -> None:
        if self._status != 200 or self._body is not None:
            await exchange.send(self._status, self._body or {"error": True, "reason": "Minutely limit exceeded"})
        elif request.path == "/v1/search":
            await exchange.send(200, _search(request.query))
        else:
            await exchange.send(200, _forecast(request.query))


def _search(query: Mapping[str, str]) -> dict[str, Any]:
    name = _bare(query["name"])
    found = [
        {key: value for key, value in candidate.items() if key != "alias"}
        for candidate in PLACES[query["language"]]
        if _bare(candidate["name"]).startswith(name) or _bare(candidate.get("alias", "")) == name
    ]
    # the real service leaves `results` out when there are none
    return {"generationtime_ms": 0.5} | ({"results": found[: int(query["count"])]} if found else {})


def _forecast(query: Mapping[str, str]) -> dict[str, Any]:
    days = [TODAY + timedelta(days=n) for n in range(int(query["forecast_days"]))]
    current = {
        "time": f"{TODAY}T14:15",
        "interval": 900,
        "temperature_2m": 24.3,
        "apparent_temperature": 25.1,
        "relative_humidity_2m": 51,
        "precipitation": 0.0,
        "weather_code": 2,
        "wind_speed_10m": 11.9,
    }
    daily = {
        "time": [day.isoformat() for day in days],
        "weather_code": [95, 61, 0, 3, 45, 71, 123][: len(days)],
        "temperature_2m_max": [29.1] * len(days),
        "temperature_2m_min": [17.6] * len(days),
        "precipitation_sum": [3.4] * len(days),
        "precipitation_probability_max": [80, None, 0, 0, 0, 0, 0][: len(days)],
        "wind_speed_10m_max": [22.0] * len(days),
    }
    return {
        "latitude": float(query["latitude"]),
        "longitude": float(query["longitude"]),
        "utc_offset_seconds": -10800,
        "timezone": "America/Argentina/Cordoba",
        "current_units": {"temperature_2m": "°C"},
        "current": {name: value for name, value in current.items() if name in (*query["current"].split(","), "time")},
        "daily_units": {"temperature_2m_max": "°C"},
        "daily": {name: value for name, value in daily.items() if name in (*query["daily"].split(","), "time")},
    }


def _bare(text: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c)).lower()
