"""What becomes of statements: new, known, more exact, or in place of something. Through the real store."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import timedelta
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sidecar.domain.fact import WEIGHT_MAX, Domain, FactId, FactSource, NewFact, Scope
from sidecar.domain.message import TurnId
from sidecar.domain.person import OWNER
from sidecar.errors import NotFound, RequestError
from sidecar.memory.fact_request import parse_fact_request
from sidecar.memory.fact_selector import FactSelector
from sidecar.memory.forget import ForgetRequest
from sidecar.memory.outcome import Addition, Confirmation, Outdated, PendingReplacement, Refinement, Replacement
from sidecar.memory.ports import FactAddition
from tests.memory.stage import SOMEBODY_ELSE, Mind, listening

DAY_S = 86_400.0


@pytest.mark.req("MEM-10")
async def test_a_new_fact_has_everything_that_a_fact_has(mind: Mind) -> None:
    turn = await mind.say("anotá que mi taller queda en Cafayate")
    outcome = await mind.remember("Su taller queda en Cafayate", Domain.WORK, turn)
    fact = await mind.fact(outcome.id)
    assert isinstance(outcome, Addition)
    assert (fact.text, fact.domain, fact.weight, fact.source) == (
        "Su taller queda en Cafayate", Domain.WORK, 1, FactSource.EXPLICIT,
    )  # fmt: skip
    assert (fact.learned, fact.confirmed, fact.origin) == (mind.today(), mind.today(), turn)
    assert await mind.found("taller") == ["Su taller queda en Cafayate"]


@pytest.mark.req("MEM-10", "MEM-40")
async def test_what_counts_for_one_conversation_leaves_the_prompt_after_its_day(mind: Mind) -> None:
    selector = FactSelector(mind.facts, mind.today)

    async def prompt() -> Sequence[str]:
        return (await selector.select_facts(OWNER, "hola")).lines

    said = (await mind.remember("En esta charla prefiere que le digan Capitán", Domain.PREFERENCES)).id
    fact = await mind.fact(said)
    assert (fact.scope, fact.until) == (Scope.SESSION, mind.today())
    work = await mind.fact((await mind.remember("Está armando un telescopio", Domain.PROJECTS)).id)
    assert (work.scope, work.until) == (Scope.PROJECT, None)
    assert any("Capitán" in line for line in await prompt())
    await mind.clock.advance(DAY_S)
    lines = await prompt()
    assert any("telescopio" in line for line in lines) and not any("Capitán" in line for line in lines)
    assert await mind.found("capitán") == [fact.text]


@pytest.mark.req("MEM-11")
async def test_said_again_it_weighs_more_and_is_confirmed_today(mind: Mind) -> None:
    first = await mind.remember("Tiene una gata llamada Nuez", Domain.RELATIONSHIPS)
    for times in range(2, WEIGHT_MAX + 3):
        await mind.clock.advance(DAY_S)
        again = await mind.remember("tengo una gata llamada nuez", Domain.RELATIONSHIPS)
        assert isinstance(again, Confirmation) and again.id == first.id
        fact = await mind.fact(first.id)
        assert (fact.weight, fact.confirmed) == (min(times, WEIGHT_MAX), mind.today())
    assert await mind.texts() == ["Tiene una gata llamada Nuez"]


_OTHER_DOMAINS = [domain for domain in Domain if domain not in (Domain.HEALTH, Domain.PREFERENCES)]


@pytest.mark.req("MEM-11", "MEM-13")
@pytest.mark.parametrize("domain", _OTHER_DOMAINS)
async def test_a_duplicate_is_found_in_every_domain_and_moves_to_the_newer(mind: Mind, domain: Domain) -> None:
    for noise in ("Colecciona vinilos", "Su tía es escribana", "Corre los martes"):
        await mind.remember(noise, domain)
    old = await mind.remember("Le gusta el dulce de cayote", domain)
    again = await mind.remember("me gusta el dulce de cayote", Domain.PREFERENCES)
    assert isinstance(again, Confirmation) and again.id == old.id
    assert (await mind.fact(old.id)).domain is Domain.PREFERENCES


@pytest.mark.req("MEM-13")
@pytest.mark.parametrize(
    ("domain", "critical"), [(Domain.HEALTH, False), (Domain.PERSONAL, True)], ids=["health", "critical"]
)
async def test_what_is_protected_stays_in_its_domain_and_the_attempt_is_logged(
    mind: Mind, domain: Domain, critical: bool
) -> None:
    old = await mind.remember("Es celíaco", domain, critical=critical)
    with listening() as events:
        again = await mind.remember("soy celíaca", Domain.PREFERENCES)
    assert isinstance(again, Confirmation)
    assert (again.id, again.kept_in) == (old.id, domain)
    fact = await mind.fact(old.id)
    assert (fact.domain, fact.weight, fact.critical) == (domain, 2, critical)
    (saved,) = [event for event in events if event.name == "fact.saved"]
    assert saved.fields["kept_in"] == domain.value


@pytest.mark.req("MEM-12")
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Es alérgica a los mariscos", "Es alérgica a las nueces"),
        ("Le gusta el folklore", "A su suegro le gusta el folklore"),
        ("Su prima vive en Tartagal", "Su primo vive en Tartagal"),
        ("Prefiere novelas policiales", "Prefiere series policiales"),
        ("Su hijo nació en 2014", "Su hijo nació en 2016"),
        ("Their uncle is a welder", "Their aunt is a welder"),
    ],
)
async def test_neighbours_stay_separate(mind: Mind, one: str, other: str) -> None:
    first, second = await mind.remember(one), await mind.remember(other)
    assert first.id != second.id
    assert len(await mind.facts.active(OWNER)) == 2


@pytest.mark.req("MEM-17")
async def test_more_detail_takes_the_place_of_the_text_and_nothing_else(mind: Mind) -> None:
    first = await mind.remember("Vive en Salta", Domain.PERSONAL)
    await mind.remember("vivo en Salta", Domain.PERSONAL)
    before = await mind.fact(first.id)
    await mind.clock.advance(40 * DAY_S)
    finer = await mind.remember("Vive en Salta, barrio Limache", Domain.PERSONAL)
    assert isinstance(finer, Refinement) and finer.id == first.id
    fact = await mind.fact(first.id)
    assert (fact.text, fact.weight, fact.learned) == (
        "Vive en Salta, barrio Limache", before.weight, before.learned,
    )  # fmt: skip
    assert fact.confirmed == mind.today()
    assert await mind.found("Limache") == [fact.text]
    assert isinstance(await mind.remember("vivo en Salta", Domain.PERSONAL), Confirmation)


@pytest.mark.req("MEM-14")
async def test_a_contradiction_sends_the_old_fact_to_the_archive(mind: Mind) -> None:
    old = await mind.remember("Vive en Metán", Domain.PERSONAL)
    new = await mind.remember("Vive en Orán", Domain.PERSONAL)
    assert isinstance(new, Replacement) and new.fact.id == old.id
    assert await mind.texts() == ["Vive en Orán"]
    (archived,) = await mind.facts.archived(OWNER)
    assert (archived.id, archived.superseded_by) == (old.id, new.id)
    assert await mind.found("vive en Metán") == ["Vive en Orán", "Vive en Metán"], "what is current stands first"
    assert not any("Metán" in line for line in (await mind.knowledge.select_facts(OWNER, "¿vivo en Metán?")).lines)
    assert await mind.number("select count(*) as n from fact_stems where fact_id = :id", id=old.id) == 0


@pytest.mark.req("MEM-14")
async def test_a_chain_of_changes_leaves_one_that_holds(mind: Mind) -> None:
    places = ("Cachi", "Molinos", "Angastaco", "Iruya")
    ids = [(await mind.remember(f"Vive en {place}", Domain.PERSONAL)).id for place in places]
    assert await mind.texts() == ["Vive en Iruya"]
    links = {fact.id: fact.superseded_by for fact in await mind.facts.archived(OWNER)}
    assert links == dict(pairwise(ids))


@pytest.mark.req("MEM-14")
async def test_one_message_that_replaces_and_repeats_leaves_the_old_fact_in_the_archive(mind: Mind) -> None:
    old = await mind.remember("Vive en Metán", Domain.PERSONAL)
    said = [NewFact("Vive en Orán", Domain.PERSONAL), NewFact("Vive en Metán", Domain.PERSONAL)]
    await mind.memory.remember(OWNER, said)
    assert (await mind.fact(old.id)).superseded_by is not None


# -- health and what is critical


async def an_unconfirmed_change(mind: Mind, origin: TurnId | None = None) -> tuple[FactId, FactId]:
    old = await mind.remember("Es alérgica al látex", Domain.HEALTH, critical=True)
    new = await mind.remember("Ya no es alérgica al látex", Domain.HEALTH, origin)
    assert isinstance(new, PendingReplacement)
    assert old.id and new.id
    return old.id, new.id


@pytest.mark.req("MEM-14", "MEM-17")
async def test_a_change_of_health_stands_beside_what_it_would_replace(mind: Mind) -> None:
    old, new = await an_unconfirmed_change(mind)
    assert (await mind.fact(new)).unconfirmed_change_of == old
    assert [fact.id for fact in await mind.facts.active(OWNER)] == [old, new]
    lines = (await mind.knowledge.select_facts(OWNER, "hola")).lines
    assert len(lines) == 2
    assert "unconfirmed change" in lines[1] and "Es alérgica al látex" in lines[1]


@pytest.mark.req("MEM-17")
async def test_the_question_is_asked_once(mind: Mind) -> None:
    _, new = await an_unconfirmed_change(mind)
    again = await mind.remember("ya no soy alérgica al látex", Domain.HEALTH)
    assert isinstance(again, Confirmation) and again.id == new
    assert len(await mind.facts.active(OWNER)) == 2


@pytest.mark.req("MEM-14")
@pytest.mark.parametrize("changed", [True, False])
async def test_the_answer_settles_it(mind: Mind, changed: bool) -> None:
    old, new = await an_unconfirmed_change(mind)
    await mind.clock.advance(DAY_S)
    stands, goes = await mind.memory.settle_change(OWNER, new, changed=changed)
    assert (stands.id, goes.id) == ((new, old) if changed else (old, new))
    (active,) = await mind.facts.active(OWNER)
    (archived,) = await mind.facts.archived(OWNER)
    assert (active.id, active.unconfirmed_change_of, active.confirmed) == (stands.id, None, mind.today())
    assert (archived.id, archived.superseded_by, archived.unconfirmed_change_of) == (goes.id, stands.id, None)
    assert await mind.found("látex") == [active.text, archived.text]
    with pytest.raises(NotFound):
        await mind.memory.settle_change(OWNER, new, changed=changed)


@pytest.mark.req("MEM-14", "MEM-17")
async def test_nobody_has_answered_in_the_turn_of_the_change(mind: Mind) -> None:
    turn = await mind.say("che, ya no soy alérgica al látex")
    _, new = await an_unconfirmed_change(mind, turn)
    with pytest.raises(RequestError, match="hasn't been asked"):
        await mind.memory.settle_change(OWNER, new, changed=True, in_turn=turn)
    assert len(await mind.facts.active(OWNER)) == 2
    answer = await mind.say("sí, me lo dijo la alergista")
    stands, _ = await mind.memory.settle_change(OWNER, new, changed=True, in_turn=answer)
    assert stands.id == new


async def test_only_what_waits_can_be_settled_and_only_by_whom_it_concerns(mind: Mind) -> None:
    plain = await mind.remember("Le gusta remar")
    assert plain.id is not None
    _, new = await an_unconfirmed_change(mind)
    for person, id in ((OWNER, plain.id), (OWNER, FactId(999)), (SOMEBODY_ELSE, new)):
        with pytest.raises(NotFound):
            await mind.memory.settle_change(person, id, changed=True)
    assert len(await mind.facts.active(OWNER)) == 3


@pytest.mark.req("MEM-17")
@pytest.mark.parametrize(
    ("known", "said", "over", "left"),
    [
        ("Es celíaca", "soy celíaca y alérgica a la nuez", "ya no soy celíaca", "soy alérgica a la nuez"),
        ("Es celíaca", "soy alérgica a la nuez y celíaca", "ya no soy celíaca", "soy alérgica a la nuez"),
        ("Is diabetic", "is diabetic and allergic to penicillin", "no longer diabetic", "is allergic to penicillin"),
        ("Takes losartan", "takes losartan and metformin", "stopped losartan", "takes metformin"),
        ("Toma losartán", "toma metformina y losartán", "dejé el losartán", "toma metformina"),
    ],
)
async def test_a_second_thing_of_health_is_a_fact_of_its_own(
    mind: Mind, known: str, said: str, over: str, left: str
) -> None:
    old = await mind.remember(known, Domain.HEALTH)
    await mind.memory.remember(OWNER, [NewFact(said, Domain.HEALTH)])
    assert await mind.texts() == [known, left]
    change = await mind.remember(over, Domain.HEALTH)
    assert isinstance(change, PendingReplacement) and change.fact.id == old.id and not change.also
    assert change.id is not None
    await mind.memory.settle_change(OWNER, change.id, changed=True)
    assert await mind.texts() == [left, over]


@pytest.mark.req("MEM-17")
async def test_a_fact_that_joins_two_things_loses_only_the_one_that_ended(mind: Mind) -> None:
    """As somebody wrote it into their file."""
    line = NewFact("Es celíaca y alérgica a la nuez", Domain.HEALTH, critical=True)
    added = FactAddition(line, mind.today(), mind.today())
    await mind.facts.apply(OWNER, [added], mind.clock.now())
    change = await mind.remember("ya no soy celíaca", Domain.HEALTH)
    assert isinstance(change, PendingReplacement) and change.fact.text == "Es celíaca"
    assert sorted(await mind.texts()) == ["Es alérgica a la nuez", "Es celíaca", "ya no soy celíaca"]


# -- one statement that ends several


@pytest.mark.req("MEM-14")
async def test_a_dead_dog_needs_no_medicine_and_nobody_is_asked(mind: Mind) -> None:
    told = (
        ("Tiene un perro, Otto", Domain.RELATIONSHIPS),
        ("Otto toma fenobarbital a la noche", Domain.HEALTH),
        ("Otto tiene convulsiones", Domain.HEALTH),
        ("Toma losartán 50", Domain.HEALTH),
    )
    for text, domain in told:
        await mind.remember(text, domain)
    over = await mind.remember("Otto murió en agosto", Domain.HEALTH)
    assert isinstance(over, Replacement) and len(over.also) == 2
    assert await mind.texts() == ["Toma losartán 50", "Otto murió en agosto"]


@pytest.mark.req("MEM-14")
async def test_who_resigns_leaves_the_job_the_boss_and_the_pay(mind: Mind) -> None:
    for text in ("Trabaja en un frigorífico", "Su jefe es Walter", "Cobra 500 mil", "Su hermana trabaja en un banco"):
        await mind.remember(text, Domain.WORK)
    over = await mind.remember("renuncié", Domain.WORK)
    assert isinstance(over, Replacement) and len(over.also) == 2
    assert await mind.texts() == ["Su hermana trabaja en un banco", "renuncié"]


@pytest.mark.req("MEM-14")
async def test_what_is_taken_up_again_holds_again(mind: Mind) -> None:
    await mind.remember("Hace yoga", Domain.SCHEDULE)
    await mind.remember("Dejó el yoga", Domain.SCHEDULE)
    assert await mind.texts() == ["Dejó el yoga"]
    await mind.remember("Volvió a hacer yoga", Domain.SCHEDULE)
    assert await mind.texts() == ["Volvió a hacer yoga"]


@pytest.mark.req("MEM-14")
async def test_what_fits_several_is_not_guessed(mind: Mind) -> None:
    for name in ("Mora", "Uva"):
        await mind.remember(f"Tiene una gata que se llama {name}", Domain.RELATIONSHIPS)
    assert isinstance(await mind.remember("La gata se llama Moro", Domain.RELATIONSHIPS), Addition)
    assert len(await mind.texts()) == 3


# -- which is newer


@pytest.mark.req("MEM-14", "MEM-17")
async def test_a_second_change_goes_on_from_the_first_and_asks_about_itself_alone(mind: Mind) -> None:
    known = await mind.remember("Toma levotiroxina 75", Domain.HEALTH)
    first = await mind.remember("Toma levotiroxina 88", Domain.HEALTH)
    second = await mind.remember("Toma levotiroxina 100", Domain.HEALTH)
    assert isinstance(second, PendingReplacement)
    assert (second.fact.id, [one.id for one in second.also]) == (known.id, [first.id])
    assert await mind.texts() == ["Toma levotiroxina 75", "Toma levotiroxina 100"]
    assert second.id is not None
    await mind.memory.settle_change(OWNER, second.id, changed=True)
    assert await mind.texts() == ["Toma levotiroxina 100"]


@pytest.mark.req("MEM-14", "MEM-17")
async def test_who_takes_a_change_back_is_not_asked_about_it(mind: Mind) -> None:
    known = await mind.remember("Toma levotiroxina 75", Domain.HEALTH)
    await mind.remember("Toma levotiroxina 88", Domain.HEALTH)
    again = await mind.remember("Toma levotiroxina 75", Domain.HEALTH)
    assert isinstance(again, Confirmation) and again.id == known.id
    assert await mind.texts() == ["Toma levotiroxina 75"]


@pytest.mark.req("MEM-14")
@pytest.mark.parametrize("old", ["Vive en Metán", "Se mudó a Metán"])
async def test_an_old_message_read_late_replaces_nothing_newer(mind: Mind, old: str) -> None:
    await mind.remember("Vive en Orán", Domain.PERSONAL)
    plan = await mind.memory.plan(OWNER, [NewFact(old, Domain.PERSONAL)], None, mind.today() - timedelta(days=90))
    assert [type(outcome) for outcome in plan.outcomes] == [Outdated]
    assert not plan.changes


# -- several at once


@pytest.mark.req("MEM-15")
async def test_statements_of_one_call_are_compared_with_each_other(mind: Mind) -> None:
    said = [NewFact("Toca el charango", Domain.PREFERENCES), NewFact("toca el charango"), NewFact("Cría abejas")]
    outcomes = await mind.memory.remember(OWNER, said)
    assert [type(outcome) for outcome in outcomes] == [Addition, Addition]
    assert await mind.texts() == ["Toca el charango", "Cría abejas"]


@pytest.mark.req("MEM-15")
async def test_calls_at_the_same_time_keep_one_fact(mind: Mind) -> None:
    turn = await mind.say("toco el charango")
    outcomes = await asyncio.gather(*(mind.remember("Toca el charango", origin=turn) for _ in range(3)))
    assert len({outcome.id for outcome in outcomes}) == 1
    (fact,) = await mind.facts.active(OWNER)
    assert fact.weight == 1


@pytest.mark.req("MEM-11")
async def test_one_message_counts_once_however_often_it_is_read(mind: Mind) -> None:
    fact = await mind.learned("Toca el charango", days_ago=30)
    turn = await mind.say("sigo tocando el charango, che: toco el charango")
    first = await mind.remember("Toca el charango", origin=turn)
    again = await mind.remember("toca el charango", origin=turn)
    assert isinstance(first, Confirmation) and isinstance(again, Confirmation)
    assert (first.unchanged, again.unchanged, again.id) == (False, True, fact.id)
    assert (await mind.fact(fact.id)).weight == 2
    await mind.remember("Toca el charango", origin=await mind.say("toco el charango"))
    assert (await mind.fact(fact.id)).weight == 3


@pytest.mark.req("MEM-16")
async def test_nobody_is_compared_with_somebody_else(mind: Mind) -> None:
    await mind.remember("Vive en Metán", Domain.PERSONAL)
    other = await mind.remember("Vive en Metán", Domain.PERSONAL, person=SOMEBODY_ELSE)
    assert isinstance(other, Addition)
    assert (await mind.facts.active(OWNER))[0].weight == 1


_WORDS = st.sampled_from(["bicicleta", "tambor", "huerta", "ajedrez", "cerámica", "telar", "poesía"])


@pytest.mark.req("MEM-11")
@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(said=st.lists(_WORDS, min_size=1, max_size=8))
async def test_however_often_things_are_said_there_is_one_fact_of_each(mind: Mind, said: Sequence[str]) -> None:
    for fact in await mind.facts.active(OWNER):
        await mind.forgetting.forget(OWNER, ForgetRequest(str(fact.id)))
    for word in said:
        await mind.remember(f"Tiene un curso de {word}")
    known = {fact.text: fact.weight for fact in await mind.facts.active(OWNER)}
    assert known == {f"Tiene un curso de {word}": min(said.count(word), WEIGHT_MAX) for word in said}


# -- what a person asks to be remembered


@pytest.mark.req("MEM-17")
@pytest.mark.parametrize(
    ("text", "kept", "domain", "critical"),
    [
        ("soy alérgica a las abejas", "Es alérgica a las abejas", Domain.HEALTH, True),
        ("soy celíaca y trabajo en una imprenta", "soy celíaca y trabajo en una imprenta", Domain.HEALTH, True),
        ("trabajo en una imprenta", "Trabaja en una imprenta", Domain.WORK, False),
        ("mi hermano se llama Teo", "Su hermano se llama Teo", Domain.RELATIONSHIPS, False),
        ("Trabaja en una imprenta", "Trabaja en una imprenta", Domain.GENERAL, False),
        ("la llave está bajo la maceta", "la llave está bajo la maceta", Domain.GENERAL, False),
    ],
)
def test_what_is_health_need_not_be_named_so(text: str, kept: str, domain: Domain, critical: bool) -> None:
    """What is understood whole is told like what is found in messages."""
    statement = parse_fact_request(f"  {text}\n", "es")
    assert (statement.text, statement.domain, statement.critical) == (kept, domain, critical)
    assert statement.source is FactSource.EXPLICIT


def test_a_named_domain_counts_and_an_allergy_stays_critical() -> None:
    statement = parse_fact_request("soy alérgica a las abejas", "es", Domain.PERSONAL)
    assert (statement.domain, statement.critical) == (Domain.PERSONAL, True)


@pytest.mark.req("MEM-13")
async def test_who_does_not_say_what_it_is_about_moves_nothing(mind: Mind) -> None:
    known = await mind.remember("Crían abejas en el techo", Domain.PROJECTS)
    said = parse_fact_request("crían abejas en el techo", "es")
    assert said.domain is Domain.GENERAL
    (again,) = await mind.memory.remember(OWNER, [said])
    assert isinstance(again, Confirmation)
    assert (again.id, again.kept_in) == (known.id, None)
    assert (await mind.fact(known.id)).domain is Domain.PROJECTS
    (named,) = await mind.memory.remember(OWNER, [parse_fact_request("crían abejas en el techo", "es", Domain.GENERAL)])
    assert (await mind.fact(named.id)).domain is Domain.GENERAL


@pytest.mark.parametrize("text", ["", " \n", "x" * 501])
def test_a_statement_has_words_and_not_too_many(text: str) -> None:
    with pytest.raises(RequestError):
        parse_fact_request(text, "es")


async def test_the_archive_stands_behind_what_is_current_in_the_search(mind: Mind) -> None:
    await mind.remember("Trabaja en una imprenta", Domain.WORK)
    await mind.remember("Trabaja en un vivero", Domain.WORK)
    assert await mind.found("trabaja en una imprenta") == ["Trabaja en un vivero", "Trabaja en una imprenta"]


@pytest.mark.req("MEM-14")
@pytest.mark.parametrize(
    ("stored", "said"),
    [
        ("Toma enalapril 10", "Toma losartán 50"),
        ("Toma sertralina 50", "Toma escitalopram 10"),
        ("Takes omeprazole", "Takes pantoprazole 40"),
        ("Takes simvastatin 20", "Takes atorvastatin 40"),
    ],
)
async def test_another_medicine_of_the_class_is_asked_about(mind: Mind, stored: str, said: str) -> None:
    first = await mind.remember(stored, Domain.HEALTH)
    outcome = await mind.remember(said, Domain.HEALTH)
    assert isinstance(outcome, PendingReplacement) and outcome.fact.id == first.id
    assert await mind.texts() == [stored, said]


@pytest.mark.req("MEM-12")
@pytest.mark.parametrize(
    ("stored", "said"),
    [("Toma losartán 50", "Toma amlodipina 5"), ("Toma sertralina 50", "Es alérgica al escitalopram"),
     ("Takes metformin 500", "Takes lisinopril 10"), ("Takes Lexapro 10", "Also takes Zoloft 25")],
)  # fmt: skip
async def test_a_medicine_of_another_class_stands_beside_it(mind: Mind, stored: str, said: str) -> None:
    await mind.remember(stored, Domain.HEALTH)
    assert isinstance(await mind.remember(said, Domain.HEALTH), Addition)


@pytest.mark.req("MEM-14", "MEM-17")
async def test_what_ended_without_a_word_leaves_and_comes_back_when_told_again(mind: Mind) -> None:
    choir = await mind.remember("Canta en un coro", Domain.PREFERENCES)
    pills = await mind.remember("Toma hierro", Domain.HEALTH)
    assert choir.id and pills.id
    await mind.clock.advance(DAY_S)
    plan = await mind.memory.plan(OWNER, [], None, mind.today(), [choir.id, pills.id])
    await mind.facts.apply(OWNER, plan.changes, mind.clock.now(), expected=plan.version)
    assert (await mind.fact(choir.id)).is_over(mind.today())
    assert not (await mind.fact(pills.id)).is_over(mind.today()), "health ends only when the person says so"
    await mind.remember("Canta en un coro", Domain.PREFERENCES)
    assert not (await mind.fact(choir.id)).is_over(mind.today())


@pytest.mark.req("MEM-14", "MEM-17")
async def test_health_that_ended_without_a_word_is_asked_about_once(mind: Mind) -> None:
    pills = (await mind.remember("Toma hierro", Domain.HEALTH)).id
    knee = (await mind.remember("Has a torn meniscus", Domain.HEALTH)).id
    assert pills and knee
    for _ in range(2):
        plan = await mind.memory.plan(OWNER, [], None, mind.today(), [pills, knee])
        await mind.facts.apply(OWNER, plan.changes, mind.clock.now(), expected=plan.version)
    over, healed = await mind.facts.list_unconfirmed(OWNER)
    assert (over.text, over.unconfirmed_change_of) == ("Ya no es así: toma hierro", pills)
    assert (healed.text, healed.unconfirmed_change_of) == ("No longer so: has a torn meniscus", knee)
    await mind.memory.settle_change(OWNER, over.id, changed=True)
    await mind.memory.settle_change(OWNER, healed.id, changed=False)
    assert "Toma hierro" not in await mind.texts() and "Has a torn meniscus" in await mind.texts()
    again = await mind.remember("Toma hierro", Domain.HEALTH)
    assert isinstance(again, PendingReplacement) and again.fact.id == over.id, "taken up again, not confirmed as over"


@pytest.mark.req("MEM-17")
async def test_one_statement_may_end_several_medicines(mind: Mind) -> None:
    told = ("Toma enalapril 10", "Tiene colocado un parche de rotigotina")
    ends = [id for text in told if (id := (await mind.remember(text, Domain.HEALTH)).id)]
    new = NewFact("Usa una bomba de apomorfina", Domain.HEALTH, ends=ends)
    plan = await mind.memory.plan(OWNER, [new], None, mind.today())
    await mind.facts.apply(OWNER, plan.changes, mind.clock.now(), expected=plan.version)
    assert {fact.unconfirmed_change_of for fact in await mind.facts.list_unconfirmed(OWNER)} == {*ends}


@pytest.mark.req("MEM-14")
async def test_a_plan_is_over_when_its_day_has_come_and_ends_nothing_before(mind: Mind) -> None:
    day = mind.today() + timedelta(days=3)
    work = (await mind.remember("Trabaja en Paylark", Domain.WORK)).id
    pump = NewFact("Le ponen una bomba de insulina", Domain.HEALTH, until=day)
    for planned in (pump, NewFact("Lo echan de Paylark", Domain.WORK, until=day)):
        plan = await mind.memory.plan(OWNER, [planned], None, mind.today())
        await mind.facts.apply(OWNER, plan.changes, mind.clock.now(), expected=plan.version)
    assert work and (await mind.fact(work)).superseded_by is None
    planned_id = next(fact.id for fact in await mind.facts.active(OWNER) if fact.text == pump.text)
    await mind.clock.advance(3 * DAY_S)
    there = NewFact("Usa una bomba de insulina", Domain.HEALTH, ends=[planned_id])
    plan = await mind.memory.plan(OWNER, [there], None, mind.today())
    await mind.facts.apply(OWNER, plan.changes, mind.clock.now(), expected=plan.version)
    assert not await mind.facts.list_unconfirmed(OWNER), "nobody need be asked whether a plan is over"
    assert pump.text not in await mind.texts()


@pytest.mark.req("MEM-14", "MEM-17")
@pytest.mark.parametrize(
    ("stored", "said", "asked", "answer", "stands"),
    [
        ("Toma levotiroxina 75", "Toma levotiroxina 100", "¿Ahora tomás 100 de levotiroxina?", "sí, ahora 100", "new"),
        ("Toma levotiroxina 75", "Toma levotiroxina 100", "¿Te cambiaron la levotiroxina?", "no, sigo con 75", "old"),
        ("Toma levotiroxina 75", "Toma levotiroxina 100", "¿Entonces la levotiroxina pasó a 100?", "sip", "new"),
        ("Toma enalapril 10", "Toma losartán 50", "¿Dejaste el enalapril por el losartán?", "exacto", "new"),
        ("Toma enalapril 10", "Toma losartán 50", "¿Seguís con el enalapril?", "no, losartán nomás", "both"),
        ("Takes lisinopril 10", "Takes lisinopril 20", "Is lisinopril 20 now?", "yep", "new"),
        ("Takes lisinopril 10", "Takes lisinopril 20", "Did the lisinopril change?", "nope, still on 10", "old"),
        ("Takes lisinopril 10", "Takes lisinopril 20", "", "lisinopril is 20 these days, not 10", "new"),
        ("Takes lisinopril 10", "Takes lisinopril 20", "How was your day?", "yep, fine", "both"),
        ("Takes lisinopril 10", "Takes lisinopril 20", "Is lisinopril 20 now?", "what's lisinopril 20 for?", "both"),
        ("Toma levotiroxina 75", "Toma levotiroxina 100", "¿Qué tal tu día?", "gasté 100 en el súper", "both"),
    ],
)  # fmt: skip
async def test_plain_words_settle_a_health_change_the_next_day(
    mind: Mind, stored: str, said: str, asked: str, answer: str, stands: str
) -> None:
    await mind.remember(stored, Domain.HEALTH)
    assert isinstance(await mind.remember(said, Domain.HEALTH, await mind.say(said)), PendingReplacement)
    await mind.clock.advance(DAY_S)
    await mind.memory.hear_answer(OWNER, answer, asked, await mind.say(answer))
    assert await mind.texts() == {"new": [said], "old": [stored], "both": [stored, said]}[stands]


@pytest.mark.req("MEM-14")
async def test_nobody_answers_in_the_very_message_that_told_the_change(mind: Mind) -> None:
    await mind.remember("Toma levotiroxina 75", Domain.HEALTH)
    turn = await mind.say("sí, ahora tomo levotiroxina 100")
    await mind.remember("Toma levotiroxina 100", Domain.HEALTH, turn)
    assert not await mind.memory.hear_answer(OWNER, "sí, ahora tomo levotiroxina 100", "¿Tomás levotiroxina?", turn)


@pytest.mark.req("MEM-14")
async def test_a_confirmed_change_settles_every_older_version(mind: Mind) -> None:
    await mind.learned("Toma losartán 25", domain=Domain.HEALTH)
    await mind.learned("Toma losartán 50 a la mañana", domain=Domain.HEALTH)
    outcome = await mind.remember("Toma losartán 100", Domain.HEALTH, await mind.say("me lo subieron a 100"))
    assert isinstance(outcome, PendingReplacement) and outcome.id
    await mind.memory.settle_change(OWNER, outcome.id, changed=True)
    assert await mind.texts() == ["Toma losartán 100"]
