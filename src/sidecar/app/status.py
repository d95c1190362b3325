"""How things stand, from the process that answers or from beside it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sidecar.app.bootstrap import VERSION, Services
from sidecar.domain.person import PersonId
from sidecar.domain.status import Status
from sidecar.i18n import explain
from sidecar.providers.registry import ModelRegistry
from sidecar.reminders.format import format_line
from sidecar.runtime.lock import is_locked
from sidecar.storage.counts import counts


async def status_of(parts: Services, models: ModelRegistry, channels: Sequence[str], person: PersonId) -> Status:
    """`channels`: those that are open in this process."""
    say = parts.texts(person)
    now = parts.clock.now()
    day = now.astimezone(parts.profile.preferences(person).timezone).replace(hour=0, minute=0, second=0, microsecond=0)
    problems = (parts.settings.problem, await models.configuration_problem(person))
    kept = await counts(parts.db, person)
    return Status(
        version=VERSION,
        home=str(parts.home.path),
        model=await models.current(person),
        channels=channels,
        waiting=kept.waiting,
        undelivered=kept.undelivered,
        messages=kept.messages,
        today=await parts.accounts.spending(person, day, now),
        warnings=[
            *parts.profile.warnings(say),
            *(explain(problem, say) for problem in problems if problem),
            *await models.warnings(say),
        ],
        next_reminder=await _next_reminder(parts, person, now) if kept.next_reminder else "",
        lost_reminders=kept.lost_firings,
        open_elsewhere=not channels and is_locked(parts.home.lock),
    )


async def _next_reminder(parts: Services, person: PersonId, now: datetime) -> str:
    pending = await parts.reminders().pending(parts.asker(person))
    return format_line(pending[0], now, parts.texts(person)) if pending else ""
