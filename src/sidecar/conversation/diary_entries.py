"""Reads what is told with a time and without a word of reminding: an entry for the diary is set, anything else is
offered (CON-60)."""

from __future__ import annotations

import re
from dataclasses import dataclass

from sidecar import dates
from sidecar.conversation.context import ConversationContext
from sidecar.conversation.reminder_lists import take_lead
from sidecar.conversation.reminder_references import count_words
from sidecar.conversation.series_start import read_start
from sidecar.conversation.short_answers import SMALL_HOUR
from sidecar.conversation.small_hours import ask_about_small_hour
from sidecar.domain.reminder import ReminderState
from sidecar.i18n import Texts
from sidecar.language.fold import fold
from sidecar.language.phrase_match import find_key_words
from sidecar.language.tokens import split_words
from sidecar.reminders.format import format_moment
from sidecar.router.intents import SetReminder
from sidecar.router.prediction import MessageLabel, Prediction

_MOST_CHARS = 240
_MOST_WORDS = 9
_SHORT_WORD = 3
_HALF = 0.5
_ASKED_BRIEFLY = ("ambiguous_day", "missing_time")
_HOUR = re.compile(r"\d|\b(?:a las?|at|noon|mediodia|midday)\b")
_NOT_TO_COME = re.compile(
    r"\b(?:ayer|anoche|anteayer|yesterday|last (?:night|week)|la semana pasada|no me (?:recuerdes|avises)"
    r"|(?:don'?t|do not) (?:remind|let)|siempre|always|was|were|fue|era|tenia|estaba|had to|habia|que hora"
    r"|cuant[oa]s?|decia|te cuento|what time|how (?:long|many|much)"
    r"|i (?:just |finally |already )?(?:quit|left|lost|went|met|saw|bought|sold|moved|started|finished|broke"
    r"|got(?! to)))\b|[\"“«?]"
)
_PAST = re.compile(r"\b(?!caf|beb|jos|pur|com[ée]\b)\w{3,}(?:é|ó|aste|iste|aron|ieron)\b", re.IGNORECASE)
"""Spanish verbs of what is over."""
_HOLDS_SEVERAL = re.compile(r"[,;:\n].*\d|\d.*[,;:\n]", re.DOTALL)
_OPENING = re.compile(
    r"^\W*(?:(?:ok(?:ay)?|so|and|then|also|right|seriously|well|hey|bueno|dale|pues|y|che|ah|entonces|tambien|ademas"
    r"|for|para|to|that|i (?:have|need|got|gotta|must)(?: to| an?)?|i've got(?: to| an?)?|gotta|got to"
    r"|tengo(?: que)?|tenemos(?: que)?|hay que|debo)\b[\s,:-]*)+",
    re.IGNORECASE,
)
_STATES = re.compile(
    r"\b(?:i|im|i'm|ive|he|she|we|they|it|its|you|who|which|because|so|if|but|not|no|never|actually|instead|too|only"
    r"|is|are|was|were|am|be|been|has|had|there|said|says|thats?|that's|he's|she's|it's|same|wait|sorry"
    r"|es|son|era|eran|fue|soy|sos|eres|esta|estan|estoy|tiene|tienen|tengo|tuve|hay|dijo|dice|decia|yo|ella|ellos|nos|se"
    r"|porque|pero|si|ya|va|van|voy|mejor|perdon|solo|misma|mismo|dej[ae]\w*)\b|n't\b|\b\w{3,}[aei]l[oae]s?$"
)
"""It tells how things are, or changes what was said before."""
_UNREAD = re.compile(
    r"\b(?:pon|pas|mov|cambi|corr|dej|hac|vol)[eaé]l[oae]s?\b|\b\d{1,2} (?:y|and) \d{1,2}\b|\bmism[oa]\b"
    r"|\d+ ?(?:dias?|days?|semanas?|weeks?|veces|times|x)\b|\. "
    r"|\b(?:to|a|al|de|por|until|till|hasta|for|moved|slipped|shifted)\W*$|^(?:hmm+|mm+|eh+|er+)\b|\b(?:antes|before)\b"
)
"""More than a deed, or a time that nobody reads."""
_EVERY = re.compile(r"\b(?:cada|todos|todas|every|daily|weekly|del mes|of the month|each)\b")
_INFINITIVE = re.compile(r"\w+[aei]r(?:l[aeo]s?|me|nos|les?|se)*\b")
_TELLS = (
    MessageLabel.TELL_FACT, MessageLabel.CORRECT_FACT, MessageLabel.STORY_PAST, MessageLabel.QUOTATION,
    MessageLabel.UNDECIDED_PLAN, MessageLabel.CONDITION, MessageLabel.SOMEBODY_ELSE, MessageLabel.CANCEL_REMINDER,
    MessageLabel.EDIT_REMINDER, MessageLabel.FORGET, MessageLabel.APOLOGY, MessageLabel.UNDO,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class DatedText:
    """What a message says with a time: as a reminder, and what its time is."""

    request: SetReminder
    when: dates.DateResult


def find_dated_text(context: ConversationContext) -> DatedText | None:
    """Return what is still to come; None for a message without a time, or with several."""
    plain = fold(context.text)
    if len(plain) > _MOST_CHARS or _NOT_TO_COME.search(plain) or _PAST.search(context.text):
        return None
    for language in context.reading_languages:
        found = dates.find(context.text, language)
        if found is None or not find_key_words(found.rest):
            continue
        if _HOLDS_SEVERAL.search(found.rest):
            return None
        when = dates.parse(found.words, context.now, context.preferences.timezone, language)
        if isinstance(when, dates.DateError) and when.code == "unparseable":
            continue
        message = _OPENING.sub("", found.rest).strip(" ,.;:!-") or found.rest
        request = read_start(take_lead(SetReminder(message, found.words)), context)
        return DatedText(request, when)
    return None


def is_diary_entry(dated: DatedText, likely: Prediction | None, context: ConversationContext, *, told: bool) -> bool:
    """Return whether it is plainly something to do or to go to: "el 24 a las 18 llevar el vitel toné".

    `told`: whether the message was read as a fact too.
    """
    plain = fold(dated.request.message)
    if isinstance(dated.when, dates.DateError) and dated.when.code not in _ASKED_BRIEFLY:
        return False
    if not names_hour(dated) or len(split_words(plain)) > _MOST_WORDS or _STATES.search(plain) or _UNREAD.search(plain):
        return False
    if _EVERY.search(fold(context.text)) and not isinstance(dated.when, dates.Recurrence):
        return False
    if _INFINITIVE.match(plain):
        return True
    if likely is None or _names_known(plain, context):
        return False
    return likely.is_likely(MessageLabel.SET_REMINDER) if told else likely.sum(_TELLS) < _HALF


def _names_known(plain: str, context: ConversationContext) -> bool:
    """Return whether a reminder that there is has one of these words: then it is rather to be changed."""
    words = [word for word in find_key_words(plain) if len(word) > _SHORT_WORD]
    return any(count_words(one.message, words) for one in context.reminders if one.state is ReminderState.PENDING)


def may_be_meant(dated: DatedText, likely: Prediction | None, *, told: bool) -> bool:
    """Return whether a reminder is worth offering: not of how things always are, nor of a day that is only told."""
    if told and isinstance(dated.when, dates.DateError) and dated.when.code != "ambiguous_day":
        return False
    if likely is not None and likely.is_likely(MessageLabel.TELL_FACT):
        return names_hour(dated) and not isinstance(dated.when, dates.Recurrence)
    return not told or names_hour(dated)


def names_hour(dated: DatedText) -> bool:
    return _HOUR.search(fold(dated.request.when)) is not None


def phrase_offer(dated: DatedText, context: ConversationContext) -> tuple[str, str]:
    """Return the question whether to remind of it, and why it is asked."""
    say, message, when = Texts(context.answer_language), dated.request.message, dated.when
    if isinstance(when, dates.DateError):
        question = when.message
        return say("Should I remind you of “{message}”? {question}", message=message, question=question), "offered"
    if question := ask_about_small_hour(dated.request, context):
        return say("Should I remind you of “{message}”? {question}", message=message, question=question), SMALL_HOUR
    if isinstance(when, dates.Recurrence):
        shown = dates.format_recurrence(when, say.language)
    else:
        shown = format_moment(when.utc, context.now, context.preferences.timezone, say)
    return say("Should I remind you of “{message}”: {when}?", message=message, when=shown), "offered"
