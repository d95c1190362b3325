"""Thousands of turns against providers that fail in every way they know, on three wires, with little money."""

from __future__ import annotations

import itertools
import random
from collections import Counter, defaultdict
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import AsyncExitStack, aclosing, asynccontextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from pathlib import Path

import pytest

from sidecar.domain.message import TurnId
from sidecar.domain.money import UNFINISHED, RequestRecord
from sidecar.domain.person import PersonId
from sidecar.domain.turn import Ending, HandledBy, Reply, ReplyChunk, ReplyWithdrawn
from sidecar.errors import StorageError
from sidecar.llm import ChatModel, ChatRequest, ModelEvent
from sidecar.providers.budget import Budget, BudgetPolicy, Price
from sidecar.providers.decorators.circuit_breaker import FAILURES_TO_OPEN, FIRST_REST_S, LONGEST_REST_S, WITHIN_S
from sidecar.providers.model_spec import ModelSpec
from sidecar.providers.registry import ModelRegistry
from sidecar.storage.accounts import SqlAccounts
from sidecar.storage.choices import SqlChoices
from sidecar.storage.inbox import SqlInbox
from sidecar.storage.sqlite import SqliteDb
from tests.conversation.test_turn import World
from tests.eventually import eventually
from tests.loopback.anthropic_server import AnthropicServer
from tests.loopback.ollama_server import OllamaServer
from tests.loopback.openai_server import OpenAIServer
from tests.loopback.script import EMPTY, HANG, Break, CallTool, Refuse, Say, Script, Tokens
from tests.loopback.script import Reply as Answer
from tests.providers.test_retry import HurriedClock
from tests.storage.samples import incoming

LocalServer = OpenAIServer | AnthropicServer | OllamaServer

DAY_USD = Decimal("0.05")
MONTH_USD = Decimal("0.40")
PRICES = {
    "openai:loopback": Price(Decimal(3), Decimal(15), Decimal("0.3")),
    "anthropic:loopback": Price(Decimal("0.8"), Decimal(4)),
}
PATIENCE = timedelta(seconds=0.1)
_PROVIDERS_FAULTS = frozenset(
    {"model_unreachable", "model_timeout", "model_busy", "model_failed", "model_cut", "model_empty", "model_refused"}
)


class Weather:
    """How well a provider is; it changes now and then, so that breakers open and close. What it says is marked with a
    number that no other answer has."""

    def __init__(self, name: str, chance: random.Random, numbers: itertools.count[int]) -> None:
        self.name = name
        self.served: list[str] = []
        self._chance = chance
        self._numbers = numbers
        self._bad = 0.3

    def changes(self) -> None:
        self._bad = self._chance.choice([0.02, 0.1, 0.3, 0.6, 1.0])

    def __call__(self, request: ChatRequest) -> Answer:
        text = f"Answer {next(self._numbers)} of {self.name}."
        words = tuple(f"{word} " for word in text.split(" "))
        self.served.append(text)
        if self._chance.random() < self._bad:
            return self._fault(words[:2])
        tokens = Tokens(self._chance.randint(50, 400), self._chance.randint(5, 300))
        used_already = any(type(message).__name__ == "ToolMessage" for message in request.messages[-1:])
        if request.tools and self._chance.random() < 0.1 and not used_already:
            return Say(
                calls=(CallTool("calculator", '{"expression": "2*45"}', f"call_{text.split()[1]}"),), tokens=tokens
            )
        return Say(words, thinking=self._chance.choice(["", "Hmm."]), tokens=tokens)

    def _fault(self, words: tuple[str, ...]) -> Answer:
        whole = self._chance.random() < 0.5
        said = words if whole else ()
        return self._chance.choice(
            [
                Refuse(429, headers={"retry-after": str(self._chance.choice([0, 2, 90]))}),
                Refuse(500),
                Refuse(503),
                Refuse(401),
                Refuse(404),
                Refuse(400, "bad"),
                EMPTY,
                Break("close", said),
                Break("reset", said),
                Break("end", said),
                Break("garbage", words),
                Break("error", words),
                Break("hang", words) if self._chance.random() < 0.2 else Refuse(502),
                HANG if self._chance.random() < 0.2 else Refuse(529),
            ]
        )


class Hurried:
    """The same model, asked with less patience than a person has."""

    def __init__(self, model: ChatModel) -> None:
        self._model = model

    @property
    def name(self) -> str:
        return self._model.name

    @property
    def context_window(self) -> int:
        return self._model.context_window

    async def stream(self, request: ChatRequest) -> AsyncGenerator[ModelEvent]:
        hurried = replace(request, first_token_timeout=PATIENCE, idle_timeout=PATIENCE, max_output_tokens=1_500)
        async with aclosing(self._model.stream(hurried)) as events:
            async for event in events:
                yield event


@dataclass(frozen=True, slots=True)
class Attempt:
    """One line of the accounts, with the clock's own time and the turn it belonged to."""

    model: str
    at: float
    outcome: str
    turn: int | None


class Witness(SqlAccounts):
    """The real accounts, which also remember in which order things happened."""

    def __init__(self, db: SqliteDb, clock: HurriedClock) -> None:
        super().__init__(db)
        self._clock = clock
        self.attempts: list[Attempt] = []
        self.by_day: defaultdict[object, Decimal] = defaultdict(Decimal)
        self.by_month: defaultdict[object, Decimal] = defaultdict(Decimal)

    async def record(self, request: RequestRecord, line: int | None = None) -> int:
        line = await super().record(request, line)
        if request.error_code == UNFINISHED:
            return line
        self.attempts.append(Attempt(request.model, self._clock.monotonic(), request.error_code, request.turn))
        cost = request.usage.cost_usd
        assert cost is not None
        self.by_day[request.at.date()] += cost
        self.by_month[request.at.replace(day=1).date()] += cost
        return line


class Storm(World):
    """A person who talks on through all of it."""

    def __init__(self, db: SqliteDb, servers: list[LocalServer], clock: HurriedClock) -> None:
        super().__init__()
        self.clock = clock
        self.accounts = Witness(db, clock)
        first, *others = (
            ModelSpec(f"{name}:loopback", server.base_url, "sk-test-123456789")
            for name, server in zip(("openai", "anthropic", "ollama"), servers, strict=True)
        )
        chain = replace(first, fallback=tuple(others))
        budget = BudgetPolicy(Budget(DAY_USD, MONTH_USD), PRICES)
        self.registry = ModelRegistry(
            lambda _: chain, SqlChoices(db, clock), self.accounts, clock, budget_policy=lambda: budget
        )
        self.turn = TurnId(0)

    async def chat_model(self, person: PersonId, turn: TurnId) -> ChatModel:
        return Hurried(await self.registry.chat_model(person, self.turn))

    async def token_correction(self, model: str) -> float:
        return await self.registry.token_correction(model)


@asynccontextmanager
async def storm_in(folder: Path, skies: list[Weather]) -> AsyncIterator[tuple[Storm, list[LocalServer], SqliteDb]]:
    async with AsyncExitStack() as stack:
        db = await stack.enter_async_context(await SqliteDb.open(folder / "sidecar.db"))
        servers: list[LocalServer] = [OpenAIServer(), AnthropicServer(), OllamaServer()]
        for server, sky in zip(servers, skies, strict=True):
            server.script = Script(then=sky)
            await stack.enter_async_context(server)
        storm = Storm(db, servers, HurriedClock())
        stack.push_async_callback(storm.registry.close)
        yield storm, servers, db


@pytest.mark.req("LLM-03", "LLM-05", "CON-22", "CON-23")
@pytest.mark.parametrize("turns", [150, pytest.param(10_000, marks=[pytest.mark.slow, pytest.mark.timeout(3_000)])])
async def test_every_turn_ends_well_whatever_the_providers_do(turns: int, tmp_path: Path) -> None:
    chance, numbers = random.Random(turns), itertools.count(1)
    skies = [Weather(name, chance, numbers) for name in ("openai", "anthropic", "ollama")]
    seen: Counter[str] = Counter()
    async with storm_in(tmp_path, skies) as (storm, servers, db):
        inbox = SqlInbox(db)
        for number in range(turns):
            if number % 20 == 0:
                for sky in skies:
                    sky.changes()
            storm.turn = await accepted(inbox, number)
            storm.events.clear()
            before = len(storm.toolbox.calls)
            reply = await storm.take(f"message {number}")
            check_reply(reply, storm, skies, seen)
            assert len(reply.receipts) == len(storm.toolbox.calls) - before, "no tool runs twice"
            assert all(server.open_connections <= 2 for server in servers)
            storm.clock.pass_unnoticed(chance.choice([1, 5, 20, 120]))
        await storm.registry.close()
        await no_connections(servers)
        check_money(storm)
        check_breakers(storm.accounts.attempts)
        total, background = await storm.accounts.spent(datetime(2000, 1, 1, tzinfo=UTC))
        assert (total, background) == (sum(storm.accounts.by_day.values()), 0)
    assert seen[Ending.COMPLETE] > turns * 0.4
    assert seen[Ending.FAILED] > 0


async def accepted(inbox: SqlInbox, number: int) -> TurnId:
    for _ in range(3):
        try:
            turn = await inbox.accept(incoming(f"m{number}"))
        except StorageError:
            continue
        assert turn is not None
        return turn
    raise AssertionError("the message could not be stored")


def check_reply(reply: Reply, storm: Storm, skies: list[Weather], seen: Counter[str]) -> None:
    """One answer, whole and nobody else's; or words that say honestly that there is none."""
    seen[reply.ending] += 1
    marks = [text for sky in skies for text in sky.served if text in reply.text]
    for sky in skies:
        sky.served.clear()
    if reply.ending is Ending.COMPLETE and reply.handled_by is HandledBy.MODEL:
        assert [reply.text] == marks
        assert shown(storm) == reply.text
    else:
        assert marks == [], "an answer that is whole is given as one"
        assert len(reply.text) > 30 and reply.error_code
    if reply.ending is Ending.CUT:
        assert "[…]" in reply.text and reply.text.count("Answer ") == 1


def shown(storm: Storm) -> str:
    """What is left on the screen of somebody who watched."""
    text = ""
    for event in storm.events:
        match event:
            case ReplyChunk(chunk):
                text += chunk
            case ReplyWithdrawn():
                text = ""
            case _:
                pass
    return text.strip()


def check_money(storm: Storm) -> None:
    assert {day: spent for day, spent in storm.accounts.by_day.items() if spent > DAY_USD} == {}
    assert {month: spent for month, spent in storm.accounts.by_month.items() if spent > MONTH_USD} == {}
    assert sum(storm.accounts.by_day.values()) > 0


def check_breakers(attempts: list[Attempt]) -> None:
    """Told again from the accounts alone: whoever rests is asked after all the others, and then once."""
    failed: defaultdict[str, list[float]] = defaultdict(list)
    rests: dict[str, tuple[float, float]] = {}
    opened = 0
    turn_of_resort: int | None = None
    for attempt in attempts:
        model, now = attempt.model, attempt.at
        until, length = rests.get(model, (0.0, 0.0))
        resting = model in rests and now < until
        assert resting or attempt.turn != turn_of_resort, "somebody who was ready is asked after one who rests"
        turn_of_resort = attempt.turn if resting and attempt.outcome else None
        if not attempt.outcome:
            failed[model].clear()
            rests.pop(model, None)
        elif attempt.outcome not in _PROVIDERS_FAULTS or resting:
            continue
        elif model in rests:
            length = min(length * 2, LONGEST_REST_S)
            rests[model] = (now + length, length)
        else:
            failed[model] = [at for at in failed[model] if now - at < WITHIN_S] + [now]
            if len(failed[model]) >= FAILURES_TO_OPEN:
                rests[model] = (now + FIRST_REST_S, FIRST_REST_S)
                opened += 1
    assert opened > 0


async def no_connections(servers: list[LocalServer]) -> None:
    await eventually(lambda: not any(server.open_connections for server in servers))
