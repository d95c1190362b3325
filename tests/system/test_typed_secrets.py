"""A key or password typed in a conversation reaches neither a model nor the disk, and the person is told (SEC-04)."""

from __future__ import annotations

from pathlib import Path

import pytest

from sidecar.channels.terminal.input_line import PrivateHistory
from sidecar.domain.person import Language
from sidecar.language.fold import fold
from sidecar.runtime.clock import SystemClock
from tests.fakes.model import FakeChatModel
from tests.loopback.script import Say
from tests.system.stage import open_with_model
from tests.system.test_forget_everywhere import chat, find_everywhere, make_home

pytestmark = pytest.mark.req("SEC-04")


@pytest.mark.parametrize(
    ("language", "lines", "secrets"),
    [
        (
            "es",
            [
                "la clave del wifi es casa2024, anotala",
                "usá sk-proj-abcdefghij0123456789",
                "/recordá mi pin es 4821",
                "la clave del wifi es mariposa",
                "recordame mañana a las 9 poner la clave hunter2x en el router",
                "/recordá el pin de la alarma es 90345",
            ],
            ["casa2024", "sk-proj-abcdefghij", "4821", "mariposa", "hunter2x", "90345"],
        ),
        (
            "en",
            ["my password is hunter2", "my card is 4111 1111 1111 1111", "/remember the api key is 8f7d6s5a4f3d2s1a"],
            ["hunter2", "4111 1111", "8f7d6s5a4f"],
        ),
    ],
)
async def test_it_reaches_neither_a_model_nor_the_disk(
    tmp_path: Path, language: Language, lines: list[str], secrets: list[str]
) -> None:
    home, model = make_home(tmp_path, language), FakeChatModel(Say(("Ok.",)), Say(("Ok.",)))
    history = PrivateHistory(home.line_history)
    async with open_with_model(home, model, SystemClock()) as sidecar:
        answers = await chat(sidecar, lines)
    for line in lines:
        history.store_string(line)
    assert all("sidecar setup" in answer for answer in answers), answers
    for secret in secrets:
        assert find_everywhere(home.path, fold(secret)) == set()
        assert not any(secret in repr(request) for request in model.requests)
