"""The memory tools as a model calls them: through the registry, on a real database."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from sidecar.brain.toolbox import ToolScope
from sidecar.domain.fact import Domain, FactSource
from sidecar.domain.message import TurnId
from sidecar.domain.permission import Permission
from sidecar.domain.person import OWNER
from sidecar.domain.tool import ToolCall, ToolReceipt
from sidecar.i18n import Texts
from sidecar.memory.recall import SearchRecall
from sidecar.storage.sqlite import SqliteDb
from sidecar.tools.memory import make_memory_tools
from sidecar.tools.registry import ToolRegistry
from tests.fakes.clock import FakeClock
from tests.memory.stage import SOMEBODY_ELSE, ZONE, Mind

MOST_TOKENS_EACH, CHARS_PER_TOKEN = 150, 4


async def caught_up() -> None:
    """Nothing new was said that would have to be indexed first."""


class Model:
    """Calls the tools and reads what comes back, each time in the turn of the latest message."""

    def __init__(self, mind: Mind) -> None:
        self.mind = mind
        recall = SearchRecall(mind.search, caught_up, lambda _: ZONE)
        self.registry = ToolRegistry(make_memory_tools(mind.memory, recall, mind.forgetting), mind.clock)
        self.scope = ToolScope(OWNER, mind.preferences, TurnId(0))

    async def hears(self, text: str) -> TurnId:
        turn = await self.mind.say(text)
        self.scope = replace(self.scope, turn=turn)
        return turn

    async def run(self, name: str, **arguments: object) -> ToolReceipt:
        return await self.registry.run(ToolCall("1", name, json.dumps(arguments)), self.scope)

    async def remember(self, fact: str, domain: str = "general", **more: object) -> dict[str, Any]:
        receipt = await self.run("remember", fact=fact, domain=domain, **more)
        assert receipt.ok, receipt.error
        return json.loads(receipt.content)


@pytest.fixture
async def model(tmp_path: Path) -> AsyncIterator[Model]:
    clock = FakeClock()
    async with await SqliteDb.open(tmp_path / "sidecar.db", clock=clock) as db:
        yield Model(Mind(db, clock))


@pytest.mark.req("MEM-10", "MEM-15")
async def test_a_fact_is_kept_with_the_turn_it_came_from(model: Model) -> None:
    turn = await model.hears("mi abuela Ofelia es alérgica a la penicilina")
    told = await model.remember(
        "  Su abuela Ofelia es alérgica\n a la penicilina", "health", about="other", critical=True
    )
    (fact,) = await model.mind.facts.active(OWNER)
    assert (told["result"], told["id"], told.get("ask_the_person")) == ("new", fact.id, None)
    assert fact.text == "Su abuela Ofelia es alérgica a la penicilina"
    assert (fact.domain, fact.subject.value, fact.critical) == (Domain.HEALTH, "other", True)
    assert (fact.source, fact.origin) == (FactSource.EXPLICIT, turn)


@pytest.mark.req("MEM-15")
async def test_the_model_is_told_what_happened_to_each(model: Model) -> None:
    await model.hears("una")
    new = await model.remember("Vive en Salta", "personal")
    await model.hears("dos")
    confirmed = await model.remember("vive en salta", "personal")
    refined = await model.remember("Vive en Salta, barrio Limache", "personal")
    replaced = await model.remember("Vive en Orán", "personal")
    assert [told["result"] for told in (new, confirmed, refined, replaced)] == [
        "new", "confirmed", "refined", "replaced",
    ]  # fmt: skip
    assert "Vive en Salta, barrio Limache" in replaced["known"]


@pytest.mark.req("MEM-13", "MEM-15")
async def test_health_stays_health_and_the_model_is_told(model: Model) -> None:
    await model.hears("una")
    await model.remember("Es celíaca", "health")
    await model.hears("dos")
    told = await model.remember("es celíaca", "preferences")
    assert "kept in health" in told["result"]
    assert [fact.domain for fact in await model.mind.facts.active(OWNER)] == [Domain.HEALTH]


@pytest.mark.req("MEM-15")
async def test_three_calls_a_message_and_three_more_at_the_next(model: Model) -> None:
    await model.hears("muchas cosas")
    facts = ["Cría abejas", "Toca el charango", "Rema los sábados", "Pinta con acuarelas"]
    for fact in facts[:3]:
        await model.remember(fact)
    refused = await model.run("remember", fact=facts[3], domain="general")
    assert not refused.ok and "3" in refused.content
    assert len(await model.mind.texts()) == 3
    await model.hears("y también")
    await model.remember(facts[3])
    assert len(await model.mind.texts()) == 4


@pytest.mark.req("MEM-15")
async def test_calls_of_one_response_run_together_and_keep_the_limit(model: Model) -> None:
    await model.hears("toco el charango, che, el charango")
    calls = [model.run("remember", fact="Toca el charango", domain="preferences") for _ in range(5)]
    receipts = await asyncio.gather(*calls)
    assert sum(receipt.ok for receipt in receipts) == 3
    (fact,) = await model.mind.facts.active(OWNER)
    assert fact.weight == 1


@pytest.mark.parametrize(
    "arguments",
    [
        {"fact": "", "domain": "general"},
        {"fact": " \n ", "domain": "general"},
        {"fact": "x" * 501, "domain": "general"},
        {"fact": "Cría abejas", "domain": "bees"},
        {"fact": "Cría abejas"},
        {"fact": "Cría abejas", "domain": "general", "about": "everybody"},
    ],
    ids=["empty", "blank", "long", "domain", "no-domain", "about"],
)
@pytest.mark.req("TOO-01", "MEM-10")
async def test_what_is_no_fact_is_refused_and_costs_no_call(model: Model, arguments: dict[str, object]) -> None:
    await model.hears("x")
    for _ in range(4):
        assert not (await model.run("remember", **arguments)).ok
    assert await model.mind.texts() == []
    await model.remember("Toca el charango")


# -- changes of health


async def an_open_question(model: Model) -> dict[str, Any]:
    await model.hears("soy alérgica al látex")
    await model.remember("Es alérgica al látex", "health", critical=True)
    await model.hears("ya no soy alérgica al látex")
    return await model.remember("Ya no es alérgica al látex", "health")


@pytest.mark.req("MEM-14", "MEM-17")
async def test_a_change_of_health_makes_the_model_ask_once(model: Model) -> None:
    told = await an_open_question(model)
    assert (
        "both kept" in told["result"] and "Ask" in told["ask_the_person"] and "settle_change" in told["ask_the_person"]
    )
    await model.hears("te digo que ya no soy alérgica al látex")
    again = await model.remember("Ya no es alérgica al látex", "health")
    assert (again["result"], again.get("ask_the_person")) == ("confirmed", None)
    assert len(await model.mind.texts()) == 2


@pytest.mark.req("MEM-14")
@pytest.mark.parametrize("changed", [True, False])
async def test_only_in_a_later_turn_it_can_be_settled(model: Model, changed: bool) -> None:
    told = await an_open_question(model)
    refused = await model.run("settle_change", id=told["id"], changed=changed)
    assert not refused.ok and "hasn't been asked" in refused.content
    assert len(await model.mind.texts()) == 2
    await model.hears("sí" if changed else "no, era un chiste")
    settled = await model.run("settle_change", id=told["id"], changed=changed)
    assert settled.ok and settled.content.startswith("stands: ")
    assert await model.mind.texts() == ["Ya no es alérgica al látex" if changed else "Es alérgica al látex"]
    again = await model.run("settle_change", id=told["id"], changed=changed)
    assert not again.ok and str(told["id"]) in again.content


# -- recall and forget


@pytest.mark.req("MEM-35")
async def test_recall_shows_facts_and_messages_with_dates_and_ids(model: Model) -> None:
    await model.hears("el sábado remé hasta el dique")
    fact = await model.remember("Rema los sábados", "preferences")
    await model.mind.indexing.index_messages(50)
    receipt = await model.run("recall", query="¿cuándo rema?")
    found = json.loads(receipt.content)["found"]
    assert any(line.startswith(f"[fact {fact['id']}, 2026-03-15]") and "Rema los sábados" in line for line in found)
    assert any(line.startswith("[message ") and "2026-03-15] person: el sábado remé" in line for line in found)


@pytest.mark.req("MEM-35", "MEM-31")
async def test_recall_is_narrowed_by_what_the_model_asks_for(model: Model) -> None:
    await model.mind.remember("Rema los sábados", Domain.HEALTH)
    await model.mind.remember("Rema un bote azul", Domain.PREFERENCES)

    async def found(**asked: str) -> list[str]:
        return json.loads((await model.run("recall", query="rema", **asked)).content)["found"]

    assert len(await found()) == 2
    (line,) = await found(domain="health", kind="fact", since="yesterday")
    assert "sábados" in line and "before" not in line
    assert await found(until="last week") == []
    assert "isn't a day I know" in (await model.run("recall", query="rema", since="blah")).error
    assert "fax" in (await model.run("recall", query="rema", channel="fax")).error
    assert len(await found(kind="Fact")) == 2
    for wrong in ({"kind": "dream"}, {"domain": "gossip"}):
        refused = (await model.run("recall", query="rema", **wrong)).error
        assert next(iter(wrong.values())) in refused and ("health" in refused or "message" in refused)


@pytest.mark.req("MEM-35")
async def test_recall_marks_what_held_before(model: Model) -> None:
    await model.mind.remember("Vive en Azul", Domain.PERSONAL)
    await model.mind.remember("Se mudó a Lobos", Domain.PERSONAL)
    lines = json.loads((await model.run("recall", query="vive en Azul", kind="fact")).content)["found"]
    assert [", before]" in line for line in lines] == [False, True]


@pytest.mark.req("MEM-35")
async def test_recall_finds_nothing_of_others_and_is_short(model: Model) -> None:
    await model.mind.remember("Rema los sábados", person=SOMEBODY_ELSE)
    assert json.loads((await model.run("recall", query="rema los sábados")).content)["found"] == []
    await model.hears("remé " + "mucho " * 3_000)
    await model.mind.indexing.index_messages(50)
    (line,) = json.loads((await model.run("recall", query="remé")).content)["found"]
    assert len(line) < 1_000


@pytest.mark.req("MEM-16")
async def test_forget_takes_one_and_asks_when_several_fit(model: Model) -> None:
    for text in ("Tiene una moto roja", "Tiene una moto de agua", "Cría abejas"):
        await model.mind.remember(text)
    several = await model.run("forget", what="moto")
    assert several.ok and "#1" in several.content and "#2" in several.content and "asked first" in several.content
    assert several.required_text is not None and several.required_text.text.endswith("?")
    assert not (await model.run("forget", what="velero")).ok
    assert len(await model.mind.texts()) == 3
    one = await model.run("forget", what="moto roja")
    assert one.ok and "tenés una moto roja" in one.content
    assert (await model.run("forget", what="#3")).ok
    assert await model.mind.texts() == ["Tiene una moto de agua"]


@pytest.mark.req("MEM-16")
async def test_forget_reaches_nobody_elses_facts(model: Model) -> None:
    outcome = await model.mind.remember("Cría abejas", person=SOMEBODY_ELSE)
    for what in ("abejas", str(outcome.id)):
        assert not (await model.run("forget", what=what)).ok
    assert await model.mind.texts(SOMEBODY_ELSE) == ["Cría abejas"]


@pytest.mark.req("CON-13")
def test_their_schemas_are_cheap(model: Model) -> None:
    costs = {
        spec.name: len(json.dumps([spec.name, spec.description, spec.parameters])) / CHARS_PER_TOKEN
        for spec in model.registry.specs()
    }
    assert set(costs) == {"remember", "recall", "forget", "settle_forgetting", "settle_change"}
    assert max(costs.values()) <= MOST_TOKENS_EACH, costs


@pytest.mark.req("TOO-02")
def test_what_they_may_do_and_how_they_are_called_for_the_person(model: Model) -> None:
    permissions = {name: tool.traits.permission for name, tool in model.registry.tools.items()}
    assert permissions.pop("recall") is Permission.READ
    assert set(permissions.values()) == {Permission.WRITE}
    for name in model.registry.tools:
        assert model.registry.label(ToolCall("1", name, "{}"), Texts("en")) != name


@pytest.mark.req("TOO-01")
async def test_a_call_without_a_turn_is_not_counted(model: Model) -> None:
    model.scope = replace(model.scope, turn=None)
    for fact in ("Es celíaca", "Vive en Rosario", "Toca el piano", "Tiene un perro"):
        assert (await model.remember(fact))["result"] == "new"


@pytest.mark.req("MEM-40")
async def test_what_is_remembered_has_its_date_and_ends_with_it(model: Model) -> None:
    today = model.mind.today()
    tomorrow = today + timedelta(days=1)
    await model.hears("mañana tengo turno con el dentista")
    await model.remember("Tiene turno con el dentista mañana", "schedule")
    (fact,) = await model.mind.facts.active(OWNER)
    assert (fact.until, str(tomorrow.year) in fact.text, "mañana" in fact.text) == (tomorrow, True, False)
