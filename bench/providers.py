"""What Sidecar adds to a request: beside the HTTP client alone, against the same server, in one run.

"Whole" is from the request to the last byte of a short answer, "first token" to its first piece. The server answers at
once, so that nearly all of the time is the client's. Sidecar's way is the one of a real turn: chain, breaker, retries,
budget, accounts in a database. The rounds alternate, so that a busy moment of the machine meets both.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import httpx2

from bench.machine import Figure, options, percentile, show
from bench.model import model_server
from sidecar.domain.message import IncomingMessage, TurnId
from sidecar.domain.person import OWNER
from sidecar.llm import ChatRequest, TextChunk, UserMessage
from sidecar.providers.model_spec import ModelSpec
from sidecar.providers.registry import ModelRegistry
from sidecar.runtime.clock import SystemClock
from sidecar.storage.accounts import SqlAccounts
from sidecar.storage.choices import SqlChoices
from sidecar.storage.inbox import SqlInbox
from sidecar.storage.sqlite import SqliteDb

_WARM_UP_ROUNDS = 20
_GOAL_MS = 3.0
_SYSTEM = "You are a companion. " * 200
_QUESTION = "How was the day?"


@dataclass(frozen=True, slots=True)
class Taken:
    """Time one request, in milliseconds."""

    first: float
    whole: float


Ask = Callable[[], Awaitable[Taken]]


def main() -> None:
    parser = options(__doc__ or "")
    parser.add_argument("--rounds", type=int, default=300)
    chosen = parser.parse_args()
    show(_figures(asyncio.run(measure(chosen.rounds))), as_json=chosen.json)


async def measure(rounds: int) -> Mapping[str, Sequence[Taken]]:
    """Time each client, without the first rounds."""
    with model_server() as base_url:
        async with AsyncExitStack() as stack:
            clients = {
                "plain": await stack.enter_async_context(_plain(base_url)),
                "adapter": await stack.enter_async_context(_adapter(base_url)),
                "Sidecar": await stack.enter_async_context(_sidecar(base_url)),
            }
            taken: dict[str, list[Taken]] = {name: [] for name in clients}
            for _ in range(_WARM_UP_ROUNDS + rounds):
                for name, ask in clients.items():
                    taken[name].append(await ask())
    return {name: times[_WARM_UP_ROUNDS:] for name, times in taken.items()}


@asynccontextmanager
async def _plain(base_url: str) -> AsyncGenerator[Ask]:
    """Read a stream with the HTTP client alone, as cheaply as it can be read."""
    body = {
        "model": "loopback",
        "messages": [{"role": "system", "content": _SYSTEM}, {"role": "user", "content": _QUESTION}],
        "stream": True,
        "stream_options": {"include_usage": True},
    }
    async with httpx2.AsyncClient(trust_env=False) as client:

        async def ask() -> Taken:
            began, first = time.perf_counter(), 0.0
            async with client.stream("POST", f"{base_url}/chat/completions", json=body) as answer:
                async for line in answer.aiter_lines():
                    chunk = json.loads(line.removeprefix("data: ")) if line.startswith("data: {") else {"choices": []}
                    if not first and chunk["choices"] and chunk["choices"][0]["delta"].get("content"):
                        first = time.perf_counter()
            return Taken((first - began) * 1000, (time.perf_counter() - began) * 1000)

        yield ask


@asynccontextmanager
async def _adapter(base_url: str) -> AsyncGenerator[Ask]:
    """Ask the bare adapter: what the format costs."""
    from sidecar.providers.factory import create_model

    model = create_model(ModelSpec("openai:loopback", base_url))
    try:
        yield lambda: _read(model.stream(_request()))
    finally:
        await model.aclose()


@asynccontextmanager
async def _sidecar(base_url: str) -> AsyncGenerator[Ask]:
    """Ask through every decorator that a model has in a turn."""
    clock = SystemClock()
    with TemporaryDirectory(prefix="sidecar-bench-") as folder:
        async with await SqliteDb.open(Path(folder) / "sidecar.db") as db:
            turn = await SqlInbox(db).accept(IncomingMessage("1", "bench", OWNER, _QUESTION, clock.now()))
            choice = ModelSpec("openai:loopback", base_url)
            book = ModelRegistry(lambda _: choice, SqlChoices(db, clock), SqlAccounts(db), clock)

            async def ask() -> Taken:
                began = time.perf_counter()
                model = await book.chat_model(OWNER, turn or TurnId(1))
                chosen_ms = (time.perf_counter() - began) * 1000
                taken = await _read(model.stream(_request()))
                return Taken(taken.first + chosen_ms, taken.whole + chosen_ms)

            yield ask
            await book.close()


async def _read(events: AsyncGenerator[object]) -> Taken:
    began, first = time.perf_counter(), 0.0
    async for event in events:
        if not first and isinstance(event, TextChunk):
            first = time.perf_counter()
    return Taken((first - began) * 1000, (time.perf_counter() - began) * 1000)


def _request() -> ChatRequest:
    return ChatRequest(_SYSTEM, (UserMessage(_QUESTION),))


def _figures(taken: Mapping[str, Sequence[Taken]]) -> Sequence[Figure]:
    figures: list[Figure] = []
    for name, times in taken.items():
        figures.append(Figure(f"{name}: first token, p50", percentile([one.first for one in times], 50), "ms"))
        figures.append(Figure(f"{name}: whole, p50", percentile([one.whole for one in times], 50), "ms"))
    for name in ("adapter", "Sidecar"):
        goal = _GOAL_MS if name == "Sidecar" else None
        pairs = list(zip(taken[name], taken["plain"], strict=True))
        figures.append(
            Figure(f"{name} adds: first token, p50", percentile([a.first - b.first for a, b in pairs], 50), "ms", goal)
        )
        figures.append(Figure(f"{name} adds: whole, p50", percentile([a.whole - b.whole for a, b in pairs], 50), "ms"))
    own = [a.whole - b.whole for a, b in zip(taken["Sidecar"], taken["adapter"], strict=True)]
    figures.append(Figure("of that its own, p50", percentile(own, 50), "ms", _GOAL_MS))
    return figures


if __name__ == "__main__":
    main()
