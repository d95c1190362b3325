"""`user.md`: understood however people write it, and changed without touching anything else."""

from __future__ import annotations

from zoneinfo import available_timezones

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sidecar.errors import ConfigError
from sidecar.memory.files.user_file import closest_timezone, read_user_file, with_setting

LINES = st.sampled_from(
    [
        "- **Nombre**: Ana",
        "Idioma: en",
        "- Language: es",
        "<!--",
        "-->",
        "<!-- - **Idioma**: en -->",
        "**Idioma:** ",
        "",
        "## Idioma",
        "- **Zona horaria**: UTC",
        "\ufeff",
        "idioma = es  ",
        "Tengo dos gatos",
        "\x85",
        "\u2028- Idioma: x",
    ]
)
FILES = st.one_of(
    st.text(), st.builds(lambda lines, end: end.join(lines), st.lists(LINES), st.sampled_from(["\n", "\r\n", "\r"]))
)


@pytest.mark.req("MEM-02")
@given(FILES)
@example("- **Timezone**: ../../etc/passwd")
@example("- **Timezone**: America")
@example("- **Timezone**: \0")
@example("Timezone: " + "x" * 5000)
@example("<!--" * 3000)
@example(" " * 15000 + "x")
def test_no_file_breaks_anything(text: str) -> None:
    user = read_user_file(text)
    assert user.preferences.language in ("es", "en")
    assert user.preferences.timezone.key in available_timezones()
    assert len(user.preferences.name) <= 80
    if user.bad_timezone:
        with pytest.raises(ConfigError):
            user.checked()


@pytest.mark.req("MEM-02")
@pytest.mark.parametrize(
    "line",
    [
        "- **Idioma**: inglés",
        "- **Idioma:** Inglés",
        "Idioma: en",
        "* Language: English",
        "+ __Language__: en_US",
        "1. Language: en-GB",
        "  - Idioma : EN",
        "idioma = en",
        "**LANGUAGE**: `en`",
        "- Idioma：en",
        "language: English (US)",
        "- **Idioma**:en",
        "-Idioma: en",
        '- Lengua: "en"',
        "- Idioma: en <!-- o es -->",
    ],
)
def test_tolerant_of_forms(line: str) -> None:
    for text in (
        line,
        f"\ufeff{line}\r\n".removeprefix("\ufeff"),
        f"---\n{line}\n---",
        f"# Sobre mí\r\n\r\n{line}\r\nhola",
    ):
        assert read_user_file(text).preferences.language == "en", text


@pytest.mark.req("MEM-02", "MEM-01")
def test_what_is_readable_is_used_and_the_rest_is_careful() -> None:
    user = read_user_file(
        "# Sobre vos\n- **Nombre**: Ana\n- **Idioma**: klingon\n\nTengo celiaquía.\n<!-- secreto -->\n"
    )
    assert user.preferences.name == "Ana"
    assert user.preferences.language == "es"
    assert user.preferences.timezone.key == "UTC"
    assert user.preferences.about == "# Sobre vos\n\nTengo celiaquía."
    assert [unclear.value for unclear in user.unclear] == ["klingon", ""]
    assert read_user_file("").preferences.language == "es"


def test_the_first_value_that_is_filled_in_counts() -> None:
    user = read_user_file("<!--\n- Idioma: en\n-->\n- Idioma:\n- Idioma: español\n- Idioma: en")
    assert user.preferences.language == "es"
    assert user.preferences.about == ""


@pytest.mark.req("MEM-02")
@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("America/Buenos_Aire", "America/Argentina/Buenos_Aires"),
        ("Buenos Aires", "America/Argentina/Buenos_Aires"),
        ("America/Argentina/Buenos_Aires (GMT-3)", "America/Argentina/Buenos_Aires"),
        ("america/new york", "America/New_York"),
        ("Europe/Madrit", "Europe/Madrid"),
        ("Asia/Tokio", "Asia/Tokyo"),
        ("Córdoba", "America/Argentina/Cordoba"),
    ],
)
def test_a_wrong_timezone_stops_the_start_with_the_right_one(wrong: str, right: str) -> None:
    user = read_user_file(f"- **Zona horaria**: {wrong}\n")
    assert user.bad_timezone == wrong
    with pytest.raises(ConfigError) as error:
        user.checked()
    assert wrong in str(error.value)
    assert error.value.fields["close"] == right


@pytest.mark.req("MEM-02")
@pytest.mark.parametrize("wrong", ["GMT-3", "UTC-3", "-03:00", "?", "xyzzy", "la de siempre"])
def test_no_suggestion_is_better_than_a_wrong_one(wrong: str) -> None:
    assert closest_timezone(wrong) == ""
    with pytest.raises(ConfigError) as error:
        read_user_file(f"Timezone: {wrong}").checked()
    assert "America/Argentina/Buenos_Aires" in error.value.hint


def test_a_right_timezone_passes() -> None:
    assert read_user_file("Timezone: Europe/Madrid").checked().preferences.timezone.key == "Europe/Madrid"
    assert read_user_file("Timezone:").checked().unclear[0].text.startswith("user.md names no timezone")


# -- changing a setting


@given(FILES)
@example("- **Idioma**: es <!-- o en -->\r\n\r\n<!--\r\n- Idioma: x\r\n-->\r\nhola\r\n")
@example("\ufeff- Idioma: es\n")
@example("hola\r\n")
@example("<!--\n- Idioma: es\n-->")
def test_a_changed_setting_reads_back_and_the_rest_stays(text: str) -> None:
    changed = with_setting(text, "language", "Idioma", "en")
    unmarked = changed.removeprefix("\ufeff")
    assert read_user_file(unmarked).preferences.language == "en"
    assert with_setting(changed, "language", "Idioma", "en") == changed
    before, after = read_user_file(text.removeprefix("\ufeff")).preferences, read_user_file(unmarked).preferences
    assert (after.name, after.timezone, after.about) == (before.name, before.timezone, before.about)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("- **Idioma**: es  \r\n\r\nhola\r\n", "- **Idioma**: en  \r\n\r\nhola\r\n"),
        ("- **Idioma**: es <!-- o en -->\n", "- **Idioma**: en <!-- o en -->\n"),
        ("\ufeff- Idioma: es\r- x", "\ufeff- Idioma: en\r- x"),
        ("# Yo\n- **Idioma**:\n", "# Yo\n- **Idioma**: en\n"),
        ("<!--\n- Idioma: es\n-->\n- Idioma: es", "<!--\n- Idioma: es\n-->\n- Idioma: en"),
        ("hola\r\n", "hola\r\n\r\n- **Idioma**: en\r\n"),
        ("hola", "hola\n\n- **Idioma**: en\n"),
        ("", "- **Idioma**: en\n"),
    ],
)
def test_every_other_character_stays(text: str, expected: str) -> None:
    assert with_setting(text, "language", "Idioma", "en") == expected
