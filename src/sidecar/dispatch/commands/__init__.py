"""Slash commands: answered at once, without a model, on every channel."""

from sidecar.dispatch.commands.cost import cost_command
from sidecar.dispatch.commands.general import (
    clear_command,
    help_command,
    language_command,
    router_stats_command,
    status_command,
    terminal_commands,
    undo_command,
)
from sidecar.dispatch.commands.memory import MemoryServices, memory_commands
from sidecar.dispatch.commands.model import model_command
from sidecar.dispatch.commands.permissions import audit_command, permissions_command
from sidecar.dispatch.commands.registry import Command, CommandCall, CommandRegistry
from sidecar.dispatch.commands.reminders import reminders_command

__all__ = [
    "Command",
    "CommandCall",
    "CommandRegistry",
    "MemoryServices",
    "audit_command",
    "clear_command",
    "cost_command",
    "help_command",
    "language_command",
    "memory_commands",
    "model_command",
    "permissions_command",
    "reminders_command",
    "router_stats_command",
    "status_command",
    "terminal_commands",
    "undo_command",
]
