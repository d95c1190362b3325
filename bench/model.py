"""A model that answers at once and says how many tokens it read, here or (`python -m bench.model`) behind HTTP."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from subprocess import PIPE, Popen

from sidecar.brain.tokens import TokenCounter
from sidecar.home import Home
from sidecar.llm import ChatRequest
from sidecar.memory.files.profile import create_profile
from tests.fakes.model import FakeChatModel
from tests.loopback.openai_server import OpenAIServer
from tests.loopback.script import Say, Script, Tokens, sensible

ROOT = Path(__file__).parent.parent


def answer(request: ChatRequest) -> Say:
    """Repeat the person's words with an honest token count: Sidecar learns from it how well it estimates."""
    said = sensible(request)
    return replace(said, tokens=Tokens(TokenCounter().request(request), said.tokens.output))


def instant_model() -> FakeChatModel:
    model = FakeChatModel()
    model.script = Script(then=answer)
    return model


@contextmanager
def model_server() -> Generator[str]:
    """Serve on loopback in a process of its own, so that its work is not counted as ours; yield the base URL."""
    with Popen([sys.executable, "-m", "bench.model"], stdout=PIPE, text=True, cwd=ROOT) as server:
        assert server.stdout is not None
        try:
            yield server.stdout.readline().strip()
        finally:
            server.terminate()


def prepare(home: Home, base_url: str = "", settings: str = "") -> Home:
    """Make the home of somebody who has answered the first questions, and set the model that `base_url` leads to."""
    for variable in [name for name in os.environ if name.startswith("SIDECAR_")]:
        del os.environ[variable]
    home.create()
    create_profile(home.path, "es", name="Ana", timezone="America/Argentina/Buenos_Aires")
    if base_url:
        settings += f'[models.chat]\nmodel = "openai:loopback"\nbase_url = "{base_url}"\n'
    if settings:
        home.settings.write_text(settings)
    return home


async def _serve() -> None:
    async with OpenAIServer() as server:
        server.script = Script(then=answer)
        print(server.base_url, flush=True)
        await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(_serve())
