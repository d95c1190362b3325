"""What happened, when and in which turn: structured events, with secrets taken out before they are written."""

from sidecar.observe.events import Event
from sidecar.observe.log import configure_logging, emit, turn_scope

__all__ = ["Event", "configure_logging", "emit", "turn_scope"]
