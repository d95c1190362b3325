"""Takes back the last change of a reminder or a fact, and says what holds now (CMD-01)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeGuard

from sidecar.conversation.fact_confirmation import describe_briefly
from sidecar.domain.message import TurnId
from sidecar.domain.person import PersonId
from sidecar.domain.reminder import Reminder, ReminderState
from sidecar.i18n import Texts
from sidecar.memory.undo import FactUndo
from sidecar.reminders.format import format_when
from sidecar.runtime.clock import Clock

UNDO_ASKED = "nothing is undone yet: they are asked first"
"""Begins the result of a call that asked."""


@dataclass(frozen=True, slots=True)
class TurnBefore:
    """The message before. `undid`: it took something back, or was asked whether to."""

    turn: TurnId
    undid: bool


class ChangeLog(Protocol):
    """What was changed last."""

    async def last_told_in(self, person: PersonId) -> TurnId | None:
        """Return the last message that told a fact which still holds."""
        ...

    async def last_changed_in(self, person: PersonId) -> TurnId | None:
        """Return the message that asked for the last change of a reminder; a command counts as the newest of all."""
        ...

    async def list_last_changed(self, person: PersonId) -> Sequence[Reminder]:
        """Return the reminders that the last message, or the last command, changed, as they are now."""
        ...

    async def find_turn_before(self, person: PersonId, turn: TurnId) -> TurnBefore | None: ...

    async def restore_reminders(self, person: PersonId) -> Sequence[Reminder]:
        """Take back what the last message, or the last command, changed of reminders; what it had set is cancelled.
        Returns them as they are then."""
        ...


@dataclass(frozen=True, slots=True)
class Undo:
    """Goes back one message at a time; what was forgotten does not come back."""

    log: ChangeLog
    facts: FactUndo
    clock: Clock
    changed: Callable[[], None]
    """Called after reminders were changed."""

    async def ask_first(self, person: PersonId, turn: TurnId, say: Texts) -> str | None:
        """Return the question that names the newest change where it is not what was spoken of just before this turn;
        None where that, or another undoing, was, or where there is none."""
        changed, told = await self.log.last_changed_in(person), await self.log.last_told_in(person)
        before = await self.log.find_turn_before(person, turn)
        newest = max((one for one in (changed, told) if one is not None), default=None)
        if newest is None or before is None or before.undid or newest >= before.turn:
            return None
        if _is_newer(told, changed):
            known = "; ".join(map(describe_briefly, await self.facts.find(person, told)))
            return say("The last thing I noted was: {facts}. Should I take that back?", facts=known)
        named = "”, “".join(one.message for one in await self.log.list_last_changed(person))
        return say("The last thing I changed was the reminder “{message}”. Should I take that back?", message=named)

    async def can_undo(self, person: PersonId) -> bool:
        """Return whether there is a change to take back."""
        found = await self.log.last_changed_in(person), await self.log.last_told_in(person)
        return found != (None, None)

    async def undo_last(self, person: PersonId, say: Texts) -> str:
        """Take the newest change back and describe what holds now."""
        changed, told = await self.log.last_changed_in(person), await self.log.last_told_in(person)
        if _is_newer(told, changed):
            gone = await self.facts.undo(person, told)
            return say("Undone. I no longer know: {facts}.", facts="; ".join(map(describe_briefly, gone)))
        restored = await self.log.restore_reminders(person) if changed is not None else ()
        self.changed()
        if not restored:
            return say("There's nothing to undo. What I forgot for you doesn't come back.")
        return "\n".join(self._describe(reminder, say) for reminder in restored)

    def _describe(self, reminder: Reminder, say: Texts) -> str:
        now = self.clock.now()
        if reminder.state is ReminderState.CANCELLED:
            return say("Undone: “{message}” won't ring.", message=reminder.message)
        if reminder.schedule.due <= now:
            return say("Undone, but its time has passed: {message}.", message=reminder.message)
        when = format_when(reminder, now, say)
        return say("Undone: {message} — {when}", message=reminder.message, when=when)


def _is_newer(told: TurnId | None, changed: TurnId | None) -> TypeGuard[TurnId]:
    return told is not None and (changed is None or told > changed)
