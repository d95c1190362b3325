"""Facts that nobody has confirmed for months become stale, however short each visit is."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from pathlib import Path

import pytest

from sidecar.app import Sidecar
from sidecar.channels.ask import DESCRIPTION as ASK
from sidecar.domain.fact import NewFact
from sidecar.domain.person import OWNER
from sidecar.home import Home
from sidecar.memory.files.profile import create_profile
from sidecar.memory.ports import FactAddition
from tests.fakes.channel import FakeChannel
from tests.fakes.clock import FakeClock
from tests.fakes.model import FakeChatModel
from tests.loopback.script import Say
from tests.system.stage import open_with_model

pytestmark = pytest.mark.req("MEM-20")


@pytest.fixture
def home(tmp_path: Path) -> Home:
    home = Home(tmp_path / "home")
    home.create()
    create_profile(home.path, "en", name="Ana", timezone="UTC")
    return home


async def learn_long_ago(sidecar: Sidecar, clock: FakeClock) -> None:
    day = (clock.now() - timedelta(days=200)).date()
    await sidecar.services.facts.store.apply(OWNER, [FactAddition(NewFact("Likes jam"), day, day)], clock.now())


async def is_stale(sidecar: Sidecar) -> bool:
    (fact,) = await sidecar.services.facts.store.active(OWNER)
    return fact.stale


async def test_a_chat_of_a_minute_marks_them(home: Home) -> None:
    clock, channel = FakeClock(), FakeChannel("terminal")
    async with open_with_model(home, FakeChatModel(), clock) as sidecar:
        await learn_long_ago(sidecar, clock)
        running = asyncio.create_task(sidecar.run(channel))
        async with asyncio.timeout(30):
            while not await is_stale(sidecar):
                await clock.advance(1)
        channel.close()
        await running


async def test_one_question_marks_them(home: Home) -> None:
    clock, channel = FakeClock(), FakeChannel(description=ASK)
    async with open_with_model(home, FakeChatModel(Say(("Fine.",))), clock) as sidecar:
        await learn_long_ago(sidecar, clock)
        running = asyncio.create_task(sidecar.run(channel, finish_turns=True))
        channel.says("how are you?")
        await channel.hears("Fine.")
        channel.close()
        await running
        assert await is_stale(sidecar)
