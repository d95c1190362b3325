"""The circuit breakers of all models; each begins with what earlier processes met (LLM-03)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from sidecar.domain.money import RequestOutcome
from sidecar.llm.status import ModelStatus
from sidecar.providers.decorators.circuit_breaker import CircuitBreaker
from sidecar.providers.decorators.spend_guard import Ledger
from sidecar.providers.model_spec import ModelSpec, connection_id
from sidecar.runtime.clock import Clock


class RequestHistory(Ledger, Protocol):
    """The accounts, which also remember how requests ended."""

    async def outcomes(self, model: str, connection: str) -> Sequence[RequestOutcome]:
        """Return the latest requests to a model over a connection, whichever process made them, the oldest first."""
        ...


class CircuitBreakers:
    """One breaker for each model and address; another key begins anew."""

    def __init__(self, history: RequestHistory, clock: Clock) -> None:
        self._history = history
        self._clock = clock
        self._breakers: dict[tuple[str, str], tuple[str, CircuitBreaker]] = {}

    @property
    def statuses(self) -> Sequence[ModelStatus]:
        return [breaker.status for _, breaker in self._breakers.values()]

    async def get(self, spec: ModelSpec) -> CircuitBreaker:
        where, connection = (spec.name, spec.base_url), connection_id(spec)
        if where not in self._breakers or self._breakers[where][0] != connection:
            breaker = CircuitBreaker(spec.name, self._clock)
            self._breakers[where] = connection, breaker
            breaker.replay(await self._history.outcomes(spec.name, connection))
        return self._breakers[where][1]
