"""`sidecar dates`, one text and many."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from sidecar.cli.dates import dates

NOW = ["--now", "2026-03-11T10:00", "--tz", "America/Argentina/Buenos_Aires", "--lang", "es"]


def run(*arguments: str, text: str = "") -> Result:
    return CliRunner().invoke(dates, list(arguments), input=text, standalone_mode=False)


@pytest.mark.req("DAT-01")
def test_a_moment_as_json() -> None:
    result = run("mañana a las 9", "--json", *NOW)
    assert result.return_value == 0
    assert json.loads(result.output) == {
        "kind": "instant",
        "utc": "2026-03-12T12:00:00Z",
        "local": "2026-03-12T09:00:00",
        "zone": "America/Argentina/Buenos_Aires",
    }


@pytest.mark.req("DAT-03")
def test_a_rule_as_json() -> None:
    assert json.loads(run("todos los lunes a las 9", "--json", *NOW).output) == {
        "kind": "recurrence",
        "rrule": "FREQ=WEEKLY;BYDAY=MO",
        "first_local": "2026-03-16T09:00:00",
        "zone": "America/Argentina/Buenos_Aires",
    }


@pytest.mark.req("DAT-04")
def test_an_error_as_json_and_its_exit_code() -> None:
    result = run("a las 3", "--json", *NOW)
    assert result.return_value == 1
    assert json.loads(result.output) == {
        "kind": "error",
        "code": "ambiguous_day",
        "message": "¿Hoy a las 15 o mañana a las 3?",
        "suggestions": ["hoy a las 15", "mañana a las 3"],
    }


@pytest.mark.req("DAT-09")
def test_the_line_of_a_rule_shows_the_next_two_firings() -> None:
    line = run("todos los lunes a las 9", *NOW).output
    assert "lunes 16 de marzo" in line and "lunes 23 de marzo" in line


@pytest.mark.req("DAT-05")
def test_the_line_of_a_moment_shows_zone_and_note() -> None:
    line = run("mañana a las 3", *NOW).output
    assert line.startswith("mañana a las 3:00 (America/Argentina/Buenos_Aires) · 03:00, de la madrugada")


@pytest.mark.req("DAT-01")
def test_the_steps() -> None:
    assert "ClockTime(hour=9" in run("mañana a las 9", "--explain", *NOW).output
    assert json.loads(run("mañana a las 9", "--explain", "--json", *NOW).output)["steps"]


@pytest.mark.req("DAT-01")
def test_a_batch_answers_every_line_in_its_order() -> None:
    rows = [
        {"id": "a", "text": "mañana a las 9", "now": "2026-03-11T10:00", "tz": "Europe/Madrid", "lang": "es"},
        {"id": 2, "text": "tomorrow at 9", "now": "2026-03-11T10:00", "tz": "America/New_York", "lang": "en"},
        {"id": "c", "text": "", "now": "2026-03-11T10:00", "tz": "UTC", "lang": "en"},
    ]
    result = run("--batch", text="\n".join(json.dumps(row) for row in rows))
    assert result.return_value == 0
    answers = [json.loads(line) for line in result.output.splitlines()]
    assert [answer["id"] for answer in answers] == ["a", 2, "c"]
    assert [answer["kind"] for answer in answers] == ["instant", "instant", "error"]
    assert answers[0]["utc"] == "2026-03-12T08:00:00Z"


@pytest.mark.req("DAT-01")
def test_a_bad_line_is_told_in_its_place_and_the_batch_goes_on() -> None:
    good = json.dumps(
        {"id": 7, "text": "mañana a las 9", "now": "2026-03-11T10:00", "tz": "Europe/Madrid", "lang": "es"}
    )
    bad = [
        "no json",
        "[" * 100_000,
        "[1, 2]",
        '{"id": 3}',
        '{"id": 4, "text": "hoy", "tz": "Luna/Mar"}',
        '{"id": 5, "text": "x", "now": "?"}',
    ]
    result = run("--batch", text="\n".join([good, *bad, good]))
    assert result.return_value == 0
    answers = [json.loads(line) for line in result.output.splitlines()]
    assert [answer["id"] for answer in answers] == [7, None, None, None, 3, 4, 5, 7]
    assert answers[0] == answers[-1]
    for answer in answers[1:-1]:
        assert (answer["kind"], answer["code"], answer["suggestions"]) == ("error", "unparseable", [])
        assert answer["message"]


@pytest.mark.req("CLI-02")
def test_a_line_separator_inside_a_text_does_not_cut_the_line() -> None:
    row = {"id": 1, "text": "mañana\u2028a las 9", "now": "2026-03-11T10:00", "tz": "UTC", "lang": "es"}
    result = run("--batch", text=json.dumps(row, ensure_ascii=False))
    (answer,) = [json.loads(line) for line in result.output.split("\n") if line]
    assert (answer["id"], answer["local"]) == (1, "2026-03-12T09:00:00")


@pytest.mark.req("DAT-01")
@pytest.mark.parametrize("arguments", [["mañana", "--tz", "Luna/Mar"], ["mañana", "--now", "ayer"], [""]])
def test_what_cannot_be_used_is_told(arguments: list[str]) -> None:
    result = run(*arguments)
    assert type(result.exception).__name__ == "ConfigError"


@pytest.mark.req("DAT-01")
def test_the_zone_is_the_persons_own_unless_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "user.md").write_text("- **Zona horaria**: Asia/Tokyo\n", encoding="utf-8")
    monkeypatch.setenv("SIDECAR_HOME", str(tmp_path))
    result = run("mañana a las 9", "--now", "2026-03-16T10:00", "--lang", "es", "--json")
    assert json.loads(result.output)["utc"] == "2026-03-17T00:00:00Z"
