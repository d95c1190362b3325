"""What code tried in vain is taken over by a model that knows of it (RTR-04)."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from sidecar.domain.turn import Ending, HandledBy
from sidecar.errors import NoModel
from sidecar.llm import AssistantMessage, ToolMessage
from sidecar.storage.sqlite import SqliteDb
from sidecar.tools.http import ToolHttp
from sidecar.tools.open_meteo import OpenMeteo
from sidecar.tools.registry import ToolRegistry
from sidecar.tools.settings import WeatherSettings
from sidecar.tools.weather import Weather
from tests.conversation.stage import World
from tests.loopback.script import Refuse, Step, say
from tests.loopback.weather_server import WeatherServer

pytestmark = pytest.mark.req("RTR-04")
QUESTION = "¿qué tiempo hace en Rosario?"


class Traveller(World):
    """A conversation with the weather tool of a service that is up, or is not."""

    def __init__(self, db: SqliteDb, http: ToolHttp, server: WeatherServer, *steps: Step) -> None:
        super().__init__(db, *steps)
        service = OpenMeteo(http, WeatherSettings(server.forecast_url, server.places_url))
        self.toolbox = ToolRegistry([Weather(service).weather], self.clock)


@pytest.fixture
async def http() -> AsyncIterator[ToolHttp]:
    async with ToolHttp() as http:
        yield http


@pytest.fixture
async def closed_server() -> WeatherServer:
    """A server that nobody reaches any more."""
    async with WeatherServer() as server:
        return server


async def test_a_tool_that_works_needs_no_model(db: SqliteDb, http: ToolHttp) -> None:
    async with WeatherServer() as server:
        world = Traveller(db, http, server, say("nobody asked"))
        reply = await world.take(QUESTION)
    assert (reply.handled_by, world.model.requests) == (HandledBy.ROUTER, [])
    assert "24" in reply.text


async def test_a_model_goes_on_from_what_was_tried(db: SqliteDb, http: ToolHttp, closed_server: WeatherServer) -> None:
    world = Traveller(db, http, closed_server, say("No llego al servicio del tiempo; probá en un rato."))
    reply = await world.take(QUESTION)
    assert (reply.text, reply.handled_by) == ("No llego al servicio del tiempo; probá en un rato.", HandledBy.MODEL)
    *_, call, result = world.model.requests[0].messages
    assert isinstance(call, AssistantMessage) and [one.name for one in call.tool_calls] == ["weather"]
    assert isinstance(result, ToolMessage) and result.content.startswith("Error")
    assert [receipt.ok for receipt in reply.receipts] == [False]


async def test_without_a_model_code_says_what_failed(
    db: SqliteDb, http: ToolHttp, closed_server: WeatherServer
) -> None:
    world = Traveller(db, http, closed_server)
    world.missing = NoModel("none")
    reply = await world.take(QUESTION)
    assert reply.text.startswith("No pude consultar el clima")
    assert (reply.ending, len(reply.receipts)) == (Ending.COMPLETE, 1)


async def test_a_model_that_fails_too_leaves_what_code_said(
    db: SqliteDb, http: ToolHttp, closed_server: WeatherServer
) -> None:
    reply = await Traveller(db, http, closed_server, Refuse(500, "oops")).take(QUESTION)
    assert reply.text.startswith("No pude consultar el clima")
