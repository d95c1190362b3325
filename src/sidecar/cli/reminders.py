"""`sidecar reminders`: setting, finding and changing reminders from a shell, also while a chat is open."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Literal

import click

from sidecar.api.reminders import (
    LostReminderJson,
    RefusalJson,
    ReminderChangeJson,
    ReminderJson,
    ReminderListJson,
)
from sidecar.channels import find_unasked_channels
from sidecar.channels.terminal.markdown import strip_markdown
from sidecar.cli.completers import complete_reminder
from sidecar.cli.locale import say
from sidecar.cli.noun_group import NounGroup, json_option
from sidecar.cli.output import print_json, tell
from sidecar.cli.services import FAILED, REFUSED, CommandOutput, run_with_services
from sidecar.cli.standard_input import decode_argument
from sidecar.dispatch.commands.reminders import select_lost
from sidecar.dispatch.notification_channels import select_reminder_channels
from sidecar.domain.person import OWNER
from sidecar.domain.reminder import Reminder
from sidecar.errors import NotFound, RequestError, SeveralMatch, UnclearMoment
from sidecar.home import Home
from sidecar.observe.redaction import redact
from sidecar.presentation.reminders import (
    append_notes,
    format_cancellation,
    format_closed_hint,
    format_confirmation,
    format_edit,
    format_lost,
    format_lost_hint,
    format_lost_settled,
    format_no_match,
    format_reminders,
    format_snooze,
)
from sidecar.reminders.format import format_list
from sidecar.reminders.ports import Destination
from sidecar.reminders.reminders import ReminderChange, Reminders
from sidecar.reminders.schedule import Asker
from sidecar.runtime.lock import is_locked

if TYPE_CHECKING:
    from sidecar.app import Services


class AmbiguousReminder(SeveralMatch):
    """Words that fit several reminders."""

    def __init__(self, *, error: SeveralMatch, matching: Sequence[Reminder]) -> None:
        super().__init__(error.text)
        self.fields = error.fields
        self.matching = matching


@dataclass(frozen=True, slots=True)
class OwnerReminders:
    """The owner's reminders, at one moment."""

    reminders: Reminders
    asker: Asker
    now: datetime
    destinations: Sequence[Destination]
    """Where messages of a process without an open channel wait."""

    async def find_one(self, which: str) -> Reminder:
        try:
            return await self.reminders.find_one(self.asker, which)
        except SeveralMatch as error:
            raise AmbiguousReminder(error=error, matching=await self.reminders.find(self.asker, which)) from None


Work = Callable[[OwnerReminders], Awaitable[CommandOutput]]


_all = click.option("--all", "everything", is_flag=True, help=say("also the ones that are over or cancelled"))
_which = click.argument("which", metavar=say("WHICH"), nargs=-1, required=True, shell_complete=complete_reminder)


@click.group(
    cls=NounGroup,
    aliases={"find": "search", "cancel": "rm"},
    help=say("Set, list, change and cancel reminders. On its own, it lists the ones to come."),
    epilog=say('Example: sidecar reminders add "call Ana" --when "tomorrow at 9"'),
)
def reminders() -> None: ...


@reminders.command(
    "list",
    help=say("List the reminders to come, with their numbers."),
    epilog=say("Example: sidecar reminders list --all"),
)
@_all
@json_option
@click.pass_obj
def list_(verbose: bool, everything: bool, as_json: bool) -> int:
    async def work(owner: OwnerReminders) -> CommandOutput:
        found = await (owner.reminders.all(owner.asker) if everything else owner.reminders.pending(owner.asker))
        in_doubt = len(await owner.reminders.lost(owner.asker))
        text = format_reminders(found, owner.now, say) + (
            f"\n\n⚠ {format_lost_hint(in_doubt, say)}" if in_doubt else ""
        )
        return CommandOutput(ReminderListJson.from_reminders(found), text)

    return _run(verbose, as_json, work)


@reminders.command(
    help=say("Show one reminder. WHICH is its number, or words from it."),
    epilog=say("Example: sidecar reminders show 3"),
)
@_which
@json_option
@click.pass_obj
def show(verbose: bool, which: tuple[str, ...], as_json: bool) -> int:
    async def work(owner: OwnerReminders) -> CommandOutput:
        found = await owner.find_one(_text(which))
        return CommandOutput(ReminderJson.from_reminder(found), format_list([found], owner.now, say))

    return _run(verbose, as_json, work)


@reminders.command(
    help=say("Set a reminder. The answer shows the time it understood, with its zone."),
    epilog=say('Example: sidecar reminders add "take out the trash" --when "every Monday at 8:30pm"'),
)
@click.argument("message", metavar=say("MESSAGE"), nargs=-1, required=True)
@click.option(
    "--when", required=True, metavar=say("WORDS"), help=say("when, in words: “in 2 hours”, “every weekday at 7:30”")
)
@json_option
@click.pass_obj
def add(verbose: bool, message: tuple[str, ...], when: str, as_json: bool) -> int:
    async def work(owner: OwnerReminders) -> CommandOutput:
        new = await owner.reminders.set(owner.asker, _text(message), decode_argument(when))
        return _report_change(new, format_confirmation(new.reminder, owner.now, say))

    code = _run(verbose, as_json, work)
    if code == 0 and not as_json and not is_locked(Home.locate().lock):
        tell(f"({strip_markdown(format_closed_hint(say))})")
    return code


@reminders.command(
    help=say("List the open reminders that mention something."), epilog=say("Example: sidecar reminders search mom")
)
@click.argument("text", metavar=say("TEXT"), nargs=-1, required=True)
@json_option
@click.pass_obj
def search(verbose: bool, text: tuple[str, ...], as_json: bool) -> int:
    async def work(owner: OwnerReminders) -> CommandOutput:
        found = await owner.reminders.find(owner.asker, _text(text))
        return CommandOutput(
            ReminderListJson.from_reminders(found),
            format_list(found, owner.now, say) or format_no_match(_text(text), say),
        )

    return _run(verbose, as_json, work)


@reminders.command(
    help=say("Cancel a reminder. WHICH is its number, or words from it; if several match, none is cancelled."),
    epilog=say("Example: sidecar reminders rm 3"),
)
@_which
@json_option
@click.pass_obj
def rm(verbose: bool, which: tuple[str, ...], as_json: bool) -> int:
    async def work(owner: OwnerReminders) -> CommandOutput:
        gone = await owner.reminders.cancel(await owner.find_one(_text(which)))
        return CommandOutput(ReminderJson.from_reminder(gone), format_cancellation(gone, say), changed=True)

    return _run(verbose, as_json, work)


@reminders.command(
    help=say("Remind again later. If it repeats, only this time."),
    epilog=say("Example: sidecar reminders snooze 3 10 minutes"),
)
@click.argument("which", metavar=say("WHICH"), shell_complete=complete_reminder)
@click.argument("words", metavar=say("WORDS"), nargs=-1, required=True)
@json_option
@click.pass_obj
def snooze(verbose: bool, which: str, words: tuple[str, ...], as_json: bool) -> int:
    async def work(owner: OwnerReminders) -> CommandOutput:
        reminder = await owner.find_one(decode_argument(which))
        new = await owner.reminders.snooze(owner.asker, reminder, _text(words))
        return _report_change(new, format_snooze(new.reminder, owner.now, say, again=new.said_before))

    return _run(verbose, as_json, work)


@reminders.command(
    help=say("Change a reminder. “at 6 pm” keeps its day, “tomorrow” its hour."),
    epilog=say('Example: sidecar reminders edit 3 --when "tomorrow at 9"'),
)
@_which
@click.option("--when", default="", metavar=say("WORDS"), help=say("the new time, in words"))
@click.option("--message", default="", metavar=say("TEXT"), help=say("the new text"))
@json_option
@click.pass_obj
def edit(verbose: bool, which: tuple[str, ...], when: str, message: str, as_json: bool) -> int:
    async def work(owner: OwnerReminders) -> CommandOutput:
        reminder = await owner.find_one(_text(which))
        words = decode_argument(when)
        new = await owner.reminders.edit(owner.asker, reminder, message=decode_argument(message), words=words)
        return _report_change(new, format_edit(new.reminder, owner.now, say))

    return _run(verbose, as_json, work)


@reminders.command(
    help=say(
        "List the reminders that may not have reached you because Sidecar was stopped in the middle: `resend` "
        "repeats them, `dismiss` lets them go; with ids, only those."
    ),
    epilog=say("Example: sidecar reminders lost resend 3"),
)
@click.argument("action", metavar="[resend|dismiss]", type=click.Choice(["resend", "dismiss"]), required=False)
@click.argument("ids", metavar=say("[ID]..."), nargs=-1)
@json_option
@click.pass_obj
def lost(verbose: bool, action: Literal["resend", "dismiss"] | None, ids: tuple[str, ...], as_json: bool) -> int:
    async def work(owner: OwnerReminders) -> CommandOutput:
        chosen = select_lost(await owner.reminders.lost(owner.asker), ids)
        if action is None or not chosen:
            way_out = say(
                "`sidecar reminders lost resend` repeats them, `sidecar reminders lost dismiss` lets them go."
            )
            text = format_lost(chosen, owner.now, say) + (f"\n\n{way_out}" if chosen else "")
        elif action == "resend":
            await owner.reminders.resend_lost(owner.asker, chosen, owner.destinations)
            text = format_lost_settled(len(chosen), say, again=True)
        else:
            await owner.reminders.dismiss(owner.asker, chosen)
            text = format_lost_settled(len(chosen), say, again=False)
        value = ReminderListJson([LostReminderJson.from_firing(one) for one in chosen])
        return CommandOutput(value, text, changed=action is not None and bool(chosen))

    return _run(verbose, as_json, work)


def _report_change(change: ReminderChange, sentence: str) -> CommandOutput:
    return CommandOutput(ReminderChangeJson.from_change(change), append_notes(sentence, change), changed=True)


def _text(words: Sequence[str]) -> str:
    return decode_argument(" ".join(words))


def _run(verbose: bool, as_json: bool, work: Work) -> int:
    async def work_for_owner(services: Services) -> CommandOutput:
        names = select_reminder_channels(find_unasked_channels(), (), services.profile.preferences(OWNER).channels)
        destinations = [Destination(name) for name in names]
        owner = OwnerReminders(services.reminders(), services.asker(OWNER), services.clock.now(), destinations)
        return await work(owner)

    return run_with_services(verbose, as_json, work_for_owner, lambda error: _refuse(error, as_json=as_json))


def _refuse(error: RequestError, *, as_json: bool) -> int:
    """Report a refused request and what would work. Returns the exit code."""
    sentence = say(error.text, **error.fields)
    hint = say("`sidecar reminders` lists them.") if isinstance(error, NotFound) and error.hint else ""
    if as_json:
        print_json({"error": _refusal(error, strip_markdown(redact(sentence)), strip_markdown(hint))})
    else:
        tell(strip_markdown(redact(f"{sentence} {hint}".rstrip())))
    return REFUSED if isinstance(error, SeveralMatch) else FAILED


def _refusal(error: RequestError, message: str, hint: str) -> RefusalJson:
    match error:
        case UnclearMoment():
            return RefusalJson(message, hint, error.reason, error.suggestions)
        case AmbiguousReminder():
            matching = [ReminderJson.from_reminder(one) for one in error.matching]
            return RefusalJson(message, hint, error.code, [str(one.id) for one in matching], matching)
        case _:
            return RefusalJson(message, hint, error.code, ())
