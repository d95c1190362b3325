"""Builds the tools that the model may use."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sidecar.app.builders.models import build_model_registry
from sidecar.app.home_services import Services
from sidecar.app.memory.lazy_memory import LazyMemory
from sidecar.config.problems import unknown_setting
from sidecar.reminders.reminders import Reminders
from sidecar.storage.held_calls import SqlHeldCalls
from sidecar.tools.authorization import Authorizer
from sidecar.tools.builtin import make_builtin_tools
from sidecar.tools.http import ToolHttp
from sidecar.tools.memory import make_memory_tools
from sidecar.tools.registry import ToolRegistry
from sidecar.tools.reminders import make_reminder_tools, make_undo_tool
from sidecar.tools.tool import Tool


def build_tools(services: Services, reminders: Reminders, memory: LazyMemory, http: ToolHttp) -> ToolRegistry:
    clock, facts = services.clock, services.facts
    tools = [
        *make_builtin_tools(services.settings.current().tools, clock, http),
        *make_reminder_tools(reminders, clock),
        *make_memory_tools(facts.memory, memory, facts.forgetting),
        make_undo_tool(services.undo(reminders.changed)),
    ]
    authorizer = Authorizer(clock, lambda: services.settings.current().permissions, SqlHeldCalls(services.db))
    return ToolRegistry(tools, clock, authorizer)


def check_tool_rules(services: Services, tools: Mapping[str, Tool]) -> None:
    """Raise `ConfigError` for a rule that names no tool: it would protect nothing."""
    known = list_rule_names(tools)
    for name in services.settings.current().permissions.tool_names:
        if name not in known:
            raise unknown_setting(["permissions", "tools", name], known, str(services.home.settings))


def list_rule_names(tools: Mapping[str, Tool]) -> Sequence[str]:
    """Return what a rule can be for besides permissions: every tool and every category, once."""
    return list(dict.fromkeys([*tools, *(tool.traits.category for tool in tools.values())]))


def list_tools(services: Services) -> Mapping[str, Tool]:
    """Return every tool by name."""
    memory = LazyMemory(services, build_model_registry(services))
    return build_tools(services, services.reminders(), memory, ToolHttp()).tools
