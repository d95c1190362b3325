"""What requests cost, what is learned from them, what a trace shows; and a person's choices."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sidecar.domain.message import TurnId
from sidecar.domain.money import UNFINISHED, RequestRecord, Usage
from sidecar.domain.person import OWNER, PersonId
from sidecar.domain.turn import HandledBy, Reply
from sidecar.storage.accounts import PROMPTS_KEPT_TURNS, SqlAccounts
from sidecar.storage.choices import SqlChoices
from sidecar.storage.columns import from_nanousd, instant, to_nanousd, to_text
from sidecar.storage.inbox import SqlInbox
from sidecar.storage.outbox import SqlOutbox
from sidecar.storage.sqlite import SqliteDb
from sidecar.storage.traces import SqlTraces
from tests.fakes.clock import FakeClock
from tests.storage.samples import NOON, incoming, later, reply

ANA = PersonId("ana")


def request(cost: str | None = "0.01", *, turn: int | None = None, at: datetime = NOON) -> RequestRecord:
    usage = Usage(100, 20, 30, None if cost is None else Decimal(cost))
    return RequestRecord(OWNER, turn, "chat", "openai:small", at, 80, usage, 120.5, 900.0)


@pytest.mark.req("SCL-01")
async def test_spending_sums_what_is_known_and_counts_what_is_not(db: SqliteDb) -> None:
    accounts = SqlAccounts(db)
    await accounts.record(request("0.1"))
    await accounts.record(replace(request("0.2"), model="openai:big", error_code="model_cut"))
    await accounts.record(request(None))
    await accounts.record(request("5", at=later(days=1)))
    await accounts.record(replace(request("7"), person=ANA))
    spending = await accounts.spending(OWNER, NOON, later(days=1))
    assert (spending.requests, spending.unpriced) == (3, 1)
    assert spending.usage == Usage(300, 60, 90, Decimal("0.3"))
    by_model = await accounts.by_model(OWNER, NOON, later(days=1))
    assert list(by_model) == ["openai:big", "openai:small"]
    assert by_model["openai:small"].requests == 2 and by_model["openai:big"].usage.cost_usd == Decimal("0.2")
    nothing = await accounts.spending(PersonId("nobody"), NOON, later(days=1))
    assert (nothing.requests, nothing.usage, nothing.unpriced) == (0, Usage(), 0)


@pytest.mark.req("LLM-05")
async def test_a_request_is_written_over_its_own_line(db: SqliteDb) -> None:
    inbox, accounts, traces = SqlInbox(db), SqlAccounts(db), SqlTraces(db)
    turn = await inbox.accept(incoming("1"))
    assert turn is not None
    begun = replace(request("0.5", turn=turn), usage=Usage(cost_usd=Decimal("0.5")), error_code=UNFINISHED)
    line = await accounts.record(begun)
    assert await accounts.spent(NOON) == (Decimal("0.5"), Decimal(0)), "also if nothing more ever comes"
    ended = replace(request("0.1", turn=turn), prompt='{"system": "ñ"}')
    assert await accounts.record(ended, line) == line
    trace = await traces.get(OWNER, turn, with_prompts=True)
    assert trace is not None and trace.requests == (ended,)
    assert await accounts.spent(NOON) == (Decimal("0.1"), Decimal(0))


@pytest.mark.req("LLM-05")
async def test_a_turn_costs_what_all_its_attempts_cost(db: SqliteDb) -> None:
    inbox, accounts = SqlInbox(db), SqlAccounts(db)
    turn, other = await inbox.accept(incoming("1")), await inbox.accept(incoming("2"))
    assert turn is not None and other is not None
    assert await accounts.sum_turn(turn) == Usage()
    await accounts.record(replace(request("0.2", turn=turn), error_code="model_empty"))
    await accounts.record(request("0.1", turn=turn))
    await accounts.record(request("7", turn=other))
    assert await accounts.sum_turn(turn) == Usage(200, 40, 60, Decimal("0.3"))
    await accounts.record(request(None, turn=turn))
    assert (await accounts.sum_turn(turn)).cost_usd is None


@pytest.mark.req("LLM-05")
async def test_a_trial_is_a_feature_and_no_background_work(db: SqliteDb) -> None:
    accounts = SqlAccounts(db)
    await accounts.record(replace(request("0.2"), role="trial"))
    await accounts.record(replace(request("0.1"), role="memory"))
    assert await accounts.spent(NOON) == (Decimal("0.3"), Decimal("0.1"))
    assert list(await accounts.spending_by("feature", OWNER, NOON, later(days=1))) == ["trial", "memory"]


@pytest.mark.req("LLM-03")
async def test_how_requests_ended_is_known_by_model_and_connection(db: SqliteDb) -> None:
    accounts = SqlAccounts(db)
    ends = (("model_failed", "here"), ("", "there"), (UNFINISHED, "here"), ("model_timeout", "here"))
    for code, connection in ends:
        await accounts.record(replace(request(), error_code=code, connection=connection))
    found = await accounts.outcomes("openai:small", "here")
    assert [outcome.error_code for outcome in found] == ["model_failed", "model_timeout"]
    assert {(outcome.began, outcome.ended) for outcome in found} == {(NOON, NOON + timedelta(milliseconds=900))}
    assert not await accounts.outcomes("openai:other", "here")


async def test_token_ratio_is_learned_from_the_last_twenty(db: SqliteDb) -> None:
    accounts = SqlAccounts(db)
    assert await accounts.token_ratio("openai:small") is None
    await accounts.record(replace(request(), estimated_tokens=1, usage=Usage(1000, 0, 0)))
    await accounts.record(replace(request(), usage=Usage()))
    for _ in range(20):
        await accounts.record(replace(request(), estimated_tokens=100, usage=Usage(125, 0, 0)))
    await accounts.record(replace(request(), usage=Usage(), error_code="model_timeout"))
    await accounts.record(replace(request(), model="other", estimated_tokens=1))
    assert await accounts.token_ratio("openai:small") == pytest.approx(1.25)


@settings(deadline=None)
@given(st.decimals(0, 10_000, places=9))
def test_costs_are_kept_exactly_to_the_billionth(cost: Decimal) -> None:
    nanousd = to_nanousd(cost)
    assert nanousd is not None and from_nanousd(nanousd) == cost


@settings(deadline=None)
@given(st.datetimes(timezones=st.timezones()), st.datetimes(timezones=st.timezones()))
def test_stored_instants_sort_as_they_happened(one: datetime, other: datetime) -> None:
    try:
        moments = one.astimezone(UTC), other.astimezone(UTC)
    except OverflowError:  # before the year 1 or after 9999 in UTC
        return
    texts = to_text(one), to_text(other)
    assert tuple(instant({"at": text}, "at") for text in texts) == moments
    assert (texts[0] < texts[1]) == (moments[0] < moments[1])


@pytest.mark.req("OBS-03")
async def test_a_trace_tells_the_whole_turn(db: SqliteDb) -> None:
    inbox, traces, accounts = SqlInbox(db), SqlTraces(db), SqlAccounts(db)
    assert await traces.latest_turn(OWNER) is None
    turn = await inbox.accept(incoming("1", "hola"))
    assert turn is not None and await traces.latest_turn(OWNER) == turn
    waiting = await traces.get(OWNER, turn)
    assert waiting is not None and (waiting.state, waiting.ending, waiting.deliveries) == ("waiting", "", ())
    claim = await inbox.claim(OWNER)
    assert claim is not None
    record = replace(request(turn=turn), prompt='{"system": "ñ"}')
    await accounts.record(record)
    await accounts.record(request(None, turn=turn))
    outgoing = await inbox.finish(claim, replace(reply("¡hola!"), total_ms=12.0), later(seconds=2))
    assert outgoing is not None
    await SqlOutbox(db).take(outgoing.id, NOON)
    await SqlOutbox(db).failed(outgoing.id, "no network", later(seconds=9))

    trace = await traces.get(OWNER, turn, with_prompts=True)
    assert trace is not None
    assert trace.message == claim.message and trace.conversation == claim.conversation
    assert [message.text for message in trace.messages] == ["hola", "¡hola!"]
    assert trace.requests == (record, request(None, turn=turn))
    (delivery,) = trace.deliveries
    assert (delivery.text, delivery.state, delivery.attempts, delivery.error) == ("¡hola!", "waiting", 1, "no network")
    assert (trace.finished_at, trace.total_ms, trace.attempts) == (later(seconds=2), 12.0, 1)
    without = await traces.get(OWNER, turn)
    assert without is not None and without.requests[0] == replace(record, prompt="")
    assert await traces.get(ANA, turn) is None
    assert await traces.get(OWNER, TurnId(turn + 1)) is None
    assert await traces.latest_turn(ANA) is None


@pytest.mark.req("OBS-03")
async def test_prompts_are_kept_for_the_last_turns_only(db: SqliteDb) -> None:
    inbox, accounts, traces = SqlInbox(db), SqlAccounts(db), SqlTraces(db)
    turns: list[TurnId] = []
    for n in range(PROMPTS_KEPT_TURNS + 2):
        turn = await inbox.accept(incoming(str(n)))
        assert turn is not None
        turns.append(turn)
        await accounts.record(replace(request(turn=turn), prompt=f"prompt {n}"))

    async def prompt_of(turn: TurnId) -> str:
        trace = await traces.get(OWNER, turn, with_prompts=True)
        assert trace is not None
        return trace.requests[0].prompt

    assert [await prompt_of(turn) for turn in turns[:3]] == ["", "", "prompt 2"]
    assert await prompt_of(turns[-1]) == f"prompt {PROMPTS_KEPT_TURNS + 1}"


@pytest.mark.req("SCL-01")
async def test_choices_are_of_one_person(db: SqliteDb, clock: FakeClock) -> None:
    choices = SqlChoices(db, clock)
    assert await choices.get(OWNER, "model") is None
    await choices.set(OWNER, "model", "a")
    await choices.set(OWNER, "model", "b")
    await choices.set(ANA, "model", "c")
    assert (await choices.get(OWNER, "model"), await choices.get(ANA, "model")) == ("b", "c")
    await choices.clear(OWNER, "model")
    assert (await choices.get(OWNER, "model"), await choices.get(ANA, "model")) == (None, "c")


async def test_a_turn_answered_without_a_model_has_an_empty_list_of_requests(db: SqliteDb) -> None:
    inbox = SqlInbox(db)
    await inbox.accept(incoming("1"))
    claim = await inbox.claim(OWNER)
    assert claim is not None
    await inbox.finish(claim, Reply("12:00", HandledBy.ROUTER), NOON)
    trace = await SqlTraces(db).get(OWNER, claim.turn)
    assert trace is not None and (trace.handled_by, trace.requests) == ("router", ())
