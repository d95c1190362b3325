"""How a model is loaded on this computer: how much it can keep in mind, on how many cores."""

from __future__ import annotations

from dataclasses import dataclass

from sidecar.providers.local.gguf import GgufHeader

USUAL_CONTEXT = 8_192
SMALLEST_CONTEXT = 2_048
_STEP = 256
_SHARE_OF_MEMORY = 0.75
_WORKING_BYTES = 400_000_000
"""For what is computed on the way, and for the program itself."""
_LEAST_KEPT_MIB, _MOST_KEPT_MIB = 128, 2_048


@dataclass(frozen=True, slots=True)
class LoadPlan:
    """A model as it is to be loaded. `context` is in tokens, `kept_mib` is memory for prompts that were read already:
    with it, a request about something else in between does not cost the reading of the whole conversation."""

    path: str
    title: str
    context: int
    threads: int
    needs_bytes: int
    kept_mib: int


def plan_load(header: GgufHeader, *, context: int | None, threads: int, memory_bytes: int) -> LoadPlan:
    """`context` None takes 8,192 tokens, or fewer where the model was trained with fewer or the memory has no room."""
    context = _within(header, context) if context else _fitting(header, memory_bytes)
    kept_mib = min(max(memory_bytes // 16 >> 20, _LEAST_KEPT_MIB), _MOST_KEPT_MIB)
    needs = header.size_bytes + context * header.cache_bytes_per_token + _WORKING_BYTES
    return LoadPlan(str(header.path), header.path.stem, context, threads, needs, kept_mib)


def _within(header: GgufHeader, context: int) -> int:
    return min(context, header.trained_context or context)


def _fitting(header: GgufHeader, memory_bytes: int) -> int:
    most = _within(header, USUAL_CONTEXT)
    if not header.cache_bytes_per_token:
        return most
    room = int(memory_bytes * _SHARE_OF_MEMORY) - header.size_bytes - _WORKING_BYTES
    tokens = room // header.cache_bytes_per_token // _STEP * _STEP
    return min(most, max(tokens, SMALLEST_CONTEXT))
