"""`sidecar route`: one message or many lines, without a model."""

from __future__ import annotations

import json

import pytest

from tests.cli.conftest import Command


@pytest.mark.req("RTR-01", "CLI-02")
async def test_one_message(sidecar: Command) -> None:
    done = await sidecar("route", "avisame el jueves a las 18 que pase por la farmacia", "--json")
    found = json.loads(done.out)
    assert (done.code, found["intent"], found["stage"]) == (0, "set_reminder", "grammar")
    assert found["slots"] == {"message": "pase por la farmacia", "when": "el jueves a las 18"}
    assert found["ms"] >= 0


@pytest.mark.req("RTR-01")
async def test_many_lines_each_in_its_language(sidecar: Command) -> None:
    rows = [
        {"id": 1, "text": "what's the weather in Oslo on sunday?", "lang": "en"},
        {"id": 2, "text": "1.200 + 300", "lang": "es-AR"},
        {"id": 3, "text": "contame de Borges"},
        {"id": 4},
    ]
    done = await sidecar("route", "--batch", stdin="\n".join(map(json.dumps, rows)).encode())
    found = [json.loads(line) for line in done.out.splitlines()]
    assert [line.get("intent") for line in found] == ["weather", "calc", "other", None]
    assert found[0]["slots"] == {"city": "Oslo", "when": "on sunday"}
    assert found[1]["slots"] == {"expression": "1200 + 300"}
    assert found[3]["id"] == 4 and "error" in found[3]


async def test_a_person_reads_it_in_a_line(sidecar: Command) -> None:
    done = await sidecar("route", "set a timer for 20 minutes")
    assert done.out.startswith("set_reminder (grammar, 1.00, ")
    assert "classifier: set_reminder 0.9" in done.out
    assert "20 minutes" in done.out


@pytest.mark.req("RTR-02")
async def test_second_opinion_is_shown(sidecar: Command) -> None:
    found = json.loads((await sidecar("route", "hoy ando muy bajoneada, me siento sola", "--json")).out)
    assert (found["intent"], found["stage"], found["likely"]) == ("other", "classifier", "sorrow")
    assert 0.4 < found["likelihood"] <= found["confidence"] <= 1
