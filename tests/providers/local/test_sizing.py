"""How a model is loaded: as much in mind as it was trained for, as fits, and no more than is usual."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sidecar.providers.local.gguf import GgufHeader
from sidecar.providers.local.sizing import SMALLEST_CONTEXT, USUAL_CONTEXT, plan_load

pytestmark = pytest.mark.req("LLM-01")

GB = 10**9
HEADER = GgufHeader(Path("/m/small.gguf"), 2 * GB, "llama", "Small", 32_768, 100_000, True)
headers = st.builds(
    GgufHeader,
    path=st.just(Path("/m/x.gguf")),
    size_bytes=st.integers(0, 80 * GB),
    architecture=st.just("llama"),
    title=st.just("X"),
    trained_context=st.one_of(st.just(0), st.integers(1, 1 << 40)),
    cache_bytes_per_token=st.one_of(st.just(0), st.integers(1, 1 << 40)),
    can_chat=st.booleans(),
)
memory = st.integers(1, 1 << 40)


def context_of(header: GgufHeader, memory_bytes: int, context: int | None = None) -> int:
    return plan_load(header, context=context, threads=1, memory_bytes=memory_bytes).context


def test_with_room_it_is_the_usual_one() -> None:
    load = plan_load(HEADER, context=None, threads=3, memory_bytes=16 * GB)
    assert (load.path, load.title, load.context, load.threads) == ("/m/small.gguf", "small", USUAL_CONTEXT, 3)
    assert load.needs_bytes == 2 * GB + USUAL_CONTEXT * 100_000 + 400_000_000


@pytest.mark.parametrize(
    ("trained", "expected"), [(512, 512), (4_096, 4_096), (0, USUAL_CONTEXT), (10**6, USUAL_CONTEXT)]
)
def test_no_longer_than_it_was_trained_for(trained: int, expected: int) -> None:
    assert context_of(replace(HEADER, trained_context=trained), 16 * GB) == expected


def test_with_little_memory_it_is_shorter() -> None:
    context = context_of(HEADER, 4 * GB)
    assert SMALLEST_CONTEXT < context < USUAL_CONTEXT
    assert context % 256 == 0


def test_what_the_owner_says_counts_up_to_what_the_model_can() -> None:
    assert context_of(HEADER, 4 * GB, 16_384) == 16_384
    assert context_of(HEADER, 64 * GB, 10**6) == 32_768
    assert context_of(replace(HEADER, trained_context=0), 64 * GB, 10**6) == 10**6
    assert context_of(HEADER, 64 * GB, 100) == 100


@given(header=headers, memory_bytes=memory)
def test_always_within_what_is_usual_and_trained(header: GgufHeader, memory_bytes: int) -> None:
    load = plan_load(header, context=None, threads=1, memory_bytes=memory_bytes)
    longest = min(USUAL_CONTEXT, header.trained_context or USUAL_CONTEXT)
    assert min(SMALLEST_CONTEXT, longest) <= load.context <= longest
    if load.context > SMALLEST_CONTEXT and header.cache_bytes_per_token:
        assert load.needs_bytes <= memory_bytes
    assert 128 <= load.prompt_cache_mib <= 2_048
    assert load.needs_bytes > header.size_bytes


@given(header=headers, less=memory, more=memory)
def test_more_memory_never_means_less_in_mind(header: GgufHeader, less: int, more: int) -> None:
    less, more = sorted((less, more))
    assert context_of(header, less) <= context_of(header, more)
