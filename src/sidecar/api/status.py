"""The state of an installation as JSON: the same in every language, channels by their ids, money as numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from sidecar.api.cost import SpendingJson
from sidecar.api.encoding import from_attributes
from sidecar.api.reminders import ReminderJson
from sidecar.domain.reminder import Reminder
from sidecar.domain.status import Status


@dataclass(frozen=True, slots=True)
class StatusJson:
    version: str
    home: str
    model: str
    channels: Sequence[str]
    waiting: int
    undelivered: int
    messages: int
    today: SpendingJson
    warnings: Sequence[str]
    next_reminder: ReminderJson | None
    lost_reminders: int
    open_elsewhere: bool

    @classmethod
    def from_status(cls, status: Status, next_reminder: Reminder | None) -> Self:
        reminder = ReminderJson.from_reminder(next_reminder) if next_reminder else None
        return from_attributes(cls, status, today=SpendingJson.from_spending(status.today), next_reminder=reminder)
