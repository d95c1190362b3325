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
class ToolReceipt:
    """What came of one call. `content` is what the model reads; `error` is empty when the call did its work."""

    call: ToolCall
    content: str
    error: str = ""
    ms: float = 0.0
    ran: bool = True
    """False: the call was turned down without asking the tool."""

    @property
    def ok(self) -> bool:
        return not self.error
