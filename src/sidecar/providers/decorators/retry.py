"""A model that tries again when its provider stumbles, with pauses that grow."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from dataclasses import dataclass
from random import Random

from sidecar.errors import ModelBusy, ModelError, ModelTimeout
from sidecar.llm import ChatModel, ChatRequest, ModelEvent, RetryScheduled
from sidecar.observe import Event, emit
from sidecar.runtime.clock import Clock

ATTEMPTS = 3
_BASE_S = 1.0
_CAP_S = 20.0


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """How hard to try. A provider that asks for a longer wait than `longest_wait_s` is not waited for."""

    longest_wait_s: float = 60.0
    after_timeouts: bool = True


SINGLE_MODEL_POLICY = RetryPolicy()
"""Nobody else can be asked."""

FALLBACK_AVAILABLE_POLICY = RetryPolicy(longest_wait_s=5.0, after_timeouts=False)
"""Another model is ready to take over: sooner than it is worth waiting for long."""


def always() -> bool:
    return True


class RetryingModel:
    """The same `ChatModel` with up to three attempts at a request whose error is `retryable`.

    Before each new attempt it yields `RetryScheduled`: what was streamed until then does not count.
    """

    def __init__(
        self,
        model: ChatModel,
        clock: Clock,
        random: Random,
        persistence: RetryPolicy = SINGLE_MODEL_POLICY,
        worth_it: Callable[[], bool] = always,
    ) -> None:
        """`worth_it` is asked before each new attempt."""
        self._model = model
        self._clock = clock
        self._random = random
        self._persistence = persistence
        self._worth_it = worth_it

    @property
    def name(self) -> str:
        return self._model.name

    @property
    def context_window(self) -> int:
        return self._model.context_window

    async def stream(self, request: ChatRequest) -> AsyncGenerator[ModelEvent]:
        attempt = 1
        while True:
            try:
                async with aclosing(self._model.stream(request)) as events:
                    async for event in events:
                        yield event
                return
            except ModelError as error:
                wait_s = pause_before_retry(error, attempt, self._random, self._persistence)
                if wait_s is None or not self._worth_it():
                    raise
                emit(Event.MODEL_RETRIED, level="warning", model=self.name, attempt=attempt, wait_s=round(wait_s, 2))
                yield RetryScheduled(error.code, wait_s)
            await self._clock.sleep(wait_s)
            attempt += 1


def pause_before_retry(
    error: ModelError, attempt: int, random: Random, persistence: RetryPolicy = SINGLE_MODEL_POLICY
) -> float | None:
    """Seconds to wait after the `attempt`-th attempt (counted from 1) failed, or None when there is to be no other.

    Exponential backoff with full jitter (Brooker, "Exponential Backoff and Jitter", AWS Architecture Blog, 2015), but
    never less than the provider asked for.
    """
    if not error.retryable or attempt >= ATTEMPTS:
        return None
    if isinstance(error, ModelTimeout) and not persistence.after_timeouts:
        return None
    wait_s = random.uniform(0.0, min(_CAP_S, _BASE_S * 2 ** (attempt - 1)))
    asked_s = error.retry_after_s if isinstance(error, ModelBusy) else None
    if asked_s is None:
        return wait_s
    return None if asked_s > persistence.longest_wait_s else max(wait_s, asked_s)
