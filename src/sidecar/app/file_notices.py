"""Tells the person once what in their files could not be used, and takes the answer to what `MEMORY.md` asks.

What is told comes from the files themselves: another process may be the one that keeps them in step.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Sequence
from hashlib import blake2b

from sidecar.app.home_services import Services
from sidecar.domain.person import OWNER, PersonId
from sidecar.errors import StorageError
from sidecar.files.snapshot import find_write_problem
from sidecar.files.stamp import FileStamp, is_large, read_stamp
from sidecar.i18n import Texts
from sidecar.language.fold import fold
from sidecar.memory.files.sync_report import SyncReport, answer_question, find_conflict_copies, read_report
from sidecar.router.forget_answer import parse_forget_answer
from sidecar.storage.choices import SqlChoices

_TOLD = "told_about_files"
_ASKED = "asked_about_deletions"
_MOST_NAMED = 3
_DEED = re.compile(r"\b(?:borr|elimin|sac|quit|dej|conserv|guard|manten|delet|eras|remov|wip|keep|leav)")
"""A bare yes may answer something else."""

_State = tuple[FileStamp, str, tuple[str, ...]]
"""Of the file: its stamp, why it cannot be written, and the copies beside it."""


class FileNotices:
    """Tells what is new in the files, and asks what `MEMORY.md` asks."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._path = services.home.path / "MEMORY.md"
        self._choices = SqlChoices(services.db, services.clock)
        self._read: tuple[_State, SyncReport] | None = None
        self._reading: asyncio.Task[SyncReport] | None = None

    async def take_all(self, person: PersonId, say: Texts) -> Sequence[str]:
        """Return what is to be told when a conversation opens, also what was told before."""
        await self._choices.clear(person, _TOLD)
        return await self.take_new(person, say, answers=2)

    async def take_new(self, person: PersonId, say: Texts, *, answers: int = 1) -> Sequence[str]:
        """Return what is new since the person was told last; it counts as told. A question may be answered with one of
        the next `answers` messages."""
        if person != OWNER:
            return ()
        report, told = await self._report(), await self._choices.get(person, _TOLD)
        known = set(json.loads(told or "[]"))
        keys = [_digest(warning) for warning in self._warnings(report, Texts("en"))]
        new = [text for key, text in zip(keys, self._warnings(report, say), strict=True) if key not in known]
        if report.held:
            keys.append(_digest(str(report.asked)))
            if keys[-1] not in known:
                new.append(await self._ask(person, report, say))
                await self._choices.set(person, _ASKED, str(answers))
        if known != set(keys):
            await self._choices.set(person, _TOLD, json.dumps(keys))
        return new

    async def settle(self, person: PersonId, text: str, say: Texts) -> str | None:
        """Do what the person answers to the question a moment ago; None when this is no answer to it."""
        left = int(await self._choices.get(person, _ASKED) or 0) if person == OWNER else 0
        if not left:
            return None
        answer = parse_forget_answer(text) if _DEED.search(fold(text)) else None
        if answer is not None and not answer.messages:
            answer = None  # it speaks of messages, and those are not asked about
        if answer is None and left > 1:
            await self._choices.set(person, _ASKED, str(left - 1))
        else:
            await self._choices.clear(person, _ASKED)
        if answer is None:
            return None
        try:
            await asyncio.to_thread(answer_question, self._path, delete=answer.erase)
        except OSError as error:
            raise StorageError(
                "I can't write to {path} ({reason}).", path=self._path, reason=error.strerror or error
            ) from error
        return say("Done, I've forgotten them.") if answer.erase else say("OK, I'll keep them.")

    async def _ask(self, person: PersonId, report: SyncReport, say: Texts) -> str:
        found = [await self._services.facts.store.get(person, id) for id in report.asked[:_MOST_NAMED]]
        names = ", ".join(f"“{fact.text}”" for fact in found if fact)
        more = report.held - _MOST_NAMED
        named = say("{names} and {n} more", names=names, n=more) if more > 0 else names
        return say("That's about {facts}. Say “yes, delete them” or “no, keep them”.", facts=named)

    def _warnings(self, report: SyncReport, say: Texts) -> list[str]:
        return [*self._services.profile.warnings(say), *report.warnings(say)]

    async def _report(self) -> SyncReport:
        """Return what stands in the file; in a large one that has just changed, what stood there: it is read behind the
        answer, and told with the next one."""
        state = read_stamp(self._path), find_write_problem(self._path), find_conflict_copies(self._path)
        if self._read is not None and self._read[0] == state:
            return self._read[1]
        if self._reading is None or self._reading.done():
            self._reading = asyncio.create_task(self._read_file(state))
        if self._read is None or not is_large(state[0]):
            return await self._reading
        return self._read[1]

    async def _read_file(self, state: _State) -> SyncReport:
        report = await asyncio.to_thread(read_report, self._path)
        self._read = state, report
        return report


def _digest(text: str) -> str:
    return blake2b(text.encode("utf-8", errors="replace"), digest_size=6).hexdigest()
