"""`/reminders`: what is to come, and everything that can be done about it without a model."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass

from sidecar import dates
from sidecar.dispatch.commands.registry import Changed, Command, CommandCall
from sidecar.domain.person import PersonId
from sidecar.domain.reminder import LostFiring, Reminder
from sidecar.errors import NotFound, RequestError, SeveralMatch
from sidecar.i18n import Texts
from sidecar.language.closest_name import find_closest_name
from sidecar.language.fold import fold
from sidecar.presentation.reminders import (
    append_notes,
    format_cancellation,
    format_edit,
    format_lost,
    format_lost_settled,
    format_no_match,
    format_reminders,
    format_snooze,
)
from sidecar.reminders.format import format_list, format_lost_warning
from sidecar.reminders.ports import Destination
from sidecar.reminders.reminders import Reminders
from sidecar.reminders.schedule import Asker
from sidecar.runtime.clock import Clock

_LISTED_AT_MOST = 50
_YES = frozenset({"yes", "y", "si", "s", "dale", "ok"})
_RESEND = frozenset({"resend", "again", "reenviar", "reenvia", "otra"})
_DISMISS = frozenset({"dismiss", "drop", "descartar", "descarta", "dejar"})
_OPENING, _CLOSING = "\"'“«", "\"'”»"
_WHICH_AND_WORDS = re.compile(
    rf"\s*(?:[{_OPENING}](?P<quoted>[^{_CLOSING}]+)[{_CLOSING}]|(?P<word>\S+))\s*(?P<rest>.*)", re.DOTALL
)


def reminders_command(
    reminders: Reminders,
    asker: Callable[[PersonId], Asker],
    destinations: Callable[[PersonId], Sequence[Destination]],
    clock: Clock,
) -> Command:
    """Build `/reminders`. `asker` gives the zone and language of a person, `destinations` where they are spoken to."""

    async def run(call: CommandCall) -> str | Changed:
        person = call.message.person
        return await _RemindersCall(reminders, asker(person), destinations(person), clock, call.say).answer(
            call.argument
        )

    return Command("reminders", ("recordatorios", "recordatorio", "reminder"), "your reminders, and changing them", run)


@dataclass(frozen=True, slots=True)
class _RemindersCall:
    """One request of one person."""

    reminders: Reminders
    asker: Asker
    destinations: Sequence[Destination]
    clock: Clock
    say: Texts

    async def answer(self, argument: str) -> str | Changed:
        word, *others = argument.split(maxsplit=1) or [""]
        if not word:
            return await self.list_pending("")
        verb = _VERBS.get(fold(word))
        if verb is not None:
            try:
                return await verb(self, "".join(others).strip())
            except SeveralMatch as error:
                return self.say(error.text, **error.fields)  # the text ends in a list
        if word.lstrip("#").isdecimal():
            return await self.find(argument)
        closest = find_closest_name(word, (name for name, verb in _VERBS.items() if verb is not _RemindersCall.clear))
        if not closest:
            return self.say(_USAGE)
        did_you_mean = self.say("Did you mean `/reminders {closest}`?", closest=closest)
        return f"{did_you_mean} {self.say(_USAGE)}"

    async def list_pending(self, _: str) -> str:
        return self._listed(await self.reminders.pending(self.asker), await self.reminders.lost(self.asker))

    async def list_all(self, _: str) -> str:
        latest_first = list(reversed(await self.reminders.all(self.asker)))
        return self._listed(latest_first, await self.reminders.lost(self.asker))

    async def find(self, text: str) -> str:
        if not text:
            return self.say(_USAGE)
        found = await self.reminders.find(self.asker, text)
        if not found:
            return format_no_match(text, self.say)
        return format_list(found, self.clock.now(), self.say)

    async def cancel(self, which: str) -> str | Changed:
        if not which:
            return self.say(_USAGE)
        gone = await self.reminders.cancel(await self.reminders.find_one(self.asker, which))
        return Changed(format_cancellation(gone, self.say))

    async def clear(self, rest: str) -> str | Changed:
        pending = await self.reminders.pending(self.asker)
        if not pending:
            return self._listed((), ())
        if fold(rest) in _YES:
            gone = await self.reminders.cancel_all(self.asker)
            return Changed(self.say.plural("{n} reminder cancelled.", "{n} reminders cancelled.", len(gone)))
        question = self.say.plural(
            "This cancels it: `/reminders clear yes`.", "This cancels all {n}: `/reminders clear yes`.", len(pending)
        )
        return f"{format_list(pending, self.clock.now(), self.say)}\n\n{question}"

    async def snooze(self, rest: str) -> str | Changed:
        which, words = _split_reference(rest)
        if not words:
            return self.say(_USAGE)
        new = await self.reminders.snooze(self.asker, await self.reminders.find_one(self.asker, which), words)
        text = format_snooze(new.reminder, self.clock.now(), self.say, again=new.said_before)
        return Changed(append_notes(text, new))

    async def edit(self, rest: str) -> str | Changed:
        which, words = _split_reference(rest)
        if not words:
            return self.say(_USAGE)
        reminder = await self.reminders.find_one(self.asker, which)
        when, message = self._split_time_and_text(words, reminder)
        new = await self.reminders.edit(self.asker, reminder, message=message, words=when)
        return Changed(append_notes(format_edit(new.reminder, self.clock.now(), self.say), new))

    async def lost(self, rest: str) -> str | Changed:
        action, _, ids = fold(rest).partition(" ")
        found = await self.reminders.lost(self.asker)
        if action not in _RESEND | _DISMISS:
            if rest:
                return self.say(_USAGE_LOST)
            return format_lost(found, self.clock.now(), self.say) + ("\n\n" + self.say(_USAGE_LOST) if found else "")
        chosen = select_lost(found, ids.split())
        if not chosen:
            return format_lost((), self.clock.now(), self.say)
        if action in _RESEND:
            await self.reminders.resend_lost(self.asker, chosen, self.destinations)
        else:
            await self.reminders.dismiss(self.asker, chosen)
        return Changed(format_lost_settled(len(chosen), self.say, again=action in _RESEND))

    def _listed(self, found: Sequence[Reminder], lost: Sequence[LostFiring]) -> str:
        more = f"\n- +{len(found) - _LISTED_AT_MOST}" if len(found) > _LISTED_AT_MOST else ""
        doubt = "\n\n" + format_lost_warning(lost, self.clock.now(), self.say) if lost else ""
        return format_reminders(found[:_LISTED_AT_MOST], self.clock.now(), self.say) + more + doubt

    def _split_time_and_text(self, words: str, reminder: Reminder) -> tuple[str, str]:
        """Split words into date words and a new text; what is in quotes is text, whatever it says."""
        if len(words) > 2 and words[0] in _OPENING and words[-1] in _CLOSING:
            return "", words[1:-1]
        asker, now = self.asker, self.clock.now()
        if dates.change_time(words, reminder.schedule.local, now, asker.zone, asker.language) is not None:
            return words, ""  # "better at 9": a time, with words that only lead to it
        found = dates.find(words, asker.language)
        if found is None:
            return "", words
        whole = not isinstance(dates.parse(found.words, now, asker.zone, asker.language), dates.DateError)
        if found.rest and not whole:  # "buy the Sunday paper"
            raise RequestError(
                "Is “{words}” the new time, or part of its text? If it's text, put it in quotes.", words=found.words
            )
        return found.words, found.rest


def select_lost(lost: Sequence[LostFiring], ids: Sequence[str]) -> Sequence[LostFiring]:
    """Select the firings of the reminders with these ids; all of them when none is named. Raises `NotFound`."""
    wanted = [word.strip("#,") for word in ids]
    there = {str(one.reminder.id) for one in lost}
    for missing in (word for word in wanted if word not in there):
        raise NotFound("Reminder #{id} isn't one of the doubtful ones.", id=missing)
    return [one for one in lost if not wanted or str(one.reminder.id) in wanted]


def _split_reference(text: str) -> tuple[str, str]:
    """Split `3 10 minutes` or `"the one of mum" tomorrow` into which one, and the rest."""
    found = _WHICH_AND_WORDS.fullmatch(text)
    return (found["quoted"] or found["word"], found["rest"].strip()) if found else ("", "")


_NAMES: Sequence[tuple[str, Callable[[_RemindersCall, str], Awaitable[str | Changed]]]] = (
    ("list lista listar ver show pending pendientes", _RemindersCall.list_pending),
    ("all todos", _RemindersCall.list_all),
    ("find buscar busca search", _RemindersCall.find),
    ("cancel cancelar cancela delete remove rm quitar", _RemindersCall.cancel),
    ("clear borrar borra", _RemindersCall.clear),
    ("snooze posponer pospone postergar", _RemindersCall.snooze),
    ("edit cambiar cambia editar change", _RemindersCall.edit),
    ("lost perdidos perdido", _RemindersCall.lost),
)
_VERBS: Mapping[str, Callable[[_RemindersCall, str], Awaitable[str | Changed]]] = {
    name: verb for names, verb in _NAMES for name in names.split()
}

_USAGE = (
    "`/reminders` lists them; then `all`, `find TEXT`, `cancel 3`, `snooze 3 10 minutes`, `edit 3 tomorrow at 9`, "
    "`lost` or `clear`."
)
_USAGE_LOST = (
    "`/reminders lost resend` repeats them, `/reminders lost dismiss` lets them go; with a number, only that one."
)
