"""Without a model, a question about one's own memory is answered by quoting what was told, with its date (CON-60)."""

from __future__ import annotations

import asyncio
import re

from sidecar.conversation.context import ConversationContext
from sidecar.domain.message import Speaker
from sidecar.i18n import Texts
from sidecar.language.fold import fold
from sidecar.memory.knowledge import keys_in
from sidecar.memory.recall import MemoryHit, Recall

_QUOTED_AT_MOST = 3
_LOOKED_AT = 12
_LONGEST_CHARS = 300
_ASKS = re.compile(
    r"(?:che |y |and |hey )*(?:que|quien|quienes|como|donde|adonde|cuando|cual|cuales|cuant[oa]s?|por que"
    r"|de que|a que|con quien|sabes|te acordas|recordas|what|who|whom|whose|where|when|which|how|why|do you|did i|am i"
    r"|is my|are my)\b"
)


async def quote_memory(context: ConversationContext, memories: Recall, say: Texts) -> str | None:
    """What was told about it, or None when this is no question or nothing fits."""
    if not _is_question(context.text):
        return None
    wanted = await asyncio.to_thread(keys_in, context.text)
    found = await memories.recall(context.person, context.text, k=_LOOKED_AT)
    telling = [one for one in found if _tells(one, wanted)]
    if not telling:
        return None
    lines = [_quote(one, say) for one in telling[:_QUOTED_AT_MOST]]
    return "\n".join([say("I have no model to think with right now, but this is what you told me:"), *lines])


def _is_question(text: str) -> bool:
    return "?" in text or _ASKS.match(fold(text).lstrip("¿¡ ")) is not None


def _tells(one: MemoryHit, wanted: frozenset[str]) -> bool:
    """The person's own words or a fact, about the same thing, and not a question itself."""
    told = one.kind == "fact" or one.speaker == Speaker.PERSON.value
    return told and "?" not in one.text and bool(wanted & keys_in(one.text))


def _quote(one: MemoryHit, say: Texts) -> str:
    text = one.text if len(one.text) <= _LONGEST_CHARS else one.text[: _LONGEST_CHARS - 1] + "…"
    if one.kind == "fact":
        return say("- {fact} (I know this since {date})", fact=text, date=one.date)
    return say("- On {date} you told me: “{text}”", date=one.date, text=text)
