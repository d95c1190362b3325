"""How the models stand: which fill a role, in which order, and which of them are left alone for a while."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from sidecar.llm.roles import Role


class Health(StrEnum):
    READY = "ready"
    RESTING = "resting"
    """It failed too often and is skipped until its rest is over."""
    PROBED = "probed"
    """Its rest is over: the next request finds out."""


@dataclass(frozen=True, slots=True)
class ModelStatus:
    """`rest_s` is how long a resting model still rests; `failures` those of its last minute; `last_error` a code."""

    name: str
    health: Health = Health.READY
    rest_s: float = 0.0
    failures: int = 0
    last_error: str = ""


class ChainOrigin(StrEnum):
    """Who decided on the models of a role."""

    SETTINGS = "settings"
    CHOSEN = "chosen"
    CONVERSATION = "here"
    """The person, for this conversation only."""
    CHAT = "chat"
    """Nobody: the role takes those of `chat`."""


@dataclass(frozen=True, slots=True)
class RoleStatus:
    """The chain of a role, first choice first; empty when there is no model."""

    role: Role
    chain: tuple[ModelStatus, ...]
    origin: ChainOrigin

    @property
    def in_use(self) -> str:
        """The model that the next request goes to; empty when there is none."""
        ready = (model.name for model in self.chain if model.health is not Health.RESTING)
        return next(ready, self.chain[0].name if self.chain else "")
