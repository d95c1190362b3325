"""The language of the house: searchable names with one meaning each, and the words that the glossary rules out."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from scripts.house import House, Measure

ROOT = Path(__file__).parent.parent
HOUSE = House(ROOT)


@pytest.mark.parametrize("measure", HOUSE.measures(), ids=lambda measure: measure.name.replace(" ", "-"))
def test_the_house_meets_its_goals(measure: Measure) -> None:
    assert measure.met, f"{measure}\n" + "\n".join(measure.places)


def test_a_word_that_the_glossary_rules_out_names_nothing() -> None:
    ruled_out = terms_ruled_out((ROOT / "docs" / "glossary.md").read_text(encoding="utf-8"))
    assert {"till", "shelf"} <= ruled_out
    assert [name for name in public_names(HOUSE) if head_noun(name) in ruled_out] == []


def test_words_are_read_from_the_third_column() -> None:
    table = "| word | meaning | not |\n| --- | --- | --- |\n| **a** | b | till, log book |\n| **c** | d | |\n\ntill, c"
    assert terms_ruled_out(table) == {"till", "log book"}


@pytest.mark.parametrize(
    ("name", "noun"),
    [("sidecar.memory.shelf", "shelf"), ("SpendTill", "till"), ("open_shelf", "shelf"), ("HTTPLog", "log")],
)
def test_the_last_word_says_what_a_name_is(name: str, noun: str) -> None:
    assert head_noun(name) == noun


def test_a_docstring_that_tells_a_riddle_is_seen(tmp_path: Path) -> None:
    module = tmp_path / "src" / "sidecar" / "reading.py"
    module.parent.mkdir(parents=True)
    module.write_text('def a():\n    """Return b."""\n\n\ndef c():\n    """Nobody knows."""\n', encoding="utf-8")
    measures = {measure.name: measure for measure in House(tmp_path).measures()}
    assert measures["function docstrings that open with a verb"].value == 50
    assert measures["modules named by a gerund"].places == ("sidecar.reading",)


def test_a_cycle_is_seen_where_an_import_is_lazy(tmp_path: Path) -> None:
    folder = tmp_path / "src" / "sidecar"
    folder.mkdir(parents=True)
    (folder / "a.py").write_text("from sidecar import b\n", encoding="utf-8")
    (folder / "b.py").write_text("def later():\n    from sidecar.a import x\n", encoding="utf-8")
    assert House(tmp_path).cycles().places == ("sidecar.a", "sidecar.b")


def terms_ruled_out(glossary: str) -> set[str]:
    rows = (line.strip().strip("|").split("|") for line in glossary.splitlines() if line.startswith("|"))
    columns = [row[2] for row in rows if len(row) == 3 and row[2].strip() not in {"not", "---"}]
    return {term.strip().lower() for column in columns for term in column.split(",") if term.strip()}


def public_names(house: House) -> list[str]:
    """Return the names of all modules, classes and functions that do not begin with an underscore."""
    defined = [
        node.name
        for _, node in house.definitions()
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    return sorted({name for name in [*house.paths, *defined] if not name.startswith("_")})


def head_noun(name: str) -> str:
    last = name.rpartition(".")[2]
    return re.split(r"_|(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", last)[-1].lower()
