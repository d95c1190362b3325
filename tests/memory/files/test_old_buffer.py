"""`MEMORY.md` saved from an editor that opened it earlier: the edit counts, what happened meanwhile stays."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta

import pytest

from sidecar.domain.fact import Domain, NewFact
from sidecar.domain.person import OWNER
from sidecar.memory.files.sync_report import SyncReport
from sidecar.memory.ports import FactAddition
from tests.memory.files.desk import TODAY, Desk

pytestmark = pytest.mark.req("MEM-04")

MANY = [f"leyó el libro {title}" for title in ("Adán", "Boquitas", "Casa", "Diario", "Emma", "Ficciones", "Glosa")]


class Editor:
    """Holds the file as it was when it was opened."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self.buffer = desk.text

    async def save(self, change: Callable[[str], str]) -> SyncReport:
        self.buffer = change(self.buffer)
        return await self._desk.edited(lambda _: self.buffer)


def without(words: str) -> Callable[[str], str]:
    return lambda text: "".join(line for line in text.splitlines(keepends=True) if words not in line)


async def test_what_was_learned_meanwhile_stays(desk: Desk) -> None:
    await desk.know(*MANY)
    editor = Editor(desk)
    await desk.know("vive en Olavarría", domain=Domain.PERSONAL)
    await desk.know("toma enalapril", domain=Domain.HEALTH)
    report = await editor.save(lambda text: text.replace("libro Casa", "libro Casas muertas"))
    assert (report.changed, report.removed, report.held) == (1, 0, 0)
    expected = [text.replace("libro Casa", "libro Casas muertas") for text in MANY]
    assert await desk.texts() == [*expected, "vive en Olavarría", "toma enalapril"]
    assert desk.section_of("enalapril") == "## Salud"


async def test_removing_and_adding_in_an_old_buffer_count(desk: Desk) -> None:
    await desk.know(*MANY)
    editor = Editor(desk)
    await desk.know("vive en Olavarría")
    report = await editor.save(lambda text: without("Emma")(text) + "- rema los domingos\n")
    assert (report.added, report.removed) == (1, 1)
    assert {*await desk.texts()} == {*MANY, "vive en Olavarría", "rema los domingos"} - {"leyó el libro Emma"}


async def test_what_was_forgotten_meanwhile_never_returns(desk: Desk) -> None:
    *_, secret = await desk.know(*MANY, "salió con Marisa")
    editor = Editor(desk)
    await desk.remove(secret)
    await desk.sync.sync_now()
    for change in (
        lambda text: text.replace("libro Casa", "libro Casas muertas"),
        lambda text: text.replace("[weight:1] salió", "[weight:5] salió"),
        lambda text: re.sub(r" <!-- f:\d+ -->", "", text),
        lambda text: text.replace("- [weight:5] salió", "* salió"),
        lambda text: re.sub(r"<!-- .*? -->", "", text),
    ):
        await editor.save(change)
        assert "Marisa" not in " ".join(await desk.texts())
        assert "Marisa" not in desk.text


async def test_an_edit_of_what_was_forgotten_meanwhile_is_new_and_marked(desk: Desk) -> None:
    *_, old = await desk.know(*MANY, "salió con Marisa")
    editor = Editor(desk)
    await desk.remove(old)
    await desk.sync.sync_now()
    await editor.save(lambda text: text.replace("salió con Marisa", "viaja con Marisa"))
    new = await desk.fact("viaja con Marisa")
    assert new.id > old.id
    assert "| kept:changed" in desk.line("Marisa")
    await editor.save(lambda text: text.replace("viaja con Marisa", "trabaja con Marisa"))
    assert [text for text in await desk.texts() if "Marisa" in text] == ["trabaja con Marisa"]


async def test_an_archived_fact_stays_in_the_archive(desk: Desk) -> None:
    *_, old = await desk.know(*MANY, "trabaja en un banco")
    editor = Editor(desk)
    newer = FactAddition(NewFact("trabaja en una imprenta", Domain.WORK), TODAY, TODAY, supersedes=[old.id])
    await desk.facts.apply(OWNER, [newer], desk.clock.now())
    await desk.sync.sync_now()
    report = await editor.save(lambda text: text + "- rema\n")
    assert (report.added, report.removed, report.held) == (1, 0, 0)
    assert "trabaja en una imprenta" in await desk.texts()
    assert "trabaja en un banco" not in await desk.texts()
    assert [fact.text for fact in await desk.facts.archived(OWNER)] == ["trabaja en un banco"]


async def test_a_change_of_what_changed_meanwhile_is_a_conflict(desk: Desk) -> None:
    *_, fact = await desk.know(*MANY, "toma 75 de levotiroxina")
    editor = Editor(desk)
    await desk.change(fact, text="toma 100 de levotiroxina")
    await desk.sync.sync_now()
    report = await editor.save(lambda text: text.replace("toma 75", "toma 88"))
    assert report.conflicts == 1
    assert (await desk.active())[-1].text == "toma 100 de levotiroxina"
    assert f"conflict:{fact.id}" in desk.line("toma 88")


async def test_an_old_line_does_not_undo_what_is_newer(desk: Desk) -> None:
    *_, fact = await desk.know(*MANY, "toma 75 de levotiroxina", domain=Domain.HEALTH)
    editor = Editor(desk)
    await desk.change(fact, text="toma 100 de levotiroxina", weight=4, confirmed=TODAY)
    await desk.sync.sync_now()
    await editor.save(lambda text: text + "- rema\n")
    assert (await desk.fact("toma 100 de levotiroxina")).weight == 4
    assert "toma 75" not in desk.text


async def test_an_editor_that_never_reads_again(desk: Desk) -> None:
    """As nano does it: every save is of the same buffer, without the numbers that the file got."""
    await desk.know(*MANY)
    editor = Editor(desk)
    await editor.save(lambda text: text + "- vive en Lanus\n")
    await editor.save(lambda text: text.replace("Lanus", "Lanús"))
    assert [text for text in await desk.texts() if "vive" in text] == ["vive en Lanús"]
    await editor.save(lambda text: text.replace("libro Casa", "libro Casas"))
    await editor.save(lambda text: text.replace("libro Casas", "libro Casas muertas"))
    assert desk.sync.report.conflicts == 0
    assert "leyó el libro Casas muertas" in await desk.texts()
    await desk.know("aprendido en medio")
    await editor.save(lambda text: text + "una nota al pie\n")
    assert desk.text.count("una nota al pie") == 1
    await editor.save(without("Lanús"))
    assert not any("vive" in text for text in await desk.texts())
    assert "aprendido en medio" in await desk.texts()
    assert len(await desk.active()) == len(MANY) + 1


async def test_changing_there_and_back_and_there_again(desk: Desk) -> None:
    await desk.know(*MANY)
    for now, new in [("Casa", "Casas"), ("Casas", "Casa")] * 3:
        report = await desk.edited(lambda text, now=now, new=new: text.replace(f"libro {now} ", f"libro {new} "))
        assert report.changed == 1
        assert f"leyó el libro {new}" in await desk.texts()


async def test_prose_of_another_editor_stays(desk: Desk) -> None:
    await desk.know(*MANY)
    editor = Editor(desk)
    await desk.edited(lambda text: f"{text}\nuna nota suelta\n")
    await editor.save(without("Casa"))
    assert "una nota suelta" in desk.text
    assert "leyó el libro Casa" not in await desk.texts()


@pytest.mark.parametrize("bullet", ["", "- "])
async def test_what_is_continued_again_and_again_in_one_buffer_stays_once(desk: Desk, bullet: str) -> None:
    await desk.know(*MANY)
    editor = Editor(desk)
    for words in ("Llamar a Írma", "llamar a Irma", "llamar a Irma el jueves", "llamar a Irma el jueves por el techo"):
        note = bullet + words
        await editor.save(lambda text, note=note: "\n".join([*without("amar a")(text).splitlines(), note, ""]))
        assert desk.text.lower().count("llamar") == 1
        assert words in desk.text
    assert len(await desk.texts()) == len(MANY) + bool(bullet)


async def test_what_says_something_else_in_an_old_buffer_replaces_nothing_that_another_editor_wrote(desk: Desk) -> None:
    """It looks like a correction, and may be one; then the person is asked."""
    await desk.know(*MANY)
    editor = Editor(desk)
    await desk.edited(lambda text: f"{text}\nllamar a Irma el martes\n- toma 75 de levotiroxina\n")
    report = await editor.save(lambda text: f"{text}\nllamar a Irma el jueves\n- toma 100 de levotiroxina\n")
    assert "llamar a Irma el martes" in desk.text and "llamar a Irma el jueves" in desk.text
    assert await desk.texts() == [*MANY, "toma 75 de levotiroxina", "toma 100 de levotiroxina"]
    assert report.held == 1
    await desk.edited(lambda text: text.replace("- [ ]", "- [x]"))
    assert await desk.texts() == [*MANY, "toma 100 de levotiroxina"]


async def test_a_buffer_opened_between_two_saves_that_nobody_read_removes_nothing(desk: Desk) -> None:
    await desk.know(*MANY)
    desk.edit(lambda text: f"{text}\n- rema los domingos\n")
    editor = Editor(desk)
    await desk.edited(lambda text: text.replace("libro Casa", "libro Casas muertas") + "- come fideos\n")
    await editor.save(lambda text: text.replace("libro Casa", "libro Casa tomada"))
    assert {"rema los domingos", "come fideos", "leyó el libro Casas muertas"} <= {*await desk.texts()}
    assert "leyó el libro Casa tomada" in desk.line("conflict:")


async def test_what_one_buffer_typed_and_changed_and_took_out_is_asked_about_once(desk: Desk) -> None:
    await desk.know(*MANY)
    editor = Editor(desk)
    await editor.save(lambda text: f"{text}- rema los domingos\n- come fideos\n")
    assert (await editor.save(without("rema"))).held == 1
    await desk.without("- [ ]")
    assert (await editor.save(lambda text: f"{text}- toca el bajo\n")).held == 0
    assert await desk.texts() == [*MANY, "rema los domingos", "come fideos", "toca el bajo"]


async def test_a_line_without_its_id_behind_the_last_line_is_still_its_fact(desk: Desk) -> None:
    before = await desk.know(*MANY)

    def move(text: str) -> str:
        line = desk.line("Casa")
        return f"{text.replace(line, '')}\n{line.split(' <!--')[0]}"

    report = await desk.edited(move)
    assert (report.added, report.removed, report.held) == (0, 0, 0)
    assert {*await desk.active()} == {*before}


async def test_of_three_versions_the_one_that_was_opened_counts(desk: Desk) -> None:
    editors: list[Editor] = []
    for text in MANY:
        await desk.know(text)
        editors.append(Editor(desk))
    for number, editor in enumerate(editors):
        await editor.save(lambda text, number=number: f"{text}- añadido {number}\n")
    assert {*await desk.texts()} == {*MANY, *(f"añadido {number}" for number in range(len(MANY)))}
    assert all(desk.text.count(f"añadido {number}") == 1 for number in range(len(MANY)))


async def test_the_newest_line_can_be_removed(desk: Desk) -> None:
    for text in MANY:
        await desk.know(text)
    assert (await desk.without(MANY[-1])).removed == 1
    assert await desk.texts() == MANY[:-1]


# -- a question that an old buffer answers


async def test_a_tick_in_an_old_buffer_asks_again_about_what_changed(desk: Desk) -> None:
    first, *_ = await desk.know(*MANY)
    await desk.without("leyó")
    editor = Editor(desk)
    await desk.change(first, text="leyó Adán Buenosayres dos veces")
    await desk.know("vive en Olavarría")
    report = await editor.save(lambda text: text.replace("- [ ]", "- [x]"))
    assert (report.removed, report.held) == (len(MANY) - 1, 1)
    assert await desk.texts() == ["leyó Adán Buenosayres dos veces", "vive en Olavarría"]
    assert f"<!-- held:{first.id} -->" in desk.line("- [ ]")


async def test_a_tick_in_an_old_buffer_after_they_were_kept_asks_again(desk: Desk) -> None:
    await desk.know(*MANY)
    await desk.without("leyó")
    editor = Editor(desk)
    await desk.without("- [ ]")
    assert desk.sync.report.held == 0
    report = await editor.save(lambda text: text.replace("- [ ]", "- [x]"))
    assert (report.removed, report.held) == (0, len(MANY))
    assert await desk.texts() == MANY


async def test_an_old_buffer_neither_answers_nor_repeats_a_question(desk: Desk) -> None:
    await desk.know(*MANY)
    before = Editor(desk)
    await desk.without("leyó")
    asked = Editor(desk)
    assert (await before.save(lambda text: text + "- rema\n")).held == len(MANY)
    await desk.without("- [ ]")
    assert (await asked.save(lambda text: text + "- nada\n")).held == 0
    assert await desk.texts() == [*MANY, "rema", "nada"]


# -- versions that nobody knows any more


async def test_a_buffer_older_than_all_known_versions_deletes_nothing(desk: Desk) -> None:
    *_, secret = await desk.know(*MANY, "salió con Marisa")
    old = await desk.fact(MANY[0])
    editor = Editor(desk)
    await desk.remove(secret)
    await desk.change(old, text="leyó Adán Buenosayres dos veces")
    await desk.know("vive en Olavarría")
    desk.facts.drop_steps(OWNER)
    report = await editor.save(lambda text: text + "- rema\n")
    assert (report.removed, report.added) == (0, 1)
    assert {*MANY[1:], "leyó Adán Buenosayres dos veces", "vive en Olavarría", "rema"} <= {*await desk.texts()}
    assert "Marisa" not in desk.text


async def test_steps_are_forgotten_after_some_months(desk: Desk) -> None:
    await desk.know(*MANY)
    editor = Editor(desk)
    await desk.clock.advance(timedelta(days=30).total_seconds())
    await desk.know("vive en Olavarría")
    assert (await editor.save(without("Casa"))).removed == 1
    assert "vive en Olavarría" in await desk.texts()


@pytest.mark.parametrize("mark", ["- ", "- [weight:dos] "])
async def test_a_line_typed_in_an_old_buffer_and_forgotten_meanwhile_never_returns(desk: Desk, mark: str) -> None:
    """The file is what it was before the line was typed. Broken and mended later, the line would be a fact again."""
    await desk.know(*MANY)
    desk.edit(lambda text: f"{text}- salió con Marisa\n")
    editor = Editor(desk)
    await desk.sync.sync_now()
    await desk.remove(await desk.fact("salió con Marisa"))
    await desk.sync.sync_now()
    await editor.save(lambda text: text.replace("- salió", f"{mark}salió"))
    assert "Marisa" not in desk.text
    assert await desk.texts() == MANY


async def test_a_broken_line_that_says_something_else_than_what_was_forgotten_stays(desk: Desk) -> None:
    *_, secret = await desk.know(*MANY, "salió con Marisa")
    await desk.remove(secret)
    await desk.edited(lambda text: text.replace("[weight:1] salió con Marisa", "[weight:dos] estudia piano"))
    assert "estudia piano" in desk.line("[weight:dos]") and "Marisa" not in desk.text
    await desk.edited(lambda text: text.replace("[weight:dos]", "[weight:2]"))
    assert await desk.texts() == [*MANY, "estudia piano"]


async def test_a_broken_line_that_said_something_else_before_its_fact_was_forgotten_stays(desk: Desk) -> None:
    *_, secret = await desk.know(*MANY, "salió con Marisa")
    await desk.edited(lambda text: text.replace("[weight:1] salió con Marisa", "[weight:dos] estudia piano"))
    await desk.remove(secret)
    await desk.sync.sync_now()
    assert "estudia piano" in desk.line("[weight:dos]")
    await desk.edited(lambda text: text.replace("[weight:dos]", "[weight:2]"))
    assert await desk.texts() == [*MANY, "estudia piano"]


async def test_mending_a_line_undoes_no_change_that_was_made_meanwhile(desk: Desk) -> None:
    *_, fact = await desk.know(*MANY, "vive en Olavarría")
    await desk.edited(lambda text: text.replace("[weight:1] vive", "[weight:dos] vive"))
    await desk.change(fact, text="vive en Azul")
    await desk.edited(lambda text: text.replace("[weight:dos]", "[weight:2]"))
    assert await desk.texts() == [*MANY, "vive en Azul"]
    assert (await desk.fact("vive en Azul")).weight == 2


async def test_a_line_that_was_changed_and_broken_at_once_counts_when_it_is_mended(desk: Desk) -> None:
    *_, fact = await desk.know(*MANY, "vive en Olavarría")
    await desk.edited(lambda text: text.replace("[weight:1] vive en Olavarría", "[weight:dos] vive en Azul"))
    await desk.change(fact, weight=4)
    await desk.edited(lambda text: text.replace("[weight:dos]", "[weight:4]"))
    assert await desk.texts() == [*MANY, "vive en Azul"]


async def test_a_tick_deletes_no_fact_that_changed_meanwhile_though_its_line_is_broken(desk: Desk) -> None:
    fact, _ = await desk.know("vive en Olavarría", "rema los domingos")
    await desk.without("Olavarría", "domingos")
    await desk.edited(lambda text: text.replace("[weight:1] vive", "[weight:dos] vive"))
    await desk.change(fact, text="vive en Azul")
    await desk.edited(lambda text: text.replace("- [ ]", "- [x]"))
    assert await desk.texts() == ["vive en Azul"]


async def test_what_another_editor_typed_stays_though_a_line_of_the_old_buffer_is_broken(desk: Desk) -> None:
    await desk.know("vive en Azul")
    desk.edit(lambda text: text.replace("[weight:1]", "[weight:dos]") + "- rema los domingos\n")
    editor = Editor(desk)
    await desk.edited(lambda text: f"- come fideos\n{text}")
    await editor.save(str)
    assert {*await desk.texts()} == {"vive en Azul", "rema los domingos", "come fideos"}


async def test_a_line_that_was_changed_broken_and_mended_stays_though_its_fact_was_forgotten(desk: Desk) -> None:
    *_, fact = await desk.know(*MANY, "vive en Olavarría")
    await desk.edited(lambda text: text.replace("[weight:1] vive en Olavarría", "[weight:dos] vive en Azul"))
    await desk.remove(fact)
    await desk.edited(lambda text: text.replace("[weight:dos]", "[weight:2]"))
    assert await desk.texts() == [*MANY, "vive en Azul"]


async def test_mending_a_broken_copy_undoes_no_change_of_the_line_beside_it(desk: Desk) -> None:
    *_, fact = await desk.know(*MANY, "vive en Olavarría")
    line = desk.line("Olavarría")
    await desk.edited(lambda text: text.replace(line, f"{line}\n{line.replace('[weight:1]', '[weight:dos]')}"))
    await desk.change(fact, text="vive en Azul")
    await desk.sync.sync_now()
    await desk.edited(lambda text: text.replace("[weight:dos]", "[weight:2]"))
    assert await desk.texts() == [*MANY, "vive en Azul"]


async def test_a_changed_copy_that_was_broken_is_a_new_fact_when_it_is_mended(desk: Desk) -> None:
    await desk.know(*MANY)
    line = desk.line("Casa")
    copy = line.replace("[weight:1]", "[weight:dos]").replace("Casa", "Fin")
    await desk.edited(lambda text: text.replace(line, f"{copy}\n{line}"))
    await desk.edited(lambda text: text.replace("[weight:dos]", "[weight:2]"))
    assert await desk.texts() == [*MANY, "leyó el libro Fin"]


async def test_a_changed_copy_beside_the_broken_line_is_a_new_fact(desk: Desk) -> None:
    await desk.know(*MANY)
    line = desk.line("Casa")
    both = f"{line.replace('[weight:1]', '[weight:dos]')}\n{line.replace('Casa', 'Fin')}"
    await desk.edited(lambda text: text.replace(line, both))
    await desk.edited(lambda text: text.replace("[weight:dos]", "[weight:2]"))
    assert {*await desk.texts()} == {*MANY, "leyó el libro Fin"}


async def test_a_line_that_was_cut_off_is_no_new_fact(desk: Desk) -> None:
    """Something was written above it, so that the text is not the beginning of the file that was written."""
    await desk.know(*MANY)
    report = await desk.edited(lambda text: f"- rema los domingos\n{text[: text.index('libro Glosa') + 20]}")
    assert (report.added, report.removed) == (1, 0)
    assert await desk.texts() == [*MANY, "rema los domingos"]


async def test_no_copy_of_a_line_brings_back_what_was_forgotten(desk: Desk) -> None:
    *_, secret = await desk.know(*MANY, "salió con Marisa")
    await desk.remove(secret)
    twice = "- [weight:1] salió con Marisa\n"
    await desk.edited(lambda text: re.sub(r"- .*Marisa.*\n", twice * 2, text))
    assert await desk.texts() == MANY


async def test_a_broken_line_without_its_id_removes_nothing(desk: Desk) -> None:
    await desk.know(*MANY)
    report = await desk.edited(lambda text: re.sub(r"\[weight:1\] (.*Casa.*) <!-- f:\d+ -->", r"[weight:uno] \1", text))
    assert (report.removed, report.not_understood) == (0, 1)
    await desk.edited(lambda text: text.replace("[weight:uno]", "[weight:3]"))
    assert await desk.texts() == MANY
    assert desk.text.count("libro Casa") == 1


async def test_what_was_forgotten_can_be_written_again(desk: Desk) -> None:
    *_, old = await desk.know(*MANY, "salió con Marisa")
    await desk.remove(old)
    await desk.sync.sync_now()
    await desk.edited(lambda text: f"{text}- salió con Marisa\n")
    assert await desk.texts() == [*MANY, "salió con Marisa"]


async def test_an_unreadable_line_goes_when_what_it_says_is_forgotten(desk: Desk) -> None:
    *_, fact = await desk.know(*MANY, "salió con Marisa")
    await desk.edited(lambda text: f"{text}\n- [weight:dos] salió con Marisa | learned:2026-03-01\n")
    await desk.edited(lambda text: f"{text}\nMarisa llama los lunes\n")
    await desk.remove(fact)
    await desk.sync.sync_now()
    assert "salió con" not in desk.text
    assert "Marisa llama los lunes" in desk.text
