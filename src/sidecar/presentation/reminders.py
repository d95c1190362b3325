"""Reminders as a person reads them: confirmations, lists, and those in doubt."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sidecar.domain.reminder import LostFiring, Reminder
from sidecar.i18n import Texts
from sidecar.reminders.format import MARK, format_list, format_lost_line, format_moment, format_when
from sidecar.reminders.reminders import ReminderChange


def format_confirmation(reminder: Reminder, now: datetime, say: Texts) -> str:
    when = format_when(reminder, now, say)
    return _mark(say("I'll remind you: {message} — {when}", message=reminder.message, when=when))


def format_edit(reminder: Reminder, now: datetime, say: Texts) -> str:
    when = format_when(reminder, now, say)
    return _mark(say("Changed: {message} — {when}", message=reminder.message, when=when))


def format_snooze(reminder: Reminder, now: datetime, say: Texts, *, again: bool) -> str:
    """Confirm a new time. `again`: the reminder was delivered before."""
    message, when = reminder.message, format_when(reminder, now, say)
    if again:
        return _mark(say("I'll remind you again: {message} — {when}", message=message, when=when))
    return _mark(say("I'll remind you later: {message} — {when}", message=message, when=when))


def _mark(sentence: str) -> str:
    return f"{MARK} {sentence}"


def format_cancellation(reminder: Reminder, say: Texts) -> str:
    return say("Cancelled: {message} (#{id})", message=reminder.message, id=reminder.id)


def append_notes(sentence: str, change: ReminderChange) -> str:
    """Append how ambiguous words were understood."""
    return " · ".join([sentence, *change.notes])


def format_reminders(reminders: Sequence[Reminder], now: datetime, say: Texts) -> str:
    """List reminders with their ids, or tell how to set the first one."""
    if not reminders:
        return say("You have no reminders. Tell me: “remind me tomorrow at 9 to water the plants”.")
    return format_list(reminders, now, say)


def format_leaving(pending: Sequence[Reminder], now: datetime, say: Texts) -> str:
    """Tell who closes the chat that reminders ring only while it is open."""
    first = pending[0].schedule
    return say.plural(
        "{n} reminder waits ({when}). It rings only while I'm open: leave me open in some window, or I'll tell you "
        "late, the next time you open me.",
        "{n} reminders wait (the next one: {when}). They ring only while I'm open: leave me open in some window, or "
        "I'll tell you late, the next time you open me.",
        len(pending),
        when=format_moment(first.due, now, first.zone, say),
    )


def format_closed_hint(say: Texts) -> str:
    """Tell who sets a reminder while no chat is open that this takes one."""
    return say("It rings only while I'm open, and I'm not: `sidecar` opens me.")


def format_no_match(text: str, say: Texts) -> str:
    return say("No reminder mentions “{text}”.", text=text)


def format_lost(lost: Sequence[LostFiring], now: datetime, say: Texts) -> str:
    if not lost:
        return say("As far as I know, every reminder reached you.")
    title = say.plural(
        "I don't know if you saw this reminder:", "I don't know if you saw these {n} reminders:", len(lost)
    )
    return "\n".join([title, "", *(format_lost_line(one, now, say) for one in lost)])


def format_lost_settled(n: int, say: Texts, *, again: bool) -> str:
    """Confirm that `n` reminders in doubt are said `again`, or dismissed."""
    if again:
        return say.plural("I'll repeat it right away.", "I'll repeat all {n} right away.", n)
    return say.plural("I'll leave it at that.", "I'll leave these {n} at that.", n)


def format_lost_hint(n: int, say: Texts) -> str:
    """Tell in one line that reminders may not have arrived, and the shell command that lists them (REM-06)."""
    return say.plural(
        "{n} reminder may not have reached you: `sidecar reminders lost` shows it.",
        "{n} reminders may not have reached you: `sidecar reminders lost` shows them.",
        n,
    )
