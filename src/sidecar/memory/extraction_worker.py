"""Extracts facts from what the person said, one message at a time, in the background (MEM-50, 51, 52)."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import aclosing, suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from sidecar.domain.fact import FACT_MAX_CHARS, Fact, FactId, NewFact
from sidecar.domain.message import Speaker
from sidecar.domain.person import Language, PersonId, Preferences
from sidecar.errors import ConfigError, ModelError, ModelRefused, ModelUnreachable, NoModel, StorageError
from sidecar.llm import ChatModel, Completion
from sidecar.memory import extraction, facts
from sidecar.memory.fact_request import find_request, parse_fact_request, tell_days
from sidecar.memory.ports import ExtractionJob, ExtractionQueue
from sidecar.memory.remember import Memory, Plan, report
from sidecar.memory.settings import FactsIn
from sidecar.observe import Event, emit
from sidecar.runtime.clock import Clock, sleep_unless_woken
from sidecar.runtime.lanes import return_at_once

BACKOFF_S = (1.0, 5.0, 30.0)
STUCK_AFTER = timedelta(minutes=5)
LONGEST_SLEEP_S = 60.0
WARN_ABOVE_PENDING = 50

_NO_MODEL_YET = timedelta(minutes=10)
_SHORT_CHARS = 60
_SMALL_TALK_WORDS = 2
"""Three may be a fact, in a language that the hints do not cover: "moro em Recife"."""
_TIDY_EVERY_S = 30.0
_ASKED_CHARS = 500
"""A question stands at the end of what was said before."""
_TRIES = 5
_PATIENCE_S = 5.0


@dataclass(frozen=True, slots=True)
class ExtractionModel:
    """`for_person` gives a person's model of the role `memory`, or raises; the others are settings as they are now.
    What is said while it is not enabled is never read, by a model or by patterns."""

    for_person: Callable[[PersonId], Awaitable[ChatModel]]
    facts_in: Callable[[], FactsIn] = lambda: "told"
    is_enabled: Callable[[], bool] = lambda: True


_FactFinder = Callable[[PersonId, Sequence[str]], Awaitable[Sequence[Fact]]]


class ExtractionWorker:
    """Extracts facts from queued messages. `awake` is set when a message came in; `idle` returns when no answer
    is pending: answers come first."""

    def __init__(
        self,
        queue: ExtractionQueue,
        memory: Memory,
        clock: Clock,
        model: ExtractionModel,
        preferences: Callable[[PersonId], Preferences],
        *,
        awake: asyncio.Event | None = None,
        idle: Callable[[], Awaitable[None]] = return_at_once,
    ) -> None:
        self._queue = queue
        self._memory = memory
        self._clock = clock
        self._model = model
        self._preferences = preferences
        self._awake = awake or asyncio.Event()
        self._idle = idle
        self._made_at = clock.now()
        """What was claimed before was claimed by a process that is dead."""
        self._free = asyncio.Event()
        self._free.set()
        self._tidy_again_at = 0.0

    async def run(self) -> None:
        """Run until cancelled. Messages that a dead process left unfinished are read again."""
        with suppress(StorageError):
            await self._queue.recover(self._made_at)
        while True:
            self._awake.clear()
            await self._idle()
            wait_s = LONGEST_SLEEP_S
            with suppress(StorageError):  # it is in the log; the jobs stay queued
                wait_s = await self.read_waiting()
            await sleep_unless_woken(self._clock, wait_s, self._awake)

    async def read_waiting(self) -> float:
        """Read everything that may be read now. Returns the seconds until there may be more."""
        await self._tidy_now_and_then()
        while (job := await self._queue.claim(self._clock.now())) is not None:
            self._free.clear()
            try:
                await self._safely(job, self._read(job))
            finally:
                self._free.set()
            await self._idle()
        _, next_at = await self._queue.waiting()
        if next_at is None:
            return LONGEST_SLEEP_S
        return min(max((next_at - self._clock.now()).total_seconds(), 0.1), LONGEST_SLEEP_S)

    async def read_for_question(self) -> None:
        """Extract facts from everything that was said, by patterns: the next answer may lie in it."""
        await self.read_by_patterns()
        with suppress(TimeoutError):  # a model may take its time
            await asyncio.wait_for(self._free.wait(), _PATIENCE_S)

    async def read_by_patterns(self) -> None:
        """Extract facts from unread messages by patterns, for a process that does not stay. The model of one that stays
        reads them again."""
        await self._tidy_now_and_then()
        while (job := await self._queue.claim(self._clock.now(), unread=True)) is not None:
            empty = _is_empty_talk(job)
            await self._safely(job, self._keep(job, []) if empty else self._keep_patterns(job, until=self._clock.now()))

    async def _safely(self, job: ExtractionJob, reading: Awaitable[None]) -> None:
        """Handle failures at an error boundary: whatever is wrong with one message, the next one is read."""
        try:
            await reading
        except StorageError:
            raise
        except Exception as error:
            await self._reschedule(job, repr(error))

    async def _hear_answer(self, job: ExtractionJob) -> None:
        """Settle what the message answers about a change that waits for the person's word."""
        last = next((said for said in reversed(job.before) if said.speaker is not Speaker.TOOL), None)
        asked = last.text[-_ASKED_CHARS:] if last is not None and last.speaker is Speaker.COMPANION else ""
        await self._memory.hear_answer(job.person, job.text, asked if "?" in asked else "", job.turn)

    async def _tidy_now_and_then(self) -> None:
        if not self._model.is_enabled():
            await self._queue.clear()
        if self._clock.monotonic() >= self._tidy_again_at:
            self._tidy_again_at = self._clock.monotonic() + _TIDY_EVERY_S
            await self._tidy()

    async def _tidy(self) -> None:
        now = self._clock.now()
        await self._queue.recover(now - STUCK_AFTER)
        expired, dropped = await self._queue.prune(now)
        if expired or dropped:
            emit(Event.EXTRACTION_DROPPED, level="warning", expired=expired, dropped=dropped)
        pending, _ = await self._queue.waiting()
        if pending > WARN_ABOVE_PENDING:
            emit(Event.EXTRACTION_BEHIND, level="warning", pending=pending)

    async def _read(self, job: ExtractionJob) -> None:
        if _is_empty_talk(job):
            await self._keep(job, [])
            return
        try:
            model = await self._model.for_person(job.person)
            read = await self._ask(model, job)
        except NoModel:
            await self._keep_patterns(job, until=None)
        except (ModelUnreachable, ModelRefused, ConfigError) as error:
            emit(Event.EXTRACTION_FAILED, turn=job.turn, attempt=job.attempt, error=error.code)
            await self._keep_patterns(job, until=self._clock.now() + _NO_MODEL_YET)
        except (ModelError, extraction.InvalidExtraction) as error:
            await self._reschedule(await self._note_patterns(job), str(error))
        else:
            dated = await asyncio.to_thread(self._tell_days, job, read.facts)
            left_out = facts.find_left_out(dated, await self._extract_by_patterns(job))
            await self._keep(job, [*dated, *left_out], ended=read.ended, by_model=True)

    async def _ask(self, model: ChatModel, job: ExtractionJob) -> extraction.ExtractedFacts:
        await self._hear_answer(job)
        preferences = self._preferences(job.person)
        languages: Mapping[FactsIn, Language | None] = {"told": None, "user": preferences.language, "en": "en"}
        context = await self._context(job, self._memory.find_known)
        language = languages[self._model.facts_in()]
        request = extraction.extraction_request([job.text], language, self._local(job), context)
        async with aclosing(model.stream(request)) as events:
            async for event in events:
                if isinstance(event, Completion):
                    return extraction.read_facts(event.message.text, context)
        raise extraction.InvalidExtraction("the stream ended without an answer")

    def _tell_days(self, job: ExtractionJob, read: Sequence[NewFact]) -> Sequence[NewFact]:
        """Return a model's facts with dates in full, and plans with their last day, in a thread: loading the grammars
        would block the event loop."""
        language, said_on = self._preferences(job.person).language, self._local(job).date()
        return [tell_days(fact, language, said_on) for fact in read]

    async def _keep_patterns(self, job: ExtractionJob, until: datetime | None) -> None:
        """Keep what the patterns find. With `until`, a model reads the message again then."""
        await self._hear_answer(job)
        await self._keep(job, await self._extract_by_patterns(job), until)

    async def _extract_by_patterns(self, job: ExtractionJob) -> Sequence[NewFact]:
        """Return what the patterns find; nothing when they have read the message already."""
        if job.by_patterns:
            return ()  # in a thread: loading the grammars would block the event loop
        language = self._preferences(job.person).language
        found = await asyncio.to_thread(extraction.extract, job.text, language, await self._context(job))
        asked = None if found else find_request(job.text)
        return [parse_fact_request(asked[:FACT_MAX_CHARS], language)] if asked else found

    async def _context(self, job: ExtractionJob, find: _FactFinder | None = None) -> extraction.ExtractionContext:
        find = find or self._memory.find_related
        known = await find(job.person, [job.text, *(said.text for said in job.before)])
        return extraction.ExtractionContext(self._local(job).date(), job.before, known)

    def _local(self, job: ExtractionJob) -> datetime:
        """Return when it was said, in the person's time zone."""
        return job.said_at.astimezone(self._preferences(job.person).timezone)

    async def _note_patterns(self, job: ExtractionJob) -> ExtractionJob:
        """Keep what the patterns find when a model fails for the first time, so that the person need not wait for the
        next try."""
        if job.by_patterns:
            return job
        found = await self._extract_by_patterns(job)
        noted = await self._write(job, found, lambda plan, now: self._queue.note(job, plan.changes, now, plan.version))
        return replace(job, by_patterns=noted)

    async def _keep(
        self,
        job: ExtractionJob,
        facts: Sequence[NewFact],
        until: datetime | None = None,
        *,
        ended: Sequence[FactId] = (),
        by_model: bool = False,
    ) -> None:
        """Write the facts and end the job in one transaction."""

        def end(plan: Plan, now: datetime) -> Awaitable[bool]:
            if until is None:
                return self._queue.complete(job, plan.changes, now, plan.version)
            return self._queue.postpone(job, plan.changes, now, plan.version, until)

        if not await self._write(job, facts, end, ended=ended, by_model=by_model):
            await self._reschedule(job, "the facts changed meanwhile")

    async def _write(
        self,
        job: ExtractionJob,
        facts: Sequence[NewFact],
        write: Callable[[Plan, datetime], Awaitable[bool]],
        *,
        ended: Sequence[FactId] = (),
        by_model: bool = False,
    ) -> bool:
        """Plan and write the facts, with retries when they change meanwhile. Return False when retries run out or
        the job was reassigned."""
        for _ in range(_TRIES):
            plan = await self._memory.plan(job.person, facts, job.turn, self._local(job).date(), ended)
            if await write(plan, self._clock.now()):
                report(plan.outcomes)
                emit(Event.EXTRACTED, turn=job.turn, facts=len(plan.outcomes), by_model=by_model)
                return True
        return False

    async def _reschedule(self, job: ExtractionJob, error: str) -> None:
        """Schedule another try, three times."""
        now = self._clock.now()
        last = job.attempt > len(BACKOFF_S)
        emit(Event.EXTRACTION_FAILED, level="warning", turn=job.turn, attempt=job.attempt, error=error)
        retry_at = None if last else now + timedelta(seconds=BACKOFF_S[job.attempt - 1])
        await self._queue.fail(job, error, now, retry_at)


def _is_empty_talk(job: ExtractionJob) -> bool:
    """Return whether a message is about nothing of the person: no model need be asked, and no grammar loaded."""
    return _is_small_talk(job.text) and not (extraction.may_hold_fact(job.text) or _may_answer(job))


def _may_answer(job: ExtractionJob) -> bool:
    """Return whether a word or two may answer a question, or correct what was said: "Waffles", "no, Anita"."""
    said = job.before[-1] if job.before else None
    asked = said is not None and said.speaker is Speaker.COMPANION and "?" in said.text
    return not job.text.rstrip().endswith("?") and (asked or extraction.may_correct(job.text))


def _is_small_talk(text: str) -> bool:
    """Return whether a message is a short question, or a word or two."""
    short = text.strip()
    return len(short) < _SHORT_CHARS and (short.endswith("?") or len(short.split()) <= _SMALL_TALK_WORDS)
