"""Answers when no model is available: executed by code, from memory, or how to get a model (CON-60)."""

from __future__ import annotations

from sidecar.brain.draft import Draft
from sidecar.conversation.context import ConversationContext
from sidecar.conversation.execution import DirectExecutor, speak
from sidecar.conversation.fact_confirmation import confirm_told_facts
from sidecar.conversation.memory_answers import answer_from_memory
from sidecar.conversation.no_model import explain_no_model
from sidecar.domain.turn import HandledBy, Reply
from sidecar.errors import ConfigError, ModelRefused, ModelUnreachable, NoModel, SidecarError
from sidecar.i18n import Texts
from sidecar.router.intents import SmallTalk
from sidecar.router.matcher import Match, Precedence

_NO_MODEL_ERRORS = (NoModel, ModelUnreachable, ModelRefused, ConfigError)


def is_offline(error: SidecarError, draft: Draft) -> bool:
    """Return whether no model was available at all: none did work before the error, or failed in another way."""
    return isinstance(error, _NO_MODEL_ERRORS) and not draft.messages and not draft.streaming


async def answer_offline(
    context: ConversationContext, found: Match | None, error: SidecarError, executor: DirectExecutor
) -> Reply | None:
    """Return the reply of a turn without a model; None where only the error can be reported."""
    pleasantry = found is not None and isinstance(found.intent, SmallTalk) and not isinstance(error, NoModel)
    if found is not None and found.precedence is not Precedence.BEFORE_MODEL and not pleasantry:
        by_code = await executor.answer(context, found.intent, HandledBy.OFFLINE)
        if by_code is not None:
            return by_code
    say = Texts(context.answer_language)
    text = await answer_from_memory(context, executor.facts, executor.memories, say)
    if text is None:
        text = await confirm_told_facts(context, executor.facts, executor.memories, say)
    if text is None and isinstance(error, NoModel):
        text = explain_no_model(context, say)
    return speak(text, context, HandledBy.OFFLINE, executor.clock) if text is not None else None
