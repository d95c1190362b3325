"""Confirms in one line what a message told about the person, once it is stored."""

from __future__ import annotations

import re
from collections.abc import Sequence

from sidecar.conversation.context import ConversationContext
from sidecar.conversation.ports import RelevantFacts
from sidecar.domain.fact import Fact
from sidecar.i18n import Texts
from sidecar.language.fold import fold
from sidecar.memory.answers.second_person import tell_after_colon
from sidecar.memory.recall import Recall
from sidecar.router.distress import is_sad_news
from sidecar.router.notes import unmark_note

_SHOWN_AT_MOST = 6


async def confirm_told_facts(
    context: ConversationContext, facts: RelevantFacts, memories: Recall, say: Texts
) -> str | None:
    """Read this message for facts and say what was kept; None when nothing was. A notice asks if a change is true."""
    await memories.read_messages()
    told = await facts.find_told(context.person, context.turn)
    if not told:
        return None
    this_year = context.now.astimezone(context.preferences.timezone).year
    shown = "; ".join(describe_briefly(fact) for fact in told[:_SHOWN_AT_MOST])
    shown = re.sub(rf"(?: de|,) {this_year}\b", "", shown)
    text = say("Noted: {facts}.", facts=shown)
    if is_sad_news(context.text):
        return say("I'm so sorry. {text}", text=text)
    name = (await facts.read_keys(context.person)).get("name", "")
    if name and fold(name) in fold(context.text) and not _was_told_before(name, context):
        return say("Nice to meet you, {name}! {text}", name=name, text=text)
    if any(fact.protected for fact in told):
        return say("{text} I'll keep it in mind.", text=text)
    return text


def describe_briefly(fact: Fact) -> str:
    """Return the fact as it is said to the person, to follow a colon."""
    return tell_after_colon(unmark_note(fact.text))


def _was_told_before(name: str, context: ConversationContext) -> bool:
    said: Sequence[str] = [message.text for message in context.history]
    return bool(context.preferences.name) or any(fold(name) in fold(text) for text in said)
