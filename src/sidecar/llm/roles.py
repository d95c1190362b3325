"""Roles: what models are used for. A role without a model of its own uses those of `chat`."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Literal, get_args

Role = Literal["chat", "tools", "complex", "summarize", "memory", "router", "proactive"]
ROLES: tuple[Role, ...] = get_args(Role)

CONVERSATION_ROLES: frozenset[Role] = frozenset({"chat", "tools", "complex"})
"""Roles that a model chosen for one conversation applies to."""

UNUSED_ROLES: frozenset[Role] = frozenset({"complex", "summarize", "router"})
"""Roles that have no work yet, although models can be chosen for them."""

BACKGROUND_ROLES: frozenset[Role] = frozenset({"memory", "proactive"})
"""Roles of background work. Any request outside a turn is background work too, except for probes."""

PROBE_ROLE = "trial"
"""The role, in the accounts, of the requests by which `sidecar setup` and `sidecar doctor` probe a model."""

FIRST_TOKEN_LIMITS: Mapping[Role, timedelta] = {
    "proactive": timedelta(seconds=10),
    "memory": timedelta(seconds=30),
    "router": timedelta(seconds=1),
}
"""The longest wait for the first token of a request in this role, whatever the request itself says (LLM-04)."""
