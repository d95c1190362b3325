"""Structured events: what happened, when and in which turn, with secrets masked before anything is written."""

from sidecar.observe.events import Event
from sidecar.observe.log import configure_logging, emit, turn_scope

__all__ = ["Event", "configure_logging", "emit", "turn_scope"]
