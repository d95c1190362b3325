"""Tool: the weather now and in the next days."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Annotated

from pydantic import Field

from sidecar.brain.toolbox import ToolScope
from sidecar.domain.person import LANGUAGES, Language
from sidecar.errors import ToolError
from sidecar.i18n import Texts
from sidecar.language.fold import fold_name
from sidecar.language.weekdays_and_months import WEEKDAYS
from sidecar.tools.open_meteo import DailyColumns, Forecast, GeoPlace, OpenMeteo
from sidecar.tools.tool import tool

_OTHERS_SHOWN = 3
_OTHER_NAME = 0.1
"""How much a match by another name (London for Londres, Rosarito for Rosario) counts against one by the very name."""

_SHORT_NAMES: Mapping[str, str] = dict.fromkeys(("usa", "eeuu", "ee uu"), "us") | {"uk": "gb"}
"""What people say for a country, and its code."""

# https://open-meteo.com/en/docs: WMO weather interpretation codes
_SKY: Mapping[int, str] = {
    0: "clear sky",
    1: "mainly clear",
    2: "partly cloudy",
    3: "overcast",
    45: "fog",
    48: "freezing fog",
    51: "light drizzle",
    53: "drizzle",
    55: "dense drizzle",
    56: "light freezing drizzle",
    57: "freezing drizzle",
    61: "light rain",
    63: "rain",
    65: "heavy rain",
    66: "light freezing rain",
    67: "heavy freezing rain",
    71: "light snow",
    73: "snow",
    75: "heavy snow",
    77: "snow grains",
    80: "light showers",
    81: "showers",
    82: "violent showers",
    85: "light snow showers",
    86: "heavy snow showers",
    95: "thunderstorm",
    96: "thunderstorm with light hail",
    99: "thunderstorm with heavy hail",
}


@dataclass(frozen=True, slots=True)
class CurrentWeather:
    local_time: str
    sky: str
    temperature_c: float
    feels_like_c: float | None
    humidity_percent: float | None
    wind_kmh: float | None
    precipitation_mm: float | None


@dataclass(frozen=True, slots=True)
class DayForecast:
    date: str
    weekday: str
    sky: str
    min_c: float | None
    max_c: float | None
    rain_percent: float | None
    rain_mm: float | None
    wind_max_kmh: float | None


@dataclass(frozen=True, slots=True)
class WeatherReport:
    """`other_places` have the same name: the person may have meant one of them."""

    place: str
    now: CurrentWeather
    days: Sequence[DayForecast]
    other_places: Sequence[str] | None


def _label(say: Texts, given: Mapping[str, str]) -> str:
    return say("checking the weather in {place}", place=given["place"])


class Weather:
    def __init__(self, service: OpenMeteo) -> None:
        self._service = service

    @tool(category="weather", timeout_s=20, label=_label)
    async def weather(
        self,
        scope: ToolScope,
        place: str = "",
        days: Annotated[int, Field(ge=1, le=7), "1 = today"] = 1,
    ) -> WeatherReport:
        """Weather now and forecast for up to 7 days, in their place or in "Lima, Peru"."""
        place = place.strip(" ,") or (await scope.fact_keys()).get("city", "")
        if not place:
            raise ToolError("no place given: ask the person which city")
        found = await self._find(place, scope.preferences.language)
        forecast = await self._service.fetch_forecast(found[0], days)
        others = [other.full_name for other in found[1:] if fold_name(other.name) == fold_name(found[0].name)]
        return _make_report(found[0], forecast, [name for name in others if name != found[0].full_name])

    async def _find(self, place: str, language: Language) -> Sequence[GeoPlace]:
        """Find the places that may be meant, the most likely first."""
        name, *qualifiers = [part for part in (part.strip() for part in place.split(",")) if part]
        seen: list[GeoPlace] = []
        for spoken in sorted(LANGUAGES, key=lambda other: other != language):
            found = await self._service.find_places(name, spoken)
            if fitting := [candidate for candidate in found if _is_match(candidate, qualifiers)]:
                return sorted(fitting, key=lambda candidate: _rate_likelihood(candidate, name), reverse=True)
            seen = seen or found
        if seen:
            names = "; ".join(dict.fromkeys(candidate.full_name for candidate in seen[:5]))
            raise ToolError(f'no "{name}" in {", ".join(qualifiers)}. There are: {names}')
        raise ToolError(f'no place called "{place[:60]}" was found; check the spelling or give a larger city nearby')


def _is_match(place: GeoPlace, qualifiers: Sequence[str]) -> bool:
    """Return whether each qualifier ("Santa Fe", "Argentina") is part of where the place is."""
    where = [f" {fold_name(part)} " for part in (place.country, place.admin1, place.country_code)]
    wanted = [fold_name(qualifier) for qualifier in qualifiers]
    return all(any(f" {_SHORT_NAMES.get(name, name)} " in part for part in where) for name in wanted)


def _rate_likelihood(place: GeoPlace, name: str) -> float:
    return (place.population + 1) * (1 if fold_name(place.name) == fold_name(name) else _OTHER_NAME)


def _make_report(place: GeoPlace, forecast: Forecast, others: Sequence[str]) -> WeatherReport:
    current = forecast.current
    now = CurrentWeather(
        local_time=current.time.replace("T", " "),
        sky=_describe_sky(current.weather_code),
        temperature_c=current.temperature_2m,
        feels_like_c=current.apparent_temperature,
        humidity_percent=current.relative_humidity_2m,
        wind_kmh=current.wind_speed_10m,
        precipitation_mm=current.precipitation,
    )
    days = [_make_day(forecast.daily, index) for index in range(len(forecast.daily.time))]
    return WeatherReport(place.full_name, now, days, list(dict.fromkeys(others))[:_OTHERS_SHOWN] or None)


def _make_day(daily: DailyColumns, index: int) -> DayForecast:
    def at(column: Sequence[float | None]) -> float | None:
        return column[index] if index < len(column) else None

    code = at(daily.weather_code)
    return DayForecast(
        date=daily.time[index],
        weekday=WEEKDAYS["en"][date.fromisoformat(daily.time[index]).weekday()],
        sky=_describe_sky(None if code is None else int(code)),
        min_c=at(daily.temperature_2m_min),
        max_c=at(daily.temperature_2m_max),
        rain_percent=at(daily.precipitation_probability_max),
        rain_mm=at(daily.precipitation_sum),
        wind_max_kmh=at(daily.wind_speed_10m_max),
    )


def _describe_sky(code: int | None) -> str:
    return _SKY.get(code, f"weather code {code}") if code is not None else "unknown"
