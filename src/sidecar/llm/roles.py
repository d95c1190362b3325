"""What a model is used for. One model may fill all roles; a role without its own takes that of `chat`."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Literal, get_args

Role = Literal["chat", "tools", "complex", "summarize", "memory", "router", "proactive"]
ROLES: tuple[Role, ...] = get_args(Role)

CONVERSATION_ROLES: frozenset[Role] = frozenset({"chat", "tools", "complex"})
"""The roles that speak in a conversation: these follow a model chosen for that conversation."""

IDLE: frozenset[Role] = frozenset({"complex", "summarize", "router"})
"""Roles that nothing asks for yet: their models can be chosen, and have no work."""

BACKGROUND: frozenset[Role] = frozenset({"memory", "proactive"})
"""Work that nobody waits for. So is any work that belongs to no turn, but for a trial."""

TRIAL = "trial"
"""What the accounts call the requests of `sidecar setup` and `sidecar doctor`, which show what a model can do."""

FIRST_TOKEN_LIMITS: Mapping[Role, timedelta] = {
    "proactive": timedelta(seconds=10),
    "memory": timedelta(seconds=30),
    "router": timedelta(seconds=1),
}
"""The most that a request of the role waits for its first token, whatever the request itself says (LLM-04)."""
