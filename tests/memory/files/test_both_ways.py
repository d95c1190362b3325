"""What a person does to `MEMORY.md` happens to the facts, what happens to the facts shows in `MEMORY.md`, and when both
happen neither is lost."""

from __future__ import annotations

import re
from datetime import date
from typing import Any

import pytest

from sidecar.domain.fact import Confidence, Domain, FactSource, NewFact, Subject
from sidecar.domain.person import OWNER, Preferences
from sidecar.i18n import Texts
from sidecar.memory.files.memory_file import split_stamp
from sidecar.memory.files.sync_report import answer_question
from sidecar.memory.ports import FactAddition
from tests.memory.files.desk import LONG_AGO, TODAY, Desk

pytestmark = pytest.mark.req("MEM-04")

MANY = [
    "colecciona monedas",
    "juega al ajedrez",
    "toma té verde",
    "nada los martes",
    "odia el cilantro",
    "lee de noche",
]

# -- from the database to the file


@pytest.mark.req("MEM-03")
async def test_facts_show_in_their_sections_in_the_format(desk: Desk) -> None:
    (fact,) = await desk.know("es intolerante | a la lactosa", domain=Domain.HEALTH, weight=4, critical=True)
    assert desk.section_of("lactosa") == "## Salud"
    assert desk.line("lactosa") == (
        "- [weight:4] es intolerante \\| a la lactosa | learned:2024-05-01 | confirmed:2024-05-01 | critical:yes"
        f" <!-- f:{fact.id} -->"
    )


async def test_changes_in_the_database_reach_the_file(desk: Desk) -> None:
    first, second = await desk.know("vive en Tandil", "estudia ruso")
    await desk.change(first, text="vive en Azul", domain=Domain.PERSONAL, weight=2)
    await desk.remove(second)
    report = await desk.sync.sync_now()
    assert (report.added, report.changed, report.removed, report.wrote) == (0, 0, 0, True)
    assert desk.section_of("vive en Azul") == "## Personal"
    assert "[weight:2]" in desk.line("vive en Azul")
    assert "ruso" not in desk.text
    assert "Tandil" not in desk.text


async def test_the_archive_is_not_in_the_file(desk: Desk) -> None:
    (old,) = await desk.know("trabaja en un banco")
    new = FactAddition(NewFact("trabaja en una imprenta", Domain.WORK), TODAY, TODAY, supersedes=(old.id,))
    await desk.facts.apply(OWNER, [new], desk.clock.now())
    await desk.sync.sync_now()
    assert "banco" not in desk.text
    assert "imprenta" in desk.text
    assert await desk.facts.archived(OWNER) != []


async def test_headings_speak_the_language_of_the_person(desk: Desk) -> None:
    desk.preferences = Preferences(language="en")
    await desk.know("tiene dos gatos", domain=Domain.RELATIONSHIPS)
    assert desk.section_of("gatos") == "## Relationships"


# -- from the file to the database


async def test_a_new_line_is_a_fact_of_its_section(desk: Desk) -> None:
    await desk.sync.sync_now()
    report = await desk.edited(lambda text: text.replace("## Trabajo\n", "## Trabajo\n* es luthier\n"))
    (fact,) = await desk.active()
    assert report.added == 1
    assert (fact.text, fact.domain, fact.source, fact.confidence) == (
        "es luthier",
        Domain.WORK,
        FactSource.FILE,
        Confidence.HIGH,
    )
    assert (fact.weight, fact.learned, fact.confirmed, fact.origin) == (1, TODAY, TODAY, None)
    assert desk.line("luthier") == (
        f"- [weight:1] es luthier | learned:2026-03-15 | confirmed:2026-03-15 <!-- f:{fact.id} -->"
    )


async def test_a_file_that_somebody_wrote_from_nothing(desk: Desk) -> None:
    desk.path.write_text(
        "- toca el bajo\n## Health\n- [weight:6] is coeliac | learned:2020-02-02\n### Viajes\n- fue a Salta"
    )
    await desk.sync.sync_now()
    facts = {fact.text: fact for fact in await desk.active()}
    assert {text: fact.domain for text, fact in facts.items()} == {
        "toca el bajo": Domain.GENERAL,
        "is coeliac": Domain.HEALTH,
        "fue a Salta": Domain.GENERAL,
    }
    assert (facts["is coeliac"].weight, facts["is coeliac"].learned) == (6, date(2020, 2, 2))
    assert desk.section_of("coeliac") == "## Health"
    assert desk.section_of("Salta") == "### Viajes"
    assert desk.section_of("bajo") == "## General"


async def test_a_changed_text_keeps_its_number_and_its_past(desk: Desk) -> None:
    (fact,) = await desk.know("tiene un perro", weight=5)
    await desk.edited(lambda text: text.replace("tiene un perro", "tiene dos perros"))
    (after,) = await desk.active()
    assert (after.id, after.text, after.weight) == (fact.id, "tiene dos perros", 5)
    assert (after.learned, after.confirmed, after.source) == (LONG_AGO, TODAY, FactSource.FILE)


async def test_a_line_written_anew_with_its_number_changes_the_text_alone(desk: Desk) -> None:
    (fact,) = await desk.know("usa lentes", domain=Domain.HEALTH, weight=7, critical=True)
    await desk.edited(lambda text: re.sub(r".*usa lentes.*", f"- usa lentes de contacto <!-- f:{fact.id} -->", text))
    (after,) = await desk.active()
    assert (after.text, after.weight, after.critical, after.learned) == ("usa lentes de contacto", 7, True, LONG_AGO)


async def test_weight_and_flags_can_be_set_by_hand(desk: Desk) -> None:
    await desk.know("su tía es alérgica al látex")
    await desk.edited(
        lambda text: text.replace("[weight:1]", "[weight:9]").replace(" <!--", " | critical:yes | about:other <!--")
    )
    (fact,) = await desk.active()
    assert (fact.weight, fact.critical, fact.subject) == (9, True, Subject.OTHER)
    await desk.edited(lambda text: text.replace(" | critical:yes", ""))
    assert not (await desk.active())[0].critical


async def test_a_removed_line_is_forgotten(desk: Desk) -> None:
    await desk.know(*MANY, "rema")
    report = await desk.without("ajedrez", "cilantro")
    assert report.removed == 2
    assert await desk.texts() == [*(text for text in MANY if "ajedrez" not in text and "cilantro" not in text), "rema"]


async def test_the_only_line_can_be_removed(desk: Desk) -> None:
    await desk.know("tiene una moto")
    assert (await desk.without("moto")).removed == 1
    assert await desk.active() == []


async def test_a_line_moved_to_another_section_moves_the_fact(desk: Desk) -> None:
    (fact,) = await desk.know("toma levotiroxina", domain=Domain.GENERAL)
    line = desk.line("levotiroxina")
    await desk.edited(lambda text: text.replace(line, "").replace("## Salud\n", f"## Salud\n{line}\n"))
    (after,) = await desk.active()
    assert (after.id, after.domain) == (fact.id, Domain.HEALTH)
    await desk.edited(lambda text: text.replace(line, "").replace("## Agenda\n", f"## Agenda\n{line}\n"))
    assert (await desk.active())[0].domain is Domain.SCHEDULE, "by the person's own hand, even out of health"


async def test_health_does_not_follow_a_heading_that_disappears(desk: Desk) -> None:
    await desk.know("es alérgica a las abejas", domain=Domain.HEALTH)
    await desk.know("vive en Lobos", domain=Domain.PERSONAL)
    await desk.edited(lambda text: text.replace("## Salud\n", ""))
    assert (await desk.fact("es alérgica a las abejas")).domain is Domain.HEALTH
    assert desk.section_of("abejas") == "## Salud"


async def test_the_persons_own_headings_hold_any_facts(desk: Desk) -> None:
    (fact,) = await desk.know("le toca guardia los viernes", domain=Domain.WORK)
    line = desk.line("guardia")
    await desk.edited(lambda text: f"{text.replace(line, '')}\n## 🏖 Lo que viene\n{line}\n")
    assert (await desk.active()) == [fact]
    assert desk.section_of("guardia") == "## 🏖 Lo que viene"
    await desk.change(fact, weight=3)
    await desk.sync.sync_now()
    assert desk.section_of("guardia") == "## 🏖 Lo que viene"


@pytest.mark.req("MEM-11")
async def test_saying_again_what_is_known_confirms_it(desk: Desk) -> None:
    await desk.know("Le gusta el Jazz", domain=Domain.PREFERENCES, weight=9)
    report = await desk.edited(lambda text: f"{text}\n## General\n- le gusta el jazz\n- le gusta el jazz\n")
    (fact,) = await desk.active()
    assert (report.added, fact.weight, fact.confirmed, fact.domain) == (0, 10, TODAY, Domain.PREFERENCES)
    assert desk.text.casefold().count("jazz") == 1


async def test_a_copied_line_is_a_new_fact_when_it_is_changed(desk: Desk) -> None:
    (fact,) = await desk.know("corre los lunes")
    line = desk.line("corre")
    await desk.edited(lambda text: text.replace(line, f"{line.replace('lunes', 'jueves')}\n{line}"))
    facts = {fact.text: fact.id for fact in await desk.active()}
    assert facts["corre los lunes"] == fact.id
    assert len(facts) == 2
    await desk.edited(lambda text: text.replace(line, f"{line}\n{line}"))
    assert len(await desk.active()) == 2
    assert desk.text.count("corre los lunes") == 1


async def test_numbers_that_an_editor_takes_out_come_back(desk: Desk) -> None:
    before = await desk.know(*MANY)
    report = await desk.edited(lambda text: re.sub(r"<!-- f:.*?-->", "", text))
    assert (report.added, report.removed, report.held) == (0, 0, 0)
    assert await desk.active() == before
    assert len(re.findall(r"<!-- f:\d+ -->", desk.text)) == len(MANY)


@pytest.mark.req("MEM-03")
async def test_lines_that_make_no_sense_are_kept_and_counted(desk: Desk) -> None:
    (fact,) = await desk.know("pinta acuarelas", domain=Domain.PREFERENCES)
    table = "| una | tabla |"
    report = await desk.edited(lambda text: f"Mi prólogo.\n{text}\n{table}\n".replace("[weight:1]", "[weight:uno]"))
    assert (report.not_understood, report.facts) == (2, 0)
    assert await desk.active() == [fact], "a broken line still stands for its fact"
    assert desk.section_of(table) == desk.section_of("[weight:uno] pinta") == "## Sin entender"
    assert desk.text.startswith("Mi prólogo.\n")
    assert report.summary(Texts("en")) == "0 facts, 2 lines not understood"
    report = await desk.edited(lambda text: text.replace("[weight:uno]", "[weight:2]"))
    assert (report.not_understood, report.facts) == (1, 1)
    assert report.summary(Texts("en")) == "1 fact, 1 line not understood"
    assert (await desk.active())[0].weight == 2
    assert desk.section_of("pinta") == "## Preferencias"


async def test_what_the_person_added_to_a_line_stays(desk: Desk) -> None:
    (fact,) = await desk.know("cumple el 4 de mayo")
    await desk.edited(lambda text: text.replace(" <!--", " | nota:importante <!--"))
    await desk.change(fact, weight=2)
    await desk.sync.sync_now()
    assert "| nota:importante <!--" in desk.line("cumple")
    assert "[weight:2]" in desk.line("cumple")


async def test_line_ends_of_windows_stay(desk: Desk) -> None:
    (fact,) = await desk.know("fuma en pipa")
    await desk.edited(lambda text: text.replace("\n", "\r\n") + "- y arregla relojes\r\n")
    assert await desk.texts() == ["fuma en pipa", "y arregla relojes"]
    assert b"\n" not in desk.path.read_bytes().replace(b"\r\n", b"")
    await desk.change(fact, weight=4)
    await desk.sync.sync_now()
    assert desk.path.read_bytes().count(b"\r\n") > 10
    assert b"\n" not in desk.path.read_bytes().replace(b"\r\n", b"")


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "cp1252"])
async def test_an_editor_that_saves_in_another_encoding(desk: Desk, encoding: str) -> None:
    before = await desk.know("está en Ñemby", "su mamá canta")
    desk.path.write_bytes(desk.text.replace("Ñemby", "Ñandú").encode(encoding))
    await desk.sync.sync_now()
    assert await desk.texts() == ["está en Ñandú", "su mamá canta"]
    assert [fact.id for fact in await desk.active()] == [fact.id for fact in before]


# -- both at once


async def test_changes_of_different_lines_and_of_different_things_both_count(desk: Desk) -> None:
    first, second = await desk.know("vive en Quilmes", "tiene un loro")
    await desk.change(first, weight=8, confirmed=TODAY)
    await desk.change(second, text="tiene dos loros")
    await desk.edited(lambda text: text.replace("en Quilmes", "en Wilde") + "- juega al truco\n")
    assert sorted(await desk.texts()) == ["juega al truco", "tiene dos loros", "vive en Wilde"]
    assert (await desk.fact("vive en Wilde")).weight == 8
    assert desk.sync.report.conflicts == 0


async def test_two_texts_for_the_same_fact_are_both_kept_and_marked(desk: Desk) -> None:
    (fact,) = await desk.know("vive en Quilmes")
    await desk.change(fact, text="vive en Bernal")
    report = await desk.edited(lambda text: text.replace("en Quilmes", "en Wilde"))
    assert await desk.texts() == ["vive en Bernal"]
    assert desk.text.splitlines().index(desk.line("Wilde")) == desk.text.splitlines().index(desk.line("Bernal")) + 1
    assert f"| conflict:{fact.id}" in desk.line("Wilde")
    assert report.conflicts == 1
    assert len(report.warnings(Texts("en"))) == 1
    again = await desk.sync.sync_now()
    assert (again.wrote, again.conflicts) == (False, 1)
    await desk.edited(lambda text: text.replace(f" | conflict:{fact.id}", ""))
    assert await desk.texts() == ["vive en Bernal", "vive en Wilde"]
    assert desk.sync.report.conflicts == 0


async def test_the_same_change_on_both_sides_is_no_conflict(desk: Desk) -> None:
    (fact,) = await desk.know("vive en Quilmes")
    await desk.change(fact, text="vive en Bernal")
    report = await desk.edited(lambda text: text.replace("Quilmes", "Bernal"))
    assert (report.conflicts, await desk.texts()) == (0, ["vive en Bernal"])
    assert desk.text.count("Bernal") == 1


@pytest.mark.parametrize("changed_in", ["file", "database"])
async def test_removed_on_one_side_and_changed_on_the_other_stays_and_is_marked(desk: Desk, changed_in: str) -> None:
    fact, *_ = await desk.know("estudia piano", *MANY)
    if changed_in == "file":
        await desk.remove(fact)
        await desk.edited(lambda text: text.replace("estudia piano", "enseña piano"))
    else:
        await desk.change(fact, text="enseña piano")
        await desk.without("estudia piano")
    assert "enseña piano" in await desk.texts()
    assert "| kept:changed" in desk.line("piano")
    assert not (await desk.sync.sync_now()).wrote


@pytest.mark.parametrize("removed_in", ["file", "database"])
async def test_removing_wins_over_growing_older(desk: Desk, removed_in: str) -> None:
    fact, *_ = await desk.know("estudia piano", *MANY)
    if removed_in == "file":
        await desk.change(fact, stale=True, weight=2)
        await desk.without("piano")
    else:
        await desk.remove(fact)
        await desk.edited(lambda text: text.replace("[weight:1] estudia", "[weight:2] estudia"))
    assert "estudia piano" not in await desk.texts()
    assert "piano" not in desk.text


async def test_both_sides_add_the_same(desk: Desk) -> None:
    await desk.sync.sync_now()
    await desk.facts.apply(OWNER, [FactAddition(NewFact("tiene una huerta"), TODAY, TODAY)], desk.clock.now())
    await desk.edited(lambda text: f"{text}- tiene una huerta\n")
    assert await desk.texts() == ["tiene una huerta"]
    assert desk.text.count("huerta") == 1


async def test_a_change_that_waits_for_an_answer_is_marked(desk: Desk) -> None:
    (old,) = await desk.know("es alérgica al maní", domain=Domain.HEALTH)
    waiting = FactAddition(NewFact("ya no es alérgica al maní", Domain.WORK), TODAY, TODAY, awaits=old.id)
    await desk.facts.apply(OWNER, [waiting], desk.clock.now())
    await desk.sync.sync_now()
    assert f"| unconfirmed-change-of:{old.id}" in desk.line("ya no")
    line = desk.line("] es alérgica")
    await desk.edited(lambda text: text.replace(f"{line}\n", ""))
    (fact,) = await desk.active()
    assert (fact.text, fact.unconfirmed_change_of) == ("ya no es alérgica al maní", None)
    assert "unconfirmed" not in desk.text


# -- much is gone at once


@pytest.mark.parametrize("left", ["", " \n\n", "# otra cosa\n\nuna línea suelta\n"])
async def test_an_emptied_file_deletes_nothing(desk: Desk, left: str) -> None:
    before = await desk.know(*MANY)
    report = await desk.edited(lambda text: left)
    assert (report.removed, report.held) == (0, len(MANY))
    assert await desk.active() == before
    assert all(text in desk.text for text in MANY)
    assert "una línea suelta" in desk.text or "suelta" not in left
    assert desk.line("<!-- held:").startswith("- [ ] ")
    assert len(report.warnings(Texts("en"))) == 1
    assert not (await desk.sync.sync_now()).wrote


async def test_one_fact_in_an_emptied_file_is_kept_too(desk: Desk) -> None:
    await desk.know("tiene una moto")
    assert (await desk.edited(lambda text: "")).held == 1
    assert await desk.texts() == ["tiene una moto"]


async def test_a_file_that_ends_in_the_middle_of_a_line_deletes_nothing(desk: Desk) -> None:
    before = await desk.know(*MANY)
    whole = desk.text
    report = await desk.edited(lambda text: text[: text.index("noche") + 2])
    assert (report.removed, report.added, report.changed, report.held) == (0, 0, 0, 0)
    assert await desk.active() == before
    assert split_stamp(desk.text)[0] == split_stamp(whole)[0]


@pytest.mark.parametrize(
    ("known", "gone", "held"), [(1, 1, 0), (2, 2, 2), (6, 1, 0), (6, 2, 2), (7, 2, 0), (9, 3, 0), (9, 4, 4)]
)
async def test_more_than_a_third_is_held_back_and_of_a_few_two(desk: Desk, known: int, gone: int, held: int) -> None:
    texts = [f"tiene el libro {name}" for name in "abcdefghi"[:known]]
    await desk.know(*texts)
    report = await desk.without(*texts[:gone])
    assert (report.removed, report.held) == (gone - held, held)
    assert await desk.texts() == (texts if held else texts[gone:])


@pytest.mark.parametrize("more", [{"domain": Domain.HEALTH}, {"critical": True}])
async def test_what_is_of_health_or_critical_is_never_gone_without_a_yes(desk: Desk, more: dict[str, Any]) -> None:
    await desk.know(*MANY, "rema", "silba")
    (fact,) = await desk.know("no puede tomar ibuprofeno", **more)
    report = await desk.without("ajedrez", "ibuprofeno")
    assert (report.removed, report.held) == (1, 1)
    assert fact in await desk.active()
    assert desk.line("ibuprofeno")
    assert "ajedrez" not in desk.text
    assert (await desk.without("ibuprofeno")).removed == 0, "not the second time either"
    assert (await desk.edited(lambda text: text.replace("- [ ]", "- [x]"))).removed == 1
    assert "ibuprofeno" not in desk.text


async def test_what_is_new_in_a_file_with_much_gone_counts(desk: Desk) -> None:
    await desk.know(*MANY)
    report = await desk.edited(lambda text: "## Trabajo\n- es bibliotecaria\n")
    assert (report.added, report.removed, report.held) == (1, 0, len(MANY))
    assert (await desk.fact("es bibliotecaria")).domain is Domain.WORK


@pytest.mark.parametrize("how", ["tick", "answer"])
async def test_the_person_can_confirm(desk: Desk, how: str) -> None:
    await desk.know(*MANY)
    await desk.without(*MANY[:4])
    await desk.know("y esto es nuevo")
    if how == "tick":
        report = await desk.edited(lambda text: text.replace("- [ ]", "- [x]"))
    else:
        answer_question(desk.path, delete=True)
        report = await desk.sync.sync_now()
    assert (report.removed, report.held) == (4, 0)
    assert await desk.texts() == [*MANY[4:], "y esto es nuevo"]
    assert "<!-- held" not in desk.text


async def test_the_person_can_keep_them(desk: Desk) -> None:
    await desk.know(*MANY)
    await desk.without(*MANY[:4])
    report = await desk.edited(lambda text: re.sub(r"(?m)^- \[ \].*\n", "", text))
    assert (report.removed, report.held) == (0, 0)
    assert await desk.texts() == MANY
    answer_question(desk.path, delete=True)
    assert (await desk.sync.sync_now()).removed == 0


async def test_a_fact_that_changes_while_its_deletion_is_confirmed_is_not_deleted(desk: Desk) -> None:
    first, *_ = await desk.know(*MANY)
    await desk.without(*MANY[:4])
    await desk.change(first, text="juega al go")
    report = await desk.edited(lambda text: text.replace("- [ ]", "- [x]"))
    assert (report.removed, report.held) == (3, 1)
    assert await desk.texts() == ["juega al go", *MANY[4:]]


async def test_a_line_changed_while_it_waits_is_not_deleted(desk: Desk) -> None:
    await desk.know(*MANY)
    await desk.without(*MANY[:4])
    await desk.edited(lambda text: text.replace("- [ ]", "- [X]").replace("juega al ajedrez", "juega al go"))
    assert await desk.texts() == ["juega al go", *MANY[4:]]


async def test_a_deleted_file_is_made_again(desk: Desk) -> None:
    before = await desk.know(*MANY)
    whole = desk.text
    desk.path.unlink()
    report = await desk.sync.sync_now()
    assert (report.removed, report.held, desk.text) == (0, 0, whole)
    assert await desk.active() == before


async def test_a_line_that_is_changed_and_then_copied_is_one_fact(desk: Desk) -> None:
    (fact,) = await desk.know("corre los lunes")
    line = desk.line("corre")
    await desk.edited(lambda text: text.replace(line, "\n".join([line.replace("lunes", "jueves")] * 2)))
    (after,) = await desk.active()
    assert (after.id, after.text) == (fact.id, "corre los jueves")


async def test_a_file_from_another_home_overwrites_nobody(desk: Desk) -> None:
    (mine,) = await desk.know("cría abejas")
    foreign = f"## Trabajo\n- [weight:4] hornea pan <!-- f:{mine.id} -->\n- [weight:2] cría abejas <!-- f:999 -->\n"
    desk.path.write_text(foreign, encoding="utf-8")
    desk.facts.forget_file(OWNER)  # the database was restored, and knows nothing of this file
    report = await desk.sync.sync_now()
    assert (report.added, report.removed) == (1, 0)
    facts = {fact.text: fact for fact in await desk.active()}
    assert facts.keys() == {"cría abejas", "hornea pan"}
    assert facts["cría abejas"].id == mine.id
