"""Finds what a message changes about reminders that it names by their words, or that were just set (REM-02)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta

from sidecar import dates
from sidecar.conversation.alert_words import CLOCK_WORDS
from sidecar.conversation.context import ConversationContext
from sidecar.conversation.reminder_mentions import CANCELS, MOVES, find_clause, is_said, points_at_one
from sidecar.conversation.reminder_references import find_just_set
from sidecar.conversation.small_hours import keep_half
from sidecar.domain.person import LANGUAGES
from sidecar.domain.reminder import Reminder, ReminderState
from sidecar.language.fold import fold
from sidecar.language.phrase_match import find_key_words
from sidecar.language.stop_words import STOP_WORDS
from sidecar.language.tokens import split_words
from sidecar.language.weekdays_and_months import WEEKDAYS
from sidecar.observe.redaction import MASK
from sidecar.reminders.lead import Lead, find_event, find_lead
from sidecar.reminders.schedule import DAY_ALONE, counts_from_now
from sidecar.router.intents import CancelReminder, EditReminder, Intent, SetReminder
from sidecar.router.spoken_times import drop_denied_time, list_spoken_times

_MOST_CHARS = 160
_SHORT_WORD, _NOON, _FEW_WORDS, _MOST_OTHERS = 3, 12, 5, 3
_RECENT = timedelta(minutes=15)
_NEW_REQUEST = re.compile(
    r"\b(?:recorda\w*|recuerda\w*|acorda\w*|avis[ae]\w*|alarma|temporizador|timer|despert\w+|remind\w*|alert|ping|nudge"
    r"|wake|notify|hace(?:me)? acordar|otro|otra|another|tambien|also)\b"
)
_EVENT_IS = re.compile(
    r"\b(?:era|eran|es|son|sera|was|is|it's|paso|pasaron|pasa|pospone|posponelo|moved|delayed|cambiaron|corrieron)\b"
)
_STORY = re.compile(r"\b(?:ayer|anoche|anteayer|yesterday|last (?:night|week)|la semana pasada)\b|[\"“«]")
_CORRECTS = re.compile(
    r"\W*(?:(?:uh+|hm+|ah+|oh|ay|uy|che|bueno|dale|ok|hey|ugh|oops|ups)\W+)*"
    r"(?:no+\b(?! me)|nah|nope|para+\b|perdon|sorry|disculpa"
    r"|mejor|bah|digo|quise decir|en realidad|que sea|pone(?:lo|la)|pasa(?:lo|la)|cambia(?:lo|la)|move(?:lo|la)"
    r"|corre(?:lo|la)|(?:pos(?:po|ter)\w+)(?:lo|la)|era\b|es\b|actually|i mean\w*|make (?:it|that)|wait|hang on|hold on"
    r"|not\b|rather|instead|change (?:it|that)|move (?:it|that)|push (?:it|that)|oye,? mejor|hoy no|today no)(?!\w)"
)
_GIVES_TIME = re.compile(
    r"\W*(?:dale|give it|agregale|sumale|add|ugh|unos|another)?\W*(?:\S+ ){1,3}(?:mas|more|extra)\b"
)
_CANCEL_THAT = re.compile(
    r"(?:(?:che|ok|dale|bueno|no|porfa),? )*(?:cancel|sac|anul|elimin)a(?:me)? lo del? "
    r"(?P<what>(?!hoy\b|manana\b)[a-z ]{3,30})"
)
_LEAVES_OUT = re.compile(r"\b(?:except|but not|not on|menos|salvo|excepto|chau|skip|scrap|drop|sac[ao]\w*)\b|\bno\W*$")
_LATER = re.compile(
    r"\b(?:posp\w+|posterg\w+|atras\w+|retras\w+|push\w*|bump\w*|delay\w*|postpon\w+|agreg\w+|sum[ae]\w*)"
)
_MORE = re.compile(r"\b(?:mas|more|extra|otr[oa]s)\b")
_EARLIER = re.compile(r"\b(?:adelant\w+|bring\b.*\bforward)")
_LENGTH = re.compile(
    r"\b(?:\d+|un[oa]?|media|dos|tres|diez|quince|veinte|treinta|an?|half an|one|two|three|ten|fifteen|twenty|thirty)"
    r" ?(?:more |extra |mas |otros |minutos? mas )?"
    r"(?:min\w*|horas?|horitas?|hs?|hours?|hrs?|dias?|days?|semanas?|weeks?)\b(?: y media| and a half)?"
)
_ADDS = re.compile(
    r"\W*(?:(?:ah|uy|uh|ok|oh|ay|bueno|dale)\W+)*(?:y|e|and|also|plus|tambien|ademas)\b"
    r"(?:\W+(?:tambien|otr[oa]|another(?: one)?|also))?\W*"
)
_LEADS_MESSAGE = re.compile(
    r"^\W*(?:(?:otr[oa]|another(?: one)?)\W+)?(?:(?:para|que|to|for|that'?s|de)\b\s*)*", re.IGNORECASE
)
_ONCE = re.compile(
    r"\b(?:only|just|once|solo|sola vez|solamente|nomas|por (?:hoy|esta vez)|hoy|manana|today|tomorrow"
    r"|(?:this|next|est[ea]) (?:\w+day|week|lunes|martes|miercoles|jueves|viernes|sabado|domingo|semana|vez))\b"
)
"""It is about one time of a series."""
_SINGLE = re.compile(r"\b(?:una (?:sola |unica )?vez|(?:just|only) once|one time only|one[- ]off)\b")
_BARE_HOUR = re.compile(
    r"(?<!\bel )(?<!\bal )(?<!\bdel )(?<!\bthe )(?<![\d.,:/])(\d{1,2})(?:[:.h]([0-5]\d))?\s*(?:hs?\b)?(?![\d.,:/%])"
)
_SAYS_HOUR = re.compile(r"\d|\b(?:a las?|at|tipo|like|half|y (?:media|cuarto))\b|^\W*\w+\W*$")
"""Else a word such as "una" or "one" counts something else."""
_AT_HOUR = re.compile(r"\b(?:a las?|at|hs?|am|pm|de la)\b|:")


def match_change(context: ConversationContext) -> Intent | None:
    """Return the change or the end of one known reminder that a message speaks of; None for any other message."""
    plain = fold(context.text).replace(MASK, "")  # which names no reminder that holds one, too
    pending = [one for one in context.reminders if one.state is ReminderState.PENDING]
    if not pending or len(plain) > _MOST_CHARS or plain.rstrip().endswith("?") or _STORY.search(plain):
        return None
    if _NEW_REQUEST.search(plain) and not points_at_one(plain):
        return None
    if (order := _CANCEL_THAT.fullmatch(plain.strip(" .!¡"))) is not None:
        return CancelReminder(order["what"])
    text, named = find_clause(plain, pending)
    if len(named) == 1:
        is_of_series = not (named[0].recurring and _ONCE.search(plain))
        return _change_named(named[0], text, context) if is_of_series else None
    if len(named) > 1 and CANCELS.search(text):
        return CancelReminder(", ".join(str(one.id) for one in named))
    last = find_just_set(context)
    if last is not None and (rule := _leave_out_named(last, plain, context)):
        return EditReminder(str(last.id), rule)
    if last is not None and last.recurring and _SINGLE.search(plain):
        return None
    if not named and last is not None and (_CORRECTS.match(plain) or _GIVES_TIME.match(plain)):
        when = find_new_time(context.text, last, context)
        return EditReminder(str(last.id), when) if when and _says_little(plain, last, when) else None
    return None


def match_addition(context: ConversationContext) -> Intent | None:
    """Return another reminder: "and at 11 call the bank" right after one was set."""
    plain = fold(context.text)
    added = _ADDS.match(plain)
    if added is None or _NEW_REQUEST.search(plain[added.end() :]) or not _was_set_lately(context):
        return None
    if plain.rstrip().endswith("?") or _STORY.search(plain) or points_at_one(plain[added.end() :]):
        return None
    text = context.text[added.end() :] if len(plain) == len(context.text) else context.text
    for language in context.reading_languages:
        found = dates.find(text, language)
        message = _LEADS_MESSAGE.sub("", found.rest).strip(" ,.;:") if found else ""
        if found and find_key_words(message):
            return SetReminder(message, found.words)
    return None


def _leave_out_named(reminder: Reminder, plain: str, context: ConversationContext) -> str | None:
    """Return the rule of a series without the weekdays that a message denies: "los domingos no"."""
    days = _find_weekdays(plain)
    if not reminder.recurring or not days or not _LEAVES_OUT.search(plain) or _ONCE.search(plain):
        return None
    return _leave_out(reminder, days, context)


def _change_named(reminder: Reminder, plain: str, context: ConversationContext) -> Intent | None:
    when = find_new_time(plain, reminder, context)
    if CANCELS.search(plain) and not (when and MOVES.search(plain)):
        days = _find_weekdays(plain)
        if reminder.recurring and days and (rule := _leave_out(reminder, days, context)):
            return EditReminder(str(reminder.id), rule)
        return CancelReminder(str(reminder.id))
    if when and _says_little(plain, reminder, when) and (MOVES.search(plain) or len(plain.split()) <= _FEW_WORDS):
        return EditReminder(str(reminder.id), when)
    return None


def _says_little(plain: str, reminder: Reminder, when: str) -> bool:
    """Return whether hardly a word is left beside the reminder's, the time and the change itself; fewer where the time
    is a number alone, which may count something else."""
    found = max((dates.find(plain, language) for language in LANGUAGES), key=lambda one: len(one.words) if one else 0)
    rest = CANCELS.sub(" ", MOVES.sub(" ", _CORRECTS.sub(" ", found.rest if found else plain)))
    own = split_words(reminder.message)
    others = [
        word for word in split_words(rest) if word.isalpha() and word not in STOP_WORDS and not is_said(word, own)
    ]
    return len(others) <= (_MOST_OTHERS if found and fold(when) in found.words else 1)


def _move_event(reminder: Reminder, plain: str, context: ConversationContext) -> str | None:
    """Return the words with which a reminder goes along when its event has another time: "it was at 11"."""
    if reminder.recurring:
        return _move_each(reminder, plain, context)
    known = find_event(reminder)
    if known is None or not _EVENT_IS.search(plain) or find_lead(context.text) is not None:
        return None
    event, lead = known
    zone = context.preferences.timezone
    for words in _list_times(context.text, reminder, context):
        for language in LANGUAGES:
            moved = dates.change_time(words, event.local, context.now, zone, language)
            if isinstance(moved, dates.Instant):
                at = keep_half(moved.local, event.local, words)
                return Lead(f"{at:%Y-%m-%d %H:%M}", lead.before, lead.clock).words
    return None


def _rings_before(reminder: Reminder) -> bool:
    lead = find_lead(reminder.schedule.words)
    return lead is not None and bool(lead.event)


def _move_each(reminder: Reminder, plain: str, context: ConversationContext) -> str | None:
    """Return the words of a series that rings before its events, when those have another hour."""
    lead = find_lead(reminder.schedule.words)
    if lead is None or not lead.event or not _EVENT_IS.search(plain) or find_lead(context.text) is not None:
        return None
    days = CLOCK_WORDS.sub(" ", lead.event)
    for words in _list_times(context.text, reminder, context):
        moved = Lead(f"{' '.join(days.split())} {words}", lead.before, lead.clock)
        for language in LANGUAGES:
            zone = context.preferences.timezone
            events = dates.parse(moved.event, context.now, zone, language)
            if isinstance(events, dates.Recurrence) and events.rrule == reminder.schedule.rrule:
                return moved.words
    return None


def find_new_time(text: str, reminder: Reminder, context: ConversationContext) -> str | None:
    """Return the words of a message that give a reminder a new time."""
    zone = context.preferences.timezone
    if (moved := _move_event(reminder, fold(text), context)) is not None:
        return moved
    if "BYMONTHDAY" in (reminder.schedule.rrule or "") and DAY_ALONE.fullmatch(text):
        return text
    if (lead := find_lead(text)) is not None and not lead.event and _rings_before(reminder):
        return lead.before
    for words in _list_times(text, reminder, context):
        for language in LANGUAGES:
            if reminder.recurring:
                hour = f"{reminder.schedule.local:%H:%M}"
                for rule in (words, f"{words} a las {hour}", f"{words} at {hour}"):
                    if isinstance(dates.parse(rule, context.now, zone, language), dates.Recurrence):
                        return rule
            changed = dates.change_time(words, reminder.schedule.local, context.now, zone, language)
            if (
                isinstance(changed, dates.Instant)
                and (changed.utc > context.now or changed.local.hour < _NOON <= reminder.schedule.local.hour)
                and changed.utc != reminder.schedule.due
            ):
                return words
    return None


def _list_times(text: str, reminder: Reminder, context: ConversationContext) -> Iterator[str]:
    """Yield what may be the new time, the most certain first."""
    own = set(split_words(reminder.message))
    kept = [word for word in re.split(r"\s+", text) if fold(word).strip(" ,.;:!") not in own]
    bare = " ".join(kept)
    number = _BARE_HOUR.search(bare)
    if (
        number is not None
        and number[2] is None
        and counts_from_now(reminder)
        and not (_AT_HOUR.search(fold(bare)) or _LENGTH.search(fold(text)))
    ):
        yield f"in {number[1]} minutes"
    yield bare
    if (length := _LENGTH.search(fold(text))) is not None:
        if _LATER.search(fold(text)) or _MORE.search(fold(text)):
            much = _MORE.sub("", length[0])
            yield f"{'posponelo' if context.answer_language == 'es' else 'postpone it'} {much}"
        if _EARLIER.search(fold(text)):
            yield f"{'adelantalo' if context.answer_language == 'es' else 'bring it forward'} {length[0]}"
    for language in context.reading_languages:
        if found := dates.find(bare, language):
            yield found.words
            yield from (bare[slice(*span)] for span in reversed(found.spans))
    said = drop_denied_time(fold(bare))
    if _SAYS_HOUR.search(said):
        yield from (words for words, _ in list_spoken_times(said))
    for number in _BARE_HOUR.finditer(bare):
        yield f"a las {number[1]}" + (f":{number[2]}" if number[2] else "")


def _find_weekdays(plain: str) -> set[int]:
    words = {word.rstrip("s") for word in split_words(plain)}
    return {day for names in WEEKDAYS.values() for day, name in enumerate(names) if fold(name).rstrip("s") in words}


def _leave_out(reminder: Reminder, days: set[int], context: ConversationContext) -> str | None:
    """Return the rule without these weekdays, in words; None where nothing or everything would be left out."""
    codes = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
    rule = reminder.schedule.rrule
    found = re.search(r"BYDAY=([A-Z,]+)", rule)
    there = {codes.index(code) for code in found[1].split(",")} if found else set[int]()
    if "FREQ=DAILY" in rule and "INTERVAL" not in rule and not there:
        there = set(range(7))
    elif "FREQ=WEEKLY" not in rule:
        return None
    if not days & there or not there - days:
        return None
    names = [WEEKDAYS["en"][day] for day in sorted(there - days)]
    return f"every {' and '.join(names)} at {reminder.schedule.local:%H:%M}"


def _was_set_lately(context: ConversationContext) -> bool:
    turns = sorted({message.turn for message in context.history})[-3:]
    return any(
        call.name == "set_reminder"
        for message in context.history
        if message.turn in turns and context.now - message.at <= _RECENT
        for call in message.tool_calls
    )
