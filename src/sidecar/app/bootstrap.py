"""Wires one home: opens it, builds each area, and joins them."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager

from sidecar.app.builders.commands import build_commands
from sidecar.app.builders.dispatch import build_dispatcher
from sidecar.app.builders.models import build_model_registry
from sidecar.app.builders.reminders import build_reminders
from sidecar.app.builders.tools import build_tools, check_tool_rules
from sidecar.app.home_services import Services, open_services
from sidecar.app.memory.lazy_memory import LazyMemory
from sidecar.app.service import Sidecar
from sidecar.dispatch.delivery import Delivery
from sidecar.home import Home
from sidecar.providers.registry import ModelRegistry
from sidecar.runtime.clock import Clock, SystemClock
from sidecar.runtime.lock import HomeLock
from sidecar.storage.outbox import SqlOutbox
from sidecar.tools.http import ToolHttp


@asynccontextmanager
async def open_sidecar(
    home: Home, *, clock: Clock | None = None, alone: bool = True, verbose: bool = False
) -> AsyncGenerator[Sidecar]:
    """Open the home and lock it. Without `alone`, open it while another process holds the lock: then commands work,
    and messages may be put into its queue, but `run` must not be called.

    Raises `HomeBusy` when another process already answers, `ConfigError` and `StorageError` when it cannot be opened.
    """
    clock = clock or SystemClock()
    async with AsyncExitStack() as stack:
        home.create()
        if alone:
            stack.enter_context(HomeLock.acquire(home.lock))
        services = await stack.enter_async_context(open_services(home, clock, alone=alone, verbose=verbose))
        http = await stack.enter_async_context(ToolHttp())
        models = build_model_registry(services)
        stack.push_async_callback(models.close)
        sidecar = build_sidecar(services, models, http)
        stack.push_async_callback(sidecar.memory.close)
        yield sidecar


def build_sidecar(services: Services, models: ModelRegistry, http: ToolHttp) -> Sidecar:
    """Join the areas over these services. Call `sidecar.memory.close()` when done."""
    memory = LazyMemory(services, models)
    delivery = Delivery(SqlOutbox(services.db), services.clock)
    reminders = build_reminders(services, models, delivery)
    toolbox = build_tools(services, reminders.reminders, memory, http)
    check_tool_rules(services, toolbox.tools)
    commands = build_commands(services, models, reminders, delivery, toolbox.tools)
    dispatcher = build_dispatcher(services, models, toolbox, memory, commands, delivery)
    memory.idle = dispatcher.idle
    return Sidecar(services, models, toolbox, memory, reminders, commands, delivery, dispatcher)
