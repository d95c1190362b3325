"""Every text that a person may see exists in both languages, with the same fields, in the voice of the house."""

from __future__ import annotations

import os
import re
import string
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Message

from scripts.click_texts import CLICK_TEXTS
from scripts.extraction import find_texts
from scripts.texts import CATALOGUES, entries, forms, is_finished, read, texts_of_the_code
from sidecar.app import open_sidecar
from sidecar.domain.person import LANGUAGES, Language
from sidecar.home import Home
from sidecar.i18n.translation import LOCALES

ADVICE = "run `make texts` and translate what it lists"
_NOT_VOSEO = re.compile(
    r"\b(usted(es)?|tú|ti|contigo|puedes|tienes|quieres|debes|eres|necesitas|sabes|usas|escribes"
    r"|ejecute|intente|verifique|revise|ingrese|escriba|elija|pruebe|consulte|seleccione)\b",
    re.IGNORECASE,
)


def catalogue_of(language: str) -> dict[tuple[str, ...], Message]:
    (path,) = (path for path in CATALOGUES if path.parent.parent.name == language)
    return {forms(entry.id): entry for entry in entries(read(path))}


@cache
def ids_in_the_code() -> set[tuple[str, ...]]:
    texts, _ = texts_of_the_code()
    return {(text.one, text.many) if text.many else (text.one,) for text in texts}


CLICK_IDS = {(one, many) if many else (one,) for one, many in CLICK_TEXTS}


def fields(text: str) -> set[str]:
    named = {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}
    return named | set(re.findall(r"%\((\w+)\)s", text))


@pytest.mark.req("OPS-05")
def test_every_language_but_english_has_a_catalogue() -> None:
    assert {path.parent.parent.name for path in CATALOGUES} == set(LANGUAGES) - {"en"}


@pytest.mark.req("OPS-05")
def test_every_text_of_the_code_is_translated() -> None:
    catalogue = catalogue_of("es")
    missing = sorted(id_ for id_ in ids_in_the_code() | CLICK_IDS if id_ not in catalogue)
    unfinished = [id_ for id_, entry in catalogue.items() if not is_finished(entry)]
    assert not missing, ADVICE
    assert not unfinished, "empty or fuzzy in the catalogue: translate them"


@pytest.mark.req("OPS-05")
def test_no_translation_is_left_over() -> None:
    used = ids_in_the_code() | CLICK_IDS
    left_over = [id_ for id_ in catalogue_of("es") if id_ not in used]
    assert not left_over, ADVICE


@pytest.mark.req("OPS-05")
def test_no_text_hides_from_the_extraction() -> None:
    _, untraceable = texts_of_the_code()
    assert not untraceable, "use a literal, a module constant or msgid(...)"


@pytest.mark.req("OPS-05")
def test_translations_keep_the_fields() -> None:
    for id_, entry in catalogue_of("es").items():
        if not is_finished(entry):
            continue
        wanted = set[str]().union(*map(fields, id_))
        one, *_, many = [*forms(entry.string), forms(entry.string)[-1]]
        assert fields(many) == fields(id_[-1]), id_
        assert fields(one) <= wanted, id_
        assert len(id_) > 1 or fields(one) == wanted, id_


@pytest.mark.req("OPS-05")
def test_spanish_speaks_with_vos() -> None:
    slips = [text for entry in catalogue_of("es").values() for text in forms(entry.string) if _NOT_VOSEO.search(text)]
    assert not slips


def test_what_the_extraction_finds(tmp_path: Path) -> None:
    source = tmp_path / "sample.py"
    source.write_text(
        '''
LABELS = {"a": "in a table", "b": "also there"}

class OddError(ModelError): ...
class ModelError(SidecarError): ...
class DeepError(ToolError): ...
class ToolError(SidecarError): ...

class Command:
    name: str
    summary: str

class PreferenceWarning:
    text: str

@group.command()
def command():
    """A command's help.

    With an example.
    """

@group.command()
def without_help(): ...

def function(self, say, key, many):
    say("plain")
    self._say("by attribute" if many else "or the other")
    say.plural("{n} thing", "{n} things", 3)
    say(LABELS[key])
    raise OddError("an error " "in two pieces", hint="what to do")
    raise DeepError("for the model", hint="for it too")
    raise OddError("{reason}", reason=key)
    say(key)
    say(f"{key}")
    draft.say(key)
    option(help="an option")
    say(Command("x", "in a field").summary)
    warning = PreferenceWarning("in another field")
    say(warning.text)
'''
    )
    texts, untraceable = find_texts([source])
    assert {text.one for text in texts} == {
        "plain",
        "by attribute",
        "or the other",
        "{n} thing",
        "in a table",
        "also there",
        "an error in two pieces",
        "what to do",
        "an option",
        "in a field",
        "in another field",
        "A command's help.\n\nWith an example.",
    }
    assert [text.many for text in texts if text.many] == ["{n} things"]
    assert [item.code for item in untraceable] == ["say(key)", "say(f'{key}')"]


_CLICK_IN_SPANISH = """
import click, gettext, sys
gettext.bindtextdomain("sidecar", sys.argv.pop(1))
gettext.textdomain("sidecar")

@click.group()
def cli(): ...

@cli.command()
@click.option("--count", type=int, default=3, show_default=True)
@click.argument("what", type=click.Choice(["tea", "mate"]))
def drink(count, what): ...

cli(prog_name="bar")
"""


@pytest.mark.req("OPS-05")
@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["--help"], ["Uso:", "Opciones", "Comandos", "muestra esta ayuda"]),
        (["drink", "--help"], ["por defecto: 3"]),
        (["drnk"], ["Probá “bar --help”", "No existe el comando", "¿Quisiste decir"]),
        (["drink", "--cuont", "1"], ["No existe la opción", "¿Quisiste decir"]),
        (["drink"], ["Falta el argumento", "Elegí entre"]),
        (["drink", "wine"], ["Ese valor no sirve para", "no es ninguno de estos"]),
        (["drink", "tea", "more"], ["Sobra un argumento"]),
        (["drink", "--count", "x", "tea"], ["no es un número válido"]),
        (["drink", "--count"], ["necesita un valor"]),
    ],
)
def test_the_installed_click_speaks_spanish(arguments: list[str], expected: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-c", _CLICK_IN_SPANISH, str(LOCALES), *arguments],
        env=os.environ | {"LANGUAGE": "es", "PYTHONUTF8": "1"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert [words for words in expected if words not in done.stdout + done.stderr] == []


@pytest.mark.req("OPS-05", "CMD-01")
@pytest.mark.parametrize("language", LANGUAGES)
async def test_commands_of_the_conversation_are_named_in_its_language(language: Language, tmp_path: Path) -> None:
    """Every command of another language has another name in this one, and no text says that."""
    async with open_sidecar(Home(tmp_path / "home")) as sidecar:
        named = sidecar.commands.commands
    own = {command.name_in(language) for command in named}
    foreign = {command.name_in(other) for command in named for other in LANGUAGES} - own
    assert len(own) == len(foreign) == len(named)
    texts = {form for id_ in ids_in_the_code() for form in id_}
    if language != "en":
        texts = {form for entry in catalogue_of(language).values() for form in forms(entry.string)}
    wrong = re.compile(rf"(?<![\w/.])/(?:{'|'.join(foreign)})\b")
    assert [text for text in texts if wrong.search(text)] == []


@pytest.mark.req("OPS-05", "CMD-01")
@pytest.mark.parametrize("language", LANGUAGES)
async def test_every_command_that_a_text_names_exists_by_its_first_name(language: Language, tmp_path: Path) -> None:
    async with open_sidecar(Home(tmp_path / "home")) as sidecar:
        own = {command.name_in(language) for command in sidecar.commands.commands}
    texts = {form for id_ in ids_in_the_code() for form in id_}
    if language != "en":
        texts = {form for entry in catalogue_of(language).values() for form in forms(entry.string)}
    named = {
        name for text in texts for name in re.findall(r"(?:^|[\s`(“])/([^\W\d]{3,}(?:-\w+)*)(?=[\s`.,:;?)”]|$)", text)
    }
    assert len(named) > 10
    assert named <= own, named - own


def test_the_page_of_commands_is_as_the_commands_are() -> None:
    done = subprocess.run([sys.executable, "scripts/command_table.py", "--check"], cwd=CATALOGUES[0].parents[6])
    assert done.returncode == 0, "run `make texts`"
