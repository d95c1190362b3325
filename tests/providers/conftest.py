"""The three models of the contract: the fake, and the adapter against each wire."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from typing import Protocol

import pytest

from sidecar.llm import ChatModel, ChatRequest
from sidecar.providers.catalogue import ModelChoice, connect
from tests.fakes.model import FakeChatModel
from tests.loopback.anthropic_server import AnthropicServer
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

    def plays(self, *steps: Step) -> ChatModel:
        self.player.script = Script(*steps)
        return self.model


@pytest.fixture(params=["fake", "openai", "anthropic"])
async def rig(request: pytest.FixtureRequest) -> AsyncIterator[Rig]:
    if request.param == "fake":
        fake = FakeChatModel()
        yield Rig(fake, fake, lambda: fake.requests, lambda: fake.closed)
        return
    async with AnthropicServer() if request.param == "anthropic" else OpenAIServer() as server:
        model = connect(ModelChoice(f"{request.param}:loopback", base_url=server.base_url, api_key="sk-test-123456789"))
        yield Rig(model, server, lambda: server.asked, server.abandoned.qsize)
        await model.aclose()


@pytest.fixture
async def openai() -> AsyncIterator[OpenAIServer]:
    async with OpenAIServer() as server:
        yield server
