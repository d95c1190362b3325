"""Limits on what models may cost: kept to the cent, warned of once, and a way down when they are reached."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from itertools import groupby
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from sidecar.domain.message import TurnId
from sidecar.domain.money import UNFINISHED, RequestRecord, Usage
from sidecar.domain.person import OWNER, PersonId
from sidecar.domain.turn import Ending, HandledBy
from sidecar.errors import ModelError, StorageFull
from sidecar.i18n import Texts
from sidecar.llm import ChatModel, ChatRequest, Completion, UserMessage
from sidecar.llm.roles import Role
from sidecar.providers.budget import Budget, BudgetPolicy, BudgetSpent, Price
from sidecar.providers.model_spec import ModelSpec
from sidecar.providers.registry import ModelRegistry
from sidecar.storage.accounts import SqlAccounts
from sidecar.storage.choices import SqlChoices
from sidecar.storage.inbox import SqlInbox
from sidecar.storage.sqlite import SqliteDb
from tests.conversation.test_turn import World
from tests.loopback.ollama_server import OllamaServer
from tests.loopback.openai_server import OpenAIServer
from tests.loopback.script import HANG, Break, Refuse, Say, Script, Tokens
from tests.providers.test_chat_model_contract import eventually
from tests.providers.test_retry import HurriedClock
from tests.storage.samples import incoming

HELLO = ChatRequest("Be kind.", (UserMessage("hola"),), max_output_tokens=300)
DOLLARS = Price(input=Decimal(100), output=Decimal(1000))
"""Dear: a token in costs 0.01 cents, a token out 0.1 cents; the 300 that HELLO may have are 30 cents."""
ANSWER = Say(("hola",), tokens=Tokens(input=20, output=100))
COST = Decimal("0.102")


@dataclass
class House:
    """A dear model on a server, one at home, accounts in a database."""

    dear: OpenAIServer
    home: OllamaServer
    db: SqliteDb
    clock: HurriedClock
    turn: TurnId
    budget_policy: BudgetPolicy
    choice: ModelSpec

    def __post_init__(self) -> None:
        self.accounts = SqlAccounts(self.db)
        self.registry = self.another_registry()

    def another_registry(self) -> ModelRegistry:
        choices = SqlChoices(self.db, self.clock)
        return ModelRegistry(
            lambda _: self.choice, choices, self.accounts, self.clock, budget_policy=lambda: self.budget_policy
        )

    def limit(self, **limits: Decimal | str) -> None:
        self.budget_policy = replace(self.budget_policy, budget=Budget(**limits))  # type: ignore[arg-type]

    async def ask(self, role: Role = "chat", *, background: bool = False, request: ChatRequest = HELLO) -> str:
        """The model that answered."""
        model = await self.registry.model_for(role, OWNER, None if background else self.turn)
        last = [event async for event in model.stream(request)][-1]
        assert isinstance(last, Completion)
        return last.model

    async def spent(self) -> Decimal:
        total, _ = await self.accounts.spent(datetime(2000, 1, 1, tzinfo=UTC))
        return total


@asynccontextmanager
async def house_in(folder: Path) -> AsyncIterator[House]:
    async with AsyncExitStack() as stack:
        db = await stack.enter_async_context(await SqliteDb.open(folder / "sidecar.db"))
        dear = await stack.enter_async_context(OpenAIServer(models=("dear",)))
        home = await stack.enter_async_context(OllamaServer(models=("mine:1b",)))
        dear.script = Script(then=lambda _: ANSWER)
        turn = await SqlInbox(db).accept(incoming("1", "hola"))
        assert turn is not None
        budget_policy = BudgetPolicy(prices={"openai:dear": DOLLARS})
        house = House(dear, home, db, HurriedClock(), turn, budget_policy, ModelSpec("openai:dear", dear.base_url))
        yield house
        await house.registry.close()


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    async with house_in(tmp_path) as house:
        yield house


def most_of(asked: ChatRequest) -> Tokens:
    """As much as the answer may have."""
    return Tokens(20, asked.max_output_tokens or 0)


async def until_refused(house: House, most: int = 200) -> int:
    """How many requests were answered before one was refused."""
    for answered in range(most):
        try:
            await house.ask()
        except BudgetSpent:
            return answered
    raise AssertionError("nothing was ever refused")


@pytest.mark.req("LLM-05")
@pytest.mark.parametrize("limit", ["day_usd", "month_usd"])
async def test_a_limit_is_used_and_never_passed(house: House, limit: str) -> None:
    house.limit(**{limit: Decimal(3)})
    assert await until_refused(house) >= 20
    assert Decimal("2.5") < await house.spent() <= 3
    assert len(house.dear.asked) * COST == await house.spent()


@pytest.mark.req("LLM-05")
async def test_with_little_left_the_answer_is_kept_short(house: House) -> None:
    house.limit(day_usd=Decimal("1.5"))
    await house.ask(request=replace(HELLO, max_output_tokens=4000))
    limit = house.dear.asked[0].max_output_tokens
    assert limit is not None and 1024 <= limit < 1500


@pytest.mark.req("LLM-05")
async def test_what_runs_is_set_aside(house: House) -> None:
    house.limit(day_usd=Decimal(3))
    house.dear.script = Script(then=lambda asked: replace(ANSWER, first_wait_s=0.05, tokens=most_of(asked)))
    results = await asyncio.gather(*(house.ask() for _ in range(12)), return_exceptions=True)
    assert {type(result) for result in results} == {str, BudgetSpent}
    assert Decimal(2) < await house.spent() <= 3


@pytest.mark.req("LLM-05")
async def test_totals_outlive_the_process_and_end_with_their_day(house: House) -> None:
    house.budget_policy = replace(house.budget_policy, zone=ZoneInfo("America/Argentina/Buenos_Aires"))
    house.limit(day_usd=Decimal(1))
    await until_refused(house)
    await house.registry.close()
    house.registry = house.another_registry()
    with pytest.raises(BudgetSpent):
        await house.ask()
    house.clock.pass_unnoticed(timedelta(hours=12).total_seconds())  # past midnight in UTC, evening in Buenos Aires
    with pytest.raises(BudgetSpent):
        await house.ask()
    house.clock.pass_unnoticed(timedelta(hours=5).total_seconds())
    assert await house.ask() == "openai:dear"


@pytest.mark.req("LLM-05")
async def test_down_the_ladder(house: House) -> None:
    server = house.dear.base_url
    async with OpenAIServer(models=("cheap",)) as cheap:
        cheap.script = Script(then=lambda _: ANSWER)
        house.budget_policy = replace(
            house.budget_policy, prices={**house.budget_policy.prices, "openai:cheap": Price(Decimal(10), Decimal(90))}
        )
        chain = (ModelSpec("openai:cheap", cheap.base_url), ModelSpec("ollama:mine:1b", house.home.base_url))
        house.choice = ModelSpec("openai:dear", server, fallback=chain)
        house.limit(day_usd=Decimal("0.35"))
        answered = [await house.ask() for _ in range(40)]
    assert [name for name, _ in groupby(answered)] == ["openai:dear", "openai:cheap", "ollama:mine:1b"]
    assert await house.spent() <= Decimal("0.35")


@pytest.mark.req("LLM-05")
async def test_the_cheaper_model_of_the_budget_is_only_there_for_that(house: House) -> None:
    house.budget_policy = replace(
        house.budget_policy, prices={**house.budget_policy.prices, "openai:saver": Price(Decimal(0), Decimal(0))}
    )
    async with OpenAIServer(models=("dear", "saver")) as both:
        both.script = Script(Refuse(401), then=lambda _: ANSWER)
        house.choice = ModelSpec("openai:dear", both.base_url)
        house.limit(day_usd=Decimal(1), cheaper="openai:saver")
        with pytest.raises(ModelError):
            await house.ask()
        answered = {await house.ask() for _ in range(12)}
    assert answered == {"openai:dear", "openai:saver"}
    assert await house.spent() <= 1


@pytest.mark.req("LLM-05")
async def test_background_work_stops_first(house: House) -> None:
    house.limit(day_usd=Decimal(5), background_day_usd=Decimal(1))
    with pytest.raises(BudgetSpent):
        for _ in range(20):
            await house.ask("memory", background=True)
    assert await house.spent() <= 1
    assert await house.ask() == "openai:dear"
    house.limit(day_usd=Decimal("1.5"))
    while await house.spent() < Decimal("1.2"):
        await house.ask()
    with pytest.raises(BudgetSpent):
        await house.ask("proactive", background=True)
    assert await house.ask(request=replace(HELLO, max_output_tokens=100)) == "openai:dear"


@pytest.mark.req("LLM-05")
async def test_four_fifths_are_told_once_and_to_the_owner(house: House) -> None:
    say = Texts("en")
    house.limit(day_usd=Decimal(1), month_usd=Decimal(50))
    house.dear.script = Script(then=lambda _: replace(ANSWER, tokens=Tokens(10, 159)))
    told: list[list[str]] = []
    for _ in range(6):
        await house.ask(request=replace(HELLO, max_output_tokens=159))
        assert house.registry.remarks(PersonId("guest"), say) == []
        told.append(house.registry.remarks(OWNER, say))
    assert [len(remarks) for remarks in told] == [0, 0, 0, 0, 1, 0]
    assert "0.80" in told[4][0] and "1.00" in told[4][0]
    assert len(await house.registry.warnings(say)) == 1
    await house.registry.close()
    house.registry = house.another_registry()
    with pytest.raises(BudgetSpent):
        await house.ask()
    assert house.registry.remarks(OWNER, say) == [], "it was told before this process began"


@pytest.mark.req("LLM-05")
async def test_the_refusal_says_what_can_be_done(house: House) -> None:
    house.limit(month_usd=Decimal("0.01"))
    with pytest.raises(BudgetSpent) as caught:
        await house.ask()
    assert "0.01" in str(caught.value)
    assert "budget.month_usd" in caught.value.hint
    assert house.dear.asked == []


@pytest.mark.req("LLM-05", "CON-60", "CON-22")
async def test_at_the_bottom_of_the_ladder_sidecar_answers_without_a_model(house: House) -> None:
    """What needs no model is done all the same; for the rest one honest sentence says why, and what can be done."""

    class Poor(World):
        async def chat_model(self, person: PersonId, turn: TurnId) -> ChatModel:
            return await house.registry.chat_model(person, house.turn)

    house.limit(day_usd=Decimal("0.01"))
    world = Poor()
    refused = await world.take("contame algo de Borges")
    assert (refused.ending, refused.error_code) == (Ending.FAILED, "budget_spent")
    assert "0.01" in refused.text and "budget.day_usd" in refused.text
    told = await world.take("¿qué hora es?")
    assert (told.handled_by, told.ending) == (HandledBy.ROUTER, Ending.COMPLETE)
    assert "9:30" in told.text
    assert house.dear.asked == []


@pytest.mark.req("LLM-05")
async def test_a_limit_of_zero_leaves_what_is_free(house: House) -> None:
    house.limit(day_usd=Decimal(0))
    house.choice = ModelSpec(
        "openai:dear",
        house.dear.base_url,
        fallback=(ModelSpec("ollama:mine:1b", house.home.base_url),),
    )
    assert await house.ask() == "ollama:mine:1b"
    assert house.dear.asked == []


@pytest.mark.req("LLM-05")
async def test_a_model_of_unknown_price_is_not_used_under_a_limit(house: House) -> None:
    house.choice = ModelSpec("openai:unheard-of", "http://models.example.com/v1", "sk-of-the-unheard-one")
    house.limit(day_usd=Decimal(1))
    with pytest.raises(BudgetSpent, match="unheard-of"):
        await house.ask()


@pytest.mark.req("LLM-05")
async def test_without_limits_nothing_is_changed(house: House) -> None:
    await house.ask(request=replace(HELLO, max_output_tokens=None))
    assert house.dear.asked[0].max_output_tokens is None
    assert (await house.registry.warnings(Texts("en"))) == []


@pytest.mark.req("LLM-05")
async def test_answers_that_were_lost_count_as_what_they_probably_cost(house: House) -> None:
    house.limit(day_usd=Decimal(5))
    house.dear.script = Script(*[Break("close", ("word " * 40,))] * 3)
    with pytest.raises(ModelError):
        await house.ask()
    assert 3 * Decimal("0.04") < await house.spent() < 3 * Decimal("0.08")


@pytest.mark.req("LLM-05")
async def test_nothing_stays_set_aside(house: House) -> None:
    house.limit(day_usd=Decimal(3))
    house.dear.script = Script(HANG, Refuse(500), Refuse(401), then=lambda _: ANSWER)
    asking = asyncio.create_task(house.ask())
    await eventually(lambda: bool(house.dear.asked))
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    with pytest.raises(ModelError):
        await house.ask()
    assert await until_refused(house) >= 20
    assert await house.spent() <= 3


@pytest.mark.req("LLM-05")
async def test_an_edited_limit_counts_at_once(house: House) -> None:
    house.limit(day_usd=Decimal("0.3"))
    await until_refused(house)
    house.limit(day_usd=Decimal(30))
    assert await house.ask() == "openai:dear"


async def test_spent_counts_everybody_and_tells_background_apart(house: House) -> None:
    usage = Usage(1, 0, 1, Decimal("0.5"))
    now = house.clock.now()

    async def record(person: str, role: str, turn: int | None) -> None:
        await house.accounts.record(RequestRecord(PersonId(person), turn, role, "m:x", now, 1, usage, 1.0, 1.0))

    await record(OWNER, "chat", house.turn)
    await record(OWNER, "memory", house.turn)
    await record("ana", "summarize", None)
    assert await house.accounts.spent(now) == (Decimal("1.5"), Decimal("1.0"))
    assert await house.accounts.spent(now + timedelta(seconds=1)) == (Decimal(0), Decimal(0))


# -- what others spend, what is paid for nothing, and what a killed program leaves


@pytest.mark.req("LLM-05")
async def test_what_another_sidecar_spends_counts_at_once(house: House) -> None:
    house.limit(day_usd=Decimal(1))
    await house.ask()
    ours, house.registry = house.registry, house.another_registry()
    await until_refused(house)
    await house.registry.close()
    house.registry = ours
    with pytest.raises(BudgetSpent):
        await house.ask()
    assert await house.spent() <= 1


@pytest.mark.req("LLM-05")
async def test_what_ran_when_the_program_was_killed_counts(house: House) -> None:
    house.limit(day_usd=Decimal(1))
    usage = Usage(cost_usd=Decimal("0.9"))
    killed = RequestRecord(OWNER, house.turn, "chat", "openai:dear", house.clock.now(), 9, usage, None, 0.0, UNFINISHED)
    await house.accounts.record(killed)
    with pytest.raises(BudgetSpent):
        await house.ask()


@pytest.mark.req("LLM-05")
@pytest.mark.parametrize("in_vain", [Say(finish="filtered"), Say(thinking="Hmm…")], ids=["filtered", "empty"])
async def test_answers_that_nobody_can_use_are_paid_and_limited(house: House, in_vain: Say) -> None:
    house.limit(day_usd=Decimal(1))
    house.dear.script = Script(then=lambda _: replace(in_vain, tokens=ANSWER.tokens))
    for _ in range(30):
        with suppress(ModelError):
            await house.ask()
    assert len(house.dear.asked) * COST == await house.spent()
    assert Decimal("0.5") < await house.spent() <= 1


@pytest.mark.req("LLM-05")
async def test_a_provider_that_counts_nothing_does_not_open_the_purse(house: House) -> None:
    house.limit(day_usd=Decimal(1))
    house.dear.script = Script(then=lambda _: Say(("word " * 60,), tokens=Tokens(0, 0)))
    assert await until_refused(house) < 20
    assert Decimal("0.5") < await house.spent() <= 1


@pytest.mark.req("LLM-05")
async def test_a_request_that_runs_is_not_counted_twice(house: House) -> None:
    house.limit(day_usd=Decimal("0.7"))
    house.dear.script = Script(HANG, then=lambda _: ANSWER)
    running = asyncio.create_task(house.ask())  # at most 31 cents of the 70
    await eventually(lambda: bool(house.dear.asked))
    assert await house.ask(request=replace(HELLO, max_output_tokens=200)) == "openai:dear"
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running


@pytest.mark.req("LLM-05")
async def test_what_the_database_could_not_take_still_counts(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    house.limit(day_usd=Decimal(1))

    async def full(request: RequestRecord, line: int | None = None) -> int:
        raise StorageFull("no space")

    monkeypatch.setattr(house.accounts, "record", full)
    assert await until_refused(house) < 10
    assert await house.spent() == 0


@pytest.mark.req("LLM-05")
async def test_the_refusal_is_true(house: House) -> None:
    house.limit(day_usd=Decimal("0.05"))
    with pytest.raises(BudgetSpent, match=r"0\.05 are left of today's limit of US\$ 0\.05"):
        await house.ask()
    house.limit(month_usd=Decimal("0.004"))
    with pytest.raises(BudgetSpent, match=r"0\.004 are left of this month's limit of US\$ 0\.004") as caught:
        await house.ask()
    assert "sidecar config set budget.month_usd" in caught.value.hint
    house.limit(day_usd=Decimal(0))
    with pytest.raises(BudgetSpent, match="used up"):
        await house.ask()
