"""The turn so far. It only grows, so whoever stops the turn (the person, a limit, an error) can still see all of it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import datetime

from sidecar.domain.message import Completeness, Message, Speaker, TurnId
from sidecar.domain.money import Usage
from sidecar.domain.tool import ToolReceipt
from sidecar.domain.turn import Ending, HandledBy, Reply
from sidecar.llm import AssistantMessage, Completion

CUT_MARK = "[…]"
"""Ends a text that is not whole."""

_PART_SEPARATOR = "\n\n"


@dataclass(slots=True)
class Draft:
    """What the model has said and the tools have done. `streaming` is the text of a request that is still running."""

    turn: TurnId
    channel: str
    messages: list[Message] = field(default_factory=list[Message])
    receipts: list[ToolReceipt] = field(default_factory=list[ToolReceipt])
    usage: Usage = Usage()
    model: str = ""
    model_ms: float = 0.0
    tools_ms: float = 0.0
    streaming: str = ""
    characters_left_out: int = 0
    """Of the person's message, when it was too large for the model."""
    _voice: str = ""
    """The model whose words these are."""

    def say(self, message: AssistantMessage, at: datetime, completeness: Completeness = Completeness.WHOLE) -> None:
        """The model, or Sidecar in its place, has said something."""
        self.streaming = ""
        self.messages.append(
            Message(Speaker.COMPANION, message.text, at, self.turn, self.channel, completeness, message.tool_calls)
        )

    def hear(self, text: str, model: str) -> None:
        """A piece of an answer that is being written."""
        self._take_over(model)
        self.streaming += text

    def account(self, completion: Completion) -> None:
        self._take_over(completion.model)
        self.usage += completion.usage
        self.model = completion.model

    def _take_over(self, model: str) -> None:
        """A reply is one model's: what another one said between its tool calls is not in it. What it did stays."""
        if self._voice and model != self._voice:
            self.messages = [
                replace(message, text="") if message.speaker is Speaker.COMPANION else message
                for message in self.messages
            ]
        self._voice = model

    def file(self, receipt: ToolReceipt, at: datetime) -> None:
        """A tool has come back."""
        self.receipts.append(receipt)
        self.messages.append(
            Message(Speaker.TOOL, receipt.content, at, self.turn, self.channel, tool_call_id=receipt.call.id)
        )

    @property
    def text(self) -> str:
        """Everything the companion has said in this turn, as Markdown."""
        said = [message.text.strip() for message in self.messages if message.speaker is Speaker.COMPANION]
        return _PART_SEPARATOR.join(part for part in (*said, self.streaming.strip()) if part)

    def reply(self, ending: Ending, total_ms: float, error_code: str = "") -> Reply:
        return Reply(
            text=self.text,
            handled_by=HandledBy.MODEL if self._voice else HandledBy.OFFLINE,
            ending=ending,
            error_code=error_code,
            model=self.model,
            messages=tuple(self.messages),
            receipts=tuple(self.receipts),
            usage=self.usage,
            model_ms=self.model_ms,
            tools_ms=self.tools_ms,
            total_ms=total_ms,
        )
