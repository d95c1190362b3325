"""The status of the companion, read by the process that answers or by another one."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sidecar.app.home_services import VERSION, Services
from sidecar.domain.person import PersonId
from sidecar.domain.status import Status
from sidecar.i18n import explain_error
from sidecar.providers.registry import ModelRegistry
from sidecar.reminders.format import format_line
from sidecar.runtime.lock import is_locked
from sidecar.storage.counts import load_counts


async def read_status(services: Services, models: ModelRegistry, channels: Sequence[str], person: PersonId) -> Status:
    """Read the status for one person. `channels` are those that are open in this process."""
    say = services.texts(person)
    now = services.clock.now()
    day = now.astimezone(services.zone(person)).replace(hour=0, minute=0, second=0, microsecond=0)
    problems = (services.settings.problem, await models.configuration_problem(person))
    counts = await load_counts(services.db, person)
    return Status(
        version=VERSION,
        home=str(services.home.path),
        model=await models.current(person),
        channels=channels,
        waiting=counts.waiting,
        undelivered=counts.undelivered,
        messages=counts.messages,
        today=await services.accounts.spending(person, day, now),
        warnings=[
            *services.file_warnings(say),
            *(explain_error(problem, say) for problem in problems if problem),
            *await models.warnings(say),
        ],
        next_reminder=await _next_reminder(services, person, now) if counts.next_reminder else "",
        lost_reminders=counts.lost_firings,
        open_elsewhere=not channels and is_locked(services.home.lock),
    )


async def _next_reminder(services: Services, person: PersonId, now: datetime) -> str:
    pending = await services.reminders().pending(services.asker(person))
    return format_line(pending[0], now, services.texts(person)) if pending else ""
