"""Answers when no model is available: executed by code, from memory, or how to get a model (CON-60)."""

from __future__ import annotations

import asyncio
import re

from sidecar.brain.draft import Draft
from sidecar.conversation.agenda_answers import answer_about_reminder, match_agenda_question
from sidecar.conversation.calendar_answers import answer_about_calendar
from sidecar.conversation.context import ConversationContext
from sidecar.conversation.diary_entries import find_dated_text, is_diary_entry, may_be_meant, phrase_offer
from sidecar.conversation.distress import answer_crisis
from sidecar.conversation.execution import DirectExecutor, ask_first, speak
from sidecar.conversation.fact_confirmation import confirm_told_facts
from sidecar.conversation.likely_answers import (
    ask_what_is_meant,
    asks_for_memory,
    find_note,
    find_talk,
    is_likely_change,
    offer_note,
)
from sidecar.conversation.memory_answers import answer_from_memory, asks_of_own_life
from sidecar.conversation.small_talk import answer_small_talk, choose_variant
from sidecar.conversation.source_answers import answer_denial
from sidecar.domain.message import MessageKind
from sidecar.domain.turn import Ending, HandledBy, Reply
from sidecar.errors import ConfigError, ModelRefused, ModelUnreachable, NoModel, SidecarError
from sidecar.i18n import Texts
from sidecar.language.fold import fold
from sidecar.memory.answers.question_words import is_question
from sidecar.observe.redaction import MASK
from sidecar.router.classifier import predict
from sidecar.router.clock_span import format_span, read_clock_span
from sidecar.router.distress import is_crisis, is_sad_news
from sidecar.router.intents import AddNote, CorrectFact, SmallTalk, SmallTalkKind, TellFact
from sidecar.router.matcher import Match, Precedence
from sidecar.router.prediction import MessageLabel, Prediction

_CONDITION = re.compile(r"\b(?:si|cuando|apenas|ni bien|en cuanto|if|when|whenever|unless|as soon as|once)\b")
_ASKS_TO_REMIND = re.compile(r"\b(?:avis\w+|recorda\w*|recuerda\w*|acordame|remind|tell me|ping|alert|let me know)\b")
_FOR_OTHERS = re.compile(
    r"\W*(?:(?:can|could|would|will) you |please |podes |puedes |che )*(?:avisale|decile|mandale|escribile"
    r"|llamalo|llamala"
    r"|dile|contale|recordale|recuerdale|(?:text|tell|call|message|write|email|remind) (?:my|him|her|them)\b)"
)
_MONEY = re.compile(
    r"\d.{,40}\b(?:dolar(?:es)?|euros?|pesos?|reales|usd|eur|ars|dollars?|bucks|pounds? sterling|quid)\b.{,40}"
    r"\b(?:en|a|in|to|is)\b"
    r"|\bhow many (?:dollars|euros|pesos|pounds sterling)\b"
)
_SURELY_AGENDA = 0.75
"""Else it may ask for something else by the same words: "what's the alarm code?"."""
_COUNTED = (MessageLabel.SUM, MessageLabel.TIME, MessageLabel.WEATHER)
_NO_MODEL_ERRORS = (NoModel, ModelUnreachable, ModelRefused, ConfigError)


def is_offline(error: SidecarError, draft: Draft) -> bool:
    """Return whether no model was available at all: none did work before the error, or failed in another way."""
    return isinstance(error, _NO_MODEL_ERRORS) and draft.is_untouched


async def answer_offline(
    context: ConversationContext, found: Match | None, error: SidecarError, executor: DirectExecutor
) -> Reply | None:
    """Return the reply of a turn without a model; None where only the error can be reported."""
    say = Texts(context.answer_language)
    if is_crisis(context.text):
        keys = await executor.facts.read_keys(context.person)
        kind = answer_crisis(context, say, context.preferences.name or keys.get("name", ""))
        return speak(kind, context, HandledBy.OFFLINE, executor.clock)
    if MASK in context.text and (
        found is None or isinstance(found.intent, TellFact | CorrectFact | AddNote | SmallTalk)
    ):
        return Reply("", HandledBy.OFFLINE, Ending.COMPLETE)  # all there is to say is told below: that it was masked
    noted = await answer_denial(context, executor.facts, say)
    if noted is not None:
        return speak(noted, context, HandledBy.OFFLINE, executor.clock)
    pleasantry = found is not None and isinstance(found.intent, SmallTalk) and not isinstance(error, NoModel)
    if found is not None and found.precedence is not Precedence.BEFORE_MODEL and not pleasantry:
        by_code = await executor.answer(context, found.intent, HandledBy.OFFLINE)
        if by_code is not None and by_code.text:
            return by_code
    likely = await asyncio.to_thread(predict, context.text)
    span = read_clock_span(context.text)
    text = say("That's {result}.", result=format_span(span)) if span else None
    text = text or await answer_about_calendar(context, executor.facts, say)
    of_calendar = text is not None
    text = text or explain_refusal(context.text, say)
    asks, of_memory = is_question(context.text), likely is None or asks_for_memory(likely)
    if text is None and asks and not of_memory:
        text = answer_about_reminder(context, say)
    of_agenda = likely is not None and likely.probabilities[MessageLabel.LIST_REMINDERS] > _SURELY_AGENDA
    listed = match_agenda_question(context, likely=of_agenda)
    if text is None and listed is not None:
        return await executor.answer(context, listed, HandledBy.OFFLINE)
    counts = likely is not None and any(likely.is_likely(label) for label in _COUNTED)
    if text is None:
        text = await answer_from_memory(context, executor.facts, executor.memories, say, may_be_untold=False)
        if text == say("You haven't told me that."):
            text = None if counts else (answer_about_reminder(context, say) if asks else None) or text
    if text is None and asks and (of_memory or (not counts and await asks_of_own_life(context, say))):
        text = answer_about_reminder(context, say)
        text = text or await answer_from_memory(context, executor.facts, executor.memories, say)
    if text is None and asks and likely is not None and (talk := find_talk(context, likely)) is not None:
        return await executor.answer(context, talk, HandledBy.OFFLINE)
    if text is None and not asks:
        return await _answer_statement(context, likely, executor, error)
    if text is None and isinstance(error, NoModel):
        text = _explain_no_model(context, say)
    if text is None:
        return None
    return speak(text, context, HandledBy.OFFLINE, executor.clock, only_request=of_calendar)


async def _answer_statement(
    context: ConversationContext, likely: Prediction | None, executor: DirectExecutor, error: SidecarError
) -> Reply | None:
    """Keep what is told, set or offer what may be meant, or talk; None where only the error can be reported."""
    say, clock = Texts(context.answer_language), executor.clock
    told = await confirm_told_facts(context, executor.facts, executor.memories, say)
    sad = is_sad_news(context.text)
    dated = None if sad else find_dated_text(context)
    if dated is not None and is_diary_entry(dated, likely, context, told=told is not None):
        return await executor.answer(context, dated.request, HandledBy.OFFLINE)
    changes = likely is not None and told is None and isinstance(error, NoModel) and is_likely_change(context, likely)
    if dated is not None and not changes and may_be_meant(dated, likely, told=told is not None):
        offer, reason = phrase_offer(dated, context)
        return ask_first(dated.request, f"{told} {offer}" if told else offer, context, clock, reason=reason)
    if told is not None:
        return speak(told, context, HandledBy.OFFLINE, clock)
    if sad:
        return speak(answer_small_talk(SmallTalkKind.SORROW, context, say), context, HandledBy.OFFLINE, clock)
    if not isinstance(error, NoModel):
        return None
    if likely is not None:
        if (talk := find_talk(context, likely)) is not None:
            return await executor.answer(context, talk, HandledBy.OFFLINE)
        if (meant := ask_what_is_meant(context, likely, say)) is not None:
            return ask_first(*meant, context, clock, reason="which")
        if (kept := find_note(context)) is not None:
            return await executor.answer(context, kept, HandledBy.OFFLINE)
        if (note := offer_note(context, likely, say)) is not None:
            return ask_first(*note, context, clock)
    return speak(_explain_no_model(context, say), context, HandledBy.OFFLINE, clock)


def _explain_no_model(context: ConversationContext, say: Texts) -> str:
    """Say that this needs a model, and the first time how to get one."""
    whole = say(
        "I can't chat yet: I need a model. Leave with /exit and run `sidecar setup`. I can still set reminders, tell "
        "the time and do math."
    )
    if not any(message.kind is MessageKind.OFFLINE and message.text == whole for message in context.history):
        return whole
    return choose_variant(
        (
            say("That one needs a model (`sidecar setup`)."),
            say("I can't answer that without a model yet."),
            say("I'd need a model for that. Reminders, math and the time I can do."),
            say("No model, no luck with that one. Anything I can note or remind you of?"),
        ),
        context,
    )


def explain_refusal(text: str, say: Texts) -> str | None:
    """Decline what code cannot keep, with what can be done instead (RTR-07); None for anything else."""
    plain = fold(text.replace("’", "'"))
    if _CONDITION.search(plain) and _ASKS_TO_REMIND.search(plain):
        return say("I can't watch for that. Tell me a time and I'll remind you then.")
    if _FOR_OTHERS.match(plain):
        return say("I can't write to anybody but you. Tell me when, and I'll remind you to do it.")
    if _MONEY.search(plain):
        return say("I don't have exchange rates. Give me the rate and I'll do the math.")
    return None
