"""`sidecar models` as a person and a script run it: a download that breaks, is given up, killed, and goes on."""

from __future__ import annotations

import asyncio
import os
import pty
import re
import signal
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import pyte
import pytest

from tests.cli.conftest import Command, ended
from tests.eventually import eventually
from tests.fork_server import AsyncForkedProcess, start_python
from tests.loopback.hub_server import HubServer, Trouble
from tests.providers.local.gguf_writer import CHAT, gguf

MODEL, NAME = "ana/tiny/tiny-q4.gguf", "tiny-q4.gguf"
DATA, OTHER = (gguf(weights=Random(seed).randbytes(640_000)) for seed in (1, 2))
HALF = 300_000
GOES_ON = re.compile(r"bytes=(\d+)-")


@pytest.fixture
async def hub() -> AsyncIterator[HubServer]:
    async with HubServer() as hub:
        hub.keeps(MODEL, DATA)
        yield hub


@pytest.fixture
def here(sidecar: Command, hub: HubServer) -> Command:
    return sidecar.having(HF_ENDPOINT=hub.url, LANG="en_US.UTF-8")


def folder_of(sidecar: Command, model: str = MODEL) -> Path:
    return (sidecar.home / "models" / model).parent


def file_of(sidecar: Command, model: str = MODEL) -> Path:
    return sidecar.home / "models" / model


async def half_way(sidecar: Command, hub: HubServer) -> AsyncForkedProcess:
    """The command in the middle of its download, of which about half lies on the disk."""
    hub.delivery.troubles = [Trouble(hold_after=HALF)]
    process = await sidecar.start("models", "get", MODEL)

    def came_so_far() -> bool:
        return any(part.stat().st_size > HALF // 2 for part in folder_of(sidecar).glob(".*.part"))

    await eventually(lambda: came_so_far() or process.returncode is not None)
    assert process.returncode is None, await ended(process)
    return process


async def goes_on(sidecar: Command, hub: HubServer) -> None:
    """The same command brings the rest, and only that."""
    hub.delivery.requests.clear()
    done = await sidecar("models", "get", MODEL, "--json")
    assert done.code == 0, done
    (wanted,) = hub.delivery.ranges
    assert wanted and (found := GOES_ON.fullmatch(wanted)) and int(found[1]) > HALF // 2
    assert file_of(sidecar).read_bytes() == DATA
    assert sorted(path.name for path in folder_of(sidecar).iterdir()) == [".lock", NAME]


# -- get


@pytest.mark.req("LLM-01")
async def test_a_model_comes_and_is_listed(here: Command, hub: HubServer) -> None:
    done = await here("models", "get", MODEL)
    assert done.code == 0
    assert f"sidecar setup --model local:{MODEL}" in done.out
    assert f"{NAME} (640 kB)" in done.err
    assert file_of(here).read_bytes() == DATA
    assert file_of(here).stat().st_mode & 0o077 == 0
    listed = await here("models", "list")
    assert listed.out.split() == [f"local:{MODEL}", "640", "kB"]


@pytest.mark.req("LLM-01", "CLI-02")
async def test_a_script_gets_one_object(here: Command, hub: HubServer) -> None:
    done = await here("models", "get", MODEL, "--json")
    expected = {
        "model": f"local:{MODEL}",
        "path": str(file_of(here)),
        "whole": True,
        "title": "Tiny",
        "architecture": "llama",
        "size_bytes": len(DATA),
        "trained_context": 4096,
        "can_chat": True,
    }
    assert (done.code, done.json) == (0, expected)
    (here.home / "models" / "notes.gguf").write_text("no model")
    (here.home / "models" / "notes.txt").write_text("no model")
    listed = (await here("models", "list", "--json")).json["models"]
    assert listed == [
        expected,
        {"model": "local:notes.gguf", "path": str(here.home / "models" / "notes.gguf"), "whole": False},
    ]


@pytest.mark.req("LLM-01")
async def test_what_is_here_does_not_come_again_but_another_version_does(here: Command, hub: HubServer) -> None:
    assert (await here("models", "get", MODEL)).code == 0
    hub.delivery.requests.clear()
    again = await here("models", "get", MODEL)
    assert (again.code, hub.delivery.requests) == (0, [])
    assert f"{NAME} is already here." in again.err
    hub.keeps(MODEL, OTHER)
    assert len(OTHER) == len(DATA)
    newer = await here("models", "get", MODEL)
    assert newer.code == 0 and "already" not in newer.err
    assert file_of(here).read_bytes() == OTHER


@pytest.mark.req("LLM-01")
async def test_a_model_in_parts_is_one_model(here: Command, hub: HubServer) -> None:
    first, second = (f"ana/tiny/big-0000{number}-of-00002.gguf" for number in (1, 2))
    hub.keeps(first, DATA)
    hub.keeps(second, OTHER)
    done = await here("models", "get", second, "--json")
    assert (done.code, done.json["size_bytes"]) == (0, len(DATA) + len(OTHER))
    assert [model["model"] for model in (await here("models", "list", "--json")).json["models"]] == [f"local:{first}"]


@pytest.mark.req("LLM-01")
async def test_a_model_that_cannot_chat_is_said_to(here: Command, hub: HubServer) -> None:
    hub.keeps(MODEL, gguf({name: value for name, value in CHAT.items() if "template" not in name}))
    done = await here("models", "get", MODEL)
    assert done.code == 0
    assert "doesn't say how to talk to it" in done.out


@pytest.mark.req("LLM-01", "CLI-03")
@pytest.mark.parametrize(
    "data", [b"<!doctype html><title>Log in to the network</title>", b"", DATA[:1_000]], ids=["a page", "empty", "cut"]
)
async def test_a_file_that_is_no_model(here: Command, hub: HubServer, data: bytes) -> None:
    hub.keeps(MODEL, data)
    done = await here("models", "get", MODEL, "--json")
    assert (done.code, done.json["error"]["code"]) == (2, "config")
    assert str(file_of(here)) in done.json["error"]["message"]


@pytest.mark.req("LLM-01", "CLI-03")
@pytest.mark.parametrize(
    "name", ["tiny", "../../../tiny/x.gguf", "ana/../../x.gguf", "/tmp/tiny/x.gguf", "~/tiny/x.gguf"]
)
async def test_a_name_that_is_none_touches_nothing(here: Command, hub: HubServer, name: str) -> None:
    done = await here("models", "get", name, "--json")
    assert (done.code, done.json["error"]["code"]) == (2, "config")
    assert "OWNER/REPOSITORY/FILE.gguf" in done.json["error"]["hint"]
    assert hub.requests == []
    assert list(here.home.parent.iterdir()) == []


@pytest.mark.req("LLM-01", "CLI-03")
async def test_what_the_hub_does_not_have(here: Command) -> None:
    done = await here("models", "get", "ana/tiny/Tiny-Q4.gguf")
    assert (done.code, done.out) == (1, "")
    assert "Hugging Face doesn't have ana/tiny/Tiny-Q4.gguf." in done.err
    assert not here.home.exists()


@pytest.mark.req("LLM-01", "CLI-03")
async def test_a_folder_is_in_the_way(here: Command, hub: HubServer) -> None:
    file_of(here).mkdir(parents=True)
    done = await here("models", "get", MODEL, "--json")
    assert (done.code, done.json["error"]["code"]) == (2, "config")
    assert hub.delivery.requests == []


# -- what breaks, ends and waits


@pytest.mark.req("LLM-01", "CLI-03")
async def test_ctrl_c_and_then_it_goes_on(here: Command, hub: HubServer) -> None:
    process = await half_way(here, hub)
    process.send_signal(signal.SIGINT)
    done = await ended(process)
    assert (done.code, done.out) == (130, "")
    assert "the same command picks up from there" in done.err
    assert "Traceback" not in done.err
    assert (await here("models", "list", "--json")).json == {"models": []}
    await goes_on(here, hub)


@pytest.mark.req("LLM-01")
@pytest.mark.parametrize("blow", [signal.SIGKILL, signal.SIGTERM])
async def test_killed_and_then_it_goes_on(here: Command, hub: HubServer, blow: signal.Signals) -> None:
    process = await half_way(here, hub)
    process.send_signal(blow)
    await ended(process)
    assert (folder_of(here) / ".lock").exists()
    await goes_on(here, hub)


@pytest.mark.req("LLM-01")
async def test_two_at_once_do_not_write_into_each_other(here: Command, hub: HubServer) -> None:
    process = await half_way(here, hub)
    second = await here("models", "get", MODEL, "--json")
    assert (second.code, second.json["error"]["code"]) == (2, "home_busy")
    assert str(process.pid) in second.json["error"]["message"]
    hub.delivery.released.set()
    assert (await ended(process)).code == 0
    assert file_of(here).read_bytes() == DATA


@pytest.mark.req("LLM-01", "OPS-12")
async def test_a_connection_that_breaks_is_mended_without_a_word(here: Command, hub: HubServer) -> None:
    hub.delivery.troubles = [Trouble(cut_after=HALF)]
    done = await here("models", "get", MODEL)
    assert done.code == 0
    assert hub.delivery.ranges == [None, f"bytes={HALF}-"]
    assert file_of(here).read_bytes() == DATA


@pytest.mark.req("LLM-01", "OPS-12", "SEC-04")
async def test_no_network(here: Command) -> None:
    offline = here.having(HF_ENDPOINT="http://ana:hunter2secret@127.0.0.1:9", HF_TOKEN="hf_token0123456789")
    done = await offline("models", "get", MODEL)
    assert (done.code, done.out) == (1, "")
    assert "127.0.0.1:9. Check" in done.err
    assert "hunter2secret" not in done.err and "hf_token" not in done.err
    as_json = await offline("models", "get", MODEL, "--json")
    assert (as_json.code, as_json.json["error"]["code"]) == (1, "download_failed")
    assert "hunter2secret" not in as_json.out


@pytest.mark.req("LLM-01", "CLI-03")
async def test_an_address_that_is_none(here: Command) -> None:
    done = await here.having(HF_ENDPOINT="nonsense")("models", "get", MODEL)
    assert (done.code, done.out) == (2, "")
    assert "HF_ENDPOINT" in done.err


@pytest.mark.req("LLM-01", "SEC-04")
async def test_the_token_of_this_installation_opens_what_is_closed(here: Command, hub: HubServer) -> None:
    hub.gated = {"ana/tiny"}
    closed = await here("models", "get", MODEL)
    assert closed.code == 1 and "HF_TOKEN" in closed.err
    here.home.mkdir(exist_ok=True)
    (here.home / ".env").write_text(f"HF_TOKEN={hub.token}\n")
    done = await here("-v", "models", "get", MODEL)
    assert done.code == 0
    assert hub.requests[-1].headers["authorization"] == f"Bearer {hub.token}"
    assert not any("authorization" in request.headers for request in hub.delivery.requests)
    assert hub.token not in done.out + done.err
    files = [path for path in here.home.rglob("*") if path.is_file() and path.name != ".env"]
    assert not any(hub.token.encode() in path.read_bytes() for path in files)


# -- list, and what a person sees


@pytest.mark.req("LLM-01", "OPS-05")
@pytest.mark.parametrize(
    ("language", "words"), [("en_US.UTF-8", "There are no models in"), ("es_AR.UTF-8", "No hay modelos en")]
)
async def test_nothing_to_list(sidecar: Command, language: str, words: str) -> None:
    done = await sidecar.having(LANG=language)("models", "list")
    assert (done.code, done.err) == (0, "")
    assert words in done.out and str(sidecar.home / "models") in done.out
    assert not sidecar.home.exists()


@pytest.mark.req("LLM-01", "OPS-05")
async def test_in_spanish(here: Command, hub: HubServer) -> None:
    hub.delivery.troubles = [Trouble(wrong_bytes=True)]
    spanish = here.having(LANG="es_AR.UTF-8")
    wrong = await spanish("models", "get", MODEL)
    assert wrong.code == 1
    right = await spanish("models", "get", MODEL)
    assert right.code == 0
    english = ("Downloading", "didn't arrive", "Try again", "Done", "already here")
    assert not any(words in text for words in english for text in (wrong.err, right.out, right.err))


def at_terminal(sidecar: Command, columns: int) -> tuple[int, pyte.Screen]:
    """The exit code, and the screen of an emulated terminal on which the command ran."""
    ours, theirs = pty.openpty()
    screen = pyte.Screen(columns, 20)
    stream = pyte.ByteStream(screen)
    sidecar = sidecar.having(TERM="xterm-256color", COLUMNS=str(columns), LINES="20")
    with start_python(
        *("-m", "sidecar", "models", "get", MODEL),
        environment=sidecar.environment, stdin=theirs, stdout=theirs, stderr=theirs,
    ) as process:  # fmt: skip
        os.close(theirs)
        try:
            while data := os.read(ours, 65_536):
                stream.feed(data)
        except OSError:  # nobody holds the other end any more
            pass
        finally:
            os.close(ours)
        return process.wait(30), screen


@pytest.mark.req("LLM-01")
@pytest.mark.parametrize("columns", [80, 40])
async def test_at_a_terminal_a_bar_comes_to_its_end(here: Command, hub: HubServer, columns: int) -> None:
    hub.delivery.troubles = [Trouble(cut_after=HALF)]
    code, screen = await asyncio.to_thread(at_terminal, here, columns)
    lines = [line.rstrip() for line in screen.display if line.strip()]
    assert code == 0
    assert lines[0].startswith("Downloading tiny-q4.gguf (640 kB)")
    assert sum("%" in line for line in lines) == 1, lines
    assert any("100 %" in line for line in lines), lines
    assert f"local:{MODEL}" in "".join(line.strip() for line in lines).replace("--model ", "").replace("\n", "")
    assert not screen.cursor.hidden
