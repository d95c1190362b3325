"""Builds the worker that extracts facts from messages."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from sidecar.config import SettingsFile
from sidecar.domain.person import PersonId
from sidecar.errors import NoModel
from sidecar.llm import ChatModel
from sidecar.memory.extraction_worker import ExtractionModel, ExtractionWorker
from sidecar.memory.files.profile import ProfileFiles
from sidecar.memory.remember import Memory
from sidecar.runtime.clock import Clock
from sidecar.runtime.lanes import return_at_once
from sidecar.storage.extraction import SqlExtractionQueue
from sidecar.storage.sqlite import SqliteDb


def build_extractor(  # noqa: PLR0913 - it stands between the messages, the models and the facts
    settings: SettingsFile,
    profile: ProfileFiles,
    db: SqliteDb,
    clock: Clock,
    memory: Memory,
    model: Callable[[PersonId], Awaitable[ChatModel]],
    *,
    awake: asyncio.Event | None = None,
    idle: Callable[[], Awaitable[None]] = return_at_once,
) -> ExtractionWorker:
    """Build the worker. `awake` is set when a message came in; `idle` returns when no answer is pending."""
    source = ExtractionModel(
        model, lambda: settings.current().memory.facts_in, lambda: settings.current().memory.extract
    )
    return ExtractionWorker(SqlExtractionQueue(db), memory, clock, source, profile.preferences, awake=awake, idle=idle)


async def raise_no_model(_: PersonId) -> ChatModel:
    raise NoModel("No model is configured.")
