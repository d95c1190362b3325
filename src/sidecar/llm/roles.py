"""What a model is used for. One model may fill all roles; a role without its own takes that of `chat`."""

from __future__ import annotations

from typing import Literal, get_args

Role = Literal["chat", "tools", "complex", "summarize", "memory", "router", "proactive"]
ROLES: tuple[Role, ...] = get_args(Role)
