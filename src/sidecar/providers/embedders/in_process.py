"""An embedding model in this process: loaded when it is first needed, given up when nobody needs it for a while."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Protocol

from sidecar.errors import ModelFailed

if TYPE_CHECKING:
    from sidecar.memory.retrieval.ports import Vectors

IDLE_S = 300.0
_CHUNK = 8
"""Texts that one thread takes at a time."""
_LONGEST_CHARS = 4000
"""A longer text is embedded by its beginning: what is indexed should be cut before."""
_NICENESS = 10
_FAILURES = (ImportError, OSError, RuntimeError, ValueError, MemoryError)


class EmbeddingEngine(Protocol):
    """Blocking, and safe to use from several threads. Closed by the garbage collector."""

    def query(self, text: str) -> Vectors: ...
    def passages(self, texts: Sequence[str]) -> Vectors: ...


class InProcessEmbedder:
    """Implements `memory.retrieval.ports.Embedder`. Questions have a thread of their own; passages are embedded on all
    processors, at a low priority."""

    def __init__(self, name: str, load: Callable[[], EmbeddingEngine], *, idle_s: float = IDLE_S) -> None:
        self._name = name
        self._load = load
        self._idle_s = idle_s
        self._engine: EmbeddingEngine | None = None
        self._loading = threading.Lock()
        self._urgent = ThreadPoolExecutor(1, "sidecar-embed-query")
        self._patient = ThreadPoolExecutor(_processors(), "sidecar-embed", initializer=_give_way)
        self._in_use = 0
        self._timer: asyncio.TimerHandle | None = None

    @property
    def name(self) -> str:
        return self._name

    @property
    def loaded(self) -> bool:
        return self._engine is not None

    async def embed_query(self, text: str) -> Vectors:
        return await self._run(self._urgent, lambda: self._ready().query(_sound(text)))

    async def embed_passages(self, texts: Sequence[str]) -> Vectors:
        import numpy as np

        chunks = [[_sound(text) for text in texts[at : at + _CHUNK]] for at in range(0, len(texts), _CHUNK)]
        parts = [self._run(self._patient, lambda chunk=chunk: self._ready().passages(chunk)) for chunk in chunks]
        return np.concatenate(await asyncio.gather(*parts))

    async def close(self) -> None:
        """Give up the model and end the threads."""
        if self._timer is not None:
            self._timer.cancel()
        self._engine = None
        await asyncio.to_thread(self._urgent.shutdown, cancel_futures=True)
        await asyncio.to_thread(self._patient.shutdown, cancel_futures=True)

    async def _run(self, threads: ThreadPoolExecutor, work: Callable[[], Vectors]) -> Vectors:
        loop = asyncio.get_running_loop()
        self._in_use += 1
        try:
            return await loop.run_in_executor(threads, work)
        except _FAILURES as error:
            raise ModelFailed(
                "The embedding model {model} does not work: {reason}", model=self._name, reason=str(error)
            ) from error
        finally:
            self._in_use -= 1
            self._rest_later(loop)

    def _ready(self) -> EmbeddingEngine:
        with self._loading:
            if self._engine is None:
                self._engine = self._load()
            return self._engine

    def _rest_later(self, loop: asyncio.AbstractEventLoop) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = loop.call_later(self._idle_s, self._rest)

    def _rest(self) -> None:
        if not self._in_use:
            self._engine = None


def _sound(text: str) -> str:
    """Without what an engine in C would stumble over."""
    return text[:_LONGEST_CHARS].replace("\0", " ").encode(errors="replace").decode()


def _processors() -> int:
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1


def _give_way() -> None:
    """Linux has a niceness for each thread."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICENESS)
