"""A tool call as the model writes it, and the receipt of its result."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


@dataclass(frozen=True, slots=True)
class ToolCall:
    """What the model asked for. `arguments` is raw JSON text: it may be malformed, and is checked by the registry."""

    id: str
    name: str
    arguments: str


class Permission(StrEnum):
    """The most that a tool can do."""

    READ = "read"
    """Looks at things and changes nothing."""
    WRITE = "write"
    """Changes what is Sidecar's own or the person's, on this computer."""
    EXTERNAL = "external"
    """Acts on the outside world: sends, publishes, buys."""
    DANGEROUS = "dangerous"
    """Can destroy, or run anything."""


@dataclass(frozen=True, slots=True)
class PermissionPolicy:
    """What a caller allows the tools to do; a tool that needs anything else is not run."""

    allowed: frozenset[Permission] = frozenset({Permission.READ, Permission.WRITE})


@dataclass(frozen=True, slots=True)
class RequiredText:
    """What the person must read of a tool's result: where one of `proofs` is not in the model's answer, code adds
    `text`."""

    text: str
    proofs: tuple[str, ...] = ()
    about: str = ""
    """Its subject, such as `reminder:3`: of several results about the same one only the last is shown."""


@dataclass(frozen=True, slots=True)
class ToolReceipt:
    """The result of one call. `content` is what the model reads; `error` is empty when the call succeeded."""

    call: ToolCall
    content: str
    error: str = ""
    ms: float = 0.0
    ran: bool = True
    """False: the call was refused without running the tool."""
    required_text: RequiredText | None = None

    @property
    def ok(self) -> bool:
        return not self.error
