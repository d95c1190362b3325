"""Which model answers whom: what the settings say for a role, or what the person chose with `/model`."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Protocol

from sidecar.domain.message import TurnId
from sidecar.domain.person import PersonId
from sidecar.errors import NoModel
from sidecar.llm import ChatModel
from sidecar.llm.roles import Role
from sidecar.providers.catalogue import ModelChoice, connect
from sidecar.providers.discreet import Discreet
from sidecar.providers.metering import Accounts, Metered, Purpose
from sidecar.providers.retrying import Retrying
from sidecar.runtime.clock import Clock

if TYPE_CHECKING:  # slow to load
    from sidecar.providers.pydantic_model import PydanticModel

_CHOICE = "model"
_BELIEVABLE_RATIO = (0.5, 3.0)
"""A server that counts its prompt tokens wrong must not empty or overfill the window."""


class Choices(Protocol):
    """Where a person's own choice is kept."""

    async def get(self, person: PersonId, key: str) -> str | None: ...
    async def set(self, person: PersonId, key: str, value: str) -> None: ...
    async def clear(self, person: PersonId, key: str) -> None: ...


class Books(Accounts, Protocol):
    """The accounts, which also know how well the token estimates were."""

    async def token_ratio(self, model: str) -> float | None: ...


class ModelBook:
    """Connects models when they are first needed and keeps them. `configured(role)` reads the settings as they are
    now, so that an edited file takes effect at the next message."""

    def __init__(
        self, configured: Callable[[Role], ModelChoice], choices: Choices, accounts: Books, clock: Clock, random: Random
    ) -> None:
        self._configured = configured
        self._choices = choices
        self._accounts = accounts
        self._clock = clock
        self._random = random
        self._connected: dict[ModelChoice, PydanticModel] = {}

    async def chat_model(self, person: PersonId, turn: TurnId) -> ChatModel:
        """The model for the role `chat`, every attempt accounted for. Raises `NoModel` or `ConfigError`."""
        choice = await self._choice(person)
        if not choice.name:
            raise NoModel("No model is configured.")
        model = await self._connect(choice)
        metered = Metered(Discreet(model), Purpose(person, "chat", turn), self._accounts, self._clock)
        return Retrying(metered, self._clock, self._random)

    async def token_correction(self, model: str) -> float:
        least, most = _BELIEVABLE_RATIO
        return min(max(await self._accounts.token_ratio(model) or 1.0, least), most)

    async def current(self, person: PersonId) -> str:
        return (await self._choice(person)).name

    async def switch(self, person: PersonId, name: str) -> str:
        if not name:
            await self._choices.clear(person, _CHOICE)
            return await self.current(person)
        await self._connect(self._named(name))  # refuses what cannot be, before it is chosen
        await self._choices.set(person, _CHOICE, name)
        return name

    async def close(self) -> None:
        for model in self._connected.values():
            await model.aclose()
        self._connected.clear()

    async def _choice(self, person: PersonId) -> ModelChoice:
        chosen = await self._choices.get(person, _CHOICE)
        return self._named(chosen) if chosen else self._configured("chat")

    def _named(self, name: str) -> ModelChoice:
        """A model by name alone; with the configured address and key if the provider is the configured one."""
        configured = self._configured("chat")
        same_provider = name.partition(":")[0] == configured.name.partition(":")[0]
        return replace(configured, name=name, context_window=None) if same_provider else ModelChoice(name)

    async def _connect(self, choice: ModelChoice) -> PydanticModel:
        if choice not in self._connected:
            # In a thread: the provider's library takes a second to load, and the person may be typing.
            self._connected[choice] = await asyncio.to_thread(connect, choice)
        return self._connected[choice]
