"""What `/router-stats` counts: who answered, how fast, what was handed over and what the person took back."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sidecar.dispatch.commands.general import format_router_stats
from sidecar.domain.message import Message, Speaker, TurnId
from sidecar.domain.person import OWNER, PersonId
from sidecar.domain.router_stats import RouterStats
from sidecar.domain.turn import HandledBy
from sidecar.i18n import Texts
from sidecar.router.override import is_override
from sidecar.storage.inbox import SqlInbox
from sidecar.storage.router_stats import SqlRouterStats
from sidecar.storage.sqlite import SqliteDb
from tests.storage.samples import NOON, incoming, reply

pytestmark = pytest.mark.req("RTR-06")


async def answer(db: SqliteDb, text: str, by: HandledBy, *, tried: bool = False, own_ms: float = 4.0) -> None:
    inbox = SqlInbox(db)
    await inbox.accept(incoming(text, text))
    claim = await inbox.claim(OWNER)
    assert claim is not None
    said = reply("listo")
    result = Message(Speaker.TOOL, "Error: no connection", NOON, TurnId(0), "terminal", tool_call_id="router-1")
    messages = (result, *said.messages) if tried else said.messages
    said = replace(said, handled_by=by, messages=messages, total_ms=own_ms + 120, model_ms=100, tools_ms=20)
    assert await inbox.finish(claim, said, NOON)


async def test_what_is_counted(db: SqliteDb) -> None:
    await answer(db, "qué hora es", HandledBy.ROUTER, own_ms=2)
    await answer(db, "recordame a las 8 el gas", HandledBy.ROUTER, own_ms=6)
    await answer(db, "no, quise decir a las 20", HandledBy.ROUTER, own_ms=4)
    await answer(db, "contame un cuento", HandledBy.MODEL)
    await answer(db, "no me entendiste", HandledBy.MODEL)
    await answer(db, "qué tiempo hace", HandledBy.MODEL, tried=True)
    await answer(db, "hola", HandledBy.OFFLINE, own_ms=3)
    await answer(db, "/help", HandledBy.COMMAND)
    stats = await SqlRouterStats(db).read(OWNER, is_override)
    assert stats == RouterStats(direct=3, offline=1, model=3, handed_over=1, overrides=1, own_ms=3.5)
    assert await SqlRouterStats(db).read(PersonId("ana"), is_override) == RouterStats()


def test_how_it_is_said() -> None:
    stats = RouterStats(direct=3, offline=1, model=4, handed_over=1, overrides=2, own_ms=3.5)
    said = format_router_stats(stats, Texts("es"))
    assert "50 % (4)" in said
    assert "Todavía no hay mensajes" in format_router_stats(RouterStats(), Texts("es"))
    assert "No messages yet" in format_router_stats(RouterStats(), Texts("en"))
