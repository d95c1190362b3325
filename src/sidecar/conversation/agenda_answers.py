"""Answers what is to come, from the reminders and from what the person told of those days, without a model (CON-60)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import timedelta

from sidecar import dates
from sidecar.conversation.context import ConversationContext
from sidecar.conversation.ports import RelevantFacts
from sidecar.domain.fact import Fact
from sidecar.domain.reminder import Reminder, ReminderState
from sidecar.i18n import Texts
from sidecar.language.fold import fold
from sidecar.language.phrase_match import find_key_words
from sidecar.language.stop_words import STOP_WORDS
from sidecar.language.tokens import split_words
from sidecar.language.weekdays_and_months import MONTHS
from sidecar.memory.answers.second_person import address_person
from sidecar.memory.answers.selection import select_current
from sidecar.reminders.days import Days, find_days
from sidecar.reminders.format import format_list
from sidecar.router.intents import ListReminders

_ASKS_WHEN = re.compile(
    r"\b(?:a q(?:ue)? horas?|cuando|q(?:ue)? dias?|cuanto(?: tiempo)? (?:me )?(?:falta|queda)|when|what (?:time|day)"
    r"|how long|quedo|queda|left|era lo|avis\w*|alarm\w*|record\w+|remind\w*|bugged|ping\w*)\b"
)
_AGENDA = re.compile(
    r"(?:(?:y|and|so|che|ok|bueno|entonces|a ver|confirm|h+m+|um+|eh+|oh+|ah+|well|dale)\W+)*"
    r"(?:q(?:ue)? (?:cosas |mas |otra cosa )?(?:me )?"
    r"(?:tengo(?! que)|queda\w*|falta\w*|hay|toca|viene|espera|tiene anotado|tenes anotado)"
    r"|q(?:ue)? (?:recordatorios|alarmas|avisos|pendientes)|(?:tengo|hay|queda) algo|algo (?:para|mas)"
    r"|(?:pasame|mostrame|decime|dame) (?:la |mi )?(?:lista|agenda)|what (?:do i|have i)(?: still)? (?:have|got)"
    r"|what(?:'?s| is| do i have| have i got| i have)(?: (?:left|on|up|next|coming|still|for))+"
    r"|anything (?:on|for|left|else|today|tomorrow)|(?:do i )?have (?:i got )?(?:anything|something)"
    r"|what reminders|which reminders)\b.*"
)
_TO_DO = re.compile(r"\bque tengo que (?!hacer)|\bwhat (?:do i|should i) (?:need|have) to (?!do\b)")
_LONGEST_AGENDA = timedelta(days=14)
_SHORTEST_WORD = 3


def match_agenda_question(context: ConversationContext, *, likely: bool) -> ListReminders | None:
    """Return the question for what is to come; `likely`: the classifier holds it for one."""
    plain = fold(context.text.replace("’", "'")).strip(" ¿?¡!.,")
    if not (likely or _AGENDA.fullmatch(plain)) or _TO_DO.search(plain):
        return None
    found = dates.find(context.text, context.answer_language)
    when = found.words if found and _read_days(found.words, context) else ""
    return ListReminders(when)


def answer_about_reminder(context: ConversationContext, say: Texts) -> str | None:
    """Answer when one that the question names is due; None where it names none."""
    plain = fold(context.text)
    if not _ASKS_WHEN.search(plain):
        return None
    named = _find_named(plain, [one for one in context.reminders if one.state is ReminderState.PENDING])
    return format_list(named, context.now, say) if named else None


def _find_named(plain: str, reminders: Sequence[Reminder]) -> Sequence[Reminder]:
    """Return the reminders that a question shares most telling words with."""
    said = {word for word in find_key_words(plain) if len(word) >= _SHORTEST_WORD and word not in STOP_WORDS}
    counts = [
        sum(any(word.startswith(one) or _is_form(one, word) for one in said) for word in set(split_words(each.message)))
        for each in reminders
    ]
    most = max(counts, default=0)
    return [each for each, count in zip(reminders, counts, strict=True) if most and count == most]


def _is_form(one: str, word: str) -> bool:
    """Return whether both are forms of one verb: "ringing" of "ring"."""
    return len(word) > _SHORTEST_WORD and one.startswith(word) and word not in STOP_WORDS


async def list_dated_facts(asked: ListReminders, context: ConversationContext, facts: RelevantFacts) -> Sequence[str]:
    """Return what the person told of the days that are asked for, and no reminder says."""
    days = _read_days(asked.when, context) if asked.when else None
    if days is None or days.last - days.first > _LONGEST_AGENDA:
        return ()
    span = (days.first + timedelta(days=n) for n in range((days.last - days.first).days + 1))
    words = {name[day.month - 1] for day in span for name in MONTHS.values()}
    today = context.now.astimezone(context.preferences.timezone).date()
    known = select_current(await facts.find_facts(context.person, f"{asked.when} {' '.join(words)}"), today)
    return [
        address_person(fact.text) or fact.text
        for fact in known
        if _is_within(fact, days, context) and not _is_said_by(fact, context.reminders)
    ]


def _is_within(fact: Fact, days: Days, context: ConversationContext) -> bool:
    """Return whether a fact tells of something on one of these days, and not of what holds since or until then."""
    today = context.now.astimezone(context.preferences.timezone).date()
    for language in MONTHS:
        for span in dates.find_days(fact.text, today, language, dates.Tense.COMING):
            if span.first == span.last and days.first <= span.first <= days.last and not (span.is_start or span.is_end):
                return True
    return False


def _is_said_by(fact: Fact, reminders: Sequence[Reminder]) -> bool:
    told = set(split_words(fold(fact.text)))
    return any(
        told.issuperset(
            word for word in split_words(one.message) if len(word) > _SHORTEST_WORD and word not in STOP_WORDS
        )
        for one in reminders
    )


def _read_days(words: str, context: ConversationContext) -> Days | None:
    return find_days(words, context.now, context.preferences.timezone, context.answer_language)
