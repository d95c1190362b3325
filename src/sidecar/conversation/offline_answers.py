"""Answers when no model is available: executed by code, quoted from memory, or how to get a model (CON-60)."""

from __future__ import annotations

import asyncio
import re

from sidecar.brain.draft import Draft
from sidecar.brain.toolbox import Toolbox
from sidecar.conversation.context import ConversationContext
from sidecar.conversation.execution import answer_by_code
from sidecar.domain.message import Message, MessageKind, Speaker
from sidecar.domain.turn import Ending, HandledBy, Reply
from sidecar.errors import ConfigError, ModelRefused, ModelUnreachable, NoModel, SidecarError
from sidecar.i18n import Texts
from sidecar.language.fold import fold
from sidecar.memory import facts
from sidecar.memory.recall import MemoryHit, Recall
from sidecar.router.matcher import Match, Precedence
from sidecar.runtime.clock import Clock

_NO_MODEL_ERRORS = (NoModel, ModelUnreachable, ModelRefused, ConfigError)

_MAX_QUOTES = 3
_MAX_HITS = 12
_MAX_QUOTE_CHARS = 300
_QUESTION = re.compile(
    r"(?:che |y |and |hey )*(?:que|quien|quienes|como|donde|adonde|cuando|cual|cuales|cuant[oa]s?|por que"
    r"|de que|a que|con quien|sabes|te acordas|recordas|what|who|whom|whose|where|when|which|how|why|do you|did i|am i"
    r"|is my|are my)\b"
)


def is_offline(error: SidecarError, draft: Draft) -> bool:
    """Return whether no model was available at all: none did work before the error, or failed in another way."""
    return isinstance(error, _NO_MODEL_ERRORS) and not draft.messages and not draft.streaming


async def answer_offline(
    context: ConversationContext,
    found: Match | None,
    error: SidecarError,
    toolbox: Toolbox,
    memories: Recall,
    clock: Clock,
) -> Reply | None:
    """Return the reply of a turn without a model; None where only the error can be reported."""
    if found is not None and found.precedence is not Precedence.BEFORE_MODEL:
        by_code = await answer_by_code(context, found.intent, HandledBy.OFFLINE, toolbox, clock)
        if by_code is not None:
            return by_code
    say = Texts(context.language)
    text = await quote_memory(context, memories, say)
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


async def quote_memory(context: ConversationContext, memories: Recall, say: Texts) -> str | None:
    """Quote what the person told about what they ask; None when this is no question or nothing fits."""
    if not _is_question(context.text):
        return None
    wanted = await asyncio.to_thread(facts.candidate_words, context.text)
    hits = await memories.recall(context.person, context.text, k=_MAX_HITS)
    fitting = [hit for hit in hits if _answers(hit, wanted)]
    if not fitting:
        return None
    lines = [_format_quote(hit, say) for hit in fitting[:_MAX_QUOTES]]
    return "\n".join([say("I have no model to think with right now, but this is what you told me:"), *lines])


def _is_question(text: str) -> bool:
    return "?" in text or _QUESTION.match(fold(text).lstrip("¿¡ ")) is not None


def _answers(hit: MemoryHit, wanted: frozenset[str]) -> bool:
    """Return whether the hit is a fact or the person's own words, about the same thing, and no question itself."""
    told = hit.kind == "fact" or hit.speaker == Speaker.PERSON.value
    return told and "?" not in hit.text and bool(wanted & facts.candidate_words(hit.text))


def _format_quote(hit: MemoryHit, say: Texts) -> str:
    text = hit.text if len(hit.text) <= _MAX_QUOTE_CHARS else hit.text[: _MAX_QUOTE_CHARS - 1] + "…"
    if hit.kind == "fact":
        return say("- {fact} (I know this since {date})", fact=text, date=hit.date)
    return say("- On {date} you told me: “{text}”", date=hit.date, text=text)
