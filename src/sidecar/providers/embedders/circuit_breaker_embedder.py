"""Circuit breaker of an embedder: while it is open, search uses keywords only (MEM-32)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING

from sidecar.errors import ModelError, ModelRejected, ModelUnreachable
from sidecar.memory.retrieval.ports import Embedder
from sidecar.providers.decorators.circuit_breaker import CircuitBreaker
from sidecar.runtime.clock import Clock

if TYPE_CHECKING:
    from sidecar.memory.retrieval.ports import Vectors


class CircuitBreakerEmbedder:
    """An embedder behind a circuit breaker: while that is open, every call fails at once."""

    def __init__(self, embedder: Embedder, clock: Clock) -> None:
        self._embedder = embedder
        self._breaker = CircuitBreaker(embedder.name, clock)

    @property
    def name(self) -> str:
        return self._embedder.name

    @property
    def resting(self) -> bool:
        return not self._breaker.allows_request

    async def embed_query(self, text: str) -> Vectors:
        return await self._call(lambda: self._embedder.embed_query(text))

    async def embed_passages(self, texts: Sequence[str]) -> Vectors:
        return await self._call(lambda: self._embedder.embed_passages(texts))

    async def _call(self, call: Callable[[], Awaitable[Vectors]]) -> Vectors:
        if not self._breaker.allows_request:
            raise ModelUnreachable(
                "{model} kept failing, so I'm leaving it alone for a while.",
                hint="Meanwhile I search by words only, not by meaning.",
                model=self.name,
            )
        probing = self._breaker.begin_request()
        reported = False
        try:
            vectors = await call()
            self._breaker.record_success()
            reported = True
            return vectors
        except ModelRejected:
            raise  # about this text, not about the model
        except ModelError as error:
            self._breaker.record_failure(error.code)
            reported = True
            raise
        finally:
            if probing and not reported:
                self._breaker.abandon_probe()
