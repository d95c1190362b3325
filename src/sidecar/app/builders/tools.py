"""Builds the tools that the model may use."""

from __future__ import annotations

from collections.abc import Mapping

from sidecar.app.builders.models import build_model_registry
from sidecar.app.home_services import Services
from sidecar.app.memory.lazy_memory import LazyMemory
from sidecar.config.problems import unknown_setting
from sidecar.domain.permission import Permission
from sidecar.reminders.reminders import Reminders
from sidecar.storage.held_calls import SqlHeldCalls
from sidecar.tools.authorization import Authorizer
from sidecar.tools.builtin import make_builtin_tools
from sidecar.tools.http import ToolHttp
from sidecar.tools.memory import make_memory_tools
from sidecar.tools.registry import ToolRegistry
from sidecar.tools.reminders import make_reminder_tools, make_undo_tool


def build_tools(services: Services, reminders: Reminders, memory: LazyMemory, http: ToolHttp) -> ToolRegistry:
    clock, facts = services.clock, services.facts
    tools = [
        *make_builtin_tools(services.settings.current().tools, clock, http),
        *make_reminder_tools(reminders, clock),
        *make_memory_tools(facts.memory, memory, facts.forgetting),
        make_undo_tool(services.undo(reminders.changed)),
    ]
    permissions = services.settings.current().permissions
    authorizer = Authorizer(clock, lambda: services.settings.current().permissions, SqlHeldCalls(services.db))
    registry = ToolRegistry(tools, clock, authorizer)
    for name in permissions.tool_names:
        if name not in registry.tools:  # a rule for no tool would protect nothing
            raise unknown_setting(["permissions", "tools", name], list(registry.tools), str(services.home.settings))
    return registry


def list_tools(services: Services) -> Mapping[str, Permission]:
    """Return every tool with its permission. Raises `ConfigError` for a rule that names no tool."""
    memory = LazyMemory(services, build_model_registry(services))
    return build_tools(services, services.reminders(), memory, ToolHttp()).permissions
