"""Registry of the models: those that the settings name for a role, or that the person chose with `/model`."""

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
from sidecar.llm.roles import CONVERSATION_ROLES, FIRST_TOKEN_LIMITS, ROLES, Role
from sidecar.llm.status import ChainOrigin, Health, RoleStatus
from sidecar.providers.budget import BudgetPolicy, budget_warning
from sidecar.providers.circuit_breakers import CircuitBreakers, RequestHistory
from sidecar.providers.decorators.circuit_breaker import CircuitBreakerModel
from sidecar.providers.decorators.fallback import FallbackCandidate, FallbackModel
from sidecar.providers.decorators.handoff import HandoffModel
from sidecar.providers.decorators.json_validation import JsonValidatingModel
from sidecar.providers.decorators.metering import MeteredModel, Purpose
from sidecar.providers.decorators.redaction import RedactingModel
from sidecar.providers.decorators.request_limits import DeadlineModel, TruncatingModel
from sidecar.providers.decorators.retry import FALLBACK_AVAILABLE_POLICY, SINGLE_MODEL_POLICY, RetryingModel
from sidecar.providers.decorators.spend_guard import SpendGuard, SpendGuardedModel, is_background_request
from sidecar.providers.factory import create_model
from sidecar.providers.local.engine import LocalEngine
from sidecar.providers.model_spec import ConnectedModel, ModelSpec, connection_id, resolve_current_key, validate_spec
from sidecar.runtime.clock import Clock

_CHOICE = "model"
_SEPARATOR = ", "
_BELIEVABLE_RATIO = (0.5, 3.0)
"""A server that counts its prompt tokens wrong must not empty or overfill the window."""


class ChoiceStore(Protocol):
    """Stores a person's own choice of models."""

    async def get(self, person: PersonId, key: str) -> str | None: ...
    async def set(self, person: PersonId, key: str, value: str) -> None: ...
    async def clear(self, person: PersonId, key: str) -> None: ...


Chain = tuple[ModelSpec, ...]
CurrentConversation = Callable[[PersonId], Awaitable[ConversationId | None]]
"""Returns the person's current conversation, None when there is none."""


async def return_no_conversation(person: PersonId) -> ConversationId | None:
    """Return None: the `CurrentConversation` of a person without conversations."""
    return None


class ModelRegistry:
    """Connects models when they are first needed and keeps the connections.

    `configured(role)` and `budget_policy()` read the settings as they are now, so that an edited file takes effect with
    the next message. `engine` runs the models named `local:…`.
    """

    def __init__(
        self,
        configured: Callable[[Role], ModelSpec],
        choices: ChoiceStore,
        accounts: RequestHistory,
        clock: Clock,
        *,
        budget_policy: Callable[[], BudgetPolicy] = BudgetPolicy,
        current_conversation: CurrentConversation = return_no_conversation,
        engine: LocalEngine | None = None,
    ) -> None:
        self._configured = configured
        self._choices = choices
        self._guard = SpendGuard(accounts, budget_policy, clock)
        self._clock = clock
        self._random = Random()
        self._budget_policy = budget_policy
        self._current_conversation = current_conversation
        self._engine = engine or LocalEngine(clock=clock)
        self._connected: dict[ModelSpec, ConnectedModel] = {}
        self._breakers = CircuitBreakers(accounts, clock)

    # -- models to ask

    async def chat_model(self, person: PersonId, turn: TurnId) -> ChatModel:
        """Return the model for a turn: the chain of `chat`, which hands off to that of `tools` where it has its own.

        Raises `NoModel` or `ConfigError`.
        """
        chat = await self.model_for("chat", person, turn)
        _, origin = await self._chain("tools", person, in_conversation=True)
        if origin is ChainOrigin.CHAT:
            return chat
        return HandoffModel(chat, partial(self.model_for, "tools", person, turn))

    async def model_for(self, role: Role, person: PersonId, turn: TurnId | None = None) -> ChatModel:
        """Return the chain of a role, as one model; without a turn it is background work.

        Raises `NoModel` when the chain is empty and `ConfigError` when none of its models can be connected.
        """
        chain, _ = await self._chain(role, person, in_conversation=role in CONVERSATION_ROLES)
        if role == "tools":  # fall back to `chat`, which began the answer
            chain = _with_fallbacks(chain, (await self._chain("chat", person, in_conversation=True))[0])
        if not chain:
            raise NoModel("No model is configured.")
        background = is_background_request(role, turn)
        candidates = [FallbackCandidate(spec, await self._breakers.get(spec)) for spec in chain]
        affordable = self._affordable_specs(chain)
        candidates += [FallbackCandidate(spec, await self._breakers.get(spec), True) for spec in affordable]
        open_candidate = partial(self._open, Purpose(person, role, turn))
        if len(candidates) == 1 and not background:
            model = await open_candidate(candidates[0], False)
        else:
            first = await self._connect_first(candidates)
            model = FallbackModel(candidates, first, open_candidate, role, skip_resting=background)
        limit = FIRST_TOKEN_LIMITS.get(role)
        return DeadlineModel(model, limit) if limit else model

    async def token_correction(self, model: str) -> float:
        """Return real prompt tokens divided by our estimate, within what can be believed."""
        least, most = _BELIEVABLE_RATIO
        return min(max(await self._guard.token_ratio(model) or 1.0, least), most)

    async def close(self) -> None:
        for model in self._connected.values():
            await model.aclose()
        self._connected.clear()
        await self._engine.close()

    # -- choosing models

    async def current(self, person: PersonId) -> str:
        """Return the name of the model that answers this person now; empty when there is none."""
        return (await self._role_status("chat", person)).in_use

    async def choose(
        self, person: PersonId, names: Sequence[str], role: Role = "chat", *, conversation_only: bool = False
    ) -> RoleStatus:
        """Use these models for the role from the next message on, or only in the current conversation. No names undo
        the choice. A single model keeps the fallbacks of the settings, except that a local one gets no cloud provider.

        Raises `ConfigError` when there can be no such model.
        """
        key = await self._choice_key(person, role, in_conversation=conversation_only)
        if not key:
            raise ConfigError("There's no conversation yet.", hint="Say something first, or leave out “here”.")
        for name in names:
            await self._connect(self.find_spec(name))  # raises before anything is saved
        for name in names:
            (await self._breakers.get(self.find_spec(name))).end_rest()
        if names:
            await self._choices.set(person, key, _SEPARATOR.join(names))
        else:
            await self._choices.clear(person, key)
        return await self._role_status(role, person)

    async def statuses(self, person: PersonId) -> Sequence[RoleStatus]:
        """Return the status of every role."""
        return [await self._role_status(role, person) for role in ROLES]

    async def configuration_problem(self, person: PersonId) -> ConfigError | None:
        """Return why the model that answers now cannot even be asked, such as a missing key; None when it can."""
        chain, _ = await self._chain("chat", person, in_conversation=True)
        try:
            for spec in chain[:1]:
                validate_spec(spec)
        except ConfigError as problem:
            return problem
        return None

    async def warnings(self, say: Texts) -> list[str]:
        """Return, for `/status`, the models that rest after failures and the limits that are nearly used up."""
        resting = [
            say(
                "`{model}` keeps failing ({error}), so it's resting for another {seconds} s.",
                model=status.name,
                error=describe_model_error(status.last_error, say),
                seconds=round(status.rest_s),
            )
            for status in self._breakers.statuses
            if status.health is Health.RESTING
        ]
        return resting + [budget_warning(level, say) for level in await self._guard.warnings()]

    def remarks(self, person: PersonId, say: Texts) -> list[str]:
        """Return the warnings for the owner, each once, at the end of a turn: that most of a limit is used."""
        return [budget_warning(level, say) for level in self._guard.take_new_warnings()] if person == OWNER else []

    # -- chains

    async def _role_status(self, role: Role, person: PersonId) -> RoleStatus:
        chain, origin = await self._chain(role, person, in_conversation=role in CONVERSATION_ROLES)
        return RoleStatus(role, tuple([(await self._breakers.get(spec)).status for spec in chain]), origin)

    async def _chain(
        self, role: Role, person: PersonId, *, in_conversation: bool
    ) -> tuple[tuple[ModelSpec, ...], ChainOrigin]:
        """Find the chain of a role. `in_conversation`: a choice for the current conversation counts."""
        if in_conversation:
            key = await self._choice_key(person, role, in_conversation=True)
            if key and (chosen := await self._choices.get(person, key)):
                return self._chosen(role, chosen), ChainOrigin.CONVERSATION
        if chosen := await self._choices.get(person, await self._choice_key(person, role)):
            return self._chosen(role, chosen), ChainOrigin.CHOSEN
        if role != "chat" and self._configured(role) == self._configured("chat"):
            chain, _ = await self._chain("chat", person, in_conversation=in_conversation)
            return chain, ChainOrigin.CHAT
        return self._configured(role).chain, ChainOrigin.SETTINGS

    async def _choice_key(self, person: PersonId, role: Role, *, in_conversation: bool = False) -> str:
        key = _CHOICE if role == "chat" else f"{_CHOICE}.{role}"
        if not in_conversation:
            return key
        conversation = await self._current_conversation(person)
        return "" if conversation is None else f"{key}@{conversation}"

    def _chosen(self, role: Role, value: str) -> Chain:
        chain = tuple(self.find_spec(name) for name in value.split(_SEPARATOR))
        return chain if len(chain) > 1 else _with_fallbacks(chain, self._configured(role).chain)

    def find_spec(self, name: str) -> ModelSpec:
        """Return the model of this name as the settings have it, or else with the address and key of their first one
        of the same provider."""
        configured = list(self._all_configured())
        exact = next((spec for spec in configured if spec.name == name), None)
        if exact:
            return exact
        provider = name.partition(":")[0]
        sibling = next((spec for spec in configured if spec.name.partition(":")[0] == provider), None)
        return replace(sibling, name=name, context_window=None, price=None) if sibling else ModelSpec(name)

    def _affordable_specs(self, chain: Sequence[ModelSpec]) -> Iterable[ModelSpec]:
        """Return who takes over when the chain costs too much: the budget's cheaper model, then any local one."""
        if not self._guard.has_limits:
            return ()
        cheaper = self._budget_policy().budget.cheaper
        ladder = [self.find_spec(cheaper)] if cheaper else []
        ladder += [spec for spec in self._all_configured() if spec.local]
        known = {spec.name for spec in chain}
        return {spec.name: spec for spec in ladder if spec.name not in known}.values()

    def _all_configured(self) -> Iterable[ModelSpec]:
        return (spec for role in ROLES for spec in self._configured(role).chain)

    # -- connections

    async def _connect_first(self, candidates: Sequence[FallbackCandidate]) -> ConnectedModel:
        """Return the model that will probably answer: its window decides how long the prompt may be."""
        usual = [candidate for candidate in candidates if not candidate.only_over_budget]
        problem: ConfigError | None = None
        for candidate in sorted(usual, key=lambda candidate: not candidate.breaker.allows_request):
            try:
                return await self._connect(candidate.spec)
            except ConfigError as error:
                problem = problem or error
        assert problem is not None
        raise problem

    async def _open(self, purpose: Purpose, candidate: FallbackCandidate, has_next: bool) -> ChatModel:
        """Return the model of a candidate in its decorators, each inside the next."""
        connected = await self._connect(candidate.spec)
        purpose = replace(purpose, connection=connection_id(candidate.spec))
        model = MeteredModel(RedactingModel(connected), purpose, self._guard, self._clock, connected.estimate)
        if self._guard.applies_to(connected.estimate):
            model = SpendGuardedModel(model, purpose, self._guard, connected.estimate)
        model = CircuitBreakerModel(JsonValidatingModel(model), candidate.breaker)
        policy = FALLBACK_AVAILABLE_POLICY if has_next or purpose.role in FIRST_TOKEN_LIMITS else SINGLE_MODEL_POLICY
        model = RetryingModel(model, self._clock, self._random, policy, lambda: candidate.breaker.closed)
        return TruncatingModel(model)

    async def _connect(self, spec: ModelSpec) -> ConnectedModel:
        # a key that was corrected in `.env` makes a new connection
        spec = replace(resolve_current_key(spec), fallback=(), price=self._budget_policy().prices.get(spec.name))
        if spec in self._connected:
            return self._connected[spec]
        # in a thread: the provider's library takes a second to load, and the person may be typing
        model = await asyncio.to_thread(create_model, spec, self._engine)
        kept = self._connected.setdefault(spec, model)
        if kept is not model:  # another task was faster
            await model.aclose()
        return kept


def _with_fallbacks(chain: Chain, others: Iterable[ModelSpec]) -> Chain:
    """Append the others to the chain, except those that would send a local conversation to a cloud provider."""
    names, stays = {spec.name for spec in chain}, all(spec.local for spec in chain)
    return *chain, *(spec for spec in others if spec.name not in names and (spec.local or not stays))
