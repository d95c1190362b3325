"""`sidecar setup` as a person goes through it at a terminal, and as a script runs it."""

from __future__ import annotations

import asyncio
import os
import stat
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from sidecar.providers.provider_table import PROVIDERS
from tests.cli.conftest import Command, ended
from tests.cli.terminal import Person, at_terminal
from tests.cli.test_doctor import USER, snapshot, write
from tests.loopback.http import Exchange, LoopbackServer, Request
from tests.loopback.ollama_server import OllamaServer
from tests.loopback.openai_server import OpenAIServer
from tests.loopback.script import Refuse, say

RIGHT, WRONG = "sk-proj-rightKey0123456", "sk-proj-wrongKey0123456"
MENU = "Which one?"


@pytest.fixture
def alone(sidecar: Command) -> Command:
    """On a computer where nothing runs, without a network, by somebody who speaks English."""
    local = {f"{name.upper()}_BASE_URL": "http://127.0.0.1:9/v1" for name, one in PROVIDERS.items() if one.local}
    cloud = {f"{name.upper()}_BASE_URL": "https://api.invalid/v1" for name, one in PROVIDERS.items() if not one.local}
    return sidecar.having(**local, **cloud, LANG="en_US.UTF-8", PYTHON_KEYRING_BACKEND="keyring.backends.fail.Keyring")


@pytest.fixture
def home(alone: Command) -> Path:
    alone.home.mkdir(mode=0o700)
    write(alone.home / "user.md", USER)
    write(alone.home / "SOUL.md", "# Who I am\n")
    return alone.home


async def goes_through(sidecar: Command, play: Callable[[Person], None]) -> Person:
    def run() -> Person:
        with at_terminal(sidecar.having(COLUMNS="200"), "setup") as person:
            play(person)
            return person

    return await asyncio.to_thread(run)


def chat_settings(home: Path) -> object:
    return tomllib.loads((home / "sidecar.toml").read_text())["models"]["chat"]


# -- without a terminal


@pytest.mark.req("LLM-07", "OPS-01", "CLI-03")
async def test_nothing_here_and_nobody_to_ask(alone: Command) -> None:
    done = await alone("setup")
    assert done.code == 0
    assert "ollama pull " in done.out
    assert "OPENAI_API_KEY" in done.out
    assert not alone.home.exists()


@pytest.mark.req("LLM-07", "CLI-02")
async def test_a_script_learns_what_is_here_and_what_to_run(alone: Command) -> None:
    async with OllamaServer(models=("qwen2.5:3b", "nomic-embed-text:latest")) as server:
        here = alone.having(OLLAMA_BASE_URL=server.base_url, GEMINI_API_KEY="AIza0123456789")
        done = await here("setup", "--json")
        assert done.json["servers"] == [{"provider": "ollama", "models": ["ollama:qwen2.5:3b"]}]
        assert done.json["keys"] == [{"provider": "google", "variable": "GEMINI_API_KEY"}]
        assert "AIza0123456789" not in done.out
        command = done.json["commands"][0].split()
        assert command[0] == "sidecar"
        taken = await here(*command[1:], "--json")
    assert taken.code == 0
    result = {name: taken.json[name] for name in ("model", "local", "streaming", "tools", "json")}
    assert result == {"model": "ollama:qwen2.5:3b", "local": True, "streaming": "yes", "tools": "yes", "json": "yes"}
    assert chat_settings(alone.home) == {"model": "ollama:qwen2.5:3b"}
    assert len(server.asked) == 3


@pytest.mark.req("LLM-07")
async def test_a_model_that_does_not_answer_is_not_kept(alone: Command, home: Path) -> None:
    before = snapshot(home)
    done = await alone("setup", "--model", "ollama:any", "--json")
    assert (done.code, done.json["error"]["code"]) == (1, "model_unreachable")
    assert (await alone("setup", "--model", "openai:any")).code == 2  # there is no key
    assert (await alone("setup", "--base-url", "http://x/v1")).code == 2
    assert snapshot(home) == before


@pytest.mark.req("LLM-07")
async def test_a_model_that_ignores_tools_gets_them_in_words(alone: Command, home: Path, server: OpenAIServer) -> None:
    text, form = say("one ", "two"), say('{"name": "Ana", "age": 34}')
    acts = say('{"message": "", "actions": [{"action": "current_time", "params": {"place": "Tokyo"}}]}')
    server.script.steps += [text, say("I cannot."), form, text, acts, form]
    done = await alone("setup", "--model", "openai:loopback", "--base-url", server.base_url, "--json")
    assert (done.json["tools"], done.json["tools_in"]) == ("yes", "json")
    assert chat_settings(home) == {"model": "openai:loopback", "base_url": server.base_url, "tools": "json"}


# -- at a terminal


@pytest.mark.req("LLM-07", "OPS-01")
async def test_a_newcomer_takes_the_model_that_runs_here(alone: Command) -> None:
    async with OllamaServer(models=("qwen2.5:3b", "llama3.2:latest")) as server:

        def play(person: Person) -> None:
            person.expect("(es/en)")
            person.type("")
            person.expect("call you?")
            person.type("Ana")
            person.expect(MENU)
            person.type("llama")
            person.expect("✓ it chats")
            person.expect("answer you?")
            assert not alone.home.exists()
            person.type("")
            person.expect("Done")
            person.ends(0)

        person = await goes_through(alone.having(OLLAMA_BASE_URL=server.base_url), play)
    assert "nothing you say leaves this computer" in person.seen
    assert chat_settings(alone.home) == {"model": "ollama:llama3.2:latest"}
    assert "**Name**: Ana" in (alone.home / "user.md").read_text()


@pytest.mark.req("LLM-07", "SEC-04")
async def test_a_wrong_key_then_the_right_one(alone: Command, home: Path) -> None:
    (home / "sidecar.toml").write_text('# mine\n[turn]\nseconds = 90  # patient\n\n[models.chat]\nthinking = "low"\n')
    (home / ".env").write_text("# keys\nBRAVE=1\n")
    async with OpenAIServer(api_key=RIGHT, models=("gpt-5-mini", "gpt-5")) as server:
        address = server.url.removeprefix("http://")

        def play(person: Person) -> None:
            person.expect(MENU)
            person.type("I have a key from a company in the cloud")
            person.expect("isn't shown")
            person.type("two words")
            person.expect("can't be a key")
            person.expect("isn't shown")
            person.type(WRONG)
            person.expect(f"{address} doesn't accept the key.")
            person.expect("another key")
            person.type(RIGHT)
            person.expect("Which model?")
            person.type("2")
            person.expect("nothing you say leaves this computer")
            person.expect("answer you?")
            person.type("yes")
            person.expect("only you can read")
            person.expect("Done")
            person.ends(0)

        here = alone.having(OPENAI_BASE_URL=server.base_url)
        person = await goes_through(here, play)
        assert RIGHT not in person.seen
        assert WRONG not in person.seen
        text = (home / "sidecar.toml").read_text()
        assert text.startswith("# mine\n[turn]\nseconds = 90  # patient\n")
        assert chat_settings(home) == {"model": "openai:gpt-5", "base_url": server.base_url}
        assert (home / ".env").read_text() == f"# keys\nBRAVE=1\nSIDECAR_MODELS__CHAT__API_KEY='{RIGHT}'\n"
        assert stat.S_IMODE((home / ".env").stat().st_mode) == 0o600
        answer = await alone("ask", "--json", "tell me something")  # whatever the environment says later
        assert answer.json["model"] == "openai:gpt-5"
    written = [path.read_bytes() for path in home.rglob("*") if path.is_file() and path.name != ".env"]
    assert not any(RIGHT.encode() in data or WRONG.encode() in data for data in written)


@pytest.mark.req("LLM-07")
async def test_repeated_it_shows_the_choice_and_ctrl_c_changes_nothing(alone: Command, home: Path) -> None:
    async with OllamaServer(models=("qwen2.5:3b",)) as server:
        write(home / "sidecar.toml", '[models.chat]\nmodel = "ollama:qwen2.5:3b"\n')
        before = snapshot(home)

        def enter(person: Person) -> None:
            person.expect("answers you now is ollama:qwen2.5:3b")
            person.expect(MENU)
            person.type("")
            person.expect("Everything stays as it is")
            person.ends(0)

        def ctrl_c(person: Person) -> None:
            person.expect(MENU)
            person.type("1")
            person.expect("answer you?")
            person.interrupt()
            person.expect("Nothing changed.")
            person.ends(130)

        for play in (enter, ctrl_c):
            await goes_through(alone.having(OLLAMA_BASE_URL=server.base_url), play)
            assert snapshot(home) == before


@pytest.mark.req("LLM-07")
async def test_a_newcomer_who_gives_up_leaves_nothing_behind(alone: Command) -> None:
    def play(person: Person) -> None:
        person.expect("(es/en)")
        person.type("en")
        person.expect("call you?")
        person.type("Ana")
        person.expect(MENU)
        person.interrupt()
        person.ends(130)

    await goes_through(alone, play)
    assert not alone.home.exists()


@pytest.mark.req("LLM-07", "OPS-12")
async def test_without_a_network_the_local_ways_are_offered(alone: Command, home: Path) -> None:
    def play(person: Person) -> None:
        person.expect("its key is already in ANTHROPIC_API_KEY")
        person.expect(MENU)
        person.type("Anthropic")
        person.expect("find the address")
        person.expect("ollama pull")
        person.expect(MENU)
        person.type("")
        person.ends(0)

    await goes_through(alone.having(ANTHROPIC_API_KEY="sk-ant-0123456789"), play)
    assert not (home / "sidecar.toml").exists()


@pytest.mark.req("LLM-07")
async def test_how_to_get_a_model_and_answers_that_are_not_understood(alone: Command, home: Path) -> None:
    def play(person: Person) -> None:
        person.expect(MENU)
        person.type("99")
        person.expect("from 1 to 3")
        person.type("banana")
        person.expect("didn't get that")
        person.type("banana:1b")
        person.expect("no model provider called")
        person.expect(MENU)
        person.type("how do I get a model")
        person.expect("ollama pull")
        person.expect("platform.openai.com")
        person.expect("Press Enter")
        person.type("")
        person.expect("there's nothing new")
        person.expect(MENU)
        person.press(b"\x04")
        person.ends(130)

    await goes_through(alone, play)


@pytest.mark.req("LLM-07", "SEC-04")
async def test_a_server_at_another_address_that_wants_a_key(alone: Command, home: Path) -> None:
    async with OpenAIServer(api_key=RIGHT) as server:

        def play(person: Person) -> None:
            person.expect(MENU)
            person.type("2")
            person.expect("address")
            person.type(server.url.removeprefix("http://"))
            person.expect("It needs a key")
            person.type(RIGHT)
            person.expect("answer you?")
            person.type("y")
            person.expect("Done")
            person.ends(0)

        await goes_through(alone, play)
        assert chat_settings(home) == {"model": "openai:loopback", "base_url": server.base_url}
        assert (await alone("ask", "--json", "tell me something")).json["handled_by"] == "model"
        async with OllamaServer(models=("a:1b",)) as ollama:
            done = await alone.having(OLLAMA_BASE_URL=ollama.base_url)("setup", "--model", "ollama:a:1b")
            assert done.code == 0
    assert chat_settings(home) == {"model": "ollama:a:1b"}
    assert RIGHT not in (home / ".env").read_text()


@pytest.mark.req("LLM-07")
async def test_a_model_that_fails_its_trial_leads_back_to_the_menu(alone: Command, home: Path) -> None:
    async with OllamaServer(Refuse(500, "out of memory"), models=("big:70b",)) as server:

        def play(person: Person) -> None:
            person.expect(MENU)
            person.type("1")
            person.expect("enough memory")
            person.expect(MENU)
            person.type("1")
            person.expect("answer you?")
            person.type("no")
            person.expect(MENU)
            person.type("")
            person.ends(0)

        await goes_through(alone.having(OLLAMA_BASE_URL=server.base_url), play)
    assert not (home / "sidecar.toml").exists()


@pytest.mark.req("LLM-07")
async def test_a_mistyped_model_does_not_cost_the_key_that_was_pasted(alone: Command, home: Path) -> None:
    async with OpenAIServer(api_key=RIGHT, models=("gpt-5-mini", "gpt-5")) as server:

        def play(person: Person) -> None:
            person.expect(MENU)
            person.type("key")
            person.expect("isn't shown")
            person.type(RIGHT)
            person.expect("Which model?")
            person.type("gpt-5-maxi")
            person.expect("doesn't have the model gpt-5-maxi")
            person.expect("Which model?")
            person.type("gpt-5")
            person.expect("answer you?")
            person.type("no")
            person.expect("the key that you pasted")
            person.expect(MENU)
            person.type("")
            person.ends(0)

        person = await goes_through(alone.having(OPENAI_BASE_URL=server.base_url), play)
    assert "in the settings" not in person.seen
    assert not (home / "sidecar.toml").exists()


@pytest.mark.req("LLM-07")
async def test_a_key_of_the_terminal_is_kept_if_one_wants(alone: Command, home: Path) -> None:
    """A key that only this terminal has, and a model that was chosen in the conversation."""
    async with OpenAIServer(api_key=RIGHT) as server:
        write(home / "sidecar.toml", f'[models.chat]\nmodel = "openai:loopback"\nbase_url = "{server.base_url}"\n')
        here = alone.having(SIDECAR_MODELS__CHAT__API_KEY=RIGHT)
        assert (await here("ask", "/model ollama:other:1b")).code == 0
        scripted = await here("setup", "--model", "openai:loopback", "--base-url", server.base_url)
        assert "Done" not in scripted.out
        assert "/model default" in scripted.out
        assert "only set outside Sidecar" in scripted.out

        def play(person: Person) -> None:
            person.expect(MENU)
            person.type("1")
            person.expect("Should this one answer you?")
            person.type("")
            person.expect("Should I keep it?")
            person.type("")
            person.expect("you chose ollama:other:1b")
            person.type("yes")
            person.expect("only you can read")
            person.expect("Done")
            person.ends(0)

        await goes_through(here, play)
        assert (await alone("ask", "--json", "tell me something")).json["model"] == "openai:loopback"


@pytest.mark.req("LLM-07")
async def test_done_is_said_only_when_it_is(alone: Command, home: Path) -> None:
    async with OllamaServer(models=("qwen2.5:3b", "other:1b")) as server:
        here = alone.having(OLLAMA_BASE_URL=server.base_url, SIDECAR_MODELS__CHAT__MODEL="ollama:other:1b")
        done = await here("setup", "--model", "ollama:qwen2.5:3b")
    assert done.code == 0
    assert "Testing" in done.err
    assert "Done" not in done.out
    assert "doesn't answer you yet" in done.out
    assert "unset SIDECAR_MODELS__CHAT__MODEL" in done.out


@pytest.mark.req("LLM-07")
async def test_an_ollama_at_another_address_is_taken_for_one(alone: Command, home: Path) -> None:
    async with OllamaServer(models=("qwen2.5:3b",)) as server:

        def play(person: Person) -> None:
            person.expect(MENU)
            person.type(server.url)
            person.expect("Testing ollama:qwen2.5:3b")
            person.expect("answer you?")
            person.type("")
            person.expect("Done")
            person.ends(0)

        await goes_through(alone, play)
        kept = {"model": "ollama:qwen2.5:3b", "base_url": f"{server.url}/v1"}
        assert chat_settings(home) == kept
        assert (await alone("ask", "--json", "tell me something")).json["model"] == "ollama:qwen2.5:3b"
        done = await alone("setup", "--model", "openai:qwen2.5:3b", "--base-url", f"{server.url}/v1", "--json")
        assert done.json["model"] == "ollama:qwen2.5:3b"
        assert chat_settings(home) == kept


class WebServer(LoopbackServer):
    """Any page is a page."""

    async def respond(self, request: Request, exchange: Exchange) -> None:
        await exchange.send(200, "<html>It works!</html>", content_type="text/html")


@pytest.mark.req("LLM-07")
async def test_what_is_no_model_server_is_not_taken_for_one(alone: Command, home: Path) -> None:
    async with WebServer() as server:

        def play(person: Person) -> None:
            person.expect(MENU)
            person.type("a server at another address")
            person.expect("Its address")
            person.type("http://mi servidor")
            person.expect("can't be an address")
            person.type(server.url)
            person.expect("doesn't list any models")
            person.expect("Enter to go back")
            person.type("")
            person.expect(MENU)
            person.type("")
            person.ends(0)

        await goes_through(alone, play)


@pytest.mark.req("LLM-07", "OPS-12")
@pytest.mark.skipif(os.name != "posix", reason="a limit of POSIX systems stands for the full disk")
async def test_a_disk_that_takes_nothing_more(alone: Command) -> None:
    async with OllamaServer(models=("qwen2.5:3b",)) as server:
        here = alone.having(OLLAMA_BASE_URL=server.base_url)
        command = f"ulimit -f 0; exec {sys.executable} -m sidecar setup --model ollama:qwen2.5:3b --json"
        process = await asyncio.create_subprocess_exec(
            "sh", "-c", command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=here.environment
        )
        done = await ended(process)
    assert done.code in (1, 2)
    assert done.json["error"]["code"] != "error"  # that would be a bug of ours
    assert "Errno" not in done.out
