"""Where a stream may be cut, what never reaches a terminal, what a pipe gets."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sidecar.channels.terminal.markdown import parse_blocks, split_blocks, strip_markdown
from sidecar.channels.terminal.render import render_lines
from sidecar.domain.control_characters import strip_controls
from tests.growth import assert_linear

PIECES = [
    "text", "más texto", "# title", "## t", "- item", "* item", "  - deeper", "1. one", "1989. year", "10) ten", "```",
    "```py", "~~~~", "> quote", "| a | b |", "|---|---|", "---", "***", "    code", "\t", "", "", "**bold", "`x`",
    "- ```", "\r", "#", "-", "[a](b)", "<b>", "🦷", "\x1b[31m", "\u2028",
]  # fmt: skip
markdown_lines = st.lists(st.sampled_from(PIECES) | st.text(max_size=12), max_size=20).map("\n".join)


@given(markdown_lines)
def test_nothing_is_lost_between_the_blocks(text: str) -> None:
    finished, rest = split_blocks(text)
    assert "".join(finished) + rest == text
    assert all(block.strip() for block in finished)


CARRIAGE_RETURN_IN_A_LIST = "- item\n\r\n\r\n\r\n- item"


@pytest.mark.parametrize("text", [CARRIAGE_RETURN_IN_A_LIST, "- item\n\n\u00a0\n- item", "- item\n\n\u0661. item"])
def test_no_cut_takes_a_list_apart(text: str) -> None:
    whole = split_blocks(text)[0]
    assert [split_blocks(text[:cut])[0] for cut in range(len(text))] == [whole] * len(text) == [()] * len(text)


@given(markdown_lines, st.data())
def test_what_follows_never_changes_a_finished_block(text: str, data: st.DataObject) -> None:
    cut = data.draw(st.integers(0, len(text)))
    finished, _ = split_blocks(text[:cut])
    assert split_blocks(text)[0][: len(finished)] == finished


@given(markdown_lines)
def test_splitting_the_rest_again_finds_nothing_new(text: str) -> None:
    _, rest = split_blocks(text)
    assert split_blocks(rest) == ((), rest)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("one\n\ntwo\n", ["one\n\n", "two\n"]),
        ("# title\ntext", ["# title\n", "text"]),
        ("look:\n- a\n\n- b\nafter\n\nend", ["look:\n", "- a\n\n- b\nafter\n\n", "end"]),
        ("```\na\n\n# b\n```\nend", ["```\na\n\n# b\n```\n", "end"]),
        ("````\n```\n\n````\nend", ["````\n```\n\n````\n", "end"]),
        ("- a\n  ```\n\n  x\n  ```\n- b\n\nend", ["- a\n  ```\n\n  x\n  ```\n- b\n\n", "end"]),
        ("| a |\n|---|\n| 1 |\n\nend", ["| a |\n|---|\n| 1 |\n\n", "end"]),
        ("in 1988\n1989. was", ["in 1988\n1989. was"]),
        ("text\n```\ncode\n```", ["text\n", "```\ncode\n```"]),
        ("", []),
    ],
)
def test_blocks_end_where_markdown_says(text: str, expected: list[str]) -> None:
    assert list(parse_blocks(text)) == expected


def test_a_list_is_over_as_soon_as_other_text_begins() -> None:
    assert split_blocks("- a\n\nT") == (("- a\n\n",), "T")
    assert split_blocks("- a\n\n-") == ((), "- a\n\n-")
    assert split_blocks("- a\n\n  ") == ((), "- a\n\n  ")


# -- strip_controls


@pytest.mark.req("CHA-30")
@given(st.text(st.characters(codec=None) | st.sampled_from("\x1b\x9b\x07[]mPJ0;\\\r\n\x00\ud800\u202e"), max_size=60))
def test_no_control_character_survives(text: str) -> None:
    clean = strip_controls(text)
    assert all(c in "\n\t" or unicodedata.category(c) not in ("Cc", "Cs") for c in clean)
    assert not set(clean) & set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
    assert strip_controls(clean) == clean
    clean.encode()


@pytest.mark.parametrize(
    ("dirty", "clean"),
    [
        ("\x1b[31mred\x1b[0m", "red"),
        ("a\x1b]52;c;aGk=\x07b", "ab"),
        ("a\x1b]0;title\x1b\\b", "ab"),
        ("\x9b2Jx", "x"),
        ("a\x1bPq#0\x1b\\b", "ab"),
        ("\x1b]never ended", "]never ended"),
        ("\x1b\x1b[31m[2J", "[2J"),
        ("a\r\nb\rc", "a\nb\nc"),
        ("nul\x00 bell\x07 del\x7f", "nul bell del"),
        ("half \ud83d pair", "half \ufffd pair"),
        ("👩‍👩‍👧 ñandú\tok", "👩‍👩‍👧 ñandú\tok"),
    ],
)
def test_sequences_go_whole(dirty: str, clean: str) -> None:
    assert strip_controls(dirty) == clean


# -- plain


@pytest.mark.parametrize(
    ("markdown", "text"),
    [
        ("**Hola** _Ana_, `x = 1`", "Hola Ana, x = 1"),
        ("# Title\ntext", "Title\n\ntext"),
        ("[page](https://a.example) <https://b.example>", "page (https://a.example) https://b.example"),
        ("- a\n- b\n  - c", "- a\n- b\n  - c"),
        ("3. x\n4. y", "3. x\n4. y"),
        ("```sh\nls  -l\n\necho **\n```", "ls  -l\n\necho **"),
        ("> a\n> b", "> a\n> b"),
        ("| a | b |\n|---|---|\n| 1 | 2 |", "a | b\n1 | 2"),
        ("one\ntwo", "one\ntwo"),
        ("2 * 3 * 4 and snake_case_name", "2 * 3 * 4 and snake_case_name"),
        ("~~no~~ &amp; \\*yes\\*", "no & *yes*"),
        ("", ""),
    ],
)
def test_plain_is_what_one_would_type(markdown: str, text: str) -> None:
    assert strip_markdown(markdown) == text


@given(markdown_lines)
def test_plain_takes_everything(text: str) -> None:
    assert "\x1b" not in strip_markdown(text)


@given(st.text(st.sampled_from("abcñ é.,"), max_size=80))
def test_plain_leaves_words_alone(text: str) -> None:
    assert strip_markdown(text).split() == text.split()


# -- ANSI


@pytest.mark.req("CHA-30")
@given(markdown_lines, st.integers(1, 100), st.booleans())
def test_every_line_fits_and_only_styles_remain(text: str, columns: int, colour: bool) -> None:
    from rich.cells import cell_len
    from rich.text import Text

    for line in render_lines(text, columns, colour=colour):
        visible = Text.from_ansi(line).plain
        assert cell_len(visible) <= max(columns, 8)
        assert visible == visible.rstrip(" ")


def test_without_colour_there_is_only_weight() -> None:
    lines = "\n".join(render_lines("# A\n\n`b` **c**\n\n```py\ndef f(): pass\n```\n[x](http://y)", 40, colour=False))
    assert "\x1b[1m" in lines
    styles = re.findall(r"\x1b\[([0-9;]*)m", lines)
    assert not [style for style in styles if re.search(r"(^|;)[349]\d", style)]


def test_lists_and_code_have_no_margin_of_their_own() -> None:
    assert render_lines("- a\n- b\n  - c", 40, colour=False) == ["• a", "• b", "   • c"]
    assert render_lines("```\n  a\nb\n```", 40, colour=False) == ["  a", "b"]


def test_headings_code_and_links_are_plain_to_see() -> None:
    shown = "\n".join(render_lines("[x](http://y)\nhttp://z <http://w>", 60, colour=False))
    assert shown.count("http://y") == shown.count("http://w") == 1
    assert render_lines("a\nb", 60, colour=False) == ["a", "b"]


@pytest.mark.req("CHA-30")
@pytest.mark.parametrize(
    ("start", "piece"), [("", "palabra "), ("", "x"), ("", "["), ("", "- item\n"), ("```\n", "x = 1\n")]
)
def test_a_long_reply_takes_time_that_grows_with_it_and_no_faster(start: str, piece: str) -> None:
    def show(chars: int) -> None:
        text = start + piece * (chars // len(piece))
        lines = [line for block in parse_blocks(text) for line in render_lines(block, 80, colour=True)]
        assert len(lines) > chars / 100
        strip_markdown(text)

    assert_linear(show, 25_000)


def test_the_colours_can_be_read_on_a_dark_ground_and_on_a_light_one() -> None:
    text = (
        "# A\n\n> b `c` [d](http://e.f)\n\n```python\n# g\n@h\nclass I(Exception):\n    j = 'k' + str(1) + L['m']\n```"
        "\n\n```html\n<a b='c'>&amp;</a>\n```\n\n```diff\n- n\n+ o\n@@ p\n```\n\n```sh\n$ echo $HOME && (\n```"
        "\n\n| q |\n|---|\n| r |"
    )
    drawn = "".join(render_lines(text, 60, colour=True))
    used = {int(code) for codes in re.findall(r"\x1b\[([\d;]+)m", drawn) for code in codes.split(";")}
    red, green, magenta, cyan = 31, 32, 35, 36
    assert {code for code in used if code > 9} <= {red, green, magenta, cyan}
