"""A health change that waits for the person's word is asked about where no model asks, once a day."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from sidecar.app.home_services import Services, open_services
from sidecar.app.notices import HomeNotices
from sidecar.domain.fact import Confidence, Domain, FactSource, NewFact
from sidecar.domain.person import OWNER, PersonId
from sidecar.home import Home
from sidecar.i18n import Texts
from tests.fakes.clock import FakeClock

pytestmark = pytest.mark.req("MEM-14", "MEM-17")
ES, EN = Texts("es"), Texts("en")
_A_DAY_S = 86_400


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
async def services(tmp_path: Path, clock: FakeClock) -> AsyncIterator[Services]:
    (tmp_path / "user.md").write_text("- Idioma: es\n- Zona horaria: Europe/Madrid\n", encoding="utf-8")
    async with open_services(Home(tmp_path), clock, alone=True) as services:
        yield services


async def tell(services: Services, *statements: str) -> None:
    for text in statements:
        new = NewFact(text, Domain.HEALTH, source=FactSource.EXPLICIT, confidence=Confidence.HIGH)
        await services.facts.memory.remember(OWNER, [new])


async def texts(services: Services) -> list[str]:
    return [fact.text for fact in await services.facts.store.active(OWNER)]


async def ask(services: Services, say: Texts = ES, *, by_model: bool = False) -> list[str]:
    return [*await HomeNotices(services).take_new(OWNER, say, by_model=by_model)]


async def answer(services: Services, text: str, say: Texts = ES, *, last_said: str = "") -> str | None:
    """As another process would take it."""
    return await HomeNotices(services).settle(OWNER, text, say, last_said=last_said)


@pytest.mark.parametrize(
    ("say", "before", "now", "said", "stands"),
    [
        (ES, "Toma levotiroxina 75", "Toma levotiroxina 100", "sí", 1),
        (ES, "Toma levotiroxina 75", "Toma levotiroxina 100", "si", 1),
        (ES, "Toma levotiroxina 75", "Toma levotiroxina 100", "si, ahora 100", 1),
        (ES, "Toma levotiroxina 75", "Toma levotiroxina 100", "sí, ahora 100", 1),
        (ES, "Toma levotiroxina 75", "Toma levotiroxina 100", "no, sigo con 75", 0),
        (ES, "Toma levotiroxina 75", "Toma levotiroxina 100", "no", 0),
        (EN, "Takes losartan 50 mg", "Takes losartan 100 mg", "yes", 1),
        (EN, "Takes losartan 50 mg", "Takes losartan 100 mg", "nope, still 50", 0),
    ],
)
async def test_the_answer_settles_the_change(
    services: Services, say: Texts, before: str, now: str, said: str, stands: int
) -> None:
    await tell(services, before, now)
    (question,) = await ask(services, say)
    assert question.count("?") == 1 and before.split(" ", 1)[1] in question and now.split(" ", 1)[1] in question
    told = await answer(services, said, say)
    assert told is not None and (before, now)[stands].split(" ", 1)[1] in told.split(".")[0]
    assert await texts(services) == [(before, now)[stands]]
    assert await ask(services, say) == []


async def test_it_is_asked_once_a_day(services: Services, clock: FakeClock) -> None:
    await tell(services, "Toma levotiroxina 75", "Toma levotiroxina 100")
    assert len(await ask(services)) == 1
    assert await ask(services) == []
    await clock.advance(_A_DAY_S)
    assert len(await ask(services)) == 1


async def test_another_message_may_come_between(services: Services) -> None:
    await tell(services, "Toma levotiroxina 75", "Toma levotiroxina 100")
    await ask(services)
    assert await answer(services, "qué hora es?") is None
    assert await answer(services, "sí", last_said="Son las 10:06.") is not None
    assert await texts(services) == ["Toma levotiroxina 100"]


async def test_a_yes_to_another_question_settles_nothing(services: Services) -> None:
    await tell(services, "Toma levotiroxina 75", "Toma levotiroxina 100")
    await ask(services)
    assert await answer(services, "recordame llamar a Ana") is None
    assert await answer(services, "sí", last_said="¿Cuándo te lo recuerdo?") is None
    assert len(await texts(services)) == 2


async def test_a_late_yes_settles_nothing(services: Services) -> None:
    await tell(services, "Toma levotiroxina 75", "Toma levotiroxina 100")
    await ask(services)
    for text in ("qué hora es?", "hola", "cuánto es 3 por 4?", "sí"):
        assert await answer(services, text, last_said="Son las 10:06.") is None
    assert len(await texts(services)) == 2


async def test_a_yes_that_asks_for_something_else_is_left_to_the_turn(services: Services) -> None:
    await tell(services, "Toma levotiroxina 75", "Toma levotiroxina 100")
    await ask(services)
    assert await answer(services, "sí, recordame mañana a las 9 tomar la pastilla") is None


async def test_a_model_asks_itself(services: Services) -> None:
    await tell(services, "Toma levotiroxina 75", "Toma levotiroxina 100")
    assert await ask(services, by_model=True) == []
    assert len(await ask(services)) == 1


async def test_nobody_else_is_asked(services: Services) -> None:
    await tell(services, "Toma levotiroxina 75", "Toma levotiroxina 100")
    assert [*await HomeNotices(services).take_new(PersonId("guest"), ES, by_model=False)] == []


async def test_several_changes_are_asked_about_one_after_the_other(services: Services) -> None:
    await tell(services, "Toma levotiroxina 75", "Toma losartán 50 mg")
    await tell(services, "Toma levotiroxina 100", "Toma losartán 100 mg")
    first, second, third = [await ask(services) for _ in range(3)]
    assert "levotiroxina" in first[0] and "losartán" in second[0] and third == []
    await answer(services, "sí")
    assert await texts(services) == ["Toma levotiroxina 75", "Toma levotiroxina 100", "Toma losartán 100 mg"]
