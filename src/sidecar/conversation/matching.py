"""Decides what a message asks for: by itself, as an answer, or as a change of what was said before."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from sidecar import dates
from sidecar.conversation.context import ConversationContext
from sidecar.conversation.lead_requests import match_lead
from sidecar.conversation.pending_question import match_answer
from sidecar.conversation.reminder_changes import match_addition, match_change
from sidecar.conversation.reminder_lists import asks_to_be_reminded, match_reminder_list, take_lead
from sidecar.conversation.reminder_mentions import points_at_one
from sidecar.conversation.result_follow_up import match_result_follow_up
from sidecar.conversation.series_start import read_start
from sidecar.conversation.undo import UNDO_ASKED
from sidecar.domain.message import Message, Speaker
from sidecar.domain.person import LANGUAGES
from sidecar.language.fold import fold
from sidecar.language.phrase_match import find_key_words
from sidecar.memory.forget import FORGET_ASKED
from sidecar.reminders.lead import find_lead
from sidecar.router.consent import parse_consent
from sidecar.router.forget_request import parse_likely_forget
from sidecar.router.intents import (
    AddNote,
    Calculation,
    CancelReminder,
    CorrectFact,
    EditReminder,
    SetReminder,
    SettleForgetting,
    SmallTalk,
    SmallTalkKind,
    SnoozeReminder,
    TellFact,
    UndoChange,
)
from sidecar.router.matcher import Match, Precedence, match, match_likely
from sidecar.router.spoken_calculation import read_spoken_calculation

_UNDO = re.compile(
    r"(?:(?:no+|uh+|ay|perdon|sorry|che|oops|me arrepenti|y ahora)[ ,]+)*(?:deshace(?:r|lo|la|los"
    r"|me eso)?(?: (?:eso|lo ultimo))?"
    r"|volve(?:lo)? (?:para )?atras|deja(?:lo|la)? como estaba|undo(?: (?:that|it|this|the last (?:one|change)))?"
    r"|take (?:that|it) back|revert(?: (?:that|it))?|put it back)(?: (?:porfa|por favor|please))?"
)
_RETRACTION = re.compile(
    r"(?:(?:no+|ay|uh|perdon|sorry|wait|para|actually)[ ,.]+)*(?:mejor no|me arrepenti|cambie de (?:idea|opinion)"
    r"|i(?: have|'ve)? changed my mind|on second thoughts?,? no)(?:[ ,.]+(?:no|dejalo|deja|leave it|keep it))*"
)
_REPEATS = re.compile(r"\b(?:every|cada) \w+")
_LATELY = 12
"""So many messages back, calls and results among them, a question may still be taken back."""
_MAY_MEAN_A_REMINDER = (
    SetReminder | EditReminder | SnoozeReminder | CancelReminder | TellFact | CorrectFact | AddNote | Calculation
)


def match_message(context: ConversationContext) -> Match | None:
    """Return the certain match of a message; None where only a model can tell.

    What Sidecar asked comes first, then what the message says of reminders that it names, then what it says by itself.
    """
    if (taken_back := _match_undo(context)) is not None:
        return Match(taken_back, Precedence.BEFORE_MODEL)
    plain = match(context.text, context.match_context)
    if plain is not None and (context.asked_to_erase and isinstance(plain.intent, SettleForgetting)):
        return plain
    if (answer := match_answer(context, plain.intent if plain else None)) is not None:
        return Match(answer, Precedence.BEFORE_MODEL)
    if (early := match_lead(context)) is not None:
        return Match(early, Precedence.BEFORE_MODEL)
    if plain is not None and not isinstance(plain.intent, SetReminder) and plain.precedence is Precedence.BEFORE_MODEL:
        return plain
    if plain is not None and not isinstance(plain.intent, _MAY_MEAN_A_REMINDER):
        return plain
    if plain is not None and isinstance(plain.intent, SetReminder):
        if context.reminders and points_at_one(plain.intent.message):
            plain = _match_pointed_out(plain, plain.intent.message)
        else:
            plain = replace(plain, intent=_ask_what_repeats(read_start(take_lead(plain.intent), context), context))
    if not points_at_one(context.text) and (listed := match_reminder_list(context)) is not None:
        asked = asks_to_be_reminded(context.text)
        return Match(listed, Precedence.IF_MISSED if asked else Precedence.WITHOUT_MODEL)
    for read in (match_change, match_addition, match_result_follow_up):
        if (found := read(context)) is not None:
            found = take_lead(found) if isinstance(found, SetReminder) else found
            return Match(found, Precedence.WITHOUT_MODEL)
    if (found := plain or match_likely(context.text, context.match_context)) is not None:
        return found
    told = read_spoken_calculation(context.text, context.language) or parse_likely_forget(context.text)
    return Match(told, Precedence.WITHOUT_MODEL) if told is not None else None


def _ask_what_repeats(request: SetReminder, context: ConversationContext) -> SetReminder:
    """Leave out a time whose repetition was not read ("at 2:45 every school day"): it is asked for then."""
    repeats, lead = _REPEATS.search(fold(context.text)), find_lead(request.when)
    words = lead.event if lead and lead.event else request.when
    read = (dates.parse(words, context.now, context.preferences.timezone, language) for language in LANGUAGES)
    once = repeats is not None and any(isinstance(one, dates.Instant) for one in read)
    return replace(request, when="") if once and repeats and repeats[0] not in fold(request.message) else request


def _match_pointed_out(plain: Match, message: str) -> Match | None:
    """Leave a request such as "remind me of lo del gym" to a model first, which may know what it means; one that has no
    word of its own ("that one") is left to it alone."""
    return replace(plain, precedence=Precedence.IF_MISSED) if find_key_words(message) else None


def _match_undo(context: ConversationContext) -> UndoChange | SettleForgetting | SmallTalk | None:
    """Return what takes back the last change, or an order to forget that was only asked about; or the answer to
    whether to take it back."""
    plain = fold(context.text).strip(" .!¡")
    undone = _UNDO.fullmatch(plain) is not None
    if (undone or _RETRACTION.fullmatch(plain)) and (context.asked_to_erase or _is_forgetting_open(context.history)):
        return SettleForgetting(erase=False)
    if undone:
        return UndoChange()
    consent = parse_consent(context.text) if _was_asked_to_undo(context.history) else None
    if consent is None or consent.only:
        return None
    return UndoChange() if consent.yes else SmallTalk(SmallTalkKind.ASSENT)


def _is_forgetting_open(history: Sequence[Message]) -> bool:
    """Return whether something was to be forgotten lately, and only a question came of it."""
    for message in reversed(history[-_LATELY:]):
        if any(call.name == "settle_forgetting" for call in message.tool_calls):
            return False
        if message.speaker is Speaker.TOOL and message.text.startswith(FORGET_ASKED):
            return True
    return False


def _was_asked_to_undo(history: Sequence[Message]) -> bool:
    return any(
        message.turn == history[-1].turn and message.speaker is Speaker.TOOL and message.text.startswith(UNDO_ASKED)
        for message in history
    )
