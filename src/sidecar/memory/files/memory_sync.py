"""Keeps `MEMORY.md` and the facts in the database the same, whichever of them changes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from sidecar.domain.fact import FactId
from sidecar.domain.person import OWNER, PersonId, Preferences
from sidecar.errors import HomeBusy, StorageReadOnly
from sidecar.files.atomic import replace_file
from sidecar.files.snapshot import FileSnapshot, ReplaceFile, read_snapshot, write_if_unchanged
from sidecar.files.stamp import FileStamp, read_stamp
from sidecar.memory.files.follow import follow
from sidecar.memory.files.line_matches import KnownFacts
from sidecar.memory.files.sync_plan import SyncPlan, plan_merge
from sidecar.memory.files.sync_report import SyncReport, count_lines
from sidecar.memory.ports import FactAddition, FactRemoval, FactStore, FactUpdate, FileRecord, FileState
from sidecar.observe import Event, emit
from sidecar.runtime.clock import Clock
from sidecar.runtime.lock import HomeLock

_POLL_S = 0.25
"""How often the file is polled; a change must be stable for one more poll."""
_POLL_FACTS_S = 0.75
"""How often the facts are polled, which costs twenty times as much."""
_UNSTABLE_POLLS = 5
"""After this many polls, facts that keep changing are written all the same."""
_RETRY_S = 5.0
_TRIES = 10


class MemorySync:
    """Syncs one person's `MEMORY.md`. `preferences` gives their current language and time zone."""

    def __init__(
        self,
        path: Path,
        store: FactStore,
        clock: Clock,
        preferences: Callable[[], Preferences],
        *,
        person: PersonId = OWNER,
        replace: ReplaceFile = replace_file,
    ) -> None:
        self._path = path
        self._store = store
        self._clock = clock
        self._preferences = preferences
        self._person = person
        self._replace = replace
        self._lock: HomeLock | None = None
        self._one_at_a_time = asyncio.Lock()
        self._synced: tuple[FileStamp, int] | None = None
        self._seen: tuple[FileStamp, int] | None = None
        self._facts_again_at_s = 0.0
        self._late: str | None = None
        """What an editor wrote into the old file while it was being replaced."""
        self._done = SyncReport()
        self.report = SyncReport()
        """Of the last sync."""

    async def sync_now(self) -> SyncReport:
        """Sync file and facts. Problems with the file are in the report, and a new one is also an event."""
        async with self._one_at_a_time:
            report = await self._sync()
        if report.problem and report.problem != self.report.problem:
            emit(Event.PREFERENCES_WARNING, level="warning", message="MEMORY.md is not in step", value=report.problem)
        if report.held > self.report.held:
            emit(Event.PREFERENCES_WARNING, level="warning", message="deletions are held back", value=report.held)
        self.report = report
        return report

    async def run(self) -> None:
        """Watch both sides forever. A change of either reaches the other within a second."""
        try:
            while True:
                await self._watch()
        finally:
            self.close()

    def close(self) -> None:
        """Let another process sync the file."""
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    # -- watching

    async def _watch(self) -> None:
        """Wait for a change to settle, then sync it."""
        before, unstable = await self._poll(), 0
        while True:
            await self._clock.sleep(_POLL_S)
            now = await self._poll()
            settled = now == before or (now[0] == before[0] and unstable >= _UNSTABLE_POLLS)
            if settled and now != self._synced:
                break
            before, unstable = now, 0 if now == before else unstable + 1
        report = await self.sync_now()
        self._seen = None
        if report.problem or report.elsewhere:
            await self._clock.sleep(_RETRY_S)
            self._synced = None

    async def _poll(self) -> tuple[FileStamp, int]:
        stamp, now_s = read_stamp(self._path), self._clock.monotonic()
        if self._seen is None or stamp != self._seen[0] or now_s >= self._facts_again_at_s:
            self._facts_again_at_s = now_s + _POLL_FACTS_S
            self._seen = stamp, await self._store.version(self._person)
        return self._seen

    # -- one sync

    async def _sync(self) -> SyncReport:
        if self._lock is None:
            try:
                lock = self._path.with_name(f".{self._path.name}.lock")
                self._lock = await asyncio.to_thread(HomeLock.acquire, lock)
            except HomeBusy:
                return SyncReport(elsewhere=True)
            except StorageReadOnly as error:
                return SyncReport(problem=str(error.__cause__ or error))
        self._done = SyncReport()
        for _ in range(_TRIES):
            if report := await self._try():
                return report
        return replace(self._done, problem="it keeps changing")

    async def _try(self) -> SyncReport | None:
        """Sync once; return None when the facts or the file changed meanwhile."""
        found = await asyncio.to_thread(read_snapshot, self._path)
        if found.problem or found.binary:
            self._synced = (found.stamp, await self._store.version(self._person))
            return replace(self._done, problem=found.problem, binary=found.binary)
        text, self._late = found.text if self._late is None else self._late, None
        version, state = await self._store.version(self._person), await self._store.file_state(self._person)
        plan = await self._plan(state, text)
        saved = await self._save(plan, state, version)
        if saved is None:
            self._late = text if text != found.text else None
            return None
        self._count_changes(plan)
        return await self._write(found, saved, version + bool(plan.changes))

    async def _plan(self, state: FileState | None, text: str | None) -> SyncPlan:
        """Plan what to do about this text: where only the database has changed, without parsing it."""
        if state is not None and text in {None, state.text}:
            delta = await self._store.changes_since(self._person, state.version)
            record = await asyncio.to_thread(follow, state.text, delta)
            if record is not None:
                return SyncPlan((), lambda _: record)
        preferences = self._preferences()
        today = self._clock.now().astimezone(preferences.timezone).date()
        known = KnownFacts(
            await self._store.active(self._person),
            await self._store.archived(self._person),
            await self._store.forgotten(self._person),
        )
        steps = await self._store.file_steps(self._person)
        return await asyncio.to_thread(plan_merge, state, text, steps, known, today, preferences.language)

    async def _save(self, plan: SyncPlan, state: FileState | None, version: int) -> str | None:
        """Save the changes together with what the file will be, so that a sync after a crash can go on.

        Return the text with the ids of the new facts; None when the facts have changed since `version`.
        """
        recorded: list[str] = []

        def record(ids: Sequence[FactId]) -> FileRecord:
            found = plan.record(ids)
            recorded.append(found.text)
            return found

        if not plan.changes and state == FileState(plan.record(()).text, version):
            return state.text if state else None
        now = self._clock.now()
        ids = await self._store.apply(self._person, plan.changes, now, expected=version, file=record)
        return recorded[-1] if ids is not None else None

    async def _write(self, found: FileSnapshot, text: str, version: int) -> SyncReport | None:
        stamp = found.stamp
        now, done = await asyncio.to_thread(count_lines, text), self._done
        self._done = replace(now, added=done.added, changed=done.changed, removed=done.removed, wrote=done.wrote)
        if text != found.text:
            try:
                written = await asyncio.to_thread(write_if_unchanged, self._path, text, found, self._replace)
            except OSError as error:
                return replace(self._done, problem=error.strerror or str(error))
            if written is None:
                return None
            stamp, self._late = written.stamp, written.late
            self._done = replace(self._done, wrote=True)
        if self._late is not None or version != await self._store.version(self._person):
            return None
        self._synced = (stamp, version)
        return self._done

    def _count_changes(self, plan: SyncPlan) -> None:
        kinds = [type(change) for change in plan.changes]
        self._done = replace(
            self._done,
            added=self._done.added + kinds.count(FactAddition),
            changed=self._done.changed + kinds.count(FactUpdate),
            removed=self._done.removed + kinds.count(FactRemoval),
        )
