"""What is said when reminders are due: pure, so that it can be decided inside the transaction that fires them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import takewhile

from sidecar import dates
from sidecar.domain.reminder import Firing, Reminder
from sidecar.i18n import Texts
from sidecar.reminders.format import format_late, format_on_time
from sidecar.reminders.ports import Destination, Notice

LATE_AFTER = timedelta(seconds=90)
"""More than the scheduler's longest sleep: only what could not be said in time is called late."""

_COUNTED_AT_MOST = 1_000
"""Firings of one recurring reminder that fell into an absence; beyond that nobody wants to know how many."""


@dataclass(frozen=True, slots=True)
class Recipient:
    """How, and where, something is said to a person."""

    say: Texts
    places: Sequence[Destination]


def plan_notices(
    due: Sequence[Reminder], now: datetime, voice: Recipient, phrased: Callable[[Reminder], str] = lambda _: ""
) -> Sequence[Notice]:
    """One notice for each reminder that is on time, and one for all that are late, however many. `phrased` gives the
    words that a model found for a reminder, or nothing."""
    firings = [compute_firing(reminder, now) for reminder in due]
    late = [firing for firing in firings if firing.late]
    notices = [
        Notice(format_on_time(firing.reminder, voice.say, phrased(firing.reminder)), voice.places, (firing,))
        for firing in firings
        if not firing.late
    ]
    if late:
        notices.insert(0, Notice(format_late(late, now, voice.say), voice.places, late))
    return notices


def compute_firing(reminder: Reminder, now: datetime) -> Firing:
    """The firing of a reminder whose time has come. `now` is UTC.

    The firings of a rule that fell into an absence are one. The next one is always after `now` and after those that
    were: a clock that was set back repeats none.
    """
    due, schedule = reminder.schedule.due, reminder.schedule
    if schedule.first is None:
        return Firing(reminder, due, due, 1, late=now - due > LATE_AFTER, next_due=None)
    following = dates.next_firings(schedule.rrule, schedule.first, schedule.zone, after=due, count=_COUNTED_AT_MOST)
    passed = list(takewhile(lambda moment: moment <= now, following))
    if len(passed) < len(following):
        next_due = following[len(passed)]
    else:
        next_due = next(
            iter(dates.next_firings(schedule.rrule, schedule.first, schedule.zone, after=max(due, now))), None
        )
    last = passed[-1] if passed else due
    return Firing(
        reminder,
        due,
        last,
        1 + len(passed),
        late=now - last > LATE_AFTER or bool(passed),
        next_due=next_due,
    )
