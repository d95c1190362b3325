"""Texts of due reminders. Pure, so that they can be built inside the transaction that fires them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import takewhile

from sidecar import dates
from sidecar.domain.reminder import Firing, Reminder
from sidecar.i18n import Texts
from sidecar.reminders.format import format_late, format_on_time
from sidecar.reminders.ports import Destination, Notice

LATE_AFTER = timedelta(seconds=90)
"""More than the scheduler's longest sleep, so that a reminder is only late when nothing ran."""
ALWAYS = datetime.min.replace(tzinfo=UTC)

_COUNTED_AT_MOST = 1_000
"""Missed firings of one recurring reminder; more are not counted."""


@dataclass(frozen=True, slots=True)
class Recipient:
    """The language in which a person is spoken to, and where."""

    say: Texts
    destinations: Sequence[Destination]


def plan_notices(
    due: Sequence[Reminder],
    now: datetime,
    recipient: Recipient,
    find_words: Callable[[Reminder], str] = lambda _: "",
    running_since: datetime = ALWAYS,
) -> Sequence[Notice]:
    """Write one notice for each reminder that is on time, and one for all that are late, however many. `find_words`
    gives the words that a model found for a reminder, or ""; what was due before `running_since` is late."""
    firings = [compute_firing(reminder, now, running_since) for reminder in due]
    late = [firing for firing in firings if firing.late]
    notices = [
        Notice(
            format_on_time(firing.reminder, recipient.say, find_words(firing.reminder)),
            recipient.destinations,
            (firing,),
        )
        for firing in firings
        if not firing.late
    ]
    if late:
        notices.insert(0, Notice(format_late(late, now, recipient.say), recipient.destinations, late))
    return notices


def compute_firing(reminder: Reminder, now: datetime, running_since: datetime = ALWAYS) -> Firing:
    """Compute the firing of a reminder whose time has come. `now` is UTC. The firings of a rule during an absence count
    as one. The next one is always after `now` and after those that were: a clock that is set back repeats none."""
    due, schedule = reminder.schedule.due, reminder.schedule
    on_time_from = max(running_since, now - LATE_AFTER)
    if schedule.first is None:
        return Firing(reminder, due, due, 1, late=due < on_time_from, next_due=None)
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
        late=last < on_time_from or bool(passed),
        next_due=next_due,
    )
