"""Builds the commands that start with a slash."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from sidecar.app.builders.reminders import ReminderServices, find_destinations
from sidecar.app.home_services import Services
from sidecar.app.status import read_status
from sidecar.dispatch import commands as slash
from sidecar.dispatch.commands import Command, CommandRegistry, MemoryServices
from sidecar.dispatch.delivery import Delivery
from sidecar.domain.audit import CommandRun
from sidecar.domain.message import IncomingMessage
from sidecar.domain.permission import ChannelRules
from sidecar.errors import StorageError
from sidecar.memory.fact_request import parse_fact_request
from sidecar.observe import Event, emit
from sidecar.providers.registry import ModelRegistry
from sidecar.router.override import is_override
from sidecar.storage.router_stats import SqlRouterStats
from sidecar.tools.tool import Tool


def build_commands(
    services: Services,
    models: ModelRegistry,
    reminders: ReminderServices,
    delivery: Delivery,
    tools: Mapping[str, Tool],
) -> CommandRegistry:
    clock, facts = services.clock, services.facts
    memory = MemoryServices(
        facts.memory,
        facts.store,
        facts.forgetting,
        facts.origins,
        parse_fact_request,
        services.zone,
        facts.extract_by_patterns,
        facts.today,
    )
    commands: list[Command] = [
        slash.help_command(lambda: commands),
        slash.status_command(lambda person: read_status(services, models, delivery.channels, person)),
        slash.clear_command(services.conversations, clock),
        slash.model_command(models),
        slash.cost_command(services.accounts, services.profile, clock),
        slash.language_command(services.profile),
        slash.reminders_command(
            reminders.reminders,
            services.asker,
            lambda person: find_destinations(services, delivery.reachable, person),
            clock,
        ),
        slash.permissions_command(services.held_calls, partial(_read_rules, services, tools)),
        slash.audit_command(services.audit, services.zone),
        slash.router_stats_command(lambda person: SqlRouterStats(services.db).read(person, is_override)),
        slash.undo_command(services.undo(reminders.changed.set)),
        *slash.terminal_commands(),
        *slash.memory_commands(memory),
    ]

    async def record(message: IncomingMessage, name: str, argument: str, answer: str) -> None:
        run = CommandRun(message.person, clock.now(), message.channel, name, argument, answer)
        try:
            await services.audit.record_command(run)
        except StorageError as error:  # what was asked for is done all the same
            emit(Event.AUDIT_LOST, level="error", name=name, error=str(error))

    return CommandRegistry(commands, record)


def _read_rules(services: Services, tools: Mapping[str, Tool], channel: str) -> ChannelRules:
    return services.settings.current().permissions.rules_of(channel, tools)
