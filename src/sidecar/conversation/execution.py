"""What code does by itself in a turn, with the same messages and receipts as if a model had asked for it."""

from __future__ import annotations

from dataclasses import replace

from sidecar.brain.draft import Draft
from sidecar.brain.toolbox import Toolbox, ToolScope
from sidecar.conversation.context import ConversationContext
from sidecar.domain.message import Message, MessageKind, Speaker
from sidecar.domain.tool import ToolCall, ToolReceipt
from sidecar.domain.turn import Ending, HandledBy, Reply
from sidecar.llm import AssistantMessage
from sidecar.observe import Event, emit
from sidecar.router import overlooked
from sidecar.runtime.clock import Clock


def direct_reply(
    context: ConversationContext, text: str, receipt: ToolReceipt, handled_by: HandledBy, clock: Clock
) -> Reply:
    """The call and its result are in the history: a model that comes later knows what was done."""
    now = clock.now()
    return Reply(
        text,
        handled_by,
        Ending.COMPLETE,
        messages=(
            Message(Speaker.COMPANION, "", now, context.turn, context.channel, tool_calls=(receipt.call,)),
            Message(Speaker.TOOL, receipt.content, now, context.turn, context.channel, tool_call_id=receipt.call.id),
            Message(Speaker.COMPANION, text, now, context.turn, context.channel),
        ),
        receipts=(receipt,),
        tools_ms=receipt.ms,
    )


def words_reply(context: ConversationContext, text: str, clock: Clock) -> Reply:
    """Sidecar's own words about itself; the model does not read them again."""
    said = Message(Speaker.COMPANION, text, clock.now(), context.turn, context.channel, kind=MessageKind.OFFLINE)
    return Reply(text, HandledBy.OFFLINE, Ending.COMPLETE, messages=(said,))


async def keep_overlooked(context: ConversationContext, toolbox: Toolbox, draft: Draft, clock: Clock) -> None:
    """A reminder that was plainly asked for, and that the model neither set nor asked about, is set by code, or asked
    about, below the model's answer (RTR-07)."""
    call = overlooked(context.text, draft.text, draft.receipts, f"kept-{context.turn}")
    if call is None:
        return
    preferences = replace(context.preferences, language=context.language)
    receipt = await toolbox.run(call, ToolScope(context.person, preferences, context.turn))
    if receipt.required_text is None:
        return  # there is no such tool here
    emit(Event.REMINDER_OVERLOOKED, set=receipt.ok)
    if not receipt.ok and any(other.required_text for other in draft.receipts if other.call.name == call.name):
        # the model's own call is unclear
        draft.add_message(AssistantMessage(receipt.required_text.text), clock.now(), kind=MessageKind.REQUIRED)
        return
    _attach(draft, call, clock)
    draft.add_receipt(receipt, clock.now())
    draft.add_message(AssistantMessage(receipt.required_text.text), clock.now())


def _attach(draft: Draft, call: ToolCall, clock: Clock) -> None:
    """To what the model said last, as if it had asked for it itself: some models want nothing between the two."""
    for index in reversed(range(len(draft.messages))):
        message = draft.messages[index]
        if not message.kind.in_conversation:
            continue
        if message.speaker is Speaker.COMPANION and not message.tool_calls:
            draft.messages[index] = replace(message, tool_calls=(call,))
            return
        break
    draft.add_message(AssistantMessage("", (call,)), clock.now())
