"""A new channel is one folder: it is found by its name, and nothing else has to know of it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import sidecar.channels
from sidecar.channels import find_channels, find_unasked_channels
from sidecar.home import Home
from sidecar.memory.files.profile import create_profile
from sidecar.runtime.clock import SystemClock
from tests.fakes.channel import FakeChannel
from tests.fakes.model import FakeChatModel
from tests.loopback.script import Say
from tests.system.stage import open_with_model

pytestmark = pytest.mark.req("CHA-03")

FOLDER = '''"""Postcards."""

from sidecar.dispatch.ports import ChannelDescription

DESCRIPTION = ChannelDescription(
    "postcards", "the back of a postcard; no room for lists", unasked=True, max_characters=20, format=str.upper
)
'''


@pytest.fixture
def postcards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeChannel]:
    folder = tmp_path / "channels" / "postcards"
    folder.mkdir(parents=True)
    (folder / "__init__.py").write_text(FOLDER)
    monkeypatch.setattr(sidecar.channels, "__path__", [*sidecar.channels.__path__, str(folder.parent)])
    yield FakeChannel(description=find_channels()["postcards"])
    del sys.modules["sidecar.channels.postcards"]


def test_the_channels_of_the_house() -> None:
    assert {name: (found.unasked, found.short_lived) for name, found in find_channels().items()} == {
        "ask": (False, True),
        "terminal": (True, False),
    }
    assert find_unasked_channels() == ("terminal",)


def test_a_folder_is_found_by_its_name(postcards: FakeChannel) -> None:
    assert find_channels()["postcards"] is postcards.description
    assert "postcards" in find_unasked_channels()


@pytest.mark.req("CHA-23", "CON-10")
async def test_its_note_is_in_the_prompt_and_its_limits_are_obeyed(postcards: FakeChannel, tmp_path: Path) -> None:
    home, model = Home(tmp_path / "home"), FakeChatModel(Say(("It is sunny here. The sea is warm.",)))
    home.create()
    create_profile(home.path, "en", name="Ana", timezone="UTC")
    async with open_with_model(home, model, SystemClock()) as sidecar:
        postcards.says("How is it there?")
        postcards.says("/help")
        postcards.close()
        await sidecar.run(postcards, finish_turns=True)
    (request,) = model.requests
    assert "The person reads you in the back of a postcard; no room for lists." in request.system
    assert all(0 < len(text) <= 20 for text in postcards.texts)
    assert {"IT IS SUNNY HERE.", "THE SEA IS WARM."} <= set(postcards.texts)
    assert "/REMEMBER" in " ".join(postcards.texts)
