"""What people say is read for facts in the background: by a model, by patterns without one, and nothing is lost."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, date, datetime, timedelta

import pytest

from sidecar.domain.fact import Confidence, Domain, Fact, FactSource
from sidecar.domain.person import OWNER, Preferences
from sidecar.errors import ConfigError, ModelBusy, ModelFailed, ModelRefused, ModelTimeout, ModelUnreachable, NoModel
from sidecar.llm import ChatModel, UserMessage
from sidecar.memory.extraction_worker import ExtractionModel, ExtractionWorker
from sidecar.memory.settings import FactsIn
from tests.eventually import eventually
from tests.fakes.extraction import facts_answer
from tests.fakes.model import FakeChatModel
from tests.loopback.script import Say, say
from tests.memory.stage import SOMEBODY_ELSE, ZONE, Mind, Told, listening
from tests.storage.samples import reply

CELIAC = "soy celíaca y trabajo en una imprenta"
BY_PATTERNS = ["Es celíaca", "Trabaja en una imprenta"]


async def texts(mind: Mind) -> list[str]:
    return sorted(await mind.texts())


def named(events: list[Told], name: str) -> list[Told]:
    return [event for event in events if event.name == name]


def asked(model: FakeChatModel) -> list[str]:
    found: list[str] = []
    for request in model.requests:
        (message,) = request.messages
        assert isinstance(message, UserMessage)
        found.append(message.text)
    return found


# -- by a model


@pytest.mark.req("MEM-50")
async def test_a_message_waits_from_the_moment_at_which_it_is_stored(mind: Mind) -> None:
    turn = await mind.say(CELIAC)
    rows = await mind.rows("select turn_id, state, attempts from extraction_jobs")
    assert rows == [{"turn_id": turn, "state": "pending", "attempts": 0}]


@pytest.mark.req("MEM-50")
async def test_the_models_facts_are_kept_as_inferred_with_their_origin(mind: Mind) -> None:
    turn = await mind.say("mi suegro, el relojero de Cachi, es diabético")
    model = FakeChatModel(
        facts_answer(
            {"text": " Su suegro es\ndiabético ", "domain": "health", "subject": "other", "confidence": "medium"}
        )
    )
    with listening() as events:
        await mind.extractor(model).read_waiting()
    (fact,) = await mind.facts.active(OWNER)
    assert (fact.text, fact.domain, fact.confidence) == ("Su suegro es diabético", Domain.HEALTH, Confidence.MEDIUM)
    assert (fact.source, fact.origin, fact.weight) == (FactSource.INFERRED, turn, 1)
    assert await mind.jobs() == ["completed"]
    (done,) = named(events, "extraction.done")
    assert (done.fields["facts"], done.fields["by_model"]) == (1, True)
    assert "relojero" in asked(model)[0]


@pytest.mark.req("MEM-50")
@pytest.mark.parametrize(
    ("facts_in", "words"),
    [("told", "in its message's language"), ("user", "in Spanish"), ("en", "in English")],
)
async def test_the_language_of_the_facts_is_a_setting(mind: Mind, facts_in: FactsIn, words: str) -> None:
    await mind.say("I moved to Salta with my two dogs")
    model = FakeChatModel(facts_answer())
    await mind.extractor(model, facts_in).read_waiting()
    assert words in asked(model)[0]


@pytest.mark.req("MEM-50")
async def test_the_model_is_told_the_hour_where_the_person_is(mind: Mind) -> None:
    """At one in the morning in London it is still yesterday in Salta, and so is "today"."""
    mind.clock.set_wall(datetime(2026, 3, 16, 1, 5, tzinfo=UTC))
    await mind.say("hoy me casé con Delfina en el registro civil de Cafayate")
    model = FakeChatModel(facts_answer())
    await mind.extractor(model).read_waiting()
    assert "Sunday 2026-03-15 22:05" in asked(model)[0]


@pytest.mark.req("MEM-50")
@pytest.mark.parametrize(
    ("told", "kept", "until"),
    [
        ("La operan de la cadera el martes", "La operan de la cadera el 17 de marzo de 2026", date(2026, 3, 17)),
        ("Has a job fair on Thursday", "Has a job fair on March 19, 2026", date(2026, 3, 19)),
        ("Visits his aunt every Thursday", "Visits his aunt every Thursday", None),
    ],
)
async def test_the_models_plans_end_with_their_last_day(mind: Mind, told: str, kept: str, until: date | None) -> None:
    mind.clock.set_wall(datetime(2026, 3, 15, 15, tzinfo=UTC))
    await mind.say("this week will be long, let me tell you about it")
    model = FakeChatModel(facts_answer({"text": told, "domain": "schedule", "subject": "other", "confidence": "high"}))
    await mind.extractor(model).read_waiting()
    (fact,) = await mind.facts.active(OWNER)
    assert (fact.text, fact.until) == (kept, until)


@pytest.mark.req("MEM-50")
async def test_small_talk_costs_no_request(mind: Mind) -> None:
    for text in ("hola", "¿qué hora es?", "jaja", "muchas gracias!", ""):
        await mind.say(text)
    model = FakeChatModel()
    await mind.extractor(model).read_waiting()
    assert (model.requests, await mind.jobs()) == ([], ["completed"] * 5)


@pytest.mark.req("MEM-50")
@pytest.mark.parametrize(
    "text", ["moro em Recife", "ich bin Vegetarierin", "I'm celiac", "Jag bor i Lund", "tengo asma"]
)
async def test_a_short_statement_in_any_language_is_read(mind: Mind, text: str) -> None:
    await mind.say(text)
    model = FakeChatModel(facts_answer())
    await mind.extractor(model).read_waiting()
    assert len(model.requests) == 1


@pytest.mark.req("MEM-17")
async def test_at_most_ten_facts_a_message(mind: Mind) -> None:
    places = (
        "Cachi",
        "Molinos",
        "Iruya",
        "Orán",
        "Metán",
        "Güemes",
        "Tartagal",
        "Embarcación",
        "Pichanal",
        "Rivadavia",
    )
    await mind.say("pasé por todos los pueblos de la provincia, uno por uno, y en todos tengo una foto")
    answer = facts_answer(*(f"Tiene una foto de {place}" for place in (*places, "Cafayate", "Aguaray")))
    await mind.extractor(FakeChatModel(answer)).read_waiting()
    assert len(await mind.texts()) == 10


@pytest.mark.req("MEM-50")
@pytest.mark.parametrize(
    "answer",
    [
        say("I found nothing of interest."),
        say('{"facts": [{"text": "Es celíaca", "domain": "health"'),
        facts_answer({"text": "x" * 501}),
        facts_answer({"text": "  "}),
        facts_answer({"text": "Es celíaca", "domain": "diet"}),
        facts_answer({"text": "Es celíaca", "confidence": "sure"}),
        facts_answer("Es rubia", {"text": "Es alta", "domain": None}),
        say('{"facts": "none"}'),
        say("[]"),
    ],
    ids=["prose", "cut", "long", "empty", "domain", "confidence", "one-of-two", "no-list", "list"],
)
async def test_an_answer_that_breaks_the_rules_is_logged_retried_and_never_stored(mind: Mind, answer: Say) -> None:
    await mind.say("ayer compré un velero de madera para navegar por el dique Cabra Corral")
    model = FakeChatModel(answer, facts_answer("Tiene un velero"))
    with listening() as events:
        await mind.extractor(model).read_waiting()
    assert await mind.texts() == []
    assert await mind.jobs() == ["pending"]
    (failed,) = named(events, "extraction.failed")
    assert failed.level == "warning" and failed.fields["error"] and "velero" not in str(failed.fields)
    await mind.clock.advance(1)
    await mind.extractor(model).read_waiting()
    assert (await mind.texts(), await mind.jobs()) == (["Tiene un velero"], ["completed"])


@pytest.mark.req("MEM-50", "MEM-52")
@pytest.mark.parametrize("answer", [facts_answer(), facts_answer("Trabaja en una imprenta")], ids=["empty", "in-part"])
async def test_a_model_that_overlooks_an_illness_does_not_outvote_the_patterns(mind: Mind, answer: Say) -> None:
    await mind.say(CELIAC)
    await mind.extractor(FakeChatModel(answer)).read_waiting()
    assert "Es celíaca" in await mind.texts()


@pytest.mark.req("MEM-50")
async def test_what_a_model_found_of_health_is_not_told_twice(mind: Mind) -> None:
    await mind.say("soy celíaca desde chica")
    found = {"text": "Es celíaca desde chica", "domain": "health"}
    await mind.extractor(FakeChatModel(facts_answer(found))).read_waiting()
    assert await mind.texts() == ["Es celíaca desde chica"]


@pytest.mark.req("MEM-14", "MEM-50")
async def test_a_model_may_say_which_known_facts_are_over(mind: Mind) -> None:
    swims = await mind.remember("Nada con las amigas de la pileta de Metán", Domain.SCHEDULE)
    pill = await mind.remember("Toma la pastilla de la pileta", Domain.HEALTH)
    other = await mind.remember("Colecciona sellos", person=SOMEBODY_ELSE)
    await mind.say("chau pileta, me cansé de las amigas")
    found = {"text": "Se despidió del agua", "ends": [swims.id, pill.id, other.id, 999]}
    await mind.extractor(FakeChatModel(facts_answer(found))).read_waiting()
    assert sorted(await mind.texts()) == ["Se despidió del agua", "Toma la pastilla de la pileta"]
    told = next(fact for fact in await mind.facts.active(OWNER) if fact.text == "Se despidió del agua")
    assert told.unconfirmed_change_of == pill.id
    assert (await mind.facts.active(SOMEBODY_ELSE))[0].superseded_by is None


# -- failures


@pytest.mark.req("MEM-51")
@pytest.mark.parametrize("error", [ModelTimeout("late"), ModelBusy("later"), ModelFailed("500")], ids=repr)
async def test_three_retries_after_1_5_and_30_seconds_then_it_has_failed(mind: Mind, error: Exception) -> None:
    await mind.say(CELIAC)
    model = FakeChatModel(*[error] * 4)  # type: ignore[list-item]
    extractor = mind.extractor(model)
    for retries, pause_s in enumerate((1, 5, 30)):
        wait_s = await extractor.read_waiting()
        assert (len(model.requests), await mind.jobs()) == (retries + 1, ["pending"])
        assert wait_s == pytest.approx(pause_s, abs=0.11)
        await mind.clock.advance(pause_s - 0.01)
        await extractor.read_waiting()
        assert len(model.requests) == retries + 1, "too early"
        await mind.clock.advance(0.02)
    await extractor.read_waiting()
    assert (len(model.requests), await mind.jobs()) == (4, ["failed"])
    await mind.clock.advance(3_600)
    await extractor.read_waiting()
    assert len(model.requests) == 4


@pytest.mark.req("MEM-51", "MEM-52")
async def test_the_patterns_find_what_they_can_at_the_first_failure(mind: Mind) -> None:
    await mind.say(CELIAC)
    model = FakeChatModel(ModelTimeout("late"), facts_answer("Es celíaca", "Imprime libros de poesía"))
    extractor = mind.extractor(model)
    await extractor.read_waiting()
    assert await texts(mind) == BY_PATTERNS
    await mind.clock.advance(2)
    await extractor.read_waiting()
    assert await texts(mind) == ["Es celíaca", "Imprime libros de poesía", "Trabaja en una imprenta"]
    assert {fact.weight for fact in await mind.facts.active(OWNER)} == {1}


@pytest.mark.req("MEM-51")
async def test_one_bad_message_does_not_stop_the_others(mind: Mind) -> None:
    for text in (CELIAC, "tengo un velero amarrado en el dique Cabra Corral, hermoso"):
        await mind.say(text)

    def fall_over(_: object) -> Say:
        raise RuntimeError("a bug")

    await mind.extractor(FakeChatModel(fall_over, facts_answer("Tiene un velero"))).read_waiting()
    assert await mind.jobs() == ["pending", "completed"]
    assert await mind.texts() == ["Tiene un velero"]


@pytest.mark.req("MEM-51")
async def test_failed_ones_go_after_a_week(mind: Mind) -> None:
    await mind.say(CELIAC)
    extractor = mind.extractor(FakeChatModel(*[ModelTimeout("late")] * 4))
    for _ in range(4):
        await extractor.read_waiting()
        await mind.clock.advance(31)
    with listening() as events:
        await mind.clock.advance(timedelta(days=7).total_seconds() - 60)
        await extractor.read_waiting()
        assert await mind.jobs() == ["failed"]
        await mind.clock.advance(60)
        await extractor.read_waiting()
    assert await mind.jobs() == []
    (dropped,) = named(events, "extraction.dropped")
    assert (dropped.fields["expired"], dropped.fields["dropped"]) == (1, 0)


@pytest.mark.req("MEM-51")
@pytest.mark.parametrize(("seconds", "state"), [(299, "processing"), (301, "completed")])
async def test_what_is_stuck_is_taken_up_again_after_five_minutes(mind: Mind, seconds: float, state: str) -> None:
    await mind.say(CELIAC)
    assert await mind.queue.claim(mind.clock.now()) is not None  # by somebody who is never heard of again
    await mind.clock.advance(seconds)
    await mind.extractor(FakeChatModel(facts_answer("Es celíaca"))).read_waiting()
    assert await mind.jobs() == [state]


@pytest.mark.req("MEM-51")
async def test_at_most_a_thousand_wait_and_a_warning_comes_above_fifty(mind: Mind) -> None:
    await mind.say("la primera de todas")
    await mind.execute(
        "with recursive n(i) as (select 2 union all select i + 1 from n where i < 1003)"
        " insert into inbox (id, person_id, conversation_id, channel, external_id, address, reply_to, text,"
        " attachments, metadata, received_at)"
        " select i, 'owner', 1, 'terminal', 'x' || i, '', '', 'hola', '[]', '{}', received_at from n, inbox"
    )
    later = (mind.clock.now() + timedelta(hours=1)).isoformat()
    await mind.execute(
        "insert into extraction_jobs (person_id, turn_id, not_before)"
        " select 'owner', id, :later from inbox where id > 1",
        later=later,
    )
    with listening() as events:
        await mind.extractor(FakeChatModel()).read_waiting()
    (dropped,) = named(events, "extraction.dropped")
    assert (dropped.level, dropped.fields["dropped"]) == ("warning", 3)
    assert named(events, "extraction.behind")[0].fields["pending"] == 1_000
    kept = await mind.rows("select min(turn_id) as oldest, count(*) as n from extraction_jobs where state = 'pending'")
    assert kept == [{"oldest": 4, "n": 1_000}]


@pytest.mark.req("MEM-51")
@pytest.mark.parametrize(("waiting", "warned"), [(50, False), (51, True)])
async def test_the_warning_begins_above_fifty(mind: Mind, waiting: int, warned: bool) -> None:
    for _ in range(waiting):
        await mind.say("hola")
    with listening() as events:
        await mind.extractor(FakeChatModel()).read_waiting()
    assert bool(named(events, "extraction.behind")) is warned


# -- without a model


@pytest.mark.req("MEM-52")
async def test_without_a_model_the_patterns_read_it_and_that_is_that(mind: Mind) -> None:
    await mind.say(CELIAC)
    with listening() as events:
        await mind.extractor(NoModel("none")).read_waiting()
    facts = {fact.text: fact for fact in await mind.facts.active(OWNER)}
    assert sorted(facts) == BY_PATTERNS
    assert facts["Es celíaca"].protected and facts["Es celíaca"].source is FactSource.INFERRED
    assert await mind.jobs() == ["completed"]
    assert named(events, "extraction.done")[0].fields["by_model"] is False


@pytest.mark.req("MEM-52")
@pytest.mark.parametrize(
    "error", [ModelUnreachable("no network"), ModelRefused("wrong key"), ConfigError("no library")], ids=repr
)
async def test_with_the_model_away_the_patterns_read_it_at_once_and_the_model_later(
    mind: Mind, error: Exception
) -> None:
    await mind.say(CELIAC)
    await mind.extractor(error).read_waiting()
    assert (await texts(mind), await mind.jobs()) == (BY_PATTERNS, ["pending"])
    model = FakeChatModel(facts_answer("es celíaca", "trabaja en una imprenta", "Le gusta el silencio"))
    await mind.extractor(model).read_waiting()
    assert model.requests == [], "not at once: it would be asked for every message"
    await mind.clock.advance(600)
    await mind.extractor(model).read_waiting()
    assert (await texts(mind), await mind.jobs()) == (
        ["Es celíaca", "Le gusta el silencio", *BY_PATTERNS[1:]],
        ["completed"],
    )
    assert {fact.weight for fact in await mind.facts.active(OWNER)} == {1}, "the same message counts once"


@pytest.mark.req("MEM-51", "MEM-52")
async def test_an_absent_model_is_no_attempt(mind: Mind) -> None:
    await mind.say(CELIAC)
    for _ in range(12):
        await mind.extractor(ModelUnreachable("no network")).read_waiting()
        await mind.clock.advance(601)
    assert await mind.jobs() == ["pending"]
    assert {fact.weight for fact in await mind.facts.active(OWNER)} == {1}


@pytest.mark.req("MEM-52")
async def test_a_process_that_does_not_stay_reads_by_patterns_and_leaves_the_rest(mind: Mind) -> None:
    for text in (CELIAC, "hola"):
        await mind.say(text)
    model = FakeChatModel(facts_answer("Es celíaca"))
    extractor = mind.extractor(model)
    await extractor.read_by_patterns()
    await extractor.read_by_patterns()
    assert (await texts(mind), await mind.jobs()) == (BY_PATTERNS, ["pending", "completed"])
    assert model.requests == []
    await extractor.read_waiting()
    assert (len(model.requests), await mind.jobs()) == (1, ["completed", "completed"])
    assert {fact.weight for fact in await mind.facts.active(OWNER)} == {1}


# -- beside the remember tool


@pytest.mark.req("MEM-50", "MEM-11")
@pytest.mark.parametrize("known_before", [False, True])
async def test_what_the_remember_tool_kept_in_the_same_turn_counts_once(mind: Mind, known_before: bool) -> None:
    if known_before:
        await mind.learned("Es celíaca", 40, domain=Domain.HEALTH)
    turn = await mind.say(CELIAC)
    await mind.remember("Es celíaca", Domain.HEALTH, turn)
    before = await mind.facts.active(OWNER)
    await mind.extractor(FakeChatModel(facts_answer({"text": "es celíaca", "domain": "health"}))).read_waiting()
    assert await mind.facts.active(OWNER) == before
    await mind.extractor(FakeChatModel(facts_answer())).read_waiting()
    assert [fact.weight for fact in before] == [2 if known_before else 1]


@pytest.mark.req("MEM-51")
async def test_facts_that_change_while_the_model_thinks_are_not_overwritten(mind: Mind) -> None:
    await mind.say("mi tía Elvira vende empanadas en la terminal de Salta desde hace años")

    class Meddling(FakeChatModel):
        async def stream(self, request: object):  # type: ignore[no-untyped-def, override]
            await mind.remember("Su tía Elvira vende empanadas")
            async for event in super().stream(request):  # type: ignore[arg-type]
                yield event

    await mind.extractor(Meddling(facts_answer("su tía Elvira vende empanadas"))).read_waiting()
    (fact,) = await mind.facts.active(OWNER)
    assert fact.weight == 2


# -- the worker


class Worker:
    """An extractor that runs, and can be told when somebody waits for an answer."""

    def __init__(self, mind: Mind, model: ChatModel) -> None:
        self.free = asyncio.Event()
        self.free.set()
        self.awake = asyncio.Event()
        self._mind = mind

        async def of(_: object) -> ChatModel:
            return model

        async def idle() -> None:
            await self.free.wait()

        self.extractor = ExtractionWorker(
            mind.queue, mind.memory, mind.clock, ExtractionModel(of), lambda _: Preferences(timezone=ZONE),
            awake=self.awake, idle=idle,
        )  # fmt: skip

    async def until(self, happened: Callable[[], Awaitable[bool]]) -> None:
        task = asyncio.create_task(self.extractor.run())
        try:
            await eventually(happened)
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)


@pytest.mark.req("MEM-51")
async def test_at_its_start_it_takes_up_what_a_dead_one_was_reading(mind: Mind) -> None:
    await mind.say(CELIAC)
    assert await mind.queue.claim(mind.clock.now()) is not None

    async def done() -> bool:
        return await mind.jobs() == ["completed"]

    await Worker(mind, FakeChatModel(facts_answer("Es celíaca"))).until(done)
    assert await mind.texts() == ["Es celíaca"]


@pytest.mark.req("MEM-50")
async def test_it_wakes_when_something_is_said_and_lets_people_go_first(mind: Mind) -> None:
    model = FakeChatModel(facts_answer("Es celíaca"))
    worker = Worker(mind, model)
    looks = 0

    async def looked() -> bool:
        nonlocal looks
        looks += 1
        if looks == 5:
            worker.free.clear()
            await mind.say(CELIAC)
            worker.awake.set()
        if looks == 15:
            assert model.requests == [], "somebody waits for an answer"
            worker.free.set()
        return await mind.jobs() == ["completed"]

    await worker.until(looked)
    assert looks >= 15


@pytest.mark.req("MEM-50")
async def test_facts_of_one_message_do_not_repeat_each_other(mind: Mind) -> None:
    await mind.say("mi perro se llama Sauce, sí, Sauce, el perro mío, un galgo rescatado de la ruta")
    answer = facts_answer("Su perro se llama Sauce", "su perro se llama sauce", "Tiene un galgo")
    await mind.extractor(FakeChatModel(answer)).read_waiting()
    found: list[Fact] = list(await mind.facts.active(OWNER))
    assert [(fact.text, fact.weight) for fact in found] == [("Su perro se llama Sauce", 1), ("Tiene un galgo", 1)]


@pytest.mark.req("MEM-50")
async def test_what_is_said_while_it_is_not_wanted_is_never_read(mind: Mind) -> None:
    model, wanted = FakeChatModel(facts_answer("Es zurda")), False
    extractor = mind.extractor(model, wanted=lambda: wanted)
    await mind.say(CELIAC)
    await extractor.read_waiting()
    await mind.say(CELIAC)
    await extractor.read_by_patterns()
    assert (await texts(mind), asked(model)) == ([], [])
    wanted = True
    await extractor.read_waiting()
    assert (await texts(mind), asked(model)) == ([], [])
    await mind.say("soy zurdo desde chico y vivo en Salta")
    await extractor.read_waiting()
    assert await texts(mind) == ["Es zurda"]


@pytest.mark.req("MEM-52")
async def test_a_word_or_two_are_read_where_they_answer_a_question_or_correct_something(mind: Mind) -> None:
    await mind.say("adoptamos una perra")
    claim = await mind.inbox.claim(OWNER)
    assert claim is not None
    await mind.inbox.finish(claim, reply("¡Qué lindo! ¿Cómo se llama?", at=mind.clock.now()), mind.clock.now())
    await mind.say("Lola")
    await mind.extractor(NoModel("none")).read_waiting()
    assert "Su perra se llama Lola" in await mind.texts()
    await mind.say("no, Lila")
    await mind.extractor(NoModel("none")).read_waiting()
    assert "Su perra se llama Lila" in await mind.texts()
