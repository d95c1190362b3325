"""A tool call as the model writes it, and the receipt of its result."""

from __future__ import annotations

from dataclasses import dataclass

from sidecar.domain.permission import Authorization, Decision


@dataclass(frozen=True, slots=True)
class ToolCall:
    """What the model asked for. `arguments` is raw JSON text: it may be malformed, and is checked by the registry."""

    id: str
    name: str
    arguments: str


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
    authorization: Authorization | None = None
    """None: there is no such tool, or its arguments are malformed."""

    @property
    def held(self) -> bool:
        """Whether it waits for the person's yes."""
        return self.authorization is not None and self.authorization.decision is Decision.ASKED

    @property
    def ok(self) -> bool:
        return not self.error
