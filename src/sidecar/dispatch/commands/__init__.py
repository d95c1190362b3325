"""What starts with a slash: answered at once, without a model, on every channel."""

from sidecar.dispatch.commands.registry import Command, CommandCall, CommandRegistry

__all__ = ["Command", "CommandCall", "CommandRegistry"]
