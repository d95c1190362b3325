"""How a model is loaded on this computer: its window, its cores and the memory it needs."""

from __future__ import annotations

from dataclasses import dataclass

from sidecar.providers.local.gguf import GgufHeader

USUAL_CONTEXT = 8_192
SMALLEST_CONTEXT = 2_048
_STEP = 256
_SHARE_OF_MEMORY = 0.75
_WORKING_BYTES = 400_000_000
"""For intermediate results and the program itself."""
_LEAST_CACHE_MIB, _MOST_CACHE_MIB = 128, 2_048


@dataclass(frozen=True, slots=True)
class LoadPlan:
    """A model as it will be loaded. `context` is in tokens; `prompt_cache_mib` is memory for earlier prompts, so that
    another request in between does not cost reading the whole conversation again."""

    path: str
    title: str
    context: int
    threads: int
    needs_bytes: int
    prompt_cache_mib: int


def plan_load(header: GgufHeader, *, context: int | None, threads: int, memory_bytes: int) -> LoadPlan:
    """Plan how to load a model. `context` None means 8,192 tokens, or what its training and the memory allow."""
    context = _trained_limit(header, context) if context else _largest_fitting(header, memory_bytes)
    prompt_cache_mib = min(max(memory_bytes // 16 >> 20, _LEAST_CACHE_MIB), _MOST_CACHE_MIB)
    needs = header.size_bytes + context * header.cache_bytes_per_token + _WORKING_BYTES
    return LoadPlan(str(header.path), header.path.stem, context, threads, needs, prompt_cache_mib)


def _trained_limit(header: GgufHeader, context: int) -> int:
    return min(context, header.trained_context or context)


def _largest_fitting(header: GgufHeader, memory_bytes: int) -> int:
    most = _trained_limit(header, USUAL_CONTEXT)
    if not header.cache_bytes_per_token:
        return most
    room = int(memory_bytes * _SHARE_OF_MEMORY) - header.size_bytes - _WORKING_BYTES
    tokens = room // header.cache_bytes_per_token // _STEP * _STEP
    return min(most, max(tokens, SMALLEST_CONTEXT))
