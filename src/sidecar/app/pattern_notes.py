"""Reading what was said for facts without a model, at once: for what cannot wait for the background."""

from __future__ import annotations

from sidecar.app.bootstrap import Services
from sidecar.domain.person import PersonId
from sidecar.errors import NoModel
from sidecar.llm import ChatModel
from sidecar.memory.extraction_worker import ExtractionModel, ExtractionWorker
from sidecar.storage.extraction import SqlExtractionQueue


async def note_by_patterns(parts: Services) -> None:
    """Every message that nobody has read yet. The models of a process that stays read it again."""
    model = ExtractionModel(_none, wanted=lambda: parts.settings.current().memory.extract)
    queue = SqlExtractionQueue(parts.db)
    await ExtractionWorker(queue, parts.memory, parts.clock, model, parts.profile.preferences).read_by_patterns()


async def _none(_: PersonId) -> ChatModel:
    raise NoModel("No model is configured.")
