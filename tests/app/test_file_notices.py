"""What in a person's files could not be used is told once, by any process, and a question there can be answered."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from sidecar.app.file_notices import FileNotices
from sidecar.app.home_services import Services, open_services
from sidecar.domain.fact import Domain, NewFact
from sidecar.domain.person import OWNER, PersonId
from sidecar.home import Home
from sidecar.i18n import Texts
from sidecar.memory.ports import FactAddition
from tests.eventually import eventually
from tests.fakes.clock import FakeClock
from tests.memory.files.desk import TODAY

pytestmark = pytest.mark.req("MEM-03", "MEM-04")
ES, EN = Texts("es"), Texts("en")


@pytest.fixture
async def services(tmp_path: Path) -> AsyncIterator[Services]:
    (tmp_path / "user.md").write_text("- Idioma: es\n- Zona horaria: Europe/Madrid\n", encoding="utf-8")
    async with open_services(Home(tmp_path), FakeClock(), alone=True) as services:
        yield services


async def sync(services: Services, edit: tuple[str, str] = ("", "")) -> None:
    """Edit a line of the file, and let another process keep it in step."""
    path = services.home.path / "MEMORY.md"
    if path.exists():
        lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
        path.write_text("".join(line.replace(*edit) if edit[0] and edit[0] in line else line for line in lines))
    file = services.facts.open_file()
    await file.sync_now()
    file.close()


async def know(services: Services, *texts: str, domain: Domain = Domain.GENERAL) -> None:
    added = [FactAddition(NewFact(text, domain), TODAY, TODAY) for text in texts]
    await services.facts.store.apply(OWNER, added, services.clock.now())
    await sync(services)


async def remove_line(services: Services, words: str) -> None:
    path = services.home.path / "MEMORY.md"
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    path.write_text("".join(line for line in lines if words not in line), encoding="utf-8")
    await sync(services)


async def texts(services: Services) -> list[str]:
    return [fact.text for fact in await services.facts.store.active(OWNER)]


async def test_nothing_is_said_when_all_is_well(services: Services) -> None:
    await know(services, "rema", "nada")
    assert await FileNotices(services).take_all(OWNER, ES) == []
    assert services.file_warnings(ES) == []


async def test_a_line_that_is_not_understood_is_told_once_and_at_every_start(services: Services) -> None:
    await know(services, "rema", "nada")
    notices = FileNotices(services)
    await sync(services, ("[weight:1] rema", "[weight:uno] rema"))
    (told,) = await notices.take_new(OWNER, ES)
    assert "1 dato, 1 línea sin entender" in told
    assert await notices.take_new(OWNER, ES) == []
    assert await FileNotices(services).take_new(OWNER, EN) == [], "another process, another language"
    assert len(await FileNotices(services).take_all(OWNER, EN)) == 1
    assert len(services.file_warnings(EN)) == 1
    await sync(services, ("[weight:1] nada", "[weight:uno] nada"))
    assert "2 lines not understood" in (await notices.take_new(OWNER, EN))[0]
    await sync(services, ("[weight:uno]", "[weight:2]"))
    assert await notices.take_new(OWNER, EN) == []
    await sync(services, ("[weight:2] rema", "[weight:uno] rema"))
    assert len(await notices.take_new(OWNER, EN)) == 1, "it is so again"
    assert await notices.take_new(PersonId("guest"), EN) == ()


@pytest.mark.req("SCL-03")
async def test_no_answer_waits_for_a_large_file(services: Services) -> None:
    """It is read behind the answer, and told with the next one."""
    await know(services, "rema")
    notices, path = FileNotices(services), services.home.path / "MEMORY.md"
    assert await notices.take_new(OWNER, ES) == []
    line = "- [weight:1] nada | learned:2026-01-31 | confirmed:2026-01-31 <!-- f:{} -->\n"
    many = "".join(line.format(id) for id in range(1000, 16_000))
    path.write_text(f"## General\n\n{many}{line.format(1).replace('weight:1', 'weight:uno')}", encoding="utf-8")
    assert await notices.take_new(OWNER, ES) == []

    async def told() -> bool:
        return bool(await notices.take_new(OWNER, ES))

    await eventually(told)


async def test_a_file_that_cannot_be_written_is_told_once(services: Services) -> None:
    """As when it is a link into a folder that is gone, or that is not the person's."""
    await know(services, "rema", "nada")
    notices, path = FileNotices(services), services.home.path / "MEMORY.md"
    before = path.read_bytes()
    path.unlink()
    path.symlink_to(path.parent / "gone" / "MEMORY.md")
    (told,) = await notices.take_new(OWNER, ES)
    assert told.startswith("MEMORY.md no está al día")
    assert await notices.take_new(OWNER, ES) == []
    assert services.file_warnings(EN) == [("MEMORY.md isn't up to date (No such file or directory); I'll keep trying.")]
    path.unlink()
    path.write_bytes(before)
    assert await notices.take_new(OWNER, ES) == []
    assert services.file_warnings(EN) == []


@pytest.mark.req("MEM-02")
async def test_a_zone_that_breaks_during_a_conversation_is_told_once(services: Services) -> None:
    notices = FileNotices(services)
    assert await notices.take_new(OWNER, ES) == []
    services.home.user.write_text("- Idioma: es\n- Zona horaria: Europe/Madri\n", encoding="utf-8")
    (told,) = await notices.take_new(OWNER, ES)
    assert "Europe/Madri " in told
    assert "¿Será Europe/Madrid?" in told
    assert await notices.take_new(OWNER, ES) == []
    assert services.zone(OWNER).key == "Europe/Madrid"


@pytest.mark.parametrize(
    ("answer", "deleted"),
    [
        ("sí, borralos", True), ("Dale, borralo", True), ("yes, delete them", True),
        ("no, dejalos", False), ("No los borres", False), ("no, keep them", False), ("dejalo como está", False),
        ("sí", None), ("no", None), ("qué hora es?", None), ("borrá el recordatorio de las 8", None),
    ],
)  # fmt: skip
async def test_the_person_answers_in_plain_words(services: Services, answer: str, deleted: bool | None) -> None:
    await know(services, "es alérgica al látex", domain=Domain.HEALTH)
    await know(services, "rema")
    await remove_line(services, "látex")
    notices = FileNotices(services)
    told = await notices.take_new(OWNER, ES)
    assert "“es alérgica al látex”" in told[-1]
    reply = await notices.settle(OWNER, answer, ES)
    assert (reply is not None) == (deleted is not None)
    await sync(services)
    assert ("es alérgica al látex" in await texts(services)) == (deleted is not True)
    assert await notices.take_new(OWNER, ES) == []
    assert await notices.settle(OWNER, "sí, borralos", ES) is None, "only at once"


async def test_the_question_at_the_start_waits_for_a_greeting(services: Services) -> None:
    await know(services, "rema", "nada")
    path = services.home.path / "MEMORY.md"
    path.write_text("", encoding="utf-8")
    await sync(services)
    notices = FileNotices(services)
    await notices.take_all(OWNER, ES)
    assert await notices.settle(OWNER, "hola!", ES) is None
    assert await notices.settle(OWNER, "sí, borralos", ES) == "Listo, olvidados."
    await sync(services)
    assert await texts(services) == []


@pytest.mark.parametrize(
    "name",
    [
        "MEMORY (laptop's conflicted copy 2026-03-15).md",
        "MEMORY (Copia en conflicto de Ana 2026-03-15).md",
        "MEMORY.sync-conflict-20260315-101010-ABCDEFG.md",
    ],
)
async def test_a_copy_with_what_another_computer_wrote_is_told_once(services: Services, name: str) -> None:
    await know(services, "rema", "nada")
    notices = FileNotices(services)
    assert await notices.take_new(OWNER, ES) == []
    (services.home.path / "MEMORY backup.md").write_text("- mía\n", encoding="utf-8")
    (services.home.path / name).write_text("- rema\n- corre\n", encoding="utf-8")
    (told,) = await notices.take_new(OWNER, ES)
    assert name in told and "MEMORY.md" in told
    assert await notices.take_new(OWNER, ES) == []
    assert await texts(services) == ["rema", "nada"]
