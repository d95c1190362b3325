"""A person's name means the person, "my job" what is known of it, and everything is listed before it goes."""

from __future__ import annotations

import pytest

from sidecar.domain.fact import Domain, FactId
from sidecar.domain.person import OWNER
from sidecar.memory.forget import ForgetReport, ForgetRequest, ForgetStage
from sidecar.memory.topic import make_topic
from tests.memory.stage import Mind


async def forget(mind: Mind, what: str) -> ForgetReport:
    return await mind.forgetting.forget(OWNER, ForgetRequest(what), await mind.say(f"olvidate de {what}"))


@pytest.mark.req("MEM-16")
@pytest.mark.parametrize("what", ["Tomás", "tomás"])
async def test_a_name_takes_no_medicine_along(mind: Mind, what: str) -> None:
    await mind.remember("Toma enalapril 10 a la noche", Domain.HEALTH)
    await mind.remember("Su primo se llama Tomás", Domain.RELATIONSHIPS)
    await mind.say("qué remedio tomo a la noche?")
    report = await forget(mind, what)
    assert [fact.text for fact in report.facts] == ["Su primo se llama Tomás"]
    assert all("remedio" not in mention.text for mention in report.left.mentions)
    assert await mind.texts() == ["Toma enalapril 10 a la noche"]


@pytest.mark.req("MEM-16")
@pytest.mark.parametrize(
    ("thing", "person", "what"),
    [
        ("Le gusta el sol en la cara", "Su cuñada se llama Sol", "Sol"),
        ("Pinta todo de rosa", "Su vecina se llama Rosa", "Rosa"),
        ("Will move to Oslo", "Their uncle is called Will", "Will"),
        ("Will move to Oslo", "Their uncle is called Will", "will"),
    ],
)
async def test_a_name_is_not_the_thing(mind: Mind, thing: str, person: str, what: str) -> None:
    await mind.remember(thing)
    await mind.remember(person, Domain.RELATIONSHIPS)
    assert [fact.text for fact in (await forget(mind, what)).facts] == [person]
    assert await mind.texts() == [thing]


@pytest.mark.req("MEM-16")
@pytest.mark.parametrize(
    ("facts", "what"),
    [
        (["Works at Tesco", "Got laid off"], "my job"),
        (["Trabaja en Techint", "Es soldador"], "mi laburo"),
        (["Got divorced", "Their ex is called Paula"], "my ex"),
    ],
)
async def test_what_is_theirs_is_listed_whole_and_asked_about(mind: Mind, facts: list[str], what: str) -> None:
    for text in (*facts, "Su hermano trabaja en un banco"):
        await mind.learned(text)
    report = await forget(mind, what)
    assert report.stage is ForgetStage.ASKED
    assert sorted(fact.text for fact in report.facts) == sorted(facts)
    assert len(await mind.texts()) == len(facts) + 1


@pytest.mark.req("MEM-16")
@pytest.mark.parametrize("what", ["todo lo que sabés de mí", "everything you know about me", "all my data"])
async def test_everything_goes_after_a_yes_and_not_before(mind: Mind, what: str) -> None:
    for text in ("Es celíaca", "Vive en Ushuaia", "Su perra se llama Nube"):
        await mind.remember(text)
    report = await forget(mind, what)
    assert (report.stage, len(report.facts)) == (ForgetStage.ASKED, 3)
    assert len(await mind.texts()) == 3
    assert await mind.forgetting.settle(OWNER, None, erase=True)
    assert await mind.texts() == []
    assert await mind.facts.get(OWNER, FactId(1)) is None


@pytest.mark.req("MEM-16")
def test_a_name_stands_nowhere_in_other_words() -> None:
    topic = make_topic("Sam")
    assert topic.is_in("my brother Sam called")
    assert not topic.is_in("it is always the same")
