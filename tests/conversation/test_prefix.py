"""What a provider has read once stays the beginning of what it reads next."""

from __future__ import annotations

import pytest

from sidecar.llm import AssistantMessage, UserMessage
from sidecar.storage.sqlite import SqliteDb
from tests.conversation.stage import World
from tests.loopback.script import say


@pytest.mark.req("CON-10", "CON-13")
async def test_the_next_request_begins_with_the_one_before(db: SqliteDb) -> None:
    world = World(db, say("¡Hola!"), say("Todo bien."), say("Buen día."))
    await world.take("hola")
    await world.clock.advance(7 * 60)
    await world.take("¿cómo va?")
    first, second = world.model.requests
    assert "Now: Wednesday 2026-03-11 10:00" in first.system
    assert (second.system, second.tools) == (first.system, first.tools)
    assert second.messages[:2] == (*first.messages, AssistantMessage("¡Hola!"))
    assert second.messages[2] == UserMessage("<now>10:07</now>\n¿cómo va?")
    await world.clock.advance(60 * 60)  # by now nobody has kept anything
    await world.take("buenas")
    third = world.model.requests[-1]
    assert "Now: Wednesday 2026-03-11 11:07" in third.system
    assert third.messages[-1] == UserMessage("buenas")
    assert UserMessage("¿cómo va?") in third.messages
