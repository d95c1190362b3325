"""Many channels, side by side: one that breaks or hangs does not hold up another."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from sidecar.channels.ask import DESCRIPTION as ASK
from sidecar.channels.ask.channel import AskChannel
from sidecar.dispatch.ports import Receive
from sidecar.domain.message import IncomingMessage, OutgoingMessage, TurnId
from sidecar.domain.person import OWNER
from sidecar.errors import ChannelError
from sidecar.home import Home
from sidecar.llm import ChatRequest, ModelEvent
from sidecar.memory.files.profile import create_profile
from sidecar.runtime.clock import SystemClock
from sidecar.storage.db import Db, Tx
from tests.eventually import eventually
from tests.fakes.channel import FakeChannel
from tests.fakes.clock import FakeClock
from tests.fakes.model import FakeChatModel
from tests.loopback.script import Say
from tests.system.stage import open_with_model

pytestmark = pytest.mark.req("CHA-10", "CHA-21")


class Unconnected(FakeChannel):
    """It loses its connection at once, every time."""

    async def listen(self, receive: Receive) -> None:
        raise ChannelError("The connection was lost.")


class Troubled(FakeChannel):
    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.tried = asyncio.Event()


class Hanging(Troubled):
    """What it should deliver never arrives."""

    async def deliver(self, message: OutgoingMessage) -> str:
        self.tried.set()
        await asyncio.get_running_loop().create_future()
        return ""


class Broken(Troubled):
    """It has a bug."""

    async def deliver(self, message: OutgoingMessage) -> str:
        self.tried.set()
        raise ZeroDivisionError


@pytest.fixture
def home(tmp_path: Path) -> Home:
    home = Home(tmp_path / "home")
    home.create()
    create_profile(home.path, "en", name="Ana", timezone="UTC")
    return home


@pytest.mark.parametrize("kind", [Hanging, Broken])
async def test_one_channel_that_cannot_deliver_does_not_hold_up_the_other(home: Home, kind: type[Troubled]) -> None:
    good, bad = FakeChannel("terminal"), kind("telegram")
    async with open_with_model(home, FakeChatModel(*[Say(("Fine.",))] * 3), SystemClock()) as sidecar:
        bad.says("one")
        async with asyncio.timeout(30):
            running = asyncio.create_task(sidecar.run(good, bad))
            await bad.tried.wait()
            good.says("two")
            await good.hears("Fine.")
            good.says("/help")
            await good.hears("Write to me as you would")
            good.close()
            await running
    assert bad.delivered == []
    waiting = await asyncio.to_thread(_undelivered, home)
    assert waiting == [("telegram", "Fine.")], "it is kept for the next time"


async def test_one_channel_that_loses_its_connection_does_not_close_the_other(home: Home) -> None:
    good, bad = FakeChannel("terminal"), Unconnected("telegram")
    async with open_with_model(home, FakeChatModel(Say(("Fine.",))), SystemClock()) as sidecar:
        running = asyncio.create_task(sidecar.run(good, bad))
        good.says("hello")
        await good.hears("Fine.")
        good.close()
        await asyncio.wait_for(running, 30)
        assert list(sidecar.delivery.channels) == ["terminal", "telegram"]


@pytest.mark.req("CHA-21")
async def test_an_answer_that_nobody_fetched_is_shown_in_the_chat(home: Home) -> None:
    clock, chat, model = FakeClock(), FakeChannel("terminal"), FakeChatModel(Say(("Fine.",)))
    async with open_with_model(home, model, clock) as sidecar:
        question = IncomingMessage("m", ASK.name, OWNER, "hello", clock.now())
        await sidecar.services.inbox.accept(question)
        running = asyncio.create_task(sidecar.run(chat))
        async with asyncio.timeout(60):
            await eventually(lambda: model.requests)
            await sidecar.dispatcher.idle()
            await clock.advance(60)
            await sidecar.delivery.idle()
            assert chat.texts == [], "whoever asked may still fetch it"
            await clock.advance(70)
            await chat.hears("Fine.")
            chat.close()
            await running


class DiskFillingModel(FakeChatModel):
    """While it answers, the disk fills up."""

    db: Db

    async def stream(self, request: ChatRequest) -> AsyncGenerator[ModelEvent]:
        async for event in super().stream(request):
            await self.db.write(_fill)
            yield event


@pytest.mark.req("OPS-12", "CLI-02")
async def test_one_question_ends_although_the_disk_fills_up_meanwhile(home: Home) -> None:
    clock = FakeClock()
    question = IncomingMessage("m", ASK.name, OWNER, "I am allergic to nuts. Tell me a story", clock.now())
    model = DiskFillingModel(Say(("Once upon a time.", " And then." * 5_000)))
    async with open_with_model(home, model, clock) as sidecar:
        model.db = sidecar.services.db
        channel = AskChannel(question)
        async with asyncio.timeout(60):
            running = asyncio.create_task(sidecar.run(channel, finish_turns=True))
            while not running.done():
                await clock.advance(1)
            await running
        assert (
            channel.text.startswith("Once upon a time. And then.")
            and "(I couldn't save this answer yet.)" in channel.text
        )
    async with open_with_model(home, FakeChatModel(Say(("Once more.",))), clock) as sidecar:
        again = AskChannel(question, queued=True)
        again.turn = TurnId(1)
        await asyncio.wait_for(sidecar.run(again, finish_turns=True), 60)
        assert again.text == "Once more.", "the message was kept"


@pytest.mark.req("OPS-12")
async def test_an_answer_is_stored_when_the_disk_has_room_again(home: Home) -> None:
    clock, chat = FakeClock(), FakeChannel("terminal")
    model = DiskFillingModel(Say(("Once upon a time.", " And then." * 5_000)))
    async with open_with_model(home, model, clock) as sidecar:
        model.db = sidecar.services.db
        running = asyncio.create_task(sidecar.run(chat))
        async with asyncio.timeout(60):
            chat.says("Tell me a story")
            while not chat.texts:
                await clock.advance(1)
            assert "(I couldn't save this answer yet.)" in chat.texts[0]
            assert await sidecar.services.inbox.waiting() == 1
            await sidecar.services.db.write(_make_room)
            while await sidecar.services.inbox.waiting():
                await clock.advance(1)
            chat.close()
            await running
    assert len(chat.texts) == 1, "it is not told twice"


async def _make_room(tx: Tx) -> None:
    await tx.execute("pragma max_page_count = 1000000")


async def _fill(tx: Tx) -> None:
    row = await tx.one("pragma page_count")
    assert row is not None
    await tx.execute(f"pragma max_page_count = {row['page_count']}")


def _undelivered(home: Home) -> list[tuple[str, str]]:
    import sqlite3
    from contextlib import closing

    with closing(sqlite3.connect(home.database)) as db:
        return db.execute("select channel, text from outbox where state in ('waiting', 'sending')").fetchall()
