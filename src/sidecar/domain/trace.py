"""Everything that is known about one turn."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sidecar.domain.message import ConversationId, IncomingMessage, Message, TurnId
from sidecar.domain.money import RequestRecord
from sidecar.domain.tool import ToolReceipt


@dataclass(frozen=True, slots=True)
class TurnDelivery:
    """A message of a turn, and how far its delivery got."""

    channel: str
    text: str
    state: str
    """`waiting`, `sending` or `sent`."""
    attempts: int
    error: str
    maybe_seen: bool
    created_at: datetime
    sent_at: datetime | None
    external_id: str


@dataclass(frozen=True, slots=True)
class Trace:
    """One turn. Times in milliseconds; the parts are in the order in which they happened."""

    turn: TurnId
    conversation: ConversationId
    message: IncomingMessage
    state: str
    """`waiting`, `answering` or `done`."""
    attempts: int
    finished_at: datetime | None
    handled_by: str
    """Like `ending` and `error_code` empty while the turn is not done."""
    ending: str
    error_code: str
    model_ms: float
    tools_ms: float
    total_ms: float
    messages: tuple[Message, ...]
    """What the history keeps of the turn, the person's message first."""
    requests: tuple[RequestRecord, ...]
    """The prompt is empty unless it was asked for and is still kept."""
    tools: tuple[ToolReceipt, ...]
    deliveries: tuple[TurnDelivery, ...]
