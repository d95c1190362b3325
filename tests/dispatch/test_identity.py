"""Nobody talks to the companion unless allowed: strangers get no answer and leave a log line."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from sidecar.dispatch.identity import LocalIdentity
from sidecar.dispatch.ports import Identity
from sidecar.domain.message import IncomingMessage
from sidecar.domain.person import OWNER, PersonId
from sidecar.observe import configure_logging
from tests.dispatch.conftest import Office

pytestmark = pytest.mark.req("SEC-01")

ANA = PersonId("ana")


class FakeIdentity:
    """An allow-list. Obeys `dispatch.ports.Identity`."""

    def __init__(self, allowed: Mapping[str, PersonId]) -> None:
        self._allowed = allowed

    async def identify(self, message: IncomingMessage) -> PersonId | None:
        return self._allowed.get(message.sender)


def message(sender: str) -> IncomingMessage:
    return IncomingMessage("m", "telegram", OWNER, "hola", datetime(2026, 3, 15, tzinfo=UTC), sender=sender)


@pytest.mark.parametrize(
    ("identity", "known", "person"),
    [
        pytest.param(LocalIdentity(), "", OWNER, id="this computer"),
        pytest.param(FakeIdentity({"+54 11": ANA}), "+54 11", ANA, id="allow-list"),
    ],
)
async def test_it_knows_who_is_allowed_and_nobody_else(identity: Identity, known: str, person: PersonId) -> None:
    assert await identity.identify(message(known)) == person
    for stranger in ("+54 11 9", "ana", "\ud83e", " "):
        assert await identity.identify(message(stranger)) is None
    assert await identity.identify(replace(message(known), channel="whatsapp", text="/help")) == person


@pytest.mark.parametrize("text", ["hola", "/ping", "/unknown", ""])
async def test_a_stranger_gets_nothing_and_leaves_a_log_line(office: Office, tmp_path: Path, text: str) -> None:
    configure_logging(tmp_path)
    stranger = replace(office.message(text), sender="+54 11")
    assert await office.dispatcher.receive(stranger) is None
    await office.idle()
    assert office.turns == []
    assert office.channel.delivered == []
    assert await office.inbox.people_waiting() == []
    log = await asyncio.to_thread((tmp_path / "events.jsonl").read_text)
    assert '"event": "stranger.ignored", "channel": "terminal", "sender": "+54 11"' in log


async def test_whoever_is_allowed_is_answered_in_their_own_lane(office: Office) -> None:
    office.identity = FakeIdentity({"+54 11": ANA})
    office.dispatcher = office.another_dispatcher()
    await office.dispatcher.receive(replace(office.message("hola"), sender="+54 11"))
    await office.idle()
    assert [(answer.person, answer.text) for answer in office.channel.delivered] == [(ANA, "re: hola")]
