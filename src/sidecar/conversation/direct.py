"""The reply of a turn that a tool answered without a model: the same messages and receipts as if one had asked."""

from __future__ import annotations

from sidecar.conversation.context import ConversationContext
from sidecar.domain.message import Message, Speaker, Standing
from sidecar.domain.tool import ToolReceipt
from sidecar.domain.turn import Ending, HandledBy, Reply
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
    said = Message(Speaker.COMPANION, text, clock.now(), context.turn, context.channel, Standing.NOTICE)
    return Reply(text, HandledBy.OFFLINE, Ending.COMPLETE, messages=(said,))
