"""Who may talk to the companion."""

from __future__ import annotations

from sidecar.domain.message import IncomingMessage
from sidecar.domain.person import PersonId


class LocalIdentity:
    """The allow-list of this computer: only its owner can reach a local channel, and nobody else is known."""

    async def identify(self, message: IncomingMessage) -> PersonId | None:
        return None if message.sender else message.person
