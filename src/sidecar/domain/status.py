"""The state of an installation: model, messages, costs, reminders."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sidecar.domain.money import Spending


@dataclass(frozen=True, slots=True)
class Status:
    version: str
    home: str
    model: str
    """`provider:name`, or empty when none is configured."""
    channels: Sequence[str]
    """The channels that are open in this process."""
    waiting: int
    """Messages of the person that wait for an answer."""
    undelivered: int
    """Messages to the person that wait in the outbox."""
    messages: int
    today: Spending
    warnings: Sequence[str]
    """What is not as it should be, already in the person's language."""
    next_reminder: str = ""
    """`#3 water the plants — tomorrow at 9:00`, in the person's language; empty when none is to come."""
    lost_reminders: int = 0
    """Reminders that may not have arrived."""
    open_elsewhere: bool = False
    """Another process answers, on channels of its own."""
