"""Somebody in their first hour, without a model."""

from __future__ import annotations

from sidecar.conversation.undo import Undo
from sidecar.domain.reminder import Reminder, ReminderState
from sidecar.domain.turn import Reply
from sidecar.errors import NoModel
from sidecar.memory.undo import FactUndo
from sidecar.storage.facts import SqlFacts
from sidecar.storage.sqlite import SqliteDb
from sidecar.storage.undo import SqlChangeLog
from tests.conversation.stage import World


class Newcomer(World):
    """Somebody who has no model yet."""

    def __init__(self, db: SqliteDb) -> None:
        super().__init__(db)
        self.missing = NoModel("No model is configured.")
        self.undo = Undo(SqlChangeLog(db), FactUndo(SqlFacts(db), self.clock), self.clock, lambda: None)

    async def say(self, first: str, *texts: str) -> Reply:
        """Say one thing after the other, a minute apart; return the last reply."""
        reply = await self.take(first)
        for text in texts:
            await self.clock.leap(60)
            reply = await self.take(text)
        await self.clock.leap(60)
        return reply

    async def pending(self) -> list[Reminder]:
        return [one for one in await self.all() if one.state is ReminderState.PENDING]

    async def listed(self) -> list[tuple[str, str]]:
        return [(one.message, f"{one.schedule.local:%d %H:%M}") for one in await self.pending()]
