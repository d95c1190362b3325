"""Without a model: what needs none is done all the same, and for the rest one sentence says how to get one (CON-60)."""

from __future__ import annotations

from sidecar.brain.draft import Draft
from sidecar.brain.toolbox import Toolbox, ToolScope
from sidecar.conversation.context import ConversationContext
from sidecar.conversation.execution import direct_reply, words_reply
from sidecar.conversation.quoting import quote_memory
from sidecar.domain.tool import ToolCall, ToolReceipt
from sidecar.domain.turn import HandledBy, Reply
from sidecar.errors import ConfigError, ModelRefused, ModelUnreachable, NoModel, SidecarError
from sidecar.i18n import Texts
from sidecar.memory.recall import Recall
from sidecar.router import answer_directly
from sidecar.runtime.clock import Clock

_NOT_THERE = (NoModel, ModelUnreachable, ModelRefused, ConfigError)


async def answer_offline(
    context: ConversationContext,
    error: SidecarError,
    toolbox: Toolbox,
    memories: Recall,
    draft: Draft,
    clock: Clock,
) -> Reply | None:
    """The reply of a turn that has no model to turn to.

    None when the model did work before it failed, or failed for another reason than not being there: then the error
    itself must be told.
    """
    if draft.messages or draft.streaming or not isinstance(error, _NOT_THERE):
        return None
    say = Texts(context.language)
    scope = ToolScope(context.person, context.preferences, context.turn)

    async def run(call: ToolCall) -> ToolReceipt:
        return await toolbox.run(call, scope)

    direct = await answer_directly(
        context.text, run, f"direct-{context.turn}", say, follow=context.message.answer_in is None
    )
    if direct is not None:
        return direct_reply(context, direct.text, direct.receipt, HandledBy.OFFLINE, clock)
    if quoted := await quote_memory(context, memories, say):
        return words_reply(context, quoted, clock)
    if isinstance(error, NoModel):
        return words_reply(context, _how_to_get_a_model(say), clock)
    return None


def _how_to_get_a_model(say: Texts) -> str:
    return say(
        "To talk I need a language model, and none is configured yet. `sidecar setup`, typed in the terminal, finds "
        "you one; a conversation that is open there closes with /exit. Meanwhile I keep your reminders, tell the "
        "time, do sums, and everything in /help."
    )
