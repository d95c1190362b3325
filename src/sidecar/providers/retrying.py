"""A model that tries again when its provider stumbles, with pauses that grow."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing
from random import Random

from sidecar.errors import ModelBusy, ModelError
from sidecar.llm import ChatModel, ChatRequest, ModelEvent, RetryScheduled
from sidecar.observe import Event, emit
from sidecar.runtime.clock import Clock

ATTEMPTS = 3
_BASE_S = 1.0
_CAP_S = 20.0
_LONGEST_RETRY_AFTER_S = 60.0


class Retrying:
    """The same `ChatModel` with up to three attempts at a request whose error is `retryable`.

    Before each new attempt it yields `RetryScheduled`: what was streamed until then does not count.
    """

    def __init__(self, model: ChatModel, clock: Clock, random: Random) -> None:
        self._model = model
        self._clock = clock
        self._random = random

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
                wait_s = pause_before_retry(error, attempt, self._random)
                if wait_s is None:
                    raise
                emit(Event.MODEL_RETRIED, level="warning", model=self.name, attempt=attempt, wait_s=round(wait_s, 2))
                yield RetryScheduled(error.code, wait_s)
            await self._clock.sleep(wait_s)
            attempt += 1


def pause_before_retry(error: ModelError, attempt: int, random: Random) -> float | None:
    """Seconds to wait after the `attempt`-th attempt (counted from 1) failed, or None when there is to be no other.

    Exponential backoff with full jitter (Brooker, "Exponential Backoff and Jitter", AWS Architecture Blog, 2015), but
    never less than the provider asked for. One that asks for more than a minute is not waited for.
    """
    if not error.retryable or attempt >= ATTEMPTS:
        return None
    wait_s = random.uniform(0.0, min(_CAP_S, _BASE_S * 2 ** (attempt - 1)))
    asked_s = error.retry_after_s if isinstance(error, ModelBusy) else None
    if asked_s is None:
        return wait_s
    return None if asked_s > _LONGEST_RETRY_AFTER_S else max(wait_s, asked_s)
