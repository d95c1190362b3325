"""Operations on a person's reminders, shared by tools, commands and the command line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from sidecar import dates
from sidecar.domain.message import TurnId
from sidecar.domain.person import PersonId
from sidecar.domain.reminder import Firing, LostFiring, Reminder, ReminderId, ReminderState, Schedule
from sidecar.errors import NotFound, RequestError, SeveralMatch, UnclearMoment
from sidecar.i18n import Texts
from sidecar.language.fold import fold
from sidecar.language.phrase_match import has_words, parse_id
from sidecar.observe import Event, emit
from sidecar.reminders.format import format_late, format_list
from sidecar.reminders.ports import Destination, Notice, ReminderStore
from sidecar.reminders.schedule import Asker, amend_schedule, parse_schedule, parse_snooze, skip_next_firing
from sidecar.runtime.clock import Clock

LONGEST_MESSAGE_CHARS = 1_000
_SNOOZE_AFTER_FIRING = timedelta(hours=24)
"""How long a delivered reminder can be snoozed: by its words, and of a recurring one that firing."""

_OPEN = (ReminderState.PENDING, ReminderState.ATTEMPTING, ReminderState.MISSED)


@dataclass(frozen=True, slots=True)
class ReminderChange:
    """A reminder with a new time. `notes` tell how ambiguous words were understood, and what else to know."""

    reminder: Reminder
    notes: Sequence[str] = ()
    said_before: bool = True
    """False if it was put off before it was delivered."""


class Reminders:
    """Every method raises `RequestError`, and changes nothing, where the person must be asked. `changed` is called
    after every change, so that the scheduler looks again."""

    def __init__(self, store: ReminderStore, clock: Clock, changed: Callable[[], None] = lambda: None) -> None:
        self._store = store
        self._clock = clock
        self.changed = changed

    # -- looking

    async def pending(self, asker: Asker) -> Sequence[Reminder]:
        """Return the reminders to come, the next one first."""
        return await self._store.in_states(asker.person, (ReminderState.PENDING,))

    async def all(self, asker: Asker) -> Sequence[Reminder]:
        """Return every reminder there ever was."""
        return await self._store.in_states(asker.person, tuple(ReminderState))

    async def recent(self, person: PersonId) -> Sequence[Reminder]:
        """Return the open reminders, then those delivered lately: what a message may speak of."""
        return [*await self._store.in_states(person, _OPEN), *await self._said_lately(person)]

    async def find(self, asker: Asker, text: str) -> Sequence[Reminder]:
        """Find open reminders whose message holds every word of `text`, in any form; a number is an id. Without an open
        one, those delivered lately: "ten more minutes for the pizza" comes after the reminder."""
        for candidates in (await self._store.in_states(asker.person, _OPEN), await self._said_lately(asker.person)):
            found = [one for one in candidates if _named(one, text)]
            if found:
                return found
        return []

    async def find_one(self, asker: Asker, which: str) -> Reminder:
        """Find the reminder that an id or some words of its message name. Raises `NotFound` and, when the words fit
        several, `SeveralMatch`."""
        number = parse_id(which)
        if number is not None:
            found = await self._store.get(asker.person, ReminderId(number))
            if found is None:
                raise NotFound("There's no reminder #{id}.", hint="`/reminders` lists them.", id=number)
            return found
        several = _parse_ids(which)
        matching = [one for one in await self.recent(asker.person) if one.id in several] if several else ()
        matching = matching or await self.find(asker, which)
        if not matching:
            raise NotFound("No reminder mentions “{text}”.", hint="`/reminders` lists them.", text=which.strip())
        if len(matching) > 1 and several:
            raise SeveralMatch("Which one?\n{list}", list=format_list(matching, self._clock.now(), asker.say))
        if len(matching) > 1:
            raise SeveralMatch(
                "Several reminders match “{text}”. Which one?\n{list}",
                text=which.strip(),
                list=format_list(matching, self._clock.now(), asker.say),
            )
        return matching[0]

    async def lost(self, asker: Asker) -> Sequence[LostFiring]:
        """Return the firings that may not have reached the person (REM-06)."""
        return await self._store.lost(asker.person)

    # -- changing

    async def set(self, asker: Asker, message: str, words: str) -> ReminderChange:
        """Set a reminder, unless there is one with the same words and time. Raises `UnclearMoment` when the words are
        no moment to come."""
        message = _checked(message)
        schedule, notes = parse_schedule(asker, words, self._clock.now())
        for other in await self.pending(asker):
            if _same(other, message, schedule):
                return ReminderChange(other, (*notes, asker.say("You already had it (#{id}).", id=other.id)))
        reminder = await self._store.add(asker.person, message, schedule, self._clock.now(), asker.turn)
        if reminder.state is not ReminderState.PENDING:
            return ReminderChange(reminder, (asker.say("It has already rung."),))
        self._done("set", reminder)
        return ReminderChange(reminder, notes)

    async def cancel(self, reminder: Reminder, turn: TurnId | None = None) -> Reminder:
        """Cancel a reminder; refuse one that is cancelled or over."""
        if reminder.state is ReminderState.CANCELLED:
            raise RequestError("Reminder #{id} was already cancelled.", id=reminder.id)
        if reminder.state not in _OPEN:
            raise RequestError("Reminder #{id} is already over.", id=reminder.id)
        return await self._change("cancelled", replace(reminder, state=ReminderState.CANCELLED), turn)

    async def cancel_all(self, asker: Asker) -> Sequence[Reminder]:
        """Cancel everything that is still to come, except what changes meanwhile."""
        pending = await self.pending(asker)
        changed = [await self._store.change(replace(one, state=ReminderState.CANCELLED)) for one in pending]
        self.changed()
        return [reminder for reminder in changed if reminder is not None]

    async def edit(self, asker: Asker, reminder: Reminder, *, message: str = "", words: str = "") -> ReminderChange:
        """Change the words, the time, or both. Time words are read against the present time of the reminder: "a las 16"
        keeps its day, "mañana" its hour. With a time, one that was over or cancelled becomes active again."""
        if not message.strip() and not words.strip():
            raise RequestError("What should change: the text, the time, or both?")
        if reminder.state not in _OPEN and not words.strip():
            raise RequestError("Reminder #{id} is no longer active. Give it a new time and it will be.", id=reminder.id)
        new, notes = reminder, ()
        if message.strip():
            new = replace(new, message=_checked(message))
        if words.strip():
            schedule, notes = amend_schedule(asker, reminder, words, self._clock.now())
            notes = (*notes, *_active_again(reminder, asker.say))
            new = replace(new, schedule=schedule, state=ReminderState.PENDING, late=False)
        return ReminderChange(await self._change("edited", new, asker.turn), notes)

    async def snooze(self, asker: Asker, reminder: Reminder, words: str) -> ReminderChange:
        """Put a reminder off. Of a recurring one only this firing moves: the rule goes on."""
        now, due = self._clock.now(), reminder.schedule.due
        unsaid = reminder.state is ReminderState.PENDING
        unsaid = unsaid and not (reminder.recurring and await self._just_fired(reminder, now))
        moment = parse_snooze(due, words, now, asker.zone, asker.language, ahead=unsaid and due > now)
        if isinstance(moment, dates.DateError):
            raise UnclearMoment(reason=moment.code, message=moment.message, suggestions=moment.suggestions)
        schedule = Schedule(moment.utc, asker.zone, words.strip())
        if not reminder.recurring:
            new = replace(reminder, schedule=schedule, state=ReminderState.PENDING, late=False)
            notes = _active_again(reminder, asker.say) if reminder.state is ReminderState.CANCELLED else ()
            return ReminderChange(
                await self._change("snoozed", new, asker.turn), (*moment.notes, *notes), said_before=not unsaid
            )
        once = await self._store.add(asker.person, reminder.message, schedule, now, asker.turn)
        self._done("snoozed", once)
        if unsaid:
            await self._change("skipped", skip_next_firing(reminder), asker.turn)
        return ReminderChange(once, moment.notes, said_before=not unsaid)

    async def resend_lost(self, asker: Asker, lost: Sequence[LostFiring], destinations: Sequence[Destination]) -> None:
        """Deliver everything that may not have arrived once more, in one message."""
        now = self._clock.now()
        firings = [Firing(one.reminder, one.due, one.due, 1, late=True, next_due=None) for one in lost]
        again = Notice(format_late(firings, now, asker.say), destinations, firings)
        await self._store.settle_lost(asker.person, [one.id for one in lost], again, now)
        self.changed()

    async def dismiss(self, asker: Asker, lost: Sequence[LostFiring]) -> None:
        await self._store.settle_lost(asker.person, [one.id for one in lost], None, self._clock.now())

    # -- inside

    async def _said_lately(self, person: PersonId) -> Sequence[Reminder]:
        since = self._clock.now() - _SNOOZE_AFTER_FIRING
        said = await self._store.in_states(person, (ReminderState.DELIVERED,))
        return [reminder for reminder in said if reminder.schedule.due >= since]

    async def _just_fired(self, reminder: Reminder, now: datetime) -> bool:
        fired = await self._store.last_fired(reminder.person, reminder.id)
        return fired is not None and now - fired <= _SNOOZE_AFTER_FIRING

    async def _change(self, what: str, new: Reminder, turn: TurnId | None) -> Reminder:
        kept = await self._store.change(new, turn)
        if kept is None:
            raise RequestError("Reminder #{id} has just changed. Please look at it and try again.", id=new.id)
        self._done(what, kept)
        return kept

    def _done(self, what: str, reminder: Reminder) -> None:
        emit(Event.REMINDER_CHANGED, change=what, reminder=reminder.id, due=reminder.schedule.due.isoformat())
        self.changed()


def _parse_ids(which: str) -> frozenset[int]:
    """Return the numbers of "3, 5"; nothing for anything else."""
    numbers = [parse_id(part) for part in which.split(",")]
    return frozenset(number for number in numbers if number is not None) if None not in numbers else frozenset()


def _same(other: Reminder, message: str, schedule: Schedule) -> bool:
    """Return whether both have the same words and time."""
    mine, theirs = schedule, other.schedule
    return fold(message) == fold(other.message) and (mine.due, mine.rrule) == (theirs.due, theirs.rrule)


def _active_again(reminder: Reminder, say: Texts) -> Sequence[str]:
    match reminder.state:
        case ReminderState.CANCELLED:
            return (say("It was cancelled; now it's active again."),)
        case ReminderState.DELIVERED:
            return (say("It was over; now it's active again."),)
        case _:
            return ()


def _checked(message: str) -> str:
    plain = " ".join(message.split())
    if not plain:
        raise RequestError("What should I remind you of?")
    if len(plain) > LONGEST_MESSAGE_CHARS:
        raise RequestError(
            "That's too long for a reminder ({n} characters; {most} at most).",
            n=len(plain),
            most=LONGEST_MESSAGE_CHARS,
        )
    return plain


def _named(reminder: Reminder, text: str) -> bool:
    number = parse_id(text)
    return has_words(reminder.message, text) if number is None else reminder.id == number
