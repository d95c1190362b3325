"""Decides what a message asks for: by itself, as an answer, or as a change of what was said before."""

from __future__ import annotations

import re

from sidecar.conversation.context import ConversationContext
from sidecar.conversation.pending_question import match_answer
from sidecar.conversation.reminder_changes import match_addition, match_change
from sidecar.conversation.reminder_lists import asks_to_be_reminded, match_reminder_list
from sidecar.conversation.result_follow_up import match_result_follow_up
from sidecar.language.fold import fold
from sidecar.router.intents import (
    AddNote,
    Calculation,
    CancelReminder,
    CorrectFact,
    EditReminder,
    SetReminder,
    SettleForgetting,
    SnoozeReminder,
    TellFact,
    UndoChange,
)
from sidecar.router.matcher import Match, Precedence, match, match_likely

_UNDO = re.compile(
    r"(?:(?:no+|uh+|ay|perdon|sorry|che|oops|me arrepenti|y ahora)[ ,]+)*(?:deshace(?:r|lo|la|los"
    r"|me eso)?(?: (?:eso|lo ultimo))?"
    r"|volve(?:lo)? (?:para )?atras|deja(?:lo|la)? como estaba|undo(?: (?:that|it|this|the last (?:one|change)))?"
    r"|take (?:that|it) back|revert(?: (?:that|it))?|put it back)(?: (?:porfa|por favor|please))?"
)
_MAY_MEAN_A_REMINDER = (
    SetReminder | EditReminder | SnoozeReminder | CancelReminder | TellFact | CorrectFact | AddNote | Calculation
)


def match_message(context: ConversationContext) -> Match | None:
    """Return the certain match of a message; None where only a model can tell.

    What Sidecar asked comes first, then what the message says of reminders that it names, then what it says by itself.
    """
    if _UNDO.fullmatch(fold(context.text).strip(" .!¡")):
        return Match(UndoChange(), Precedence.BEFORE_MODEL)
    plain = match(context.text, context.match_context)
    if plain is not None and (context.asked_to_erase and isinstance(plain.intent, SettleForgetting)):
        return plain
    if (answer := match_answer(context, plain.intent if plain else None)) is not None:
        return Match(answer, Precedence.BEFORE_MODEL)
    if plain is not None and not isinstance(plain.intent, SetReminder) and plain.precedence is Precedence.BEFORE_MODEL:
        return plain
    if plain is not None and not isinstance(plain.intent, _MAY_MEAN_A_REMINDER):
        return plain
    if (listed := match_reminder_list(context)) is not None:
        asked = asks_to_be_reminded(context.text)
        return Match(listed, Precedence.IF_MISSED if asked else Precedence.WITHOUT_MODEL)
    for read in (match_change, match_addition, match_result_follow_up):
        if (found := read(context)) is not None:
            return Match(found, Precedence.WITHOUT_MODEL)
    return plain or match_likely(context.text, context.match_context)
