"""Understands the answer to what Sidecar has just asked: which reminder, when, of what, or whether at all.

The question is the call in the last turn that could not be done; nothing is guessed from the words of the question.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

from sidecar import dates
from sidecar.conversation.context import ConversationContext
from sidecar.conversation.lead_requests import ring_earlier
from sidecar.conversation.reminder_mentions import CANCELS, points_at_one
from sidecar.conversation.reminder_references import find_reminders
from sidecar.conversation.short_answers import NUMBER, complete_when, find_ordinal, is_only_time
from sidecar.domain.message import MessageKind
from sidecar.domain.reminder import Reminder
from sidecar.language.fold import fold
from sidecar.language.phrase_match import find_key_words
from sidecar.language.stop_words import STOP_WORDS
from sidecar.language.tokens import split_words
from sidecar.memory.answers.question_words import is_question
from sidecar.router.consent import parse_consent
from sidecar.router.intents import (
    AddNote,
    CancelReminder,
    EditReminder,
    Intent,
    SetReminder,
    Several,
    SmallTalk,
    SmallTalkKind,
    SnoozeReminder,
)
from sidecar.router.last_turn import PendingRequest, read_last_turn

_PAUSE = timedelta(minutes=10)
_MOST_CHARS, _MOST_SUGGESTED, _MOST_OTHERS = 200, 4, 2
_NEVER_MIND = (
    r"nada|ningun[oa]?|no,? nada|deja(?:lo|la)?(?: (?:asi|nomas|ahi))?|olvida(?:te|lo)|ya fue|none|nothing|neither"
    r"|forget it|leave it|drop it"
)
_ALL = re.compile(
    r"(?:(?:los|las) (?:dos|tres|cuatro)|amb[oa]s|tod[oa]s|both(?: of (?:them|those))?|all(?: of (?:them|those)"
    r"| two| three| four)?)\b"
)
_ADDS = re.compile(r"\W*(?:y|e|and|also|plus|tambien|ademas)\b")
_TELLS = re.compile(
    r"\b(?:my|our|mi|mis|nuestr[oa]s?) \w+(?: \w+)? (?:is|are|was|costs?|es|son|era|cuesta|vale|sale)\b"
)
"""Something is told: the number of "my rent is 1450" is no hour."""
_LEAD = re.compile(r"^\W*(?:(?:de|para|sobre|about|of)\b\s*)?(?:(?:que|to|that)\b\s*)?", re.IGNORECASE)


def match_answer(context: ConversationContext, plain: Intent | None) -> Intent | None:
    """Return the request that was asked about, completed by this message; None where it is no answer.

    `plain`: what the message asks for by itself.
    """
    pending = _find_pending(context)
    if pending is None or not context.text.strip() or len(context.text) > _MOST_CHARS:
        return None
    consent = parse_consent(context.text, no=_NEVER_MIND)
    if consent is not None and not consent.yes and not consent.only:
        return SmallTalk(SmallTalkKind.ASSENT)
    intent = pending.intent
    if isinstance(intent, SetReminder) and intent.message and (early := ring_earlier(intent, context.text)):
        return early
    if isinstance(intent, SetReminder) and not intent.message:
        return _complete_message(intent, context, plain)
    if pending.reason == "offered" and consent is not None and consent.yes:
        return intent
    if isinstance(intent, AddNote):
        return None
    if is_question(context.text) and not is_only_time(context.text, context):
        return None
    if not isinstance(intent, SetReminder) and pending.reason in {"several_match", "which"}:
        if not isinstance(intent, CancelReminder) and CANCELS.search(fold(context.text)):
            return None  # it is to end, and not to be changed
        return _choose(intent, context, plain)
    if isinstance(intent, SetReminder) and (_TELLS.search(fold(context.text)) or _is_another_matter(intent, context)):
        return None
    if isinstance(intent, CancelReminder) or (isinstance(plain, SetReminder) and plain.message):
        return None
    if not isinstance(intent, SetReminder) and is_only_time(context.text, context):
        return replace(intent, when=context.text)  # counted from the moment that stands
    when = complete_when(intent.when, context, reason=pending.reason)
    if not when and not intent.when and is_only_time(context.text, context):
        when = context.text  # which of its two hours is asked about next
    return replace(intent, when=when) if when else None


def _find_pending(context: ConversationContext) -> PendingRequest | None:
    """Return what the last turn ended in asking about, unless a reminder has rung since."""
    history = context.history
    if not history or context.now - history[-1].at > _PAUSE:
        return None
    last = read_last_turn(history)
    if any(message.kind is MessageKind.REMINDER for message in last.messages):
        return None
    return last.pending[-1] if last.pending else None


def _is_another_matter(intent: SetReminder, context: ConversationContext) -> bool:
    """Return whether a message names another reminder, or adds one: "and Duke every Thursday at 4"."""
    if find_ordinal(fold(context.text), _MOST_SUGGESTED) is not None:
        return False
    if points_at_one(context.text) or _ADDS.match(fold(context.text)):
        found = dates.find(context.text, context.answer_language)
        known = STOP_WORDS | frozenset(split_words(intent.message))
        return any(word.isalpha() and word not in known for word in split_words(found.rest if found else context.text))
    return False


# -- of what


def _complete_message(intent: SetReminder, context: ConversationContext, plain: Intent | None) -> Intent | None:
    """Return the reminder with this message as its text, unless it is something else."""
    if isinstance(plain, SetReminder) and plain.message:
        return replace(plain, when=plain.when or intent.when)
    if plain is not None or context.text.rstrip().endswith("?"):
        return None
    return replace(intent, message=_LEAD.sub("", context.text).strip(" .!"))


# -- which


def _choose(
    intent: EditReminder | SnoozeReminder | CancelReminder, context: ConversationContext, plain: Intent | None
) -> Intent | None:
    if isinstance(plain, EditReminder | SnoozeReminder | CancelReminder) and type(plain) is not type(intent):
        return None  # something else is wanted by now
    candidates = find_reminders(intent.which, "", context.match_context)
    chosen = choose_reminders(context.text, candidates, context)
    if not chosen:
        return None
    if isinstance(plain, SetReminder) and plain.message and len(chosen) > 1:
        return None
    requests = tuple(replace(intent, which=str(one.id)) for one in chosen)
    return requests[0] if len(requests) == 1 else Several(requests)


def choose_reminders(text: str, candidates: Sequence[Reminder], context: ConversationContext) -> Sequence[Reminder]:
    """Return those that an answer to "which one?" picks: by number, place, hour or words; nothing where it does not."""
    plain = fold(text).strip(" .!,")
    if _ALL.match(plain):
        return candidates
    if number := NUMBER.fullmatch(plain):
        wanted = int(number[1])
        by_id = [one for one in candidates if one.id == wanted]
        return by_id or list(candidates[wanted - 1 : wanted]) or _at_hour(wanted, candidates)
    if (place := find_ordinal(plain, len(candidates))) is not None:
        return [candidates[place]]
    words = [word for word in find_key_words(text) if len(word) > 2]
    counts = [
        sum(any(there.startswith(word) for there in split_words(one.message)) for word in words) for one in candidates
    ]
    best = [one for one, count in zip(candidates, counts, strict=True) if count and count == max(counts)]
    if len(best) == 1 and len(words) - max(counts) <= _MOST_OTHERS:
        return best
    hour = NUMBER.search(plain)
    return _at_hour(int(hour[1]), candidates) if hour else []


def _at_hour(hour: int, candidates: Sequence[Reminder]) -> Sequence[Reminder]:
    found = [one for one in candidates if one.schedule.local.hour in {hour, hour + 12}]
    return found if len(found) == 1 else []
