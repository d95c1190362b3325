"""The turn so far. It only grows, so nothing is lost when the person, a limit or an error stops the turn."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import datetime

from sidecar.domain.message import Completeness, Message, MessageKind, Speaker, TurnId, join_texts, to_markdown
from sidecar.domain.money import Usage
from sidecar.domain.tool import ToolCall, ToolReceipt
from sidecar.domain.turn import Ending, HandledBy, Reply
from sidecar.llm import AssistantMessage, Completion

CUT_MARK = "[…]"
"""At the end of a text that is not whole."""


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
    begun_with: int = 0
    """Messages of what was done before a model was asked."""
    _speaking_model: str = ""

    @classmethod
    def begin(cls, turn: TurnId, channel: str, done: Reply | None = None) -> Draft:
        """Begin empty, or with what was done already; what it says about that is for the person."""
        if done is None:
            return cls(turn, channel)
        messages = [
            replace(message, kind=MessageKind.REQUIRED) if to_markdown(message) else message
            for message in done.messages
        ]
        return cls(turn, channel, messages, list(done.receipts), tools_ms=done.tools_ms, begun_with=len(messages))

    def add_message(
        self,
        message: AssistantMessage,
        at: datetime,
        completeness: Completeness = Completeness.WHOLE,
        kind: MessageKind = MessageKind.SAID,
    ) -> None:
        """Add what the model, or Sidecar in its place, has said."""
        self.streaming = ""
        self.messages.append(
            Message(
                Speaker.COMPANION,
                message.text,
                at,
                self.turn,
                self.channel,
                completeness,
                message.tool_calls,
                kind=kind,
            )
        )

    def add_chunk(self, text: str, model: str) -> None:
        """Add a piece of the answer that is being streamed."""
        self._drop_other_models_words(model)
        self.streaming += text

    def add_usage(self, completion: Completion) -> None:
        """Count what the model reports of its answer."""
        self._drop_other_models_words(completion.model)
        self.usage += completion.usage
        self.model = completion.model

    def _drop_other_models_words(self, model: str) -> None:
        """Drop what another model said between its tool calls: a reply is one model's. What it did stays."""
        if self._speaking_model and model != self._speaking_model:
            self.messages = [
                replace(message, text="") if message.speaker is Speaker.COMPANION else message
                for message in self.messages
            ]
        self._speaking_model = model

    def add_receipt(self, receipt: ToolReceipt, at: datetime) -> None:
        """Add a tool's result."""
        self.receipts.append(receipt)
        self.messages.append(
            Message(Speaker.TOOL, receipt.content, at, self.turn, self.channel, tool_call_id=receipt.call.id)
        )

    def attach_call(self, call: ToolCall, at: datetime) -> None:
        """Add a call by code to what the model said last, as if it had asked for it: some models want nothing between
        a call and its result."""
        for index in reversed(range(len(self.messages))):
            message = self.messages[index]
            if not message.kind.in_conversation:
                continue
            if message.speaker is Speaker.COMPANION and not message.tool_calls:
                self.messages[index] = replace(message, tool_calls=(call,))
                return
            break
        self.add_message(AssistantMessage("", (call,)), at)

    @property
    def is_untouched(self) -> bool:
        """Whether no model has said or done anything yet."""
        return len(self.messages) == self.begun_with and not self.streaming

    @property
    def text(self) -> str:
        """Everything the companion has said in this turn, as Markdown."""
        return join_texts([*map(to_markdown, self.messages), self.streaming])

    def reply(self, ending: Ending, error_code: str = "") -> Reply:
        return Reply(
            text=self.text,
            handled_by=HandledBy.MODEL if self._speaking_model else HandledBy.OFFLINE,
            ending=ending,
            error_code=error_code,
            model=self.model,
            messages=tuple(self.messages),
            receipts=tuple(self.receipts),
            usage=self.usage,
            model_ms=self.model_ms,
            tools_ms=self.tools_ms,
        )
