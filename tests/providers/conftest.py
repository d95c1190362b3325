"""The three models of the contract: the fake, and the adapter against each wire."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from typing import Protocol

import pytest

from sidecar.llm import ChatModel, ChatRequest
from sidecar.providers.factory import create_model
from sidecar.providers.model_spec import ModelSpec
from tests.fakes.model import FakeChatModel
from tests.loopback.anthropic_server import AnthropicServer
from tests.loopback.ollama_server import OllamaServer
from tests.loopback.openai_server import OpenAIServer
from tests.loopback.script import Script, Step


class Player(Protocol):
    """What plays a script."""

    script: Script


@dataclass(frozen=True, slots=True)
class Rig:
    """A model, what it plays and how to see what it was asked and that its connection was closed."""

    model: ChatModel
    player: Player
    asked: Callable[[], list[ChatRequest]]
    abandoned: Callable[[], int]
    lacks: frozenset[str] = frozenset()
    """What the protocol has no words for."""

    def plays(self, *steps: Step) -> ChatModel:
        self.player.script = Script(*steps)
        return self.model


_LACKS = {"ollama": frozenset({"cached tokens", "forbidden tools", "filter"})}
SERVERS = {"openai": OpenAIServer, "anthropic": AnthropicServer, "ollama": OllamaServer}


@pytest.fixture(params=["fake", *SERVERS])
async def rig(request: pytest.FixtureRequest) -> AsyncIterator[Rig]:
    if request.param == "fake":
        fake = FakeChatModel()
        yield Rig(fake, fake, lambda: fake.requests, lambda: fake.closed)
        return
    async with SERVERS[request.param]() as server:
        model = create_model(
            ModelSpec(f"{request.param}:loopback", base_url=server.base_url, api_key="sk-test-123456789")
        )
        yield Rig(model, server, lambda: server.asked, server.abandoned.qsize, _LACKS.get(request.param, frozenset()))
        await model.aclose()


@pytest.fixture
async def openai() -> AsyncIterator[OpenAIServer]:
    async with OpenAIServer() as server:
        yield server
