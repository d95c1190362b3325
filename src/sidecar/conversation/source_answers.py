"""Says where something that is known comes from, and what was noted when the person says that it is wrong (MEM-16)."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence

from sidecar.conversation.context import ConversationContext
from sidecar.conversation.fact_confirmation import describe_briefly
from sidecar.conversation.ports import RelevantFacts
from sidecar.conversation.told_days import format_told_day
from sidecar.domain.fact import Fact
from sidecar.domain.message import Message, Speaker
from sidecar.i18n import Texts
from sidecar.language.fold import fold
from sidecar.memory.answers.evidence import concerns, find_aliases
from sidecar.memory.answers.question import parse_question
from sidecar.memory.answers.question_words import QUESTION_CHARS, fold_question
from sidecar.memory.answers.second_person import address_person
from sidecar.memory.answers.selection import select_current

_MOST = 3
_ASKS_SOURCE = re.compile(
    r"(?:(?:che|y|pero|and|but|so|wait|hey)[ ,]+)*"
    r"(?:(?:por que|como|de donde|quien) (?:(?:lo|te|me) )*(?:sabes|sacas(?:te)?|decis|dijiste|crees|pensas|conto|dijo)"
    r"|(?:how|why) (?:do|did|would) you (?:even )?(?:know|think|say|believe|remember)"
    r"|where (?:did|do) you (?:get|hear|learn|know)|who told you)\b"
    r"(?: (?:that|about|lo de|eso de|eso|esto|this|it|all that|from))*(?: (?:que|that|la|el|los|las))*(?P<rest>.*)"
)
_DENIES = re.compile(
    r"\W*(?:(?:no|nah|pero|but|wait|che|eh|ey)[ ,]+)*(?:(?:that'?s|that is|this is|eso|esto)?\s*(?:is |esta |es )?"
    r"(?:wrong|not true|not right|incorrect|false|mal|incorrecto|falso|mentira|cualquiera|no es (?:cierto|asi|verdad))"
    r"|(?:i|yo) (?:never|didn'?t|nunca|no) (?:say|said|told you|dije|te dije|te conte) (?:that|eso)"
    r"|(?:nunca|no) (?:te )?dije eso)\W*"
)


async def answer_source(
    context: ConversationContext, known: RelevantFacts, last: Sequence[Message], say: Texts
) -> str | None:
    """Say in which words the person told what they ask about; None for another question, or one about nothing known.

    `last`: what was said lately.
    """
    asked = _ASKS_SOURCE.fullmatch(fold_question(context.text[:QUESTION_CHARS]))
    if asked is None:
        return None
    today = context.now.astimezone(context.preferences.timezone).date()
    facts = select_current(await known.find_facts(context.person, context.text), today)
    meant = await asyncio.to_thread(_find_meant, asked["rest"].strip(), facts, context, say)
    lines = [_phrase_source(fact, last, context, say) for fact in meant[:_MOST]]
    return "\n".join(dict.fromkeys(lines)) or None


async def answer_denial(context: ConversationContext, known: RelevantFacts, say: Texts) -> str | None:
    """Say what was just noted, to somebody who says that it is wrong; None for anything else."""
    before = [message for message in context.history if message.speaker is Speaker.PERSON]
    if not before or _DENIES.fullmatch(fold(context.text.replace("’", "'"))) is None:
        return None
    if told := await known.find_told(context.person, before[-1].turn):
        noted = "; ".join(describe_briefly(fact) for fact in told)
        return say("I noted: {facts}. Tell me how it really is, or say “undo” and I'll take it back.", facts=noted)
    said = _find_said(await known.find_facts(context.person, before[-1].text), context)
    noted = "; ".join(describe_briefly(fact) for fact in said)
    return say("That's what I have noted: {facts}. Tell me how it really is.", facts=noted) if said else None


def _find_meant(rest: str, facts: Sequence[Fact], context: ConversationContext, say: Texts) -> list[Fact]:
    """Return the facts that the words speak of, or without words those that Sidecar has just said; newest first."""
    if rest:
        question, aliases = parse_question(rest, say.language), find_aliases(facts)
        found = [fact for fact in facts if concerns(question, fact, aliases)]
    else:
        said = [message.text for message in context.history if message.speaker is Speaker.COMPANION]
        found = [
            fact for fact in facts if said and (address_person(fact.text) or fact.text).lower() in said[-1].lower()
        ]
    return sorted(found, key=lambda fact: (fact.confirmed, fact.id), reverse=True)


def _find_said(facts: Sequence[Fact], context: ConversationContext) -> list[Fact]:
    """Return the facts that Sidecar's last answer held."""
    said = [message.text.lower() for message in context.history if message.speaker is Speaker.COMPANION]
    last = said[-1] if said else ""
    return [fact for fact in facts if (address_person(fact.text) or fact.text).lower() in last]


def _phrase_source(fact: Fact, last: Sequence[Message], context: ConversationContext, say: Texts) -> str:
    told = next((one for one in last if one.turn == fact.origin and one.speaker is Speaker.PERSON), None)
    today = context.now.astimezone(context.preferences.timezone).date()
    date = format_told_day(fact.confirmed, today, say.language)
    if told is not None:
        return say("You told me on {date}: “{fact}”.", fact=told.text, date=date)
    return say("{fact} (noted on {date}).", fact=address_person(fact.text) or fact.text, date=date)
