"""Status of the models: which ones a role uses, in which order, and which of them rest after failures."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from sidecar.llm.roles import Role


class Health(StrEnum):
    """Whether a model is asked."""

    READY = "ready"
    RESTING = "resting"
    """Skipped for a while after too many failures."""
    PROBED = "probed"
    """The rest is over, and the next request is the probe."""


@dataclass(frozen=True, slots=True)
class ModelStatus:
    """Status of one model: seconds of rest left, failures of the last minute, and the code of the last error."""

    name: str
    health: Health = Health.READY
    rest_s: float = 0.0
    failures: int = 0
    last_error: str = ""


class ChainOrigin(StrEnum):
    """Where the models of a role come from."""

    SETTINGS = "settings"
    CHOSEN = "chosen"
    """Chosen by the person."""
    CONVERSATION = "here"
    """Chosen by the person for this conversation only."""
    CHAT = "chat"
    """The role uses those of `chat`."""


@dataclass(frozen=True, slots=True)
class RoleStatus:
    """The models of a role, first choice first; none when there is no model."""

    role: Role
    chain: tuple[ModelStatus, ...]
    origin: ChainOrigin

    @property
    def in_use(self) -> str:
        """Return the name of the model that the next request goes to; empty when there is none."""
        ready = (model.name for model in self.chain if model.health is not Health.RESTING)
        return next(ready, self.chain[0].name if self.chain else "")
