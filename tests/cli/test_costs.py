"""What things cost, as the commands tell it: attempts in vain, trials, a program that is killed."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from tests.cli.conftest import Command
from tests.eventually import eventually
from tests.loopback.openai_server import OpenAIServer
from tests.loopback.script import Say, Script, Tokens

SETTINGS = """
[models.chat]
model = "openai:loopback"
base_url = "{url}"
[memory]
extract = false
{more}
[prices."openai:loopback"]
input = 100
output = 1000
"""
"""A token in costs 0.01 cents, a token out 0.1 cents."""


def ensure_home(sidecar: Command, server: OpenAIServer, more: str = "") -> None:
    sidecar.home.mkdir(exist_ok=True)
    (sidecar.home / "sidecar.toml").write_text(SETTINGS.format(url=server.base_url, more=more), encoding="utf-8")


async def today(sidecar: Command) -> dict[str, Any]:
    return (await sidecar("cost", "--json")).json["today"]


async def by_feature(sidecar: Command) -> dict[str, Any]:
    return (await sidecar("cost", "--by", "feature", "--json")).json["month_by_feature"]


@pytest.mark.req("LLM-05", "CLI-02")
async def test_an_answer_costs_what_its_attempts_cost(sidecar: Command, server: OpenAIServer) -> None:
    ensure_home(sidecar, server)
    server.script.steps += [Say(tokens=Tokens(100, 20)), Say(("hola",), tokens=Tokens(100, 10))]
    answered = (await sidecar("ask", "--json", "contame algo lindo")).json
    assert answered["reply"] == "hola"
    assert answered["usage"] == {"input_tokens": 200, "cached_tokens": 0, "output_tokens": 30}
    assert answered["cost_usd"] == pytest.approx(0.05)
    assert (await today(sidecar))["cost_usd"] == pytest.approx(0.05)


@pytest.mark.req("LLM-05")
async def test_an_answer_that_a_kill_ended_is_in_the_accounts(sidecar: Command, server: OpenAIServer) -> None:
    ensure_home(sidecar, server)
    server.script = Script(then=lambda _: Say(("word ",) * 400, wait_s=0.05))
    asking = await sidecar.start("ask", "contame algo largo")
    await eventually(lambda: server.asked)
    await eventually(lambda: _list_requests(sidecar))
    asking.kill()
    await asking.wait()
    spent = await today(sidecar)
    assert (spent["requests"], spent["unpriced_requests"]) == (1, 0)
    assert spent["cost_usd"] > 0.05, "the prompt at least, which has hundreds of tokens"
    assert [request["error_code"] for request in await _list_requests(sidecar)] == ["unfinished"]


async def _list_requests(sidecar: Command) -> Any:
    return (await sidecar("trace", "--json")).json["requests"]


@pytest.mark.req("LLM-05", "OPS-03")
async def test_the_trials_of_the_doctor_count_and_keep_to_the_limits(sidecar: Command, server: OpenAIServer) -> None:
    ensure_home(sidecar, server, "[budget]\nday_usd = 50")
    await sidecar("ask", "qué hora es")  # makes the database
    before, asked = Decimal(str((await today(sidecar))["cost_usd"])), len(server.asked)
    await sidecar("doctor", "--try-models", "--json")
    trial = (await by_feature(sidecar))["trial"]
    assert trial["requests"] == len(server.asked) - asked == 3
    assert trial["cost_usd"] > 0
    assert (await today(sidecar))["cost_usd"] == pytest.approx(float(before) + trial["cost_usd"])

    ensure_home(sidecar, server, "[budget]\nday_usd = 0")
    asked = len(server.asked)
    done = await sidecar("doctor", "--try-models", "--json")
    assert len(server.asked) == asked
    (found,) = [check for check in done.json["checks"] if check["check"] == "model"]
    assert found["level"] == "warning", "nothing is wrong with the model"
    assert "0.00" in found["detail"].replace(",", ".") and "budget.day_usd" in found["fix"]


@pytest.mark.req("LLM-05", "LLM-07")
async def test_the_trials_of_setup_count(sidecar: Command, server: OpenAIServer) -> None:
    ensure_home(sidecar, server)
    await sidecar("ask", "qué hora es")
    asked = len(server.asked)
    done = await sidecar("setup", "--model", "openai:loopback", "--base-url", server.base_url, "--json")
    assert done.code == 0, done.err
    trial = (await by_feature(sidecar))["trial"]
    assert trial["requests"] == len(server.asked) - asked
    assert trial["cost_usd"] > 0


@pytest.mark.req("LLM-05", "OPS-03")
async def test_a_trial_makes_no_database(sidecar: Command, server: OpenAIServer) -> None:
    ensure_home(sidecar, server)
    await sidecar("doctor", "--try-models", "--json")
    assert server.asked
    assert not (sidecar.home / "sidecar.db").exists()
