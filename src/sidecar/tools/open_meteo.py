"""Open-Meteo's two services, as raw responses: places by name and forecasts by coordinates."""

from __future__ import annotations

from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from sidecar.domain.person import Language
from sidecar.errors import ToolError
from sidecar.tools.http import ToolHttp
from sidecar.tools.settings import WeatherSettings

_SERVICE = "Open-Meteo"
_MOST_PLACES = 20
_CURRENT = "temperature_2m,apparent_temperature,relative_humidity_2m,precipitation,weather_code,wind_speed_10m"
_DAILY = (
    "weather_code,temperature_2m_max,temperature_2m_min,precipitation_sum,precipitation_probability_max,"
    "wind_speed_10m_max"
)
Answer = TypeVar("Answer", bound=BaseModel)


class GeoPlace(BaseModel):
    name: str
    latitude: float
    longitude: float
    population: int = 0
    country: str = ""
    country_code: str = ""
    admin1: str = ""

    @property
    def full_name(self) -> str:
        return ", ".join(dict.fromkeys(part for part in (self.name, self.admin1, self.country) if part))


class GeoPlaces(BaseModel):
    results: list[GeoPlace] = []


class CurrentConditions(BaseModel):
    time: str
    temperature_2m: float
    apparent_temperature: float | None = None
    relative_humidity_2m: float | None = None
    precipitation: float | None = None
    weather_code: int | None = None
    wind_speed_10m: float | None = None


class DailyColumns(BaseModel):
    """Columns: the same place in each list is the same day."""

    time: list[str]
    weather_code: list[int | None]
    temperature_2m_max: list[float | None]
    temperature_2m_min: list[float | None]
    precipitation_sum: list[float | None] = []
    precipitation_probability_max: list[float | None] = []
    wind_speed_10m_max: list[float | None] = []


class Forecast(BaseModel):
    timezone: str = ""
    current: CurrentConditions
    daily: DailyColumns


class OpenMeteo:
    def __init__(self, http: ToolHttp, settings: WeatherSettings) -> None:
        self._http = http
        self._settings = settings

    async def find_places(self, name: str, language: Language) -> list[GeoPlace]:
        """Find places whose name begins like this one, best match first, with names in `language`."""
        asked = {"name": name, "count": _MOST_PLACES, "language": language, "format": "json"}
        return (await self._get(self._settings.places_url, asked, GeoPlaces)).results

    async def fetch_forecast(self, place: GeoPlace, days: int) -> Forecast:
        """Fetch the weather now and for `days` days from today, in the place's own time; °C, mm, km/h."""
        asked = {
            "latitude": place.latitude,
            "longitude": place.longitude,
            "current": _CURRENT,
            "daily": _DAILY,
            "timezone": "auto",
            "forecast_days": days,
        }
        return await self._get(self._settings.forecast_url, asked, Forecast)

    async def _get(self, url: str, asked: dict[str, Any], answer: type[Answer]) -> Answer:
        body = await self._http.request(_SERVICE, "GET", url, params=asked)
        try:
            return answer.model_validate_json(body)
        except ValidationError:
            raise ToolError(f"{_SERVICE} sent something that is not its usual answer") from None
