"""The real command with a model that Sidecar runs itself."""

from __future__ import annotations

import asyncio
from asyncio.subprocess import PIPE
from pathlib import Path

import psutil
import pytest

from tests.cli.conftest import Command, Done
from tests.eventually import eventually
from tests.fork_server import AsyncForkedProcess

pytestmark = [pytest.mark.inference, pytest.mark.xdist_group("inference"), pytest.mark.timeout(180)]
_PATIENCE_S = 120


@pytest.fixture
def sidecar(tmp_path: Path, weights: Path) -> Command:
    home = tmp_path / "home"
    (home / "models").mkdir(parents=True)
    (home / "models" / "small.gguf").symlink_to(weights)
    # short answers, and in words alone: described to a model this small, the tools are all that it speaks of
    settings = '[models.chat]\nmodel = "local:small.gguf"\ncontext_window = 2048\ntools = "native"\n'
    (home / "sidecar.toml").write_text(f"[local]\nthreads = 1\n\n{settings}", encoding="utf-8")
    return Command(home).having(SIDECAR_MEMORY__EMBEDDER="", SIDECAR_MEMORY__EXTRACT="false")


@pytest.mark.req("LLM-01", "LLM-03")
async def test_a_model_that_is_killed_answers_all_the_same(sidecar: Command) -> None:
    asking = await sidecar.start("ask", "--json", "Say hello to me in one short sentence.")
    await _kill_at_work(asking.pid)
    done = await ended(asking)
    assert done.json["reply"].strip(), done.err  # a model this small may ramble to its limit: that is an answer too
    assert done.json["model"] == "local:small.gguf"
    assert done.json["cost_usd"] == 0
    requests = (await sidecar("trace", "--json")).json["requests"]
    assert [request["error_code"] != "" for request in requests] == [True, False]


async def ended(process: AsyncForkedProcess) -> Done:
    """A model has its own pace where others are at work too."""
    async with asyncio.timeout(_PATIENCE_S):
        out, err = await process.communicate()
    assert process.returncode is not None
    return Done(process.returncode, out.decode("utf-8"), err.decode("utf-8"))


async def _kill_at_work(pid: int) -> None:
    """Kill the model when it has its weights, and has said nothing yet."""

    def find_worker() -> psutil.Process | None:
        children = psutil.Process(pid).children()
        return next((child for child in children if any("gguf" in map.path for map in child.memory_maps())), None)

    await eventually(find_worker)
    if worker := find_worker():
        worker.kill()


@pytest.mark.req("LLM-01", "LLM-07")
async def test_setup_finds_the_file(sidecar: Command) -> None:
    (sidecar.home / "sidecar.toml").unlink()
    found = (await sidecar("setup", "--json")).json
    assert {"provider": "local", "models": ["local:small.gguf"]} in found["servers"]
    assert "sidecar setup --model local:small.gguf" in found["commands"]


@pytest.mark.slow  # it writes three answers, and so small a model finds no end
@pytest.mark.req("LLM-01", "LLM-07")
async def test_setup_tries_it_out_and_keeps_it(sidecar: Command) -> None:
    (sidecar.home / "sidecar.toml").unlink()
    alone = sidecar.having(SIDECAR_LOCAL__THREADS="1")
    kept = await ended(await alone.start("setup", "--model", "local:small.gguf", "--json"))
    assert kept.code == 0, kept.err
    assert kept.json["local"] is True
    assert kept.json["context_window"] == 8192
    assert kept.json["streaming"] == kept.json["json"] == "yes"
    assert "local:small.gguf" in (await sidecar("config", "show")).out


@pytest.mark.req("LLM-01")
async def test_the_model_goes_with_the_chat(sidecar: Command) -> None:
    chat = await sidecar.start("chat", stdin=PIPE)
    assert chat.stdin is not None
    chat.stdin.write(b"Say hello to me in one short sentence.\n")
    await chat.stdin.drain()
    await eventually(psutil.Process(chat.pid).children)
    children = psutil.Process(chat.pid).children()
    chat.stdin.close()
    done = await ended(chat)
    assert done.code == 0, done.err
    assert len(done.out.strip()) > 5
    assert not any(child.is_running() and child.status() != psutil.STATUS_ZOMBIE for child in children)
