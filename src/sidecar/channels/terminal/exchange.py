"""The messages of the person that have no reply yet."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sidecar.channels.terminal.reply import TurnView
from sidecar.domain.message import IncomingMessage, OutgoingMessage, TurnId


@dataclass(slots=True)
class Exchange:
    """A message of the person and its awaited reply."""

    message: IncomingMessage
    typed_here: bool
    """False for what was typed in an earlier run or in another window."""
    echoed: bool = False
    turn: TurnId | None = None
    view: TurnView | None = None


class Exchanges:
    """The open exchanges, oldest first, by the id of the person's message."""

    def __init__(self) -> None:
        self._open: dict[str, Exchange] = {}

    def __iter__(self) -> Iterator[Exchange]:
        return iter(list(self._open.values()))

    def __bool__(self) -> bool:
        return bool(self._open)

    def open(self, message: IncomingMessage, *, typed_here: bool) -> Exchange:
        return self._open.setdefault(message.id, Exchange(message, typed_here))

    def close(self, exchange: Exchange) -> None:
        self._open.pop(exchange.message.id, None)

    @property
    def queued(self) -> list[Exchange]:
        """The exchanges that are not on the screen yet."""
        return [exchange for exchange in self if not exchange.echoed]

    @property
    def current(self) -> TurnView | None:
        """The turn that is shown."""
        views = [exchange.view for exchange in self if exchange.view is not None]
        return views[-1] if views else None

    def answered_by(self, message: OutgoingMessage) -> Exchange | None:
        """Return the exchange that the message answers, if it is open here."""
        if message.turn is None:
            return None
        return next((exchange for exchange in self if exchange.turn == message.turn), None)
