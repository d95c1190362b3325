"""One home, opened: settings, files, the database, and what can be done with them without a model."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import date
from importlib.metadata import version
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from sidecar.config import SettingsFile
from sidecar.domain.person import OWNER, PersonId
from sidecar.home import Home
from sidecar.i18n import Texts
from sidecar.memory.files.profile import ProfileFiles
from sidecar.memory.forget import Forgetter
from sidecar.memory.origins import FactOrigins
from sidecar.memory.remember import Memory
from sidecar.observe import configure_logging
from sidecar.providers.local.engine import LocalEngine
from sidecar.providers.registry import ModelRegistry
from sidecar.reminders.reminders import Asker, Reminders
from sidecar.runtime.clock import Clock
from sidecar.storage.accounts import SqlAccounts
from sidecar.storage.choices import SqlChoices
from sidecar.storage.conversations import SqlConversations
from sidecar.storage.eraser import SqlEraser
from sidecar.storage.facts import SqlFacts
from sidecar.storage.reminders import SqlReminders
from sidecar.storage.sqlite import SqliteDb
from sidecar.storage.traces import SqlTraces

if TYPE_CHECKING:
    from sidecar.memory.files.memory_sync import MemorySync

VERSION = version("sidecar-companion")


@dataclass(frozen=True, slots=True)
class Services:
    """What can be looked at without answering anybody: settings, files and the database of one home."""

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

    def texts(self, person: PersonId) -> Texts:
        return Texts(self.profile.preferences(person).language)

    def reminders(self, changed: Callable[[], None] = lambda: None) -> Reminders:
        return Reminders(SqlReminders(self.db), self.clock, changed)

    @property
    def facts(self) -> SqlFacts:
        return SqlFacts(self.db)

    @property
    def memory(self) -> Memory:
        return Memory(self.facts, self.clock, self.today)

    @property
    def forgetting(self) -> Forgetter:
        return Forgetter(self.facts, SqlEraser(self.db, self.clock), self.clock, self.note_what_waits)

    async def note_what_waits(self) -> None:
        """Facts from what was said and is still unread, as far as that needs no model."""
        from sidecar.app.pattern_notes import note_by_patterns  # not needed before the prompt

        await note_by_patterns(self)

    @property
    def origins(self) -> FactOrigins:
        return FactOrigins(self.facts)

    def today(self, person: PersonId) -> date:
        """The date where the person is."""
        return self.clock.now().astimezone(self.profile.preferences(person).timezone).date()

    def zone(self, person: PersonId) -> ZoneInfo:
        return self.profile.preferences(person).timezone

    def memory_file(self) -> MemorySync:
        """The owner's `MEMORY.md`."""
        from sidecar.memory.files.memory_sync import MemorySync  # not needed before the prompt

        return MemorySync(self.home.path / "MEMORY.md", self.facts, self.clock, lambda: self.profile.preferences(OWNER))

    def asker(self, person: PersonId) -> Asker:
        preferences = self.profile.preferences(person)
        return Asker(person, preferences.timezone, preferences.language)


@asynccontextmanager
async def open_services(home: Home, clock: Clock, *, alone: bool, verbose: bool = False) -> AsyncGenerator[Services]:
    """Open a home to look at it. `alone`: the caller holds its lock."""
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


def model_registry(parts: Services) -> ModelRegistry:
    return ModelRegistry(
        lambda role: parts.settings.current().model_for(role),
        SqlChoices(parts.db, parts.clock),
        parts.accounts,
        parts.clock,
        budget_policy=lambda: replace(
            parts.settings.current().budget_policy, zone=parts.profile.preferences(OWNER).timezone
        ),
        current_conversation=SqlConversations(parts.db).current,
        engine=LocalEngine(parts.home.models, lambda: parts.settings.current().local, parts.clock),
    )
