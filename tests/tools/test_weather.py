"""The weather, from a server that answers as Open-Meteo does."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from sidecar.brain.toolbox import ToolScope
from sidecar.domain.person import Preferences
from sidecar.domain.tool import ToolCall, ToolReceipt
from sidecar.tools.http import ToolHttp
from sidecar.tools.open_meteo import OpenMeteo
from sidecar.tools.registry import ToolRegistry
from sidecar.tools.settings import WeatherSettings
from sidecar.tools.weather import Weather
from tests.loopback.weather_server import WeatherServer

pytestmark = pytest.mark.req("TOO-02")


async def ask(server: WeatherServer, http: ToolHttp, scope: ToolScope, **arguments: Any) -> ToolReceipt:
    settings = WeatherSettings(server.forecast_url, server.places_url)
    registry = ToolRegistry([Weather(OpenMeteo(http, settings)).weather])
    return await registry.run(ToolCall("1", "weather", json.dumps(arguments)), scope)


async def test_weather_now_and_today(http: ToolHttp, scope: ToolScope) -> None:
    async with WeatherServer() as server:
        receipt = await ask(server, http, scope, place="Rosario")
    assert json.loads(receipt.content) == {
        "place": "Rosario, Santa Fe, Argentina",
        "now": {
            "local_time": "2026-03-15 14:15",
            "sky": "partly cloudy",
            "temperature_c": 24.3,
            "feels_like_c": 25.1,
            "humidity_percent": 51.0,
            "wind_kmh": 11.9,
            "precipitation_mm": 0.0,
        },
        "days": [
            {
                "date": "2026-03-15",
                "weekday": "Sunday",
                "sky": "thunderstorm",
                "min_c": 17.6,
                "max_c": 29.1,
                "rain_percent": 80.0,
                "rain_mm": 3.4,
                "wind_max_kmh": 22.0,
            }
        ],
    }
    assert len(receipt.content) < 600


async def test_a_week_ahead(http: ToolHttp, scope: ToolScope) -> None:
    async with WeatherServer() as server:
        days = json.loads((await ask(server, http, scope, place="Rosario", days=7)).content)["days"]
    assert [day["date"][-2:] for day in days] == ["15", "16", "17", "18", "19", "20", "21"]
    assert [day["sky"] for day in days[1:3]] == ["light rain", "clear sky"]
    assert "rain_percent" not in days[1]
    assert days[6]["sky"] == "weather code 123"


@pytest.mark.parametrize(
    ("place", "found", "others"),
    [
        (
            "Córdoba",
            "Córdoba, Provincia de Córdoba, Argentina",
            ["Córdoba, Andalucía, España", "Córdoba, Veracruz, México"],
        ),
        ("cordoba, españa", "Córdoba, Andalucía, España", None),
        ("Cordoba, Spain", "Córdoba, Andalusia, Spain", None),
        ("Córdoba, ES", "Córdoba, Andalucía, España", None),
        ("Córdoba, Andalucía, España", "Córdoba, Andalucía, España", None),
        ("London", "Londres, Inglaterra, Reino Unido", None),
        ("san miguel", "San Miguel, El Salvador", None),
        ("Córdoba, Córdoba", "Córdoba, Provincia de Córdoba, Argentina", None),
        ("London, UK", "Londres, Inglaterra, Reino Unido", None),
        ("London, Ontario", "London, Ontario, Canadá", None),
        ("  Rosario , ", "Rosario, Santa Fe, Argentina", None),
    ],
)
async def test_which_place_is_meant(
    http: ToolHttp, scope: ToolScope, place: str, found: str, others: list[str] | None
) -> None:
    async with WeatherServer() as server:
        report = json.loads((await ask(server, http, scope, place=place)).content)
    assert (report["place"], report.get("other_places")) == (found, others)


@pytest.mark.req("CON-02")
async def test_without_a_place_it_is_where_the_person_lives(http: ToolHttp, scope: ToolScope) -> None:
    async def live_in_rosario() -> Mapping[str, str]:
        return {"city": "Rosario"}

    async with WeatherServer() as server:
        report = json.loads((await ask(server, http, replace(scope, fact_keys=live_in_rosario))).content)
    assert report["place"] == "Rosario, Santa Fe, Argentina"


async def test_the_forecast_is_of_that_place(http: ToolHttp, scope: ToolScope) -> None:
    async with WeatherServer() as server:
        await ask(server, http, scope, place="Córdoba, España")
        (request,) = server.asked("/v1/forecast")
    assert (request.query["latitude"], request.query["timezone"]) == ("37.9", "auto")
    assert request.headers["user-agent"].startswith("Sidecar")


async def test_an_english_speaker_reads_english_names(http: ToolHttp, scope: ToolScope) -> None:
    scope = replace(scope, preferences=Preferences(language="en"))
    async with WeatherServer() as server:
        report = json.loads((await ask(server, http, scope, place="London")).content)
    assert report["place"] == "London, England, United Kingdom"
    assert report["other_places"] == ["London, Ontario, Canada"]


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ({"place": ""}, "ask the person which city"),
        ({"place": " , "}, "ask the person which city"),
        ({"place": "Qwxyz"}, 'no place called "Qwxyz"'),
        ({"place": "Rosario, Noruega"}, "There are: Rosario, Santa Fe, Argentina"),
        ({"place": "Rosario", "days": 8}, "expected integer from 1 to 7"),
    ],
)
async def test_what_cannot_be_answered(
    http: ToolHttp, scope: ToolScope, arguments: dict[str, Any], complaint: str
) -> None:
    async with WeatherServer() as server:
        assert complaint in (await ask(server, http, scope, **arguments)).error


@pytest.mark.parametrize(
    ("server", "complaint"),
    [
        (WeatherServer(status=429), "Open-Meteo answered 429 Too Many Requests"),
        (WeatherServer(status=500), "Open-Meteo answered 500 Internal Server Error"),
        (WeatherServer(body="<html>maintenance</html>"), "not its usual answer"),
        (WeatherServer(body={"results": [{"name": "Rosario"}]}), "not its usual answer"),
    ],
)
async def test_a_failing_service_is_named(
    http: ToolHttp, scope: ToolScope, server: WeatherServer, complaint: str
) -> None:
    async with server:
        assert complaint in (await ask(server, http, scope, place="Rosario")).error


async def test_no_network(http: ToolHttp, scope: ToolScope) -> None:
    async with WeatherServer() as server:
        pass
    assert (await ask(server, http, scope, place="Rosario")).error == "Open-Meteo cannot be reached (ConnectError)"
