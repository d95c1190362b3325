"""One server for all tests, in its own process; it dies with them."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from importlib import metadata, util
from pathlib import Path

import pytest

from sidecar.providers.factory import create_model
from sidecar.providers.model_spec import ConnectedModel, ModelSpec
from tests.inference.llama_server import WEIGHTS
from tests.inference.llama_server import weights as weights_file

_ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def weights() -> Path:
    """A small model's file."""
    if util.find_spec("xllamacpp") is None:
        pytest.skip("xllamacpp is not installed")
    try:
        metadata.distribution(WEIGHTS)
    except metadata.PackageNotFoundError:
        pytest.skip(f"{WEIGHTS} is not installed")
    return Path(weights_file())


@pytest.fixture(scope="session")
def llama_url(weights: Path) -> Iterator[str]:
    command = [sys.executable, "-m", "tests.inference.llama_server"]
    with subprocess.Popen(
        command, cwd=_ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        url = server.stdout.readline().strip()
        assert url, "the server did not start"
        yield url
        server.stdin.close()
        server.wait(timeout=10)


@pytest.fixture
async def smollm(llama_url: str) -> AsyncIterator[ConnectedModel]:
    model = create_model(ModelSpec("openai:smollm2", base_url=f"{llama_url}/v1", context_window=2048))
    yield model
    await model.aclose()
