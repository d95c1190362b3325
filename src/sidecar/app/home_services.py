"""One open home: its settings, files and database, and the services that need no model."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import date
from importlib.metadata import version
from zoneinfo import ZoneInfo

from sidecar.app.fact_services import FactServices
from sidecar.config import SettingsFile
from sidecar.conversation.undo import Undo
from sidecar.domain.person import PersonId
from sidecar.home import Home
from sidecar.i18n import Texts
from sidecar.memory.files.profile import ProfileFiles
from sidecar.memory.files.sync_report import read_report
from sidecar.memory.undo import FactUndo
from sidecar.observe import configure_logging
from sidecar.reminders.reminders import Reminders
from sidecar.reminders.schedule import Asker
from sidecar.runtime.clock import Clock
from sidecar.storage.accounts import SqlAccounts
from sidecar.storage.audit import SqlAudit
from sidecar.storage.conversations import SqlConversations
from sidecar.storage.held_calls import SqlHeldCalls
from sidecar.storage.inbox import SqlInbox
from sidecar.storage.reminders import SqlReminders
from sidecar.storage.sqlite import SqliteDb
from sidecar.storage.traces import SqlTraces
from sidecar.storage.undo import SqlChangeLog

VERSION = version("sidecar-companion")


@dataclass(frozen=True, slots=True)
class Services:
    """The services of one home that answer no messages."""

    home: Home
    settings: SettingsFile
    profile: ProfileFiles
    db: SqliteDb
    clock: Clock

    @property
    def accounts(self) -> SqlAccounts:
        return SqlAccounts(self.db)

    @property
    def traces(self) -> SqlTraces:
        return SqlTraces(self.db)

    @property
    def audit(self) -> SqlAudit:
        return SqlAudit(self.db)

    @property
    def held_calls(self) -> SqlHeldCalls:
        return SqlHeldCalls(self.db)

    @property
    def inbox(self) -> SqlInbox:
        return SqlInbox(self.db)

    @property
    def conversations(self) -> SqlConversations:
        return SqlConversations(self.db)

    @property
    def facts(self) -> FactServices:
        return FactServices(self.home, self.settings, self.profile, self.db, self.clock)

    def reminders(self, changed: Callable[[], None] = lambda: None) -> Reminders:
        return Reminders(SqlReminders(self.db), self.clock, changed)

    def undo(self, changed: Callable[[], None]) -> Undo:
        return Undo(SqlChangeLog(self.db), FactUndo(self.facts.store, self.clock), self.clock, changed)

    def texts(self, person: PersonId) -> Texts:
        return Texts(self.profile.preferences(person).language)

    def file_warnings(self, say: Texts) -> list[str]:
        """List what in the person's files could not be used, was held back or is in conflict."""
        return [*self.profile.warnings(say), *read_report(self.home.path / "MEMORY.md").warnings(say)]

    def zone(self, person: PersonId) -> ZoneInfo:
        return self.profile.preferences(person).timezone

    def today(self, person: PersonId) -> date:
        """Return the date in the person's time zone."""
        return self.facts.today(person)

    def asker(self, person: PersonId) -> Asker:
        preferences = self.profile.preferences(person)
        return Asker(person, preferences.timezone, preferences.language)


@asynccontextmanager
async def open_services(home: Home, clock: Clock, *, alone: bool, verbose: bool = False) -> AsyncGenerator[Services]:
    """Open a home to read and change it. `alone`: the caller holds its lock."""
    home.create()
    configure_logging(home.logs, verbose=verbose)
    settings = SettingsFile(home)
    profile = ProfileFiles(home.path)
    profile.check()
    db = await SqliteDb.open(home.database, clock=clock, alone=alone)
    try:
        yield Services(home, settings, profile, db, clock)
    finally:
        await db.close()
