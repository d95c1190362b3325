"""`sidecar permissions`: what the tools may do, and the answers that count for always."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest

from tests.cli.conftest import Command
from tests.loopback.openai_server import OpenAIServer

pytestmark = pytest.mark.req("TOO-05", "SEC-02", "CLI-02")


async def answer_for_always(sidecar: Command) -> None:
    """As "yes, always" to a question leaves it."""
    assert (await sidecar("status")).code == 0
    with closing(sqlite3.connect(sidecar.home / "sidecar.db")) as db:
        db.execute("insert or ignore into people (id, created_at) values ('owner', '2026-01-01T00:00:00.000000Z')")
        db.execute(
            "insert into lasting_answers (person_id, name, subject, agreed, at)"
            " values ('owner', 'read_url', 'example.org', 1, '2026-01-01T12:00:00.000000Z')"
        )
        db.commit()


async def test_a_rule_is_changed_and_listed_for_a_channel_alone(sidecar: Command) -> None:
    assert (await sidecar("permissions", "edit", "write", "ask", "--channel", "ask")).code == 0
    assert (await sidecar("permissions", "edit", "after_outside_text", "deny", "--json")).code == 0
    here = (await sidecar("permissions", "--json")).json
    there = (await sidecar("permissions", "list", "--channel", "ask", "--json")).json
    assert (here["rules"]["write"], there["rules"]["write"]) == ("allow", "ask")
    assert here["rules"]["after_outside_text"] == there["rules"]["after_outside_text"] == "deny"


@pytest.mark.parametrize("model", [False, True])
async def test_one_tool_has_a_rule_of_its_own_where_it_is_wanted_and_it_holds(
    sidecar: Command, server: OpenAIServer, model: bool
) -> None:
    if model:
        sidecar.uses(server)
    assert (await sidecar("permissions", "edit", "set_reminder", "deny", "--channel", "ask")).code == 0
    assert (await sidecar("permissions", "edit", "cancel_reminder", "ask")).code == 0
    here = (await sidecar("permissions", "--json")).json
    there = (await sidecar("permissions", "--channel", "ask", "--json")).json
    assert (here["tools"]["set_reminder"], there["tools"]["set_reminder"]) == ("allow", "deny")
    assert here["tools"]["cancel_reminder"] == there["tools"]["cancel_reminder"] == "ask"
    assert here["tools"]["current_time"] == "allow" and here["rules"]["write"] == "allow"
    listed = (await sidecar("permissions")).out
    assert "cancel_reminder: " in listed and "remember" in listed
    said = "recordame mañana a las 9 regar las plantas"
    refused = await sidecar("ask", said)
    assert "/permisos" in refused.out or "/permissions" in refused.out
    assert not (await sidecar("reminders", "--json")).json["reminders"]
    await sidecar("chat", stdin=said.encode())
    assert len((await sidecar("reminders", "--json")).json["reminders"]) == 1
    assert "cancel" in (await sidecar("ask", "cancelá el recordatorio de las plantas")).out.lower()
    assert len((await sidecar("reminders", "--json")).json["reminders"]) == 1  # it asks first


async def test_a_rule_goes_back_to_the_default(sidecar: Command) -> None:
    await sidecar("permissions", "edit", "forget", "deny")
    assert (await sidecar("permissions", "edit", "forget", "default")).code == 0
    assert (await sidecar("permissions", "--json")).json["tools"]["forget"] == "allow"
    assert (await sidecar("permissions", "edit", "forget", "default")).code == 2


async def test_a_category_has_a_rule_that_its_tools_can_differ_from(sidecar: Command) -> None:
    assert (await sidecar("permissions", "edit", "web", "deny")).code == 0
    assert (await sidecar("permissions", "edit", "read_url", "ask")).code == 0
    tools = (await sidecar("permissions", "--json")).json["tools"]
    assert (tools["web_search"], tools["read_url"], tools["weather"]) == ("deny", "ask", "allow")


async def test_a_rule_for_a_tool_that_does_not_exist_is_named_beside_the_rest_and_can_be_taken_out(
    sidecar: Command,
) -> None:
    await sidecar("status")
    (sidecar.home / "sidecar.toml").write_text('[permissions.tools]\nsend_fax = "deny"\nforget = "ask"\n')
    listed = await sidecar("permissions")
    assert listed.code == 0 and "forget: " in listed.out and "permissions edit send_fax default" in listed.out
    as_json = (await sidecar("permissions", "--json")).json
    assert as_json["tools"]["forget"] == "ask" and "send_fax" in as_json["warnings"][0]
    for start in (("config", "check"), ("ask", "hola")):  # a rule that protects nothing stops it
        refused = await sidecar(*start)
        assert refused.code == 2 and "permissions.tools.send_fax" in refused.err
    assert (await sidecar("permissions", "edit", "send_fax", "default")).code == 0
    assert (await sidecar("config", "check")).code == 0


async def test_what_cannot_be_is_refused_and_changes_nothing(sidecar: Command) -> None:
    await sidecar("permissions")
    for words in (
        ("write", "perhaps"),
        ("cooking", "ask"),
        ("forgetting", "deny"),
        ("after_outside_text", "ask", "--channel", "ask"),
    ):
        assert (await sidecar("permissions", "edit", *words)).code == 2
    assert not (sidecar.home / "sidecar.toml").exists()


async def test_an_answer_for_always_is_listed_completed_and_taken_back(sidecar: Command) -> None:
    here = sidecar.having(LANG="es_AR.UTF-8")
    await answer_for_always(here)
    listed = await here("permissions")
    assert "example.org" in listed.out and "sidecar permissions rm" in listed.out
    assert "2026-01-01" in (await here("permissions", "show", "1")).out
    completing = here.having(_SIDECAR_COMPLETE="bash_complete", COMP_WORDS="sidecar permissions rm ", COMP_CWORD="3")
    assert "1" in (await completing()).out
    gone = await here("permissions", "rm", "1", "--json")
    assert gone.json["tool"] == "read_url"
    assert (await here("permissions", "--json")).json["answers"] == []
    missing = await here("permissions", "rm", "1")
    assert missing.code == 1 and "#1" in missing.err
