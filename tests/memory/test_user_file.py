"""`user.md`: understood however people write it, and changed without touching anything else."""

from __future__ import annotations

from datetime import time
from zoneinfo import available_timezones

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sidecar.domain.person import ChannelPreference, Proactivity, QuietHours
from sidecar.errors import ConfigError
from sidecar.memory.files.preference_values import NEVER_QUIET
from sidecar.memory.files.user_file import find_closest_timezone, parse_user_file, set_setting

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
        "- Proactividad: mucho",
        "## Canales",
        "- terminal: solo recordatorios",
        "- telegram: quizás",
        "No molestar: 22 a 8",
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
    user = parse_user_file(text)
    assert user.preferences.language in ("es", "en")
    assert user.preferences.timezone.key in available_timezones()
    assert len(user.preferences.name) <= 80
    if user.bad_timezone:
        with pytest.raises(ConfigError):
            user.validate()
    assert all(warning.line <= len(text.splitlines()) for warning in user.warnings)


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
        assert parse_user_file(text).preferences.language == "en", text


@pytest.mark.req("MEM-02", "MEM-01")
def test_what_is_readable_is_used_and_the_rest_is_careful() -> None:
    user = parse_user_file(
        "# Sobre vos\n- **Nombre**: Ana\n- **Idioma**: klingon\n\nTengo celiaquía.\n<!-- secreto -->\n"
    )
    assert user.preferences.name == "Ana"
    assert user.preferences.language == "es"
    assert user.preferences.timezone.key == "UTC"
    assert user.preferences.about == "# Sobre vos\n\nTengo celiaquía."
    assert [warning.value for warning in user.warnings] == ["klingon", ""]
    assert parse_user_file("").preferences.language == "es"


def test_the_first_value_that_is_filled_in_counts() -> None:
    user = parse_user_file("<!--\n- Idioma: en\n-->\n- Idioma:\n- Idioma: español\n- Idioma: en")
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
    user = parse_user_file(f"- **Zona horaria**: {wrong}\n")
    assert user.bad_timezone == wrong
    with pytest.raises(ConfigError) as error:
        user.validate()
    assert wrong in str(error.value)
    assert error.value.fields["close"] == right


@pytest.mark.req("MEM-02")
@pytest.mark.parametrize("wrong", ["GMT-3", "UTC-3", "-03:00", "?", "xyzzy", "la de siempre"])
def test_no_suggestion_is_better_than_a_wrong_one(wrong: str) -> None:
    assert find_closest_timezone(wrong) == ""
    with pytest.raises(ConfigError) as error:
        parse_user_file(f"Timezone: {wrong}").validate()
    assert "America/Argentina/Buenos_Aires" in error.value.hint


def test_a_right_timezone_passes() -> None:
    assert parse_user_file("Timezone: Europe/Madrid").validate().preferences.timezone.key == "Europe/Madrid"
    assert parse_user_file("Timezone:").validate().warnings[0].text.startswith("user.md names no time zone")


# -- how much Sidecar may say by itself, when and where


@pytest.mark.req("MEM-02")
def test_a_file_from_before_these_settings_is_careful_and_quiet_about_it() -> None:
    user = parse_user_file("- **Nombre**: Ana\n- **Idioma**: es\n- **Zona horaria**: UTC\n- **Proactividad**:\n\nHola.")
    found = user.preferences
    assert (found.proactivity, found.quiet_hours, found.channels) == (Proactivity.LOW, QuietHours(), {})
    assert user.warnings == ()


@pytest.mark.req("MEM-01")
@pytest.mark.parametrize(
    ("line", "level"),
    [
        ("- **Proactividad**: bajo", Proactivity.LOW),
        ("Nivel de proactividad: Media", Proactivity.MEDIUM),
        ("* Proactivity level: HIGH (tell me everything)", Proactivity.HIGH),
        ("proactivity = medium", Proactivity.MEDIUM),
        ("- **Proactividad:** `alta`", Proactivity.HIGH),
    ],
)
def test_levels(line: str, level: Proactivity) -> None:
    user = parse_user_file(f"- Zona horaria: UTC\n{line}\n")
    assert (user.preferences.proactivity, user.warnings) == (level, ())
    assert user.preferences.about == ""


@pytest.mark.req("MEM-01")
@pytest.mark.parametrize(
    ("words", "start", "end"),
    [
        ("21:30–07:15", time(21, 30), time(7, 15)),
        ("23 a 6", time(23), time(6)),
        ("de 23 a 6", time(23), time(6)),
        ("entre las 23 y las 6", time(23), time(6)),
        ("desde las 22:00 hasta las 9:30", time(22), time(9, 30)),
        ("23hs a 7hs", time(23), time(7)),
        ("23h - 7h30", time(23), time(7, 30)),
        ("11pm to 7am", time(23), time(7)),
        ("from 11 p.m. until 7:30 a.m.", time(23), time(7, 30)),
        ("12am-8am", time(0), time(8)),
        ("24:00-08:00", time(0), time(8)),
        ("13.00 - 15.30", time(13), time(15, 30)),
    ],
)
def test_quiet_hours(words: str, start: time, end: time) -> None:
    user = parse_user_file(f"Zona horaria: UTC\n- **Horas de silencio**: {words}\n")
    assert (user.preferences.quiet_hours, user.warnings) == (QuietHours(start, end), ())
    assert parse_user_file(f"Quiet hours: {words}").preferences.quiet_hours == QuietHours(start, end)


def test_no_quiet_hours() -> None:
    for words in ("no", "none", "Ninguna", "off"):
        assert parse_user_file(f"- Quiet hours: {words}").preferences.quiet_hours == NEVER_QUIET


@pytest.mark.req("MEM-01")
def test_channels_in_their_order() -> None:
    user = parse_user_file(
        "- Timezone: UTC\n\n## Canales\nDonde me encuentra:\n- telegram: solo recordatorios\n* **terminal**: Todo\n"
        "+ `whatsapp`: nada\n- http_api: reminders-only\n- vacío:\n\n## Yo\n- mate: todo\n"
    )
    assert list(user.preferences.channels.items()) == [
        ("telegram", ChannelPreference.REMINDERS_ONLY),
        ("terminal", ChannelPreference.ALL),
        ("whatsapp", ChannelPreference.NONE),
        ("http_api", ChannelPreference.REMINDERS_ONLY),
    ]
    assert user.warnings == ()
    assert user.preferences.about == "Donde me encuentra:\n\n## Yo\n- mate: todo"


@pytest.mark.req("MEM-02")
def test_what_is_not_understood_is_careful_and_names_its_line() -> None:
    user = parse_user_file(
        "# Yo\n- Timezone: UTC\n- Proactivity: yes please\n- Quiet hours: 25 to 8\n- Language: klingon\n"
        "## Channels\n- terminal: all\n- telegram: sometimes\n"
    )
    found = user.preferences
    assert (found.proactivity, found.quiet_hours) == (Proactivity.LOW, QuietHours(time(22), time(8)))
    assert found.channels == {"terminal": ChannelPreference.ALL, "telegram": ChannelPreference.REMINDERS_ONLY}
    assert {(warning.value, warning.line) for warning in user.warnings} == {
        ("yes please", 3),
        ("25 to 8", 4),
        ("klingon", 5),
        ("- telegram: sometimes", 8),
    }


def test_a_setting_among_the_channels_is_no_channel() -> None:
    user = parse_user_file(set_setting("- Timezone: UTC\n## Canales\n- terminal: todo\n", "language", "Idioma", "en"))
    assert user.preferences.language == "en"
    assert (list(user.preferences.channels), user.warnings) == (["terminal"], ())


def test_sections_with_nothing_in_them_stay_out_of_the_prompt() -> None:
    user = parse_user_file("# Yo\n## Nada\n\n## Algo\n### Dentro\nTengo un loro.\n## Fin\n")
    assert user.preferences.about == "# Yo\n## Algo\n### Dentro\nTengo un loro."


# -- changing a setting


@given(FILES)
@example("- **Idioma**: es <!-- o en -->\r\n\r\n<!--\r\n- Idioma: x\r\n-->\r\nhola\r\n")
@example("\ufeff- Idioma: es\n")
@example("hola\r\n")
@example("<!--\n- Idioma: es\n-->")
def test_a_changed_setting_reads_back_and_the_rest_stays(text: str) -> None:
    changed = set_setting(text, "language", "Idioma", "en")
    unmarked = changed.removeprefix("\ufeff")
    assert parse_user_file(unmarked).preferences.language == "en"
    assert set_setting(changed, "language", "Idioma", "en") == changed
    before, after = parse_user_file(text.removeprefix("\ufeff")).preferences, parse_user_file(unmarked).preferences
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
    assert set_setting(text, "language", "Idioma", "en") == expected
