"""One grammar: every noun has the same verbs, or a reason; data comes as JSON too; keys and ids complete."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from sidecar.cli.main import cli
from sidecar.cli.noun_group import VERBS, NounGroup
from tests.cli.conftest import Command
from tests.providers.local.gguf_writer import gguf

_PAST = "what was done is read and never changed"
REASONS = {
    ("audit", "add"): _PAST,
    ("audit", "edit"): _PAST,
    ("audit", "rm"): _PAST,
    ("audit", "search"): "`logs` finds more, by turn",
    ("config", "add"): "`set` gives a value, whether there was one or not",
    ("config", "edit"): "`set`",
    ("config", "search"): "`config KEY` of a section, and the shell completes keys",
    ("permissions", "add"): "an answer that counts for always is given to a question",
    ("permissions", "search"): "they are few",
    ("models", "edit"): "a file of somebody else's",
    ("models", "search"): "nothing is looked for in the network unasked; `setup` names one that fits",
}
NO_JSON = {"chat": "is a conversation", "completion": "prints a script for a shell"}
FORMER = [
    ("memory why", "memory show"), ("memory forget", "memory rm"), ("reminders find", "reminders search"),
    ("reminders cancel", "reminders rm"), ("config show", "config list"), ("models get", "models add"),
]  # fmt: skip


def commands(command: click.Command = cli, path: str = "") -> Iterator[tuple[str, click.Command]]:
    """Every command with its path, groups included."""
    if path:
        yield path, command
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            inner = command.get_command(context, name)
            assert inner is not None
            yield from commands(inner, f"{path} {name}".strip())


NOUNS = {path: command for path, command in commands() if isinstance(command, click.Group)}


def understood(group: NounGroup) -> set[str]:
    return {*group.commands, *group.aliases}


@pytest.mark.req("CLI-02")
def test_every_noun_has_every_verb_or_a_reason() -> None:
    for noun, group in NOUNS.items():
        assert isinstance(group, NounGroup), f"{noun} lists nothing when it is called alone"
        missing = {verb for verb in VERBS if verb not in understood(group)}
        assert missing == {verb for of, verb in REASONS if of == noun}, noun
    assert {noun for noun, _ in REASONS} <= set(NOUNS)


@pytest.mark.req("CLI-02")
def test_every_command_that_prints_data_prints_it_as_json() -> None:
    without = {
        path
        for path, command in commands()
        if not isinstance(command, click.Group) and "as_json" not in {each.name for each in command.params}
    }
    assert without == set(NO_JSON)


@pytest.mark.parametrize(("former", "now"), FORMER)
def test_former_names_are_understood_and_not_shown(former: str, now: str) -> None:
    noun, verb = former.split()
    group = NOUNS[noun]
    context = click.Context(group)
    assert group.get_command(context, verb) is group.get_command(context, now.split()[1])
    assert verb not in group.list_commands(context)


@pytest.mark.req("CLI-02")
async def test_a_noun_alone_or_with_options_lists(sidecar: Command) -> None:
    here = sidecar.having(LANG="en_US.UTF-8")
    await here("memory", "add", "I am allergic to peanuts")
    await here("reminders", "add", "stretch", "--when", "in 3 hours")
    for noun in NOUNS:
        listed = await here(noun, "list", "--json")
        assert listed.code == 0
        for words in ([noun, "--json"], [noun, "--json", "list"]):
            assert (await here(*words)).json == listed.json
        assert (await here(noun)).out == (await here(noun, "list")).out != ""
    assert (await here("memory", "--domain", "work", "--json")).json == {"facts": []}
    wrong = await here("memory", "lsit")
    assert wrong.code == 2 and "Did you mean list?" in wrong.err


@pytest.mark.req("CLI-02")
async def test_settings_as_a_script_reads_them(sidecar: Command) -> None:
    here = sidecar.having(LANG="en_US.UTF-8")
    path = str(sidecar.home / "sidecar.toml")
    done = await here("config", "set", "models.chat.model", "ollama:tiny", "--json")
    assert done.json == {"key": "models.chat.model", "value": "ollama:tiny", "warnings": []}
    assert (await here("config", "get", "models.chat.model")).out == "ollama:tiny\n"
    assert (await here("config", "get", "models.chat.model", "--json")).json == {
        "key": "models.chat.model", "value": "ollama:tiny",
    }  # fmt: skip
    assert (await here("config", "get", "budget.day_usd")).out == "\n"
    section = (await here("config", "get", "turn.loop", "--json")).json["value"]
    assert section == (await here("config", "list", "turn.loop", "--json")).json
    assert "turn.loop.iterations" in section
    unset = (await here("config", "unset", "models.chat.model", "--json")).json
    assert unset["key"] == "models.chat.model" and unset["value"] in ("", None)
    assert (await here("config", "path", "--json")).json == {"path": path}
    assert (await here("config", "check", "--json")).json == {"path": path, "warnings": []}


@pytest.mark.req("MEM-10")
async def test_a_fact_is_said_otherwise_and_stays_the_same_one(sidecar: Command) -> None:
    here = sidecar.having(LANG="en_US.UTF-8")
    first = (await here("memory", "add", "my sister is called Ana", "--json")).json
    edited = await here("memory", "edit", str(first["id"]), "my sister is called Anita", "--json")
    assert edited.json["id"] == first["id"] and "Anita" in edited.json["text"]
    (found,) = (await here("memory", "list", "--json")).json["facts"]
    assert "Anita" in found["text"] and found["learned"] == first["learned"]
    assert "Anita" in (sidecar.home / "MEMORY.md").read_text(encoding="utf-8")
    assert "Anita" in (await here("memory", "search", "sister", "--kind", "fact")).out
    assert (await here("memory", "edit", "sister", "--domain", "health", "--json")).json["domain"] == "health"
    assert (await here("memory", "edit", "1")).code == 2
    assert (await here("memory", "edit", "77", "x")).code == 1


@pytest.mark.req("REM-07")
async def test_one_reminder_is_shown(sidecar: Command) -> None:
    here = sidecar.having(LANG="en_US.UTF-8")
    await here("reminders", "add", "stretch", "--when", "in 3 hours")
    (listed,) = (await here("reminders", "--json")).json["reminders"]
    assert (await here("reminders", "show", "stretch", "--json")).json == listed
    assert "stretch" in (await here("reminders", "show", "1")).out
    assert (await here("reminders", "show", "2")).code == 1


@pytest.mark.req("LLM-07")
async def test_a_model_is_removed_only_with_a_yes(sidecar: Command) -> None:
    here = sidecar.having(LANG="en_US.UTF-8")
    file: Path = sidecar.home / "models" / "tiny.gguf"
    file.parent.mkdir(parents=True)
    file.write_bytes(gguf())
    assert (await here("models", "show", "local:tiny.gguf", "--json")).json["path"] == str(file)
    refused = await here("models", "rm", "tiny.gguf")
    assert (refused.code, file.exists()) == (3, True)
    assert "--yes" in refused.err
    assert (await here("models", "rm", "tiny.gguf", "--yes", "--json")).json["model"] == "local:tiny.gguf"
    assert not file.exists()
    assert (await here("models", "rm", "../sidecar.db", "--yes")).code == 1


@pytest.mark.req("CLI-04")
async def test_the_shell_completes_what_is_there(sidecar: Command) -> None:
    here = sidecar.having(LANG="en_US.UTF-8")

    async def offered(words: str, typed: str = "") -> list[str]:
        line = f"sidecar {words} {typed}"
        variables = {"_SIDECAR_COMPLETE": "bash_complete", "COMP_WORDS": line}
        done = await here.having(**variables, COMP_CWORD=str(len(words.split()) + 1))()
        assert done.err == ""
        return [each.split(",", 1)[1] for each in done.out.split()]

    assert await offered("memory show") == await offered("reminders rm") == await offered("models rm") == []
    assert not sidecar.home.exists()
    await here("memory", "add", "I am allergic to peanuts")
    await here("reminders", "add", "stretch", "--when", "in 3 hours")
    assert "turn.seconds" in await offered("config get", "turn")
    assert await offered("memory show") == await offered("reminders rm") == ["1"]
    assert await offered("reminders", "s") == ["show", "search", "snooze"]
    (sidecar.home / "sidecar.toml").write_text("not = toml = here", encoding="utf-8")
    assert await offered("config get", "turn") == []
