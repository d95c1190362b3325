"""A tool call as the model writes it, and the receipt that proves what came of it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ToolCall:
    """What the model asked for. `arguments` is raw JSON text: it may be malformed, and is checked by the registry."""

    id: str
    name: str
    arguments: str


@dataclass(frozen=True, slots=True)
class RequiredText:
    """What the person must read of a tool's result, whatever the model makes of it: if one of `proofs` is not in the
    answer, code adds `text`."""

    text: str
    proofs: tuple[str, ...] = ()
    about: str = ""
    """What it speaks of: of several results about the same thing only the last one is shown."""


@dataclass(frozen=True, slots=True)
class ToolReceipt:
    """What came of one call. `content` is what the model reads; `error` is empty when the call did its work."""

    call: ToolCall
    content: str
    error: str = ""
    ms: float = 0.0
    ran: bool = True
    """False: the call was turned down without asking the tool."""
    required_text: RequiredText | None = None

    @property
    def ok(self) -> bool:
        return not self.error
