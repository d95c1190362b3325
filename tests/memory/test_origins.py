"""Every fact can be traced to the messages in which it was told, and to what it replaced."""

from __future__ import annotations

import pytest

from sidecar.domain.fact import Domain
from sidecar.domain.person import OWNER
from sidecar.errors import NotFound, SeveralMatch
from tests.memory.stage import SOMEBODY_ELSE, Mind


@pytest.mark.req("MEM-16")
async def test_every_telling_is_evidence(mind: Mind) -> None:
    first = await mind.say("ah, y vivo en Salta")
    outcome = await mind.remember("Vive en Salta", Domain.PERSONAL, first)
    await mind.clock.advance(3_600)
    second = await mind.say("como vivo en Salta, hace calor")
    await mind.remember("vivo en Salta", Domain.PERSONAL, second)
    third = await mind.say("vivo en el barrio Limache")
    await mind.remember("Vive en Salta, barrio Limache", Domain.PERSONAL, third)
    origin = await mind.origins.find(OWNER, str(outcome.id))
    assert [(one.turn, one.said, one.text) for one in origin.evidence] == [
        (first, "ah, y vivo en Salta", "Vive en Salta"),
        (second, "como vivo en Salta, hace calor", "Vive en Salta"),
        (third, "vivo en el barrio Limache", "Vive en Salta, barrio Limache"),
    ]
    assert (origin.evidence[1].at - origin.evidence[0].at).total_seconds() == 3_600
    assert origin.fact.origin == first


@pytest.mark.req("MEM-16")
async def test_what_was_said_twice_in_a_message_is_one_telling(mind: Mind) -> None:
    turn = await mind.say("vivo en Salta, sí, en Salta vivo")
    outcome = await mind.remember("Vive en Salta", Domain.PERSONAL, turn)
    await mind.remember("vive en salta", Domain.PERSONAL, turn)
    assert len((await mind.origins.find(OWNER, str(outcome.id))).evidence) == 1


@pytest.mark.req("MEM-14", "MEM-16")
async def test_both_ends_of_a_change(mind: Mind) -> None:
    old = await mind.remember("Vive en Metán", Domain.PERSONAL)
    new = await mind.remember("Vive en Orán", Domain.PERSONAL)
    of_new, of_old = await mind.origins.find(OWNER, "Orán"), await mind.origins.find(OWNER, f"#{old.id}")
    assert ([fact.id for fact in of_new.replaced], of_new.replaced_by) == ([old.id], None)
    assert of_old.replaced_by is not None
    assert (of_old.replaced_by.id, of_old.replaced) == (new.id, [])
    match_by_words = await mind.origins.find(OWNER, "metan")
    assert match_by_words.fact.id == old.id, "what is only in the archive is found there"


@pytest.mark.req("MEM-17")
async def test_what_waits_for_an_answer_names_what_it_would_replace(mind: Mind) -> None:
    old = await mind.remember("Es alérgica al látex", Domain.HEALTH, critical=True)
    new = await mind.remember("Ya no es alérgica al látex", Domain.HEALTH)
    awaits = (await mind.origins.find(OWNER, str(new.id))).awaits
    assert awaits is not None
    assert awaits.id == old.id


async def test_what_came_from_a_file_has_no_message(mind: Mind) -> None:
    fact = await mind.learned("Toca el charango")
    assert (await mind.origins.find(OWNER, "charango")).evidence == []
    assert fact.origin is None


async def test_words_that_fit_several_or_none(mind: Mind) -> None:
    for text in ("Tiene una moto roja", "Tiene una moto de agua"):
        await mind.remember(text)
    with pytest.raises(SeveralMatch) as several:
        await mind.origins.find(OWNER, "moto")
    assert "#1" in str(several.value) and "moto de agua" in str(several.value)
    for words in ("velero", "77", ""):
        with pytest.raises(NotFound):
            await mind.origins.find(OWNER, words)


@pytest.mark.req("MEM-16")
async def test_nobody_sees_where_the_facts_of_others_come_from(mind: Mind) -> None:
    turn = await mind.say("vivo en Salta", SOMEBODY_ELSE)
    outcome = await mind.remember("Vive en Salta", Domain.PERSONAL, turn, person=SOMEBODY_ELSE)
    with pytest.raises(NotFound):
        await mind.origins.find(OWNER, str(outcome.id))
    assert outcome.id is not None
    assert await mind.facts.evidence(OWNER, outcome.id) == []
    assert len((await mind.origins.find(SOMEBODY_ELSE, "salta")).evidence) == 1
