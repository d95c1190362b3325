"""Where the commands of `sidecar reminders` meet the reminders of a home: opening it, answering, refusing."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from sidecar.cli.first_start import prepare
from sidecar.cli.output import print_json, tell, write
from sidecar.cli.reminder_json import several
from sidecar.cli.words import say
from sidecar.domain.person import OWNER
from sidecar.domain.reminder import Reminder
from sidecar.errors import NotFound, RequestError, SeveralMatch, UnclearMoment
from sidecar.home import Home
from sidecar.observe.redaction import redact

if TYPE_CHECKING:
    from sidecar.app import Services
    from sidecar.reminders.ports import Destination
    from sidecar.reminders.reminders import Asker, Reminders

FAILED, REFUSED = 1, 3


@dataclass(frozen=True, slots=True)
class Found:
    """What a command prints: for programs, and for people as Markdown."""

    value: Mapping[str, object]
    text: str


class Which(SeveralMatch):
    """Words that fit several reminders."""

    def __init__(self, *, error: SeveralMatch, matching: Sequence[Reminder]) -> None:
        super().__init__(error.text)
        self.fields = error.fields
        self.matching = matching


@dataclass(frozen=True, slots=True)
class Desk:
    """The owner's reminders, at one moment."""

    reminders: Reminders
    asker: Asker
    now: datetime
    primary: Sequence[Destination]
    """Where something is said from a process in which no channel is open: it waits there."""

    async def the_one(self, which: str) -> Reminder:
        try:
            return await self.reminders.the_one(self.asker, which)
        except SeveralMatch as error:
            raise Which(error=error, matching=await self.reminders.find(self.asker, which)) from None


def lost_hint(n: int) -> str:
    """One line about reminders that may not have arrived (REM-06)."""
    return say.plural(
        "{n} reminder may not have reached you: `sidecar reminders lost` shows it.",
        "{n} reminders may not have reached you: `sidecar reminders lost` shows them.",
        n,
    )


def answer(verbose: bool, as_json: bool, work: Callable[[Desk], Awaitable[Found]]) -> int:
    from sidecar.channels.terminal.markdown import plain

    home = Home.locate()
    prepare(home, ask=False)
    try:
        found = asyncio.run(_at_the_desk(home, verbose, work))
    except RequestError as error:
        return _refuse(error, as_json=as_json)
    if as_json:
        print_json(found.value)
    else:
        write(plain(found.text))
    return 0


async def _at_the_desk(home: Home, verbose: bool, work: Callable[[Desk], Awaitable[Found]]) -> Found:
    from sidecar.app import open_services
    from sidecar.runtime.clock import SystemClock

    clock = SystemClock()
    async with open_services(home, clock, alone=False, verbose=verbose) as parts:
        return await work(Desk(parts.reminders(), parts.asker(OWNER), clock.now(), _primary(parts)))


def _primary(parts: Services) -> Sequence[Destination]:
    from sidecar.app import SINKS
    from sidecar.dispatch.audience import for_reminder
    from sidecar.reminders.ports import Destination

    return [Destination(name) for name in for_reminder(SINKS, (), parts.profile.preferences(OWNER).channels)]


def _refuse(error: RequestError, *, as_json: bool) -> int:
    """Nothing was done: say why, and what would work. Returns the exit code."""
    from sidecar.channels.terminal.markdown import plain

    sentence = say(error.text, **error.fields)
    hint = say("`sidecar reminders` lists them.") if isinstance(error, NotFound) and error.hint else ""
    if as_json:
        print_json({"error": {"message": plain(redact(sentence)), "hint": plain(hint), **_as_error(error)}})
    else:
        tell(plain(redact(f"{sentence} {hint}".rstrip())))
    return REFUSED if isinstance(error, SeveralMatch) else FAILED


def _as_error(error: RequestError) -> dict[str, object]:
    """Its code, and what could be said instead."""
    match error:
        case UnclearMoment():
            return {"code": error.reason, "suggestions": list(error.suggestions)}
        case Which():
            return {
                "code": error.code,
                "suggestions": [str(one.id) for one in error.matching],
                **several(error.matching),
            }
        case _:
            return {"code": error.code, "suggestions": []}
