"""Circuit breaker of a model: after repeated failures it is not asked for a while (LLM-03).

The circuit breaker of Nygard, "Release It!" (2007): three failures within a minute open it; after its rest one real
request is the probe; a probe that fails doubles the rest.
"""

from __future__ import annotations

from collections import deque
from collections.abc import AsyncGenerator, Iterable
from contextlib import aclosing

from sidecar.domain.money import RequestOutcome
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
from sidecar.providers.decorators.wrapper import WrapperModel
from sidecar.runtime.clock import Clock

FAILURES_TO_OPEN = 3
WITHIN_S = 60.0
FIRST_REST_S = 60.0
LONGEST_REST_S = 600.0

_COUNTED_ERRORS = (
    ModelUnreachable, ModelTimeout, ModelBusy, ModelFailed, ModelCut, ModelEmpty, ModelRefused, ModelUnknown
)  # fmt: skip
"""Not `ModelRejected`: a request that was rejected for what it says (400) tells nothing about the next one."""
_REPLAYED_CODES = frozenset(error.code for error in _COUNTED_ERRORS) - {ModelUnknown.code}
"""The code of a model that does not exist is also that of a rejected request."""


class CircuitBreaker:
    """The recent failures of one model. Times are those of the clock's `monotonic`."""

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
        """Return whether the model is not known to be failing."""
        return self._rests_until is None

    @property
    def allows_request(self) -> bool:
        """Return whether a request may be made now: always while closed; after a rest, one at a time."""
        return self._allows_request(self._clock.monotonic())

    @property
    def status(self) -> ModelStatus:
        now = self._clock.monotonic()
        recent = sum(now - at < WITHIN_S for at in self._failed_at)
        if self._rests_until is None:
            return ModelStatus(self._name, Health.READY, 0.0, recent, self._last_error if recent else "")
        left_s = max(0.0, self._rests_until - now)
        health = Health.RESTING if left_s else Health.PROBED
        return ModelStatus(self._name, health, left_s, recent, self._last_error)

    def begin_request(self) -> bool:
        """Note that a request is made, and return whether it is the probe after a rest. A request during the rest is
        not a probe: its success ends the rest, but its failure does not prolong it."""
        if not self._begin(self._clock.monotonic()):
            return False
        emit(Event.BREAKER_PROBED, model=self._name)
        return True

    def record_success(self) -> None:
        if not self.closed:
            emit(Event.BREAKER_CLOSED, model=self._name)
        self._succeed()

    def record_failure(self, code: str) -> None:
        if self._fail(self._clock.monotonic(), code):
            seconds = round(self._rest_s)
            emit(Event.BREAKER_OPENED, level="warning", model=self._name, error=self._last_error, seconds=seconds)

    def replay(self, outcomes: Iterable[RequestOutcome]) -> None:
        """Take in how requests ended that other processes made, the oldest first."""
        now = self._clock.now()
        for outcome in outcomes:
            if outcome.ended > now:  # the clock was set back
                continue
            probing = self._begin(self._clock.monotonic() - (now - outcome.began).total_seconds())
            if not outcome.error_code:
                self._succeed()
            elif outcome.error_code in _REPLAYED_CODES:
                self._fail(self._clock.monotonic() - (now - outcome.ended).total_seconds(), outcome.error_code)
            elif probing:
                self.abandon_probe()

    def abandon_probe(self) -> None:
        """Note that the probe ended without telling anything about the model: cancelled, or rejected."""
        self._probing = False

    def end_rest(self) -> None:
        """Let the next request be the probe: the person has chosen this model."""
        if self._rests_until is not None:
            self._rests_until = min(self._rests_until, self._clock.monotonic())

    def _allows_request(self, at: float) -> bool:
        return self._rests_until is None or (at >= self._rests_until and not self._probing)

    def _begin(self, at: float) -> bool:
        """Return whether a request made then is the probe."""
        if self.closed or not self._allows_request(at):
            return False
        self._probing = True
        return True

    def _succeed(self) -> None:
        self._failed_at.clear()
        self._rests_until, self._rest_s, self._probing = None, FIRST_REST_S, False

    def _fail(self, at: float, code: str) -> bool:
        """Return whether the failure begins a rest."""
        self._failed_at.append(at)
        self._last_error = code
        if self.closed:
            opens = len(self._failed_at) == FAILURES_TO_OPEN and at - self._failed_at[0] < WITHIN_S
        else:
            opens = self._probing
            self._rest_s = min(self._rest_s * 2, LONGEST_REST_S) if opens else self._rest_s
        if opens:
            self._rests_until, self._probing = at + self._rest_s, False
        return opens


class CircuitBreakerModel(WrapperModel):
    """Tell the breaker how every request ended. It refuses none itself: `FallbackModel` decides whom to ask."""

    def __init__(self, model: ChatModel, breaker: CircuitBreaker) -> None:
        super().__init__(model)
        self._breaker = breaker

    async def stream(self, request: ChatRequest) -> AsyncGenerator[ModelEvent]:
        probing = self._breaker.begin_request()
        try:
            async with aclosing(super().stream(request)) as events:
                async for event in events:
                    if isinstance(event, Completion):
                        self._breaker.record_success()
                        probing = False
                    yield event
        except ModelError as error:
            if isinstance(error, _COUNTED_ERRORS) and not isinstance(error, BudgetSpent):
                self._breaker.record_failure(error.code)
                probing = False
            raise
        finally:
            if probing:
                self._breaker.abandon_probe()
