"""The threads that own the connections: a writer that commits in groups, and readers.

A commit waits for the disk. The jobs that queue up meanwhile share the next transaction, each in its own savepoint, so
that many writers wait once and a failing job does not affect the others.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass, field
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any

from sidecar.errors import StorageGone
from sidecar.storage.columns import UnreadableRow
from sidecar.storage.db import Work
from sidecar.storage.sqlite_errors import translate
from sidecar.storage.sqlite_transaction import SqliteTx, run_to_end

_LARGEST_GROUP = 100


@dataclass(frozen=True, slots=True, eq=False)
class Job:
    """Work and the future of its result."""

    work: Work[Any]
    result: Future[Any] = field(default_factory=Future[Any])


@dataclass(frozen=True, slots=True, eq=False)
class Probe:
    """The question whether another process changed the database since the last probe."""

    result: Future[bool] = field(default_factory=Future[bool])


@dataclass(frozen=True, slots=True, eq=False)
class Maintenance:
    """Work on the connection outside any transaction."""

    work: Callable[[sqlite3.Connection], Any]
    result: Future[Any] = field(default_factory=Future[Any])


@dataclass(frozen=True, slots=True)
class _Outcome:
    job: Job
    value: Any = None
    error: BaseException | None = None

    def tell(self) -> None:
        if self.error is None:
            self.job.result.set_result(self.value)
        else:
            self.job.result.set_exception(self.error)


class WriterThread:
    """Runs jobs in order of submission; a future is done when its commit is."""

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        self._connection = connection
        self._path = path
        self._queue: SimpleQueue[Job | Probe | Maintenance | None] = SimpleQueue()
        self._file = path.stat().st_ino
        self._seen_version = self._data_version()
        self._closing = False
        self._maintenance: list[Maintenance] = []
        """Those that wait for the commit."""
        self.closed = _uncancellable_future()
        Thread(target=self._serve, name="sidecar-db-writer", daemon=True).start()

    def submit(self, request: Job | Probe | Maintenance) -> None:
        self._queue.put(request)

    def close(self) -> None:
        """Finish what was submitted, then close the connection and resolve `closed`."""
        self._queue.put(None)

    def _serve(self) -> None:
        while (first := self._next()) is not None:
            self._commit_together(first)
            while self._maintenance:
                self._maintain(self._maintenance.pop(0))
            if self._closing:
                break
        _close(self._connection, self.closed)

    def _commit_together(self, first: Job) -> None:
        started = [first]
        try:
            self._connection.execute("begin immediate")
            outcomes = [self._attempt(first)]
            for job in self._waiting_jobs():
                started.append(job)
                outcomes.append(self._attempt(job))
            self._refuse_if_gone()
            self._connection.execute("commit")
        except BaseException as error:  # error boundary: nothing was committed, and every caller must be told
            if self._connection.in_transaction:
                self._connection.rollback()
            outcomes = [_Outcome(job, error=translate(error, self._path)) for job in started]
        for outcome in outcomes:
            outcome.tell()

    def _refuse_if_gone(self) -> None:
        """Raise `StorageGone` when the file has no name any more: the system would take what is written, and drop it
        when the program ends."""
        try:
            there = self._path.stat().st_ino == self._file
        except FileNotFoundError:
            there = False
        if not there:
            raise StorageGone(
                "The database was moved or deleted while Sidecar was open: {path}",
                hint="Put it back where it was, or close Sidecar and start it again.",
                path=self._path,
            )

    def _attempt(self, job: Job) -> _Outcome:
        self._connection.execute("savepoint job")
        try:
            value = run_to_end(job.work, SqliteTx(self._connection, self._path))
        except BaseException as error:  # error boundary: what the work raises belongs to its caller
            if not self._connection.in_transaction:
                raise  # SQLite rolled back the whole transaction
            self._connection.execute("rollback to job")
            self._connection.execute("release job")
            return _Outcome(job, error=translate(error, self._path) if isinstance(error, UnreadableRow) else error)
        self._connection.execute("release job")
        return _Outcome(job, value)

    def _waiting_jobs(self) -> Iterator[Job]:
        for _ in range(_LARGEST_GROUP - 1):
            try:
                job = self._next(wait=False)
            except Empty:
                return
            if job is None:
                return
            yield job

    def _next(self, *, wait: bool = True) -> Job | None:
        """Return the next job that was not cancelled, seeing to other requests on the way; None when it is time to
        stop."""
        while (request := self._queue.get(wait)) is not None:
            if not request.result.set_running_or_notify_cancel():
                continue
            match request:
                case Job():
                    return request
                case Probe():
                    self._answer(request)
                case Maintenance() if self._connection.in_transaction:
                    self._maintenance.append(request)
                case Maintenance():
                    self._maintain(request)
        self._closing = True
        return None

    def _maintain(self, maintenance: Maintenance) -> None:
        try:
            done = maintenance.work(self._connection)
        except sqlite3.Error as error:
            maintenance.result.set_exception(translate(error, self._path))
            return
        maintenance.result.set_result(done)

    def _answer(self, probe: Probe) -> None:
        try:
            version = self._data_version()
        except sqlite3.Error as error:
            probe.result.set_exception(translate(error, self._path))
            return
        probe.result.set_result(version != self._seen_version)
        self._seen_version = version

    def _data_version(self) -> int:
        """Return a number that changes when another connection commits; a reader's would change with ours too."""
        return self._connection.execute("pragma data_version").fetchone()["data_version"]


class ReaderThread:
    """Runs one job at a time from a queue that several readers share, each on a snapshot."""

    def __init__(self, connection: sqlite3.Connection, path: Path, queue: SimpleQueue[Job | None]) -> None:
        self._connection = connection
        self._path = path
        self._queue = queue
        self.closed = _uncancellable_future()
        Thread(target=self._serve, name="sidecar-db-reader", daemon=True).start()

    def _serve(self) -> None:
        while (job := self._queue.get()) is not None:
            if job.result.set_running_or_notify_cancel():
                self._attempt(job).tell()
        _close(self._connection, self.closed)

    def _attempt(self, job: Job) -> _Outcome:
        try:
            self._connection.execute("begin")
            return _Outcome(job, run_to_end(job.work, SqliteTx(self._connection, self._path)))
        except (sqlite3.Error, UnreadableRow) as error:
            return _Outcome(job, error=translate(error, self._path))
        except BaseException as error:  # error boundary: what the work raises belongs to its caller
            return _Outcome(job, error=error)
        finally:
            if self._connection.in_transaction:
                self._connection.rollback()


def _uncancellable_future() -> Future[None]:
    """Return a future that a caller who stops waiting for it cannot cancel."""
    promise: Future[None] = Future()
    promise.set_running_or_notify_cancel()
    return promise


def _close(connection: sqlite3.Connection, closed: Future[None]) -> None:
    try:
        connection.close()
    finally:
        closed.set_result(None)
