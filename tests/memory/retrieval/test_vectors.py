"""The nearest vectors: exactly while there are few, by their codes when there are many."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from sidecar.memory.retrieval.document import DocumentId
from sidecar.memory.retrieval.vectors import VectorIndex, from_bytes, normalize, to_bytes

WIDTH = 96


def made_up(rows: int, seed: int = 1) -> Any:
    """Like those of real models: all of them point much the same way, and more so those of one subject."""
    random = np.random.default_rng(seed)
    shared, subjects = random.standard_normal(WIDTH) * 3, random.standard_normal((40, WIDTH))
    own = subjects[random.integers(0, 40, rows)] + 0.5 * random.standard_normal((rows, WIDTH))
    return normalize((shared + own).astype(np.float32))


def ids(numbers: Sequence[int]) -> list[DocumentId]:
    return [DocumentId(number) for number in numbers]


def truly_nearest(vectors: Any, query: Any, k: int) -> set[int]:
    return {int(place) for place in np.argsort(-(vectors @ query))[:k]}


@pytest.mark.req("MEM-31")
def test_few_are_compared_exactly() -> None:
    index, vectors = VectorIndex(), made_up(300)
    index.add(ids(range(300)), vectors)
    near = index.nearest(vectors[7], 10, ids([299]))
    assert not near.unsure
    assert set(near.similarities) == truly_nearest(vectors, vectors[7], 10) | {299}
    assert near.similarities[DocumentId(7)] == pytest.approx(1, abs=1e-5)
    assert near.similarities[DocumentId(299)] == pytest.approx(float(vectors[299] @ vectors[7]), abs=1e-5)


@pytest.mark.req("MEM-33")
def test_many_are_found_by_their_codes() -> None:
    index, vectors = VectorIndex(exact_bytes=200 * WIDTH * 4), made_up(3000)
    for at in range(0, 3000, 150):
        index.add(ids(range(at, at + 150)), vectors[at : at + 150])
    found = 0
    for query in vectors[::150]:
        near = index.nearest(query, 100)
        assert not near.similarities and len(near.unsure) == 200
        found += len(truly_nearest(vectors, query, 10) & set(near.unsure))
    assert found / 200 > 0.9
    assert index.bytes < 3000 * WIDTH * 4 / 5


@pytest.mark.parametrize("exact_bytes", [1 << 20, 1])
def test_only_what_is_allowed_is_near(exact_bytes: int) -> None:
    index, vectors = VectorIndex(exact_bytes=exact_bytes), made_up(50)
    index.add(ids(range(50)), vectors)
    near = index.nearest(vectors[3], 5, allowed=ids([10, 20, 30, 999]))
    assert set(near.similarities) | set(near.unsure) == {10, 20, 30}


@pytest.mark.parametrize("exact_bytes", [1 << 20, 1])
def test_a_document_has_one_vector(exact_bytes: int) -> None:
    index, vectors = VectorIndex(exact_bytes=exact_bytes), made_up(40)
    index.add(ids(range(30)), vectors[:30])
    index.add(ids([5, 31]), vectors[38:40])
    assert len(index) == 31
    near = index.nearest(vectors[38], 1, ids([31]))
    assert 5 in {*near.similarities, *near.unsure}


def test_documents_may_come_in_any_order() -> None:
    index, vectors = VectorIndex(), made_up(6)
    index.add(ids([9, 2]), vectors[:2])
    index.add(ids([5, 1, 7, 3]), vectors[2:])
    near = index.nearest(vectors[4], 1, ids([2, 1]))
    assert set(near.similarities) == {7, 2, 1}


def test_an_empty_index_and_another_size_find_nothing() -> None:
    index = VectorIndex()
    assert not index.nearest(made_up(1)[0], 5).similarities
    index.add(ids([1]), made_up(1))
    assert not index.nearest(np.ones(3, np.float32), 5).similarities


def test_a_model_that_changes_its_size_begins_anew() -> None:
    index = VectorIndex()
    index.add(ids([1, 2]), made_up(2))
    index.add(ids([3]), np.eye(3, dtype=np.float32)[:1])
    assert len(index) == 1 and set(index.nearest(np.eye(3, dtype=np.float32)[0], 5).similarities) == {3}


def test_vectors_come_back_from_the_database_as_they_were() -> None:
    vectors = made_up(5)
    back = from_bytes(to_bytes(vectors))
    assert back.shape == (5, WIDTH) and np.allclose(back, vectors, atol=1e-3)


def test_a_vector_of_nothing_stays_finite() -> None:
    assert np.isfinite(normalize(np.zeros((2, 4), np.float32))).all()
