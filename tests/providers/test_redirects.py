"""A server that redirects elsewhere gets neither the prompt nor the key there, on any wire."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from sidecar.errors import ModelRejected
from sidecar.llm import ChatRequest, UserMessage
from sidecar.providers.discovery.servers import list_models
from sidecar.providers.embedders.openai_embedder import OpenAIEmbedder
from sidecar.providers.endpoint import Endpoint
from sidecar.providers.factory import create_model
from sidecar.providers.model_spec import ModelSpec
from tests.loopback.http import Exchange, LoopbackServer, Request
from tests.loopback.openai_server import OpenAIServer
from tests.loopback.script import say

SECRET = ChatRequest("Ana is allergic to nuts.", (UserMessage("hola"),))
KEY = "sk-test-123456789"
WIRES = ("openai", "anthropic", "google", "ollama", "llamacpp", "deepseek")
STATUSES = (301, 302, 303, 307, 308)


class Redirecting(LoopbackServer):
    """Answers everything with a redirect to the same path under `target`."""

    def __init__(self, status: int = 307) -> None:
        super().__init__()
        self.target = ""
        self._status = status

    async def respond(self, request: Request, exchange: Exchange) -> None:
        await exchange.send(self._status, headers={"location": f"{self.target}{request.path}"})


@pytest.fixture
async def elsewhere() -> AsyncIterator[OpenAIServer]:
    async with OpenAIServer(say("I read it all.")) as server:
        yield server


@pytest.mark.req("SEC-05")
@pytest.mark.parametrize("status", STATUSES)
@pytest.mark.parametrize("provider", WIRES)
async def test_nothing_goes_to_another_server(provider: str, status: int, elsewhere: OpenAIServer) -> None:
    async with Redirecting(status) as server:
        server.target = elsewhere.url
        model = create_model(ModelSpec(f"{provider}:loopback", f"{server.url}/v1", KEY))
        with pytest.raises(ModelRejected, match=elsewhere.url):
            _ = [event async for event in model.stream(SECRET)]
        await model.aclose()
    assert elsewhere.requests == []


@pytest.mark.req("SEC-05")
async def test_texts_to_embed_and_the_key_of_a_list_stay_too(elsewhere: OpenAIServer) -> None:
    async with Redirecting() as server:
        server.target = elsewhere.url
        embedder = OpenAIEmbedder(Endpoint("openai", "e5", "OpenAI", base_url=server.url), KEY)
        with pytest.raises(ModelRejected, match=elsewhere.url):
            await embedder.embed_query("Ana is allergic to nuts.")
        await embedder.close()
        for provider in WIRES:
            with pytest.raises(ModelRejected, match=elsewhere.url):
                await list_models(ModelSpec(f"{provider}:loopback", f"{server.url}/v1", KEY))
    assert elsewhere.requests == []


async def test_a_redirect_within_the_server_is_followed(elsewhere: OpenAIServer) -> None:
    class Moved(OpenAIServer):
        async def respond(self, request: Request, exchange: Exchange) -> None:
            if request.path.startswith("/old"):
                await exchange.send(308, headers={"location": request.path.removeprefix("/old")})
            else:
                await super().respond(request, exchange)

    async with Moved(say("Hola.")) as server:
        model = create_model(ModelSpec("openai:loopback", f"{server.url}/old/v1", KEY))
        assert [event async for event in model.stream(SECRET)]
        await model.aclose()
