"""Answers when no model is available: executed by code, from memory, or how to get a model (CON-60)."""

from __future__ import annotations

from sidecar.brain.draft import Draft
from sidecar.brain.toolbox import Toolbox
from sidecar.conversation.context import ConversationContext
from sidecar.conversation.execution import answer_by_code
from sidecar.conversation.memory_answers import answer_from_memory
from sidecar.conversation.ports import RelevantFacts
from sidecar.domain.message import Message, MessageKind, Speaker
from sidecar.domain.turn import Ending, HandledBy, Reply
from sidecar.errors import ConfigError, ModelRefused, ModelUnreachable, NoModel, SidecarError
from sidecar.i18n import Texts
from sidecar.language.detection import detect_language
from sidecar.memory.recall import Recall
from sidecar.router.matcher import Match, Precedence
from sidecar.runtime.clock import Clock

_NO_MODEL_ERRORS = (NoModel, ModelUnreachable, ModelRefused, ConfigError)


def is_offline(error: SidecarError, draft: Draft) -> bool:
    """Return whether no model was available at all: none did work before the error, or failed in another way."""
    return isinstance(error, _NO_MODEL_ERRORS) and not draft.messages and not draft.streaming


async def answer_offline(
    context: ConversationContext,
    found: Match | None,
    error: SidecarError,
    toolbox: Toolbox,
    known: RelevantFacts,
    memories: Recall,
    clock: Clock,
) -> Reply | None:
    """Return the reply of a turn without a model; None where only the error can be reported."""
    if found is not None and found.precedence is not Precedence.BEFORE_MODEL:
        by_code = await answer_by_code(context, found.intent, HandledBy.OFFLINE, toolbox, clock)
        if by_code is not None:
            return by_code
    say = Texts(context.message.answer_in or detect_language(context.text) or context.language)
    text = await answer_from_memory(context, known, memories, say)
    if text is None and isinstance(error, NoModel):
        text = _how_to_get_a_model(say)
    if text is None:
        return None
    said = Message(Speaker.COMPANION, text, clock.now(), context.turn, context.channel, kind=MessageKind.OFFLINE)
    return Reply(text, HandledBy.OFFLINE, Ending.COMPLETE, messages=(said,))


def _how_to_get_a_model(say: Texts) -> str:
    return say(
        "To talk I need a language model, and none is configured yet. `sidecar setup`, typed in the terminal, finds "
        "you one; a conversation that is open there closes with /exit. Meanwhile I keep your reminders, tell the "
        "time, do sums, and everything in /help."
    )
