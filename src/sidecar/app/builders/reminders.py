"""Builds the reminder services: store, scheduler and phraser."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from sidecar.app.home_services import Services
from sidecar.channels import find_unasked_channels
from sidecar.dispatch.delivery import Delivery
from sidecar.dispatch.notification_channels import select_reminder_channels
from sidecar.domain.person import PersonId
from sidecar.providers.registry import ModelRegistry
from sidecar.reminders.notice_phraser import ModelPhraser
from sidecar.reminders.notices import Recipient
from sidecar.reminders.ports import Destination
from sidecar.reminders.reminders import Reminders
from sidecar.reminders.scheduler import Scheduler
from sidecar.storage.reminders import SqlReminders


@dataclass(frozen=True, slots=True)
class ReminderServices:
    reminders: Reminders
    scheduler: Scheduler
    changed: asyncio.Event
    """Set when a reminder was set or changed, here or by another process, or the clock jumped."""


def build_reminders(services: Services, models: ModelRegistry, delivery: Delivery) -> ReminderServices:
    changed = asyncio.Event()

    def recipient(person: PersonId) -> Recipient:
        return Recipient(services.texts(person), find_destinations(services, delivery.reachable, person))

    phraser = ModelPhraser(
        lambda person: models.model_for("proactive", person),
        lambda: services.settings.current().reminders.phrased,
    )
    store = SqlReminders(services.db)
    scheduler = Scheduler(store, services.clock, recipient, delivery.send_due, changed=changed, phraser=phraser)
    return ReminderServices(services.reminders(changed.set), scheduler, changed)


def find_destinations(services: Services, reachable: Sequence[str], person: PersonId) -> Sequence[Destination]:
    """Return where a reminder goes, given the channels on which the person can be reached now."""
    wanted = services.profile.preferences(person).channels
    return [Destination(name) for name in select_reminder_channels(find_unasked_channels(), reachable, wanted)]
