"""A model that fails again and again is left alone for a while, so that nobody waits for it in vain (LLM-03).

The circuit breaker of Nygard, "Release It!" (2007): three failures within a minute open it; after its rest the next
real request is the probe, and only one; a probe that fails doubles the rest.
"""

from __future__ import annotations

from collections import deque
from collections.abc import AsyncGenerator
from contextlib import aclosing

from sidecar.errors import (
    ModelBusy,
    ModelCut,
    ModelEmpty,
    ModelError,
    ModelFailed,
    ModelRefused,
    ModelTimeout,
    ModelUnknown,
    ModelUnreachable,
)
from sidecar.llm import ChatModel, ChatRequest, Completion, ModelEvent
from sidecar.llm.status import Health, ModelStatus
from sidecar.observe import Event, emit
from sidecar.providers.budget import BudgetSpent
from sidecar.runtime.clock import Clock

FAILURES_TO_OPEN = 3
WITHIN_S = 60.0
FIRST_REST_S = 60.0
LONGEST_REST_S = 600.0

_THE_MODELS_FAULT = (
    ModelUnreachable, ModelTimeout, ModelBusy, ModelFailed, ModelCut, ModelEmpty, ModelRefused, ModelUnknown
)  # fmt: skip
"""A request that was rejected for what it says (400) tells nothing about the next one."""


class CircuitBreaker:
    """What is known of one model's recent failures. Times are those of the clock's `monotonic`."""

    def __init__(self, name: str, clock: Clock) -> None:
        self._name = name
        self._clock = clock
        self._failed_at: deque[float] = deque(maxlen=FAILURES_TO_OPEN)
        self._rests_until: float | None = None
        self._rest_s = FIRST_REST_S
        self._probing = False
        self._last_error = ""

    @property
    def closed(self) -> bool:
        """All is well, as far as is known."""
        return self._rests_until is None

    @property
    def admits(self) -> bool:
        """Whether a request may go there now: always while closed; after a rest, one at a time."""
        return self._rests_until is None or (self._clock.monotonic() >= self._rests_until and not self._probing)

    @property
    def status(self) -> ModelStatus:
        now = self._clock.monotonic()
        recent = sum(now - at < WITHIN_S for at in self._failed_at)
        if self._rests_until is None:
            return ModelStatus(self._name, Health.READY, 0.0, recent, self._last_error if recent else "")
        left_s = max(0.0, self._rests_until - now)
        health = Health.RESTING if left_s else Health.PROBED
        return ModelStatus(self._name, health, left_s, recent, self._last_error)

    def begin(self) -> bool:
        """A request goes out. True when it is the probe after a rest; one that could not wait for the end of the rest
        is none: it may end the rest, but not prolong it."""
        if self.closed or not self.admits:
            return False
        self._probing = True
        emit(Event.BREAKER_PROBED, model=self._name)
        return True

    def succeeded(self) -> None:
        if not self.closed:
            emit(Event.BREAKER_CLOSED, model=self._name)
        self._failed_at.clear()
        self._rests_until, self._rest_s, self._probing = None, FIRST_REST_S, False

    def failed(self, code: str) -> None:
        now = self._clock.monotonic()
        self._failed_at.append(now)
        self._last_error = code
        if self.closed:
            if len(self._failed_at) == FAILURES_TO_OPEN and now - self._failed_at[0] < WITHIN_S:
                self._open(now)
        elif self._probing:
            self._rest_s = min(self._rest_s * 2, LONGEST_REST_S)
            self._open(now)

    def abandoned(self) -> None:
        """The probe ended without telling anything about the model: cancelled, or its own fault."""
        self._probing = False

    def end_rest(self) -> None:
        """The person wants this model: the next request finds out how it is."""
        if self._rests_until is not None:
            self._rests_until = min(self._rests_until, self._clock.monotonic())

    def _open(self, now: float) -> None:
        self._rests_until, self._probing = now + self._rest_s, False
        emit(
            Event.BREAKER_OPENED, level="warning", model=self._name, error=self._last_error, seconds=round(self._rest_s)
        )


class CircuitBreakerModel:
    """The same `ChatModel`, whose breaker learns how every request ended. It refuses nothing: who asks decides."""

    def __init__(self, model: ChatModel, breaker: CircuitBreaker) -> None:
        self._model = model
        self._breaker = breaker

    @property
    def name(self) -> str:
        return self._model.name

    @property
    def context_window(self) -> int:
        return self._model.context_window

    async def stream(self, request: ChatRequest) -> AsyncGenerator[ModelEvent]:
        open_question = self._breaker.begin()
        try:
            async with aclosing(self._model.stream(request)) as events:
                async for event in events:
                    if isinstance(event, Completion):
                        self._breaker.succeeded()
                        open_question = False
                    yield event
        except ModelError as error:
            if isinstance(error, _THE_MODELS_FAULT) and not isinstance(error, BudgetSpent):
                self._breaker.failed(error.code)
                open_question = False
            raise
        finally:
            if open_question:
                self._breaker.abandoned()
