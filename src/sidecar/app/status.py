"""How things stand, from the process that answers or from beside it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime

from sidecar.app.parts import VERSION, Parts
from sidecar.config import Settings
from sidecar.dispatch.status import Status
from sidecar.domain.person import PersonId
from sidecar.errors import ConfigError
from sidecar.i18n import Texts, explain
from sidecar.llm.roles import ROLES
from sidecar.proactive import wording
from sidecar.providers.book import ModelBook
from sidecar.providers.catalogue import ModelChoice, check
from sidecar.runtime.lock import is_locked
from sidecar.storage.counts import counts


async def status_of(parts: Parts, models: ModelBook, channels: Sequence[str], person: PersonId) -> Status:
    """`channels`: those that are open in this process."""
    say = parts.texts(person)
    now = parts.clock.now()
    day = now.astimezone(parts.profile.preferences(person).timezone).replace(hour=0, minute=0, second=0, microsecond=0)
    problem = parts.settings.problem
    kept = await counts(parts.db, person)
    model = await models.current(person)
    return Status(
        version=VERSION,
        home=str(parts.home.path),
        model=model,
        channels=channels,
        waiting=kept.waiting,
        undelivered=kept.undelivered,
        messages=kept.messages,
        today=await parts.accounts.spending(person, day, now),
        warnings=[
            *parts.profile.warnings(say),
            *([explain(problem, say)] if problem else []),
            *_cannot_be_asked(model, parts.settings.current(), say),
            *await models.warnings(say),
        ],
        next_reminder=await _next_reminder(parts, person, now) if kept.next_reminder else "",
        lost_reminders=kept.lost_firings,
        open_elsewhere=not channels and is_locked(parts.home.lock),
    )


def _cannot_be_asked(name: str, settings: Settings, say: Texts) -> Iterator[str]:
    """Why the model of this name would not answer, as far as that can be known without asking it: its key is gone."""
    configured = [choice for role in ROLES for choice in settings.model_for(role).chain]
    provider = name.partition(":")[0]
    exact = next((choice for choice in configured if choice.name == name), None)
    if not name or (exact is None and any(choice.name.partition(":")[0] == provider for choice in configured)):
        return  # a model of that provider gives it its key
    try:
        check(exact or ModelChoice(name))
    except ConfigError as problem:
        yield explain(problem, say)


async def _next_reminder(parts: Parts, person: PersonId, now: datetime) -> str:
    pending = await parts.reminders().pending(parts.asker(person))
    return wording.line(pending[0], now, parts.texts(person)) if pending else ""
