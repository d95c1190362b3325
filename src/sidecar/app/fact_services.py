"""Services that read and change the facts of one open home, without a model or a search."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from sidecar.app.extraction import build_extractor, raise_no_model
from sidecar.config import SettingsFile
from sidecar.domain.person import OWNER, PersonId
from sidecar.home import Home
from sidecar.memory.files.profile import ProfileFiles
from sidecar.memory.forget import Forgetter
from sidecar.memory.origins import FactOrigins
from sidecar.memory.remember import Memory
from sidecar.runtime.clock import Clock
from sidecar.storage.eraser import SqlEraser
from sidecar.storage.facts import SqlFacts
from sidecar.storage.forget_offers import SqlForgetOffers
from sidecar.storage.home_copies import HomeCopies
from sidecar.storage.sqlite import SqliteDb

if TYPE_CHECKING:
    from sidecar.memory.files.memory_sync import MemorySync


@dataclass(frozen=True, slots=True)
class FactServices:
    """The facts of one home."""

    home: Home
    settings: SettingsFile
    profile: ProfileFiles
    db: SqliteDb
    clock: Clock

    @property
    def store(self) -> SqlFacts:
        return SqlFacts(self.db)

    @property
    def memory(self) -> Memory:
        return Memory(self.store, self.clock, self.today)

    @property
    def origins(self) -> FactOrigins:
        return FactOrigins(self.store)

    @property
    def forgetting(self) -> Forgetter:
        return Forgetter(
            self.store,
            SqlEraser(self.db, self.clock),
            HomeCopies(self.home.path, self.home.line_history),
            SqlForgetOffers(self.db),
            self.extract_by_patterns,
        )

    async def extract_by_patterns(self) -> None:
        """Extract facts from unread messages by patterns. The process that stays open reads them again by model."""
        extractor = build_extractor(self.settings, self.profile, self.db, self.clock, self.memory, raise_no_model)
        await extractor.read_by_patterns()

    def open_file(self) -> MemorySync:
        """Open the owner's `MEMORY.md`."""
        from sidecar.memory.files.memory_sync import MemorySync  # 15 ms, not needed before the prompt

        path = self.home.path / "MEMORY.md"
        return MemorySync(path, self.store, self.clock, lambda: self.profile.preferences(OWNER))

    def today(self, person: PersonId) -> date:
        """Return the date in the person's time zone."""
        return self.clock.now().astimezone(self.profile.preferences(person).timezone).date()
