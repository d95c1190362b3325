"""`sidecar reminders`: setting, finding and changing reminders from a shell, also while a chat is open."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Literal

import click

from sidecar.cli.reminder_desk import Desk, Found, answer, lost_hint
from sidecar.cli.reminder_json import as_object, lost_as_object, several
from sidecar.cli.standard_input import argument_as_text
from sidecar.cli.words import say

if TYPE_CHECKING:
    from sidecar.reminders.reminders import Set as NewTime


def _inherited(context: click.Context, _: click.Parameter, value: bool) -> bool:
    """`sidecar reminders --json list` means `sidecar reminders list --json`."""
    return value or (context.parent is not None and bool(context.parent.params.get("as_json")))


_json = click.option("--json", "as_json", is_flag=True, callback=_inherited, help=say("one JSON object"))
_all = click.option("--all", "everything", is_flag=True, help=say("also those that are over or cancelled"))


@click.group(
    invoke_without_command=True,
    help=say("Sets, lists, changes and cancels reminders. Alone it lists those to come."),
    epilog=say('Example: sidecar reminders add "call Ana" --when "tomorrow at 9"'),
)
@_all
@_json
@click.pass_context
def reminders(context: click.Context, everything: bool, as_json: bool) -> int:
    if context.invoked_subcommand is not None:
        return 0
    return answer(context.obj, as_json, _listing(everything=everything))


@reminders.command(
    help=say("Sets a reminder. The answer shows the time that was understood, with its zone."),
    epilog=say('Example: sidecar reminders add "take out the rubbish" --when "every Monday at 20:30"'),
)
@click.argument("message", metavar=say("MESSAGE"), nargs=-1, required=True)
@click.option(
    "--when", required=True, metavar=say("WORDS"), help=say("when, in words: “in 2 hours”, “every weekday at 7:30”")
)
@_json
@click.pass_obj
def add(verbose: bool, message: tuple[str, ...], when: str, as_json: bool) -> int:
    async def work(desk: Desk) -> Found:
        from sidecar.reminders import wording

        new = await desk.reminders.set(desk.asker, _text(message), argument_as_text(when))
        return _new(new, wording.confirmed(new.reminder, desk.now, say))

    return answer(verbose, as_json, work)


@reminders.command(
    "list",
    help=say("Lists the reminders to come, with their ids."),
    epilog=say("Example: sidecar reminders list --all"),
)
@_all
@_json
@click.pass_obj
def list_(verbose: bool, everything: bool, as_json: bool) -> int:
    return answer(verbose, as_json, _listing(everything=everything))


@reminders.command(
    help=say("Lists the open reminders that speak of something."), epilog=say("Example: sidecar reminders find mum")
)
@click.argument("text", metavar=say("TEXT"), nargs=-1, required=True)
@_json
@click.pass_obj
def find(verbose: bool, text: tuple[str, ...], as_json: bool) -> int:
    async def work(desk: Desk) -> Found:
        from sidecar.reminders import wording

        found = await desk.reminders.find(desk.asker, _text(text))
        nothing = say("No reminder speaks of “{text}”.", text=_text(text))
        return Found(several(found), wording.lines(found, desk.now, say) or nothing)

    return answer(verbose, as_json, work)


@reminders.command(
    help=say("Cancels a reminder. WHICH is its id, or words of it; if several fit, none is cancelled."),
    epilog=say("Example: sidecar reminders cancel 3"),
)
@click.argument("which", metavar=say("WHICH"), nargs=-1, required=True)
@_json
@click.pass_obj
def cancel(verbose: bool, which: tuple[str, ...], as_json: bool) -> int:
    async def work(desk: Desk) -> Found:
        from sidecar.reminders import wording

        gone = await desk.reminders.cancel(await desk.the_one(_text(which)))
        return Found(as_object(gone), wording.cancelled(gone, say))

    return answer(verbose, as_json, work)


@reminders.command(
    help=say("Says a reminder again later. Of one that repeats, only this time."),
    epilog=say("Example: sidecar reminders snooze 3 10 minutes"),
)
@click.argument("which", metavar=say("WHICH"))
@click.argument("words", metavar=say("WORDS"), nargs=-1, required=True)
@_json
@click.pass_obj
def snooze(verbose: bool, which: str, words: tuple[str, ...], as_json: bool) -> int:
    async def work(desk: Desk) -> Found:
        from sidecar.reminders import wording

        reminder = await desk.the_one(argument_as_text(which))
        new = await desk.reminders.snooze(desk.asker, reminder, _text(words))
        return _new(new, wording.snoozed(new.reminder, desk.now, say, again=new.said_before))

    return answer(verbose, as_json, work)


@reminders.command(
    help=say("Changes a reminder. “at 16” keeps its day, “tomorrow” its hour."),
    epilog=say('Example: sidecar reminders edit 3 --when "tomorrow at 9"'),
)
@click.argument("which", metavar=say("WHICH"), nargs=-1, required=True)
@click.option("--when", default="", metavar=say("WORDS"), help=say("the new time, in words"))
@click.option("--message", default="", metavar=say("TEXT"), help=say("the new text"))
@_json
@click.pass_obj
def edit(verbose: bool, which: tuple[str, ...], when: str, message: str, as_json: bool) -> int:
    async def work(desk: Desk) -> Found:
        from sidecar.reminders import wording

        reminder = await desk.the_one(_text(which))
        words = argument_as_text(when)
        new = await desk.reminders.edit(desk.asker, reminder, message=argument_as_text(message), words=words)
        return _new(new, wording.changed(new.reminder, desk.now, say))

    return answer(verbose, as_json, work)


@reminders.command(
    help=say(
        "Lists the reminders that may not have reached you. Sidecar was stopped while it said them: `resend` says them "
        "again, `dismiss` leaves it; with ids, only those."
    ),
    epilog=say("Example: sidecar reminders lost resend 3"),
)
@click.argument("action", metavar="[resend|dismiss]", type=click.Choice(["resend", "dismiss"]), required=False)
@click.argument("ids", metavar=say("[ID]..."), nargs=-1)
@_json
@click.pass_obj
def lost(verbose: bool, action: Literal["resend", "dismiss"] | None, ids: tuple[str, ...], as_json: bool) -> int:
    async def work(desk: Desk) -> Found:
        from sidecar.dispatch.commands.reminders import lost_listed, settled, those_lost

        chosen = those_lost(await desk.reminders.lost(desk.asker), ids)
        if action is None or not chosen:
            way_out = say(
                "`sidecar reminders lost resend` says them again, `sidecar reminders lost dismiss` leaves it."
            )
            text = lost_listed(chosen, desk.now, say) + (f"\n\n{way_out}" if chosen else "")
        elif action == "resend":
            await desk.reminders.say_again(desk.asker, chosen, desk.primary)
            text = settled(len(chosen), say, again=True)
        else:
            await desk.reminders.dismiss(desk.asker, chosen)
            text = settled(len(chosen), say, again=False)
        return Found({"reminders": [lost_as_object(one) for one in chosen]}, text)

    return answer(verbose, as_json, work)


def _new(new: NewTime, sentence: str) -> Found:
    from sidecar.dispatch.commands.reminders import with_notes

    notes = {"notes": list(new.notes)} if new.notes else {}
    return Found({**as_object(new.reminder), **notes}, with_notes(sentence, new))


def _listing(*, everything: bool) -> Callable[[Desk], Awaitable[Found]]:
    async def work(desk: Desk) -> Found:
        from sidecar.dispatch.commands.reminders import listed

        found = await (desk.reminders.all(desk.asker) if everything else desk.reminders.pending(desk.asker))
        in_doubt = len(await desk.reminders.lost(desk.asker))
        text = listed(found, desk.now, say) + (f"\n\n⚠ {lost_hint(in_doubt)}" if in_doubt else "")
        return Found(several(found), text)

    return work


def _text(words: Sequence[str]) -> str:
    return argument_as_text(" ".join(words))
