"""Accounts of model trials: the requests of `sidecar setup` and `sidecar doctor` are metered like all others."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from decimal import Decimal

from sidecar.config import Settings
from sidecar.domain.money import RequestRecord
from sidecar.domain.person import OWNER
from sidecar.errors import StorageError
from sidecar.home import Home
from sidecar.llm import ChatModel
from sidecar.llm.roles import PROBE_ROLE
from sidecar.memory.files.profile import ProfileFiles
from sidecar.providers.budget import BudgetPolicy
from sidecar.providers.decorators.metering import MeteredModel, Purpose
from sidecar.providers.decorators.spend_guard import Ledger, SpendGuard, SpendGuardedModel
from sidecar.providers.model_spec import ConnectedModel, ModelSpec
from sidecar.runtime.clock import Clock, SystemClock
from sidecar.runtime.lock import is_locked
from sidecar.storage.accounts import SqlAccounts
from sidecar.storage.inspection import inspect
from sidecar.storage.sqlite import SqliteDb

_PURPOSE = Purpose(OWNER, PROBE_ROLE)


@dataclass(frozen=True, slots=True)
class ProbeAccounts:
    """Where the requests of a trial are recorded, and what they may cost."""

    spend_guard: SpendGuard
    budget_policy: BudgetPolicy
    clock: Clock

    def with_price(self, choice: ModelSpec) -> ModelSpec:
        """Add the price from the settings."""
        return replace(choice, price=self.budget_policy.prices.get(choice.name))

    def metered(self, model: ConnectedModel) -> ChatModel:
        return MeteredModel(model, _PURPOSE, self.spend_guard, self.clock, model.estimate)

    def budgeted(self, model: ConnectedModel) -> ChatModel:
        """Keep requests within the limits: one that would pass them raises `BudgetSpent`."""
        return SpendGuardedModel(self.metered(model), _PURPOSE, self.spend_guard, model.estimate)


@asynccontextmanager
async def open_probe_accounts(home: Home, settings: Settings) -> AsyncGenerator[ProbeAccounts]:
    """Open the accounts of this home where its database can take them. Nothing is created or migrated for a trial."""
    clock = SystemClock()
    budget_policy = replace(settings.budget_policy, zone=ProfileFiles(home.path).preferences(OWNER).timezone)
    db = await _open_database(home)
    ledger: Ledger = SqlAccounts(db) if db else _NoLedger()
    try:
        yield ProbeAccounts(SpendGuard(ledger, lambda: budget_policy, clock), budget_policy, clock)
    finally:
        if db:
            await db.close()


async def _open_database(home: Home) -> SqliteDb | None:
    try:
        seen = await asyncio.to_thread(inspect, home.database, OWNER, in_use=is_locked(home.lock), timeout_s=0.0)
        return await SqliteDb.open(home.database, alone=False) if seen.version == seen.newest_version else None
    except (StorageError, OSError):
        return None  # `sidecar doctor` reports it


class _NoLedger:
    """An empty ledger for when there is no database."""

    async def record(self, request: RequestRecord, line: int | None = None, /) -> int:
        return 0

    async def token_ratio(self, model: str) -> float | None:
        return None

    async def spent(self, since: datetime) -> tuple[Decimal, Decimal]:
        return Decimal(0), Decimal(0)
