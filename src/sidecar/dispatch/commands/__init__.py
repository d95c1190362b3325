"""What starts with a slash: answered at once, without a model, on every channel."""

from sidecar.dispatch.commands.book import Command, CommandBook, CommandCall

__all__ = ["Command", "CommandBook", "CommandCall"]
