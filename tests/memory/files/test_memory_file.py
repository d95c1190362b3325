"""`MEMORY.md` is understood however people write it, and nothing of it gets lost."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from datetime import date

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sidecar.domain.fact import Domain, FactId
from sidecar.domain.person import LANGUAGES, Language
from sidecar.files.charsets import decode_lines
from sidecar.memory.files.fact_line import FactLine, parse_line, render_line, to_one_line
from sidecar.memory.files.headings import (
    HEADINGS,
    deletion_question,
    domain_heading,
    find_domain,
    is_unparsed,
    unparsed_heading,
)
from sidecar.memory.files.memory_file import DeletionQuestion, MemoryFile, Section, parse, render
from sidecar.memory.files.template_files import read_template
from tests.growth import assert_linear

SPICE = ["|", " | ", "\\", "\\|", "<!--", "-->", "<!-- f:7 -->", "[weight:3]", "learned:2026-01-01", "nota:x", "#",
         "- ", "\u2028", "\t", "mate", "ñandú", "🧉", "http://x.ar/a|b", "[ ]", "held:1"]  # fmt: skip
WORDS = st.lists(st.one_of(st.sampled_from(SPICE), st.text(max_size=8)), min_size=1, max_size=8).map("".join)
TEXTS = WORDS.map(lambda text: to_one_line(text)[:400].strip()).filter(bool)
DATES = st.dates(date(1990, 1, 1), date(2100, 1, 1))
IDS = st.integers(0, 10**12).map(FactId)
EXTRAS = st.lists(st.sampled_from(["nota:importante", "kept:changed", "x:1|2", "ver:a\\"]), max_size=2).map(tuple)
LINES = st.builds(
    FactLine, TEXTS, st.integers(1, 10), DATES, DATES, st.booleans(), st.booleans(), st.booleans(),
    st.none() | IDS, st.none() | IDS, EXTRAS, st.none() | IDS,
)  # fmt: skip
KNOWN = [(domain_heading(domain, language), domain) for language in LANGUAGES for domain in Domain]
HEADED = st.sampled_from([*KNOWN, ("### Viajes a Italia", None), ("## Proyectos de trabajo", None)])
SECTIONS = st.builds(lambda head, lines: Section(head[0], head[1], tuple(lines)), HEADED, st.lists(LINES, max_size=4))
LOOSE = st.lists(LINES, max_size=2).map(lambda lines: [Section("", None, tuple(lines))] if lines else [])
PROSE = st.sampled_from(["Hola.", "| a | b |", "> cita", "1. uno", "  ", "- [weight:mucho] x", "texto <!-- f:9 -->"])
PREAMBLE = st.lists(st.sampled_from(["# Lo mío", "Prosa mía.  ", "", "| tabla |"]), max_size=4).map(
    lambda lines: tuple("\n".join(lines).strip("\n").split("\n")) if any(map(str.strip, lines)) else ()
)
FILES = st.builds(
    lambda preamble, loose, sections, unparsed, language, held, newline: MemoryFile(
        preamble, (*loose, *sections), tuple(line for line in unparsed if line.strip()),
        unparsed_heading(language) if any(map(str.strip, unparsed)) else "", held, newline,
    ),
    PREAMBLE, LOOSE, st.lists(SECTIONS, max_size=4), st.lists(PROSE, max_size=3), st.sampled_from(LANGUAGES),
    st.none() | st.builds(
        lambda ids, approved, language: DeletionQuestion(
            tuple(sorted(ids)), deletion_question(len(ids), language), approved
        ),
        st.sets(IDS, min_size=1, max_size=3), st.booleans(), st.sampled_from(LANGUAGES),
    ),
    st.sampled_from(["\n", "\r\n"]),
)  # fmt: skip

RAW_LINES = st.one_of(
    st.text(max_size=30),
    WORDS.map(lambda text: f"- {text}"),
    LINES.map(render_line),
    HEADED.map(lambda head: head[0]),
    PROSE,
    st.sampled_from(
        [
            "## Sin entender", "- ", "---", "* * *", "```", "+ tab\tx  ", "- [ ] x <!-- held:1,2 -->", "# Salud", "",
            "- [weight:3] casi <!-- f:3", "- a <!-- f:4 --> b", "- x | learned:ayer", "\ufeff", "##Trabajo", "#hola",
        ]
    ),
)  # fmt: skip
RAW = st.builds(
    lambda lines, end: end.join(lines), st.lists(RAW_LINES, max_size=12), st.sampled_from(["\n", "\r\n", "\r"])
)


def words(text: str) -> Counter[str]:
    """All words of a text but the marks that we write ourselves."""
    text = re.sub(r"<!--\s*f:\s*\d+\s*-->|<!-- held:[\d,]* -->|\[\s*(?i:weight|peso)\s*:\s*\d+\s*\]", " ", text)
    return Counter(word for line in re.split(r"[\r\n]+", text) for word in re.findall(r"\w+", to_one_line(line)))


@given(LINES)
def test_a_line_reads_back(line: FactLine) -> None:
    assert parse_line(render_line(line)) == line


@pytest.mark.req("MEM-03")
@given(FILES)
def test_what_is_rendered_reads_back(file: MemoryFile) -> None:
    assert parse(render(file)) == file


@pytest.mark.req("MEM-03")
@given(RAW)
@example("- \x01[weight:3] a\n- \x01[ ] b\n- []|\n- <!-- f:7 -->A<!-- f:7 -->learned:2026-01-01")
@example("- a | conflict:#5 | confirmed:2026-01-01")
@example("\\\\servidor\\datos\n## Trabajo\n- usa C:\\nuevo \\| raro \\\\| x")
def test_nothing_that_was_written_is_lost(text: str) -> None:
    file = parse(text)
    after = render(file)
    # several such headings, or lines that ask, become one
    lines = [line for line in re.split(r"[\r\n]+", text) if not is_unparsed(line) and "<!-- held:" not in line]
    said = re.sub(r"\b(critical|critico|about|sobre|stale|viejo)\s*:\s*\w+", " ", "\n".join(lines), flags=re.IGNORECASE)
    lost = words(said) - words(after) - words("aprendido confirmado learned confirmed")
    assert not {word for word in lost if not re.fullmatch(r"\d+", word)}, after
    assert parse(after) == replace(file, unparsed_heading=parse(after).unparsed_heading)


@pytest.mark.req("MEM-03")
def test_the_format() -> None:
    line = FactLine("toma mate amargo", 4, date(2025, 7, 9), date(2026, 3, 1), id=FactId(12))
    written = "- [weight:4] toma mate amargo | learned:2025-07-09 | confirmed:2026-03-01 <!-- f:12 -->"
    assert render_line(line) == written
    assert parse_line(written) == line


@pytest.mark.req("MEM-03")
@pytest.mark.parametrize(
    "written",
    [
        "- me gusta el mate",
        "* me gusta el mate",
        "+\tme gusta  el mate   ",
        "\t- me gusta el mate",
        "• me gusta el mate",
        "-me gusta el mate",
        "-   me\u00a0gusta el mate\r",
    ],
)
def test_a_dash_and_the_fact_are_enough(written: str) -> None:
    file = parse(f"\ufeff# Lo mío\r\n\r\n## Preferencias\r\n{written}")
    (section,) = file.sections
    assert (section.domain, section.lines) == (Domain.PREFERENCES, (FactLine("me gusta el mate"),))


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("- [Weight: 3] x", FactLine("x", 3)),
        ("- [peso:3] x", FactLine("x", 3)),
        ("- [weight:99] x", FactLine("x", 10)),
        ("- [weight:0] x", FactLine("x", 1)),
        ("- [enlace](http://a.ar) x", FactLine("[enlace](http://a.ar) x")),
        ("- x | learned: 2026-02-01", FactLine("x", learned=date(2026, 2, 1))),
        ("- x | aprendido:2026-02-01 | CRITICAL:Sí", FactLine("x", learned=date(2026, 2, 1), critical=True)),
        ("- x | about:other | stale:no", FactLine("x", other=True)),
        ("- frontend | backend", FactLine("frontend | backend")),
        ("- mi blog | http://a.ar/x", FactLine("mi blog | http://a.ar/x")),
        ("- x | nota:y | z:1", FactLine("x", extra=("nota:y", "z:1"))),
        ("- x | nota: con blancos", FactLine("x | nota: con blancos")),
        ("- x <!--f:7-->", FactLine("x", id=FactId(7))),
        ("- x | nota:y <!-- f:7 --> y algo más", FactLine("x y algo más", extra=("nota:y",), id=FactId(7))),
        ("- a <!-- f:1 --> - b <!-- f:2 -->", FactLine("a - b", id=FactId(1))),
        ("- C:\\nuevo\\*x*", FactLine("C:\\nuevo\\*x*")),
    ],
)
def test_forms_of_a_line(written: str, expected: FactLine) -> None:
    assert parse_line(written) == expected


@pytest.mark.req("MEM-03")
@pytest.mark.parametrize(
    "written",
    [
        "esto es prosa", "| a | b |", "1. uno", "> cita", "- [weight:mucho] x", "- [weight:3 x", "- [weight:3]",
        "- [ ] comprar yerba", "- [x] comprado", "- x | learned:ayer", "- x | confirmed:2026-13-40",
        "- x | stale:quizás", "- x | learned:2026-01-01 | learned:2026-01-02", "- " + "largo " * 100, "*énfasis*",
        "- x" * 5_000, "```", "---",
    ],
)  # fmt: skip
def test_what_is_no_fact_stays_as_it_is(written: str) -> None:
    file = parse(f"## Salud\n- es celíaca\n{written}\n\n## Metas\n- correr\n")
    assert [line.text for _, line in file.lines()] == ["es celíaca", "correr"]
    assert file.unparsed == (written,)
    assert written in render(file).split("\n")
    assert parse(render(file)).unparsed == (written,)


def test_what_is_mended_where_it_lies_counts_again() -> None:
    broken = render(parse("## Salud\n- [weight:dos] usa lentes <!-- f:4 -->\n"))
    assert parse(broken).unparsed == ("- [weight:dos] usa lentes <!-- f:4 -->",)
    mended = parse(broken.replace("dos", "2"))
    assert mended.unparsed == ()
    assert [line for _, line in mended.lines()] == [FactLine("usa lentes", 2, id=FactId(4))]


def test_what_stands_above_the_sections_is_the_persons() -> None:
    file = parse("\n# Memoria de Ana\n\nUna nota mía.\n\n<!-- y otra -->\n## Salud\n- es celíaca\n")
    assert file.preamble == ("# Memoria de Ana", "", "Una nota mía.", "", "<!-- y otra -->")
    assert render(file).startswith("# Memoria de Ana\n\nUna nota mía.\n\n<!-- y otra -->\n\n## Salud\n\n- es celíaca\n")
    assert parse("# Salud\n- x").sections[0].domain is Domain.HEALTH


@pytest.mark.req("MEM-03")
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_template_has_a_place_for_every_domain(language: Language) -> None:
    file = parse(read_template("MEMORY.md", language))
    assert [section.domain for section in file.sections] == list(Domain)
    assert [section.heading for section in file.sections] == [f"## {HEADINGS[language][domain]}" for domain in Domain]
    assert file.unparsed == ()
    assert render(file) == read_template("MEMORY.md", language)


@pytest.mark.parametrize(
    ("title", "domain"),
    [
        ("SALUD", Domain.HEALTH), ("health:", Domain.HEALTH), ("🩺 Mi salud", Domain.HEALTH),
        ("Work & career", Domain.WORK),
        ("Decisión", Domain.DECISIONS), ("Laburo", Domain.WORK), ("Preferencias y gustos", Domain.PREFERENCES),
        ("Viajes", None), ("Proyectos de trabajo", None), ("Trabajos prácticos", None), ("", None),
    ],
)  # fmt: skip
def test_headings_name_a_domain_when_that_is_certain(title: str, domain: Domain | None) -> None:
    assert find_domain(title) is domain


def test_bytes_of_any_encoding() -> None:
    text = "## Salud\r\n- es celíaca — sí\r\n"
    for encoding in ("utf-8", "utf-8-sig", "utf-16", "utf-32", "cp1252"):
        assert decode_lines(text.encode(encoding)) == text
    mixed = "- camión\n".encode() + "- avión\n".encode("cp1252") + b"- \x81\n"
    assert decode_lines(mixed) == "- camión\n- avión\n- \x81\n"


def test_the_time_grows_with_the_file_and_no_faster() -> None:
    def read_and_write(count: int) -> None:
        fact = "- [weight:2] dato número {n} de una lista larguísima | learned:2026-01-01 <!-- f:{n} -->\n"
        file = parse(f"## Trabajo\n{''.join(fact.format(n=n) for n in range(count))}")
        assert sum(1 for _ in file.lines()) == count
        assert render(file).count("\n") > count

    assert_linear(read_and_write, 2_500)


@pytest.mark.parametrize("line", ["- {}", "# {}", "- [x] {}<!-- held:"])
@pytest.mark.parametrize("piece", ["\\", " #", "<!-- ", " "])
def test_the_time_grows_with_a_line_and_no_faster(line: str, piece: str) -> None:
    assert_linear(lambda times: render(parse(f"## Trabajo\n{line.format(piece * times)}\n")), 25_000)
