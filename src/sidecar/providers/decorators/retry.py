"""A model that tries again when its provider fails for a moment, with pauses that grow."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from dataclasses import dataclass
from random import Random

from sidecar.errors import ModelBusy, ModelError, ModelTimeout
from sidecar.llm import ChatModel, ChatRequest, ModelEvent, RetryScheduled
from sidecar.observe import Event, emit
from sidecar.providers.decorators.wrapper import WrapperModel
from sidecar.runtime.clock import Clock

ATTEMPTS = 3
_BASE_S = 1.0
_CAP_S = 20.0


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """How hard to try. A provider that asks for a longer wait than `longest_wait_s` is given up."""

    longest_wait_s: float = 60.0
    after_timeouts: bool = True


SINGLE_MODEL_POLICY = RetryPolicy()
"""No other model can be asked."""

FALLBACK_AVAILABLE_POLICY = RetryPolicy(longest_wait_s=5.0, after_timeouts=False)
"""Another model is ready to take over, so a long wait is not worth it."""


class RetryingModel(WrapperModel):
    """Make up to three attempts at a request whose error is `retryable`.

    Before each new attempt it yields `RetryScheduled`: what was streamed until then does not count.
    """

    def __init__(
        self,
        model: ChatModel,
        clock: Clock,
        random: Random,
        policy: RetryPolicy = SINGLE_MODEL_POLICY,
        should_retry: Callable[[], bool] = lambda: True,
    ) -> None:
        """`should_retry` is called before each new attempt."""
        super().__init__(model)
        self._clock = clock
        self._random = random
        self._policy = policy
        self._should_retry = should_retry

    async def stream(self, request: ChatRequest) -> AsyncGenerator[ModelEvent]:
        attempt = 1
        while True:
            try:
                async with aclosing(super().stream(request)) as events:
                    async for event in events:
                        yield event
                return
            except ModelError as error:
                wait_s = pause_before_retry(error, attempt, self._random, self._policy)
                if wait_s is None or not self._should_retry():
                    raise
                emit(Event.MODEL_RETRIED, level="warning", model=self.name, attempt=attempt, wait_s=round(wait_s, 2))
                yield RetryScheduled(error.code, wait_s)
            await self._clock.sleep(wait_s)
            attempt += 1


def pause_before_retry(
    error: ModelError, attempt: int, random: Random, policy: RetryPolicy = SINGLE_MODEL_POLICY
) -> float | None:
    """Return the seconds to wait after the `attempt`-th attempt (counted from 1) failed, None for no further attempt.

    Exponential backoff with full jitter (Brooker, "Exponential Backoff and Jitter", AWS Architecture Blog, 2015), but
    never less than the provider asked for.
    """
    if not error.retryable or attempt >= ATTEMPTS:
        return None
    if isinstance(error, ModelTimeout) and not policy.after_timeouts:
        return None
    wait_s = random.uniform(0.0, min(_CAP_S, _BASE_S * 2 ** (attempt - 1)))
    asked_s = error.retry_after_s if isinstance(error, ModelBusy) else None
    if asked_s is None:
        return wait_s
    return None if asked_s > policy.longest_wait_s else max(wait_s, asked_s)
