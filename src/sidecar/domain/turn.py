"""The events of a turn as they happen, and the reply that it ends with."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from sidecar.domain.message import Message, TurnId
from sidecar.domain.money import Usage
from sidecar.domain.tool import ToolCall, ToolReceipt

# -- while it runs: what a streaming channel shows


@dataclass(frozen=True, slots=True)
class TurnStarted:
    turn: TurnId


@dataclass(frozen=True, slots=True)
class ModelAsked:
    """A request went out; nothing has come back yet."""

    model: str


@dataclass(frozen=True, slots=True)
class ModelThinking:
    """The model is reasoning; the thoughts themselves are not shown."""


@dataclass(frozen=True, slots=True)
class ReplyChunk:
    """The next piece of the reply's Markdown."""

    text: str


@dataclass(frozen=True, slots=True)
class ReplyWithdrawn:
    """What was streamed since the last tool call no longer counts: another attempt begins."""


@dataclass(frozen=True, slots=True)
class RetryPlanned:
    """The model could not answer; the next attempt starts in `wait_s` seconds. `reason` is an error code."""

    reason: str
    wait_s: float


@dataclass(frozen=True, slots=True)
class ToolStarted:
    call: ToolCall


@dataclass(frozen=True, slots=True)
class ToolFinished:
    receipt: ToolReceipt


# -- when it is over


class HandledBy(StrEnum):
    MODEL = "model"
    ROUTER = "router"
    OFFLINE = "offline"
    COMMAND = "command"


class Ending(StrEnum):
    COMPLETE = "complete"
    STOPPED_EARLY = "stopped_early"
    """A limit was reached; the model answered from what it had."""
    CUT = "cut"
    """The stream broke and could not be taken up again; the reply says so."""
    CANCELLED = "cancelled"
    FAILED = "failed"
    """No answer; the reply is an honest message."""


@dataclass(frozen=True, slots=True)
class Reply:
    """The end of a turn: the text the person gets, and what it took. Times in milliseconds."""

    text: str
    handled_by: HandledBy
    ending: Ending = Ending.COMPLETE
    error_code: str = ""
    error_message: str = ""
    """What went wrong, in the person's language; the text says it too."""
    error_hint: str = ""
    model: str = ""
    messages: tuple[Message, ...] = ()
    """What goes into the history besides the person's own message, in order."""
    receipts: tuple[ToolReceipt, ...] = ()
    usage: Usage = Usage()
    model_ms: float = 0.0
    tools_ms: float = 0.0
    total_ms: float = 0.0
    only_request: bool = False
    """The message was nothing but a request that code did: it tells nothing about the person."""

    @property
    def own_ms(self) -> float:
        """Sidecar's own time: without the model's and the tools'."""
        return max(self.total_ms - self.model_ms - self.tools_ms, 0.0)


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """The last event. Then the reply is stored, then delivered."""

    reply: Reply


TurnEvent = (
    TurnStarted
    | ModelAsked
    | ModelThinking
    | ReplyChunk
    | ReplyWithdrawn
    | RetryPlanned
    | ToolStarted
    | ToolFinished
    | TurnEnded
)
Progress = Callable[[TurnEvent], None]
"""Called with each event in order; must return at once."""


def ignore_progress(_: TurnEvent) -> None:
    """Do nothing: the `Progress` of a turn that nobody watches."""
