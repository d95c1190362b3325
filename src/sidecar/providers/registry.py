"""Which models answer whom: what the settings say for a role, or what the person chose with `/model`."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from random import Random
from typing import Protocol

from sidecar.domain.message import ConversationId, TurnId
from sidecar.domain.person import OWNER, PersonId
from sidecar.errors import ConfigError, NoModel
from sidecar.i18n import Texts, describe_model_error
from sidecar.llm import ChatModel
from sidecar.llm.roles import LONGEST_WAIT, ROLES, WITH_THE_PERSON, Role
from sidecar.llm.status import Health, ModelStatus, Origin, RoleStatus
from sidecar.providers.budget import BudgetPolicy, budget_warning
from sidecar.providers.decorators.circuit_breaker import CircuitBreaker, CircuitBreakerModel
from sidecar.providers.decorators.fallback import FallbackCandidate, FallbackModel
from sidecar.providers.decorators.handoff import HandoffModel
from sidecar.providers.decorators.json_validation import JsonValidatingModel
from sidecar.providers.decorators.metering import MeteredModel, Purpose
from sidecar.providers.decorators.redaction import RedactingModel
from sidecar.providers.decorators.retry import FALLBACK_AVAILABLE_POLICY, SINGLE_MODEL_POLICY, RetryingModel
from sidecar.providers.decorators.spend_guard import Ledger, SpendGuard, SpendGuardedModel, is_background_request
from sidecar.providers.factory import create_model
from sidecar.providers.local.engine import LocalEngine
from sidecar.providers.model_spec import ConnectedModel, ModelSpec, current_key, validate_spec, with_current_key
from sidecar.runtime.clock import Clock

_CHOICE = "model"
_SEPARATOR = ", "
_BELIEVABLE_RATIO = (0.5, 3.0)
"""A server that counts its prompt tokens wrong must not empty or overfill the window."""


class ChoiceStore(Protocol):
    """Where a person's own choice is kept."""

    async def get(self, person: PersonId, key: str) -> str | None: ...
    async def set(self, person: PersonId, key: str, value: str) -> None: ...
    async def clear(self, person: PersonId, key: str) -> None: ...


CurrentConversation = Callable[[PersonId], Awaitable[ConversationId | None]]
"""The person's current conversation."""


async def no_conversation(person: PersonId) -> ConversationId | None:
    """The `CurrentConversation` of somebody who has no conversation."""
    return None


class ModelRegistry:
    """Connects models when they are first needed and keeps them.

    `configured(role)` and `terms()` read the settings as they are now, so that an edited file takes effect at the next
    message; `here` tells the person's current conversation. `engine` runs the models of this computer.
    """

    def __init__(
        self,
        configured: Callable[[Role], ModelSpec],
        choices: ChoiceStore,
        accounts: Ledger,
        clock: Clock,
        *,
        terms: Callable[[], BudgetPolicy] = BudgetPolicy,
        here: CurrentConversation = no_conversation,
        engine: LocalEngine | None = None,
    ) -> None:
        self._configured = configured
        self._choices = choices
        self._till = SpendGuard(accounts, terms, clock)
        self._clock = clock
        self._random = Random()
        self._terms = terms
        self._here = here
        self._engine = engine or LocalEngine(clock=clock)
        self._connected: dict[ModelSpec, ConnectedModel] = {}
        self._breakers: dict[tuple[str, str], tuple[str, CircuitBreaker]] = {}
        """By name and address, with the key that they were asked with."""

    # -- asking

    async def chat_model(self, person: PersonId, turn: TurnId) -> ChatModel:
        """The chain for the role `chat`, which hands on to that of `tools`; every attempt is accounted for. Raises
        `NoModel` or `ConfigError`."""
        chat = await self.model_for("chat", person, turn)
        _, origin = await self._chain("tools", person, here=True)
        return chat if origin is Origin.CHAT else HandoffModel(chat, partial(self.model_for, "tools", person, turn))

    async def model_for(self, role: Role, person: PersonId, turn: TurnId | None = None) -> ChatModel:
        """The chain of a role, as one model; without a turn it is background work.

        Raises `NoModel` when there is none and `ConfigError` when none of the chain can be what the settings say.
        """
        chain, _ = await self._chain(role, person, here=role in WITH_THE_PERSON)
        if role == "tools":  # an answer that `chat` has begun is better ended by `chat` than by nobody
            chain = _backed(chain, (await self._chain("chat", person, here=True))[0])
        if not chain:
            raise NoModel("No model is configured.")
        links = [FallbackCandidate(choice, self._breaker(choice)) for choice in chain]
        links += [FallbackCandidate(choice, self._breaker(choice), saves=True) for choice in self._that_save(chain)]
        purpose = Purpose(person, role, turn)
        head = await self._first_that_connects(links)
        patient = not is_background_request(role, turn)
        return FallbackModel(links, head, partial(self._open, purpose), role, patient=patient)

    async def token_correction(self, model: str) -> float:
        least, most = _BELIEVABLE_RATIO
        return min(max(await self._till.token_ratio(model) or 1.0, least), most)

    async def close(self) -> None:
        for model in self._connected.values():
            await model.aclose()
        self._connected.clear()
        await self._engine.close()

    # -- choosing

    async def current(self, person: PersonId) -> str:
        """The model that a message of this person goes to now; empty when there is none."""
        return (await self._standing("chat", person)).in_use

    async def switch(self, person: PersonId, name: str) -> str:
        return (await self.choose(person, [name] if name else [])).in_use

    async def choose(
        self, person: PersonId, names: Sequence[str], role: Role = "chat", *, here: bool = False
    ) -> RoleStatus:
        """Use these models for the role from the next message on, `here` only in the current conversation. No names go
        back to what the settings say. A single name keeps the fallbacks of the settings, unless they would carry what
        is said out of the house and the model itself does not.

        Raises `ConfigError` when there can be no such model.
        """
        key = await self._key(person, role, here=here)
        if not key:
            raise ConfigError("There is no conversation yet.", hint="Say something first, or leave out “here”.")
        for name in names:
            await self._connect(self._named(name))  # refuses what cannot be, before it is chosen
        for name in names:
            self._breaker(self._named(name)).end_rest()
        if names:
            await self._choices.set(person, key, _SEPARATOR.join(names))
        else:
            await self._choices.clear(person, key)
        return await self._standing(role, person)

    async def statuses(self, person: PersonId) -> Sequence[RoleStatus]:
        """Every role with its chain."""
        return [await self._standing(role, person) for role in ROLES]

    async def obstacle(self, person: PersonId) -> ConfigError | None:
        """Why the model that a message goes to now cannot even be asked: its key is gone."""
        chain, _ = await self._chain("chat", person, here=True)
        try:
            for choice in chain[:1]:
                validate_spec(choice)
        except ConfigError as problem:
            return problem
        return None

    async def warnings(self, say: Texts) -> list[str]:
        """For `/status`: what rests after failures, and limits that are nearly used up."""
        statuses = [breaker.status for _, breaker in self._breakers.values()]
        resting = [
            say(
                "`{model}` keeps failing ({error}) and rests for another {seconds} s.",
                model=status.name,
                error=describe_model_error(status.last_error, say),
                seconds=round(status.rest_s),
            )
            for status in statuses
            if status.health is Health.RESTING
        ]
        return resting + [budget_warning(level, say) for level in await self._till.warnings()]

    def remarks(self, person: PersonId, say: Texts) -> list[str]:
        """What the owner must be told at the end of a turn, once: that most of a limit is used."""
        return [budget_warning(level, say) for level in self._till.take_crossed()] if person == OWNER else []

    # -- chains

    async def _standing(self, role: Role, person: PersonId) -> RoleStatus:
        chain, origin = await self._chain(role, person, here=role in WITH_THE_PERSON)
        return RoleStatus(role, tuple(self._standing_of(choice) for choice in chain), origin)

    async def _chain(self, role: Role, person: PersonId, *, here: bool) -> tuple[tuple[ModelSpec, ...], Origin]:
        """`here`: what was chosen for the current conversation counts."""
        if here:
            key = await self._key(person, role, here=True)
            if key and (chosen := await self._choices.get(person, key)):
                return self._chosen(role, chosen), Origin.HERE
        if chosen := await self._choices.get(person, await self._key(person, role)):
            return self._chosen(role, chosen), Origin.CHOSEN
        if role != "chat" and self._configured(role) == self._configured("chat"):
            chain, _ = await self._chain("chat", person, here=here)
            return chain, Origin.CHAT
        return self._configured(role).chain, Origin.SETTINGS

    async def _key(self, person: PersonId, role: Role, *, here: bool = False) -> str:
        key = _CHOICE if role == "chat" else f"{_CHOICE}.{role}"
        if not here:
            return key
        conversation = await self._here(person)
        return "" if conversation is None else f"{key}@{conversation}"

    def _chosen(self, role: Role, value: str) -> tuple[ModelSpec, ...]:
        chain = tuple(self._named(name) for name in value.split(_SEPARATOR))
        return chain if len(chain) > 1 else _backed(chain, self._configured(role).chain)

    def _named(self, name: str) -> ModelSpec:
        """A model by name alone; as configured if it is anywhere, else with the address and key of the first one of the
        same provider."""
        configured = list(self._all_configured())
        exact = next((choice for choice in configured if choice.name == name), None)
        if exact:
            return exact
        provider = name.partition(":")[0]
        sibling = next((choice for choice in configured if choice.name.partition(":")[0] == provider), None)
        return replace(sibling, name=name, context_window=None, price=None) if sibling else ModelSpec(name)

    def _that_save(self, chain: Sequence[ModelSpec]) -> Iterable[ModelSpec]:
        """Down the ladder when money runs out: the cheaper model of the budget, then any model of one's own."""
        cheaper = self._terms().budget.cheaper
        ladder = [self._named(cheaper)] if cheaper else []
        ladder += [choice for choice in self._all_configured() if choice.local]
        known = {choice.name for choice in chain}
        return {choice.name: choice for choice in ladder if choice.name not in known}.values()

    def _all_configured(self) -> Iterable[ModelSpec]:
        return (choice for role in ROLES for choice in self._configured(role).chain)

    # -- links

    async def _first_that_connects(self, links: Sequence[FallbackCandidate]) -> ConnectedModel:
        """The one that will probably answer: its window decides how long the prompt may be."""
        usual = [link for link in links if not link.saves]
        problem: ConfigError | None = None
        for link in sorted(usual, key=lambda link: not link.breaker.admits):
            try:
                return await self._connect(link.choice)
            except ConfigError as error:
                problem = problem or error
        assert problem is not None
        raise problem

    async def _open(self, purpose: Purpose, link: FallbackCandidate, backed: bool) -> ChatModel:
        connected = await self._connect(link.choice)
        metered = MeteredModel(RedactingModel(connected), purpose, self._till, self._clock, connected.estimate)
        budgeted = SpendGuardedModel(metered, purpose, self._till, connected.estimate)
        guarded = CircuitBreakerModel(JsonValidatingModel(budgeted), link.breaker)
        in_a_hurry = purpose.role in LONGEST_WAIT
        persistence = FALLBACK_AVAILABLE_POLICY if backed or in_a_hurry else SINGLE_MODEL_POLICY
        return RetryingModel(guarded, self._clock, self._random, persistence, lambda: link.breaker.closed)

    def _standing_of(self, choice: ModelSpec) -> ModelStatus:
        return self._breaker(choice).status

    def _breaker(self, choice: ModelSpec) -> CircuitBreaker:
        """What is known of the model; nothing, when its key is another one now."""
        where, key = (choice.name, choice.base_url), current_key(choice)
        if where not in self._breakers or self._breakers[where][0] != key:
            self._breakers[where] = key, CircuitBreaker(choice.name, self._clock)
        return self._breakers[where][1]

    async def _connect(self, choice: ModelSpec) -> ConnectedModel:
        # with its key as it is now: one that was mended in `.env` makes a new connection
        choice = replace(with_current_key(choice), fallback=(), price=self._terms().prices.get(choice.name))
        if choice in self._connected:
            return self._connected[choice]
        # In a thread: the provider's library takes a second to load, and the person may be typing.
        model = await asyncio.to_thread(create_model, choice, self._engine)
        kept = self._connected.setdefault(choice, model)
        if kept is not model:  # somebody else was faster
            await model.aclose()
        return kept


def _backed(chain: tuple[ModelSpec, ...], others: Iterable[ModelSpec]) -> tuple[ModelSpec, ...]:
    """The chain with others at its end, unless they would carry what is said out of the house and it does not."""
    names, stays = {choice.name for choice in chain}, all(choice.local for choice in chain)
    return *chain, *(choice for choice in others if choice.name not in names and (choice.local or not stays))
