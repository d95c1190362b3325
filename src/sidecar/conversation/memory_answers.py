"""Answers questions about the person from what they told, without a model (CON-60)."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from datetime import date
from itertools import groupby

from sidecar.conversation.context import ConversationContext
from sidecar.conversation.fact_confirmation import describe_briefly
from sidecar.conversation.memory_quotes import SCANNED, collect_told, find_nearest, find_quotes
from sidecar.conversation.ports import RelevantFacts
from sidecar.conversation.source_answers import answer_source
from sidecar.conversation.told_days import format_told_day
from sidecar.domain.fact import Domain, Fact, FactSource
from sidecar.domain.message import Speaker
from sidecar.domain.person import Language
from sidecar.i18n import Texts
from sidecar.i18n.domain_names import format_domain
from sidecar.language.fold import fold
from sidecar.language.phrase_match import has_words
from sidecar.memory.answers.question import (
    Question,
    asks_of_name,
    asks_of_own_value,
    find_people,
    is_filler,
    parse_question,
    respell,
)
from sidecar.memory.answers.question_words import SENTENCE_END, Wanted, asks_everything, is_question, split_questions
from sidecar.memory.answers.second_person import address_person
from sidecar.memory.answers.selection import Answer, select_answer, select_current, select_newest_values
from sidecar.memory.answers.told import Told
from sidecar.memory.answers.topics import TopicQuestion, parse_topic, select_topic
from sidecar.memory.facts.fact_age import Age, age
from sidecar.memory.facts.parsed_statement import Item
from sidecar.memory.recall import MemoryHit, Recall
from sidecar.router.notes import is_marked_note, unmark_note

_MAX_HITS = 12
_MAX_QUESTIONS = 4
_MAX_NAMING_CHARS = 300
_OF_EACH_DOMAIN = 4
_OF_A_TOPIC = 12
_ONE_AT_A_TIME = frozenset({Wanted.AMOUNT, Wanted.TIME, Wanted.PLACE})
_TELLING = re.compile(
    r"\b(?:que )?(?:te|me) (?:dije|dijiste|conté|conte|contaste|había dicho|habia dicho|habías dicho)(?: (?:que"
    r"|yo))?\s*"
    r"|\brecuerda(?:s| usted)?\s+(?=(?:a |de |en )?(?:qu|d[óo]nde|c[óo]mo|cu))"
    r"|\b(?:se|te) (?:acuerda|acordás|acordas|acuerdas)(?: usted| vos)?(?: de)?\s+(?=(?:a |de |en )?(?:qu"
    r"|d[óo]nde|c[óo]mo|cu))"
    r"|\bdid i (?:say|tell you|mention)(?: that)?\s+(?=i |my |we )|\b(?:i|did i) told you(?: that)?\s+",
    re.IGNORECASE,
)
_ASKS_WHAT = re.compile(r"\bq\b", re.IGNORECASE)


async def answer_from_memory(
    context: ConversationContext,
    known: RelevantFacts,
    memories: Recall,
    say: Texts,
    *,
    asked: bool = False,
    everything: bool = False,
    may_be_untold: bool = True,
) -> str | None:
    """Answer what the person asks about themselves, or say that they have not told it; None when it is no question, or
    not about them.

    `asked`: it is known to be a question, `everything`: one for all that is known; `may_be_untold`: one about what
    they told.
    """
    topic = await asyncio.to_thread(parse_topic, context.text, say.language)
    if not (asked or topic or await asyncio.to_thread(is_question, context.text)):
        return None
    await memories.read_messages()
    last = await memories.list_last(context.person, SCANNED)
    if (source := await answer_source(context, known, last, say)) is not None:
        return source
    if topic:
        today = context.now.astimezone(context.preferences.timezone).date()
        facts = await known.find_facts(context.person, context.text)
        return _describe_topic(topic, await asyncio.to_thread(select_topic, topic, facts, today), say)
    if everything or asks_everything(context.text):
        return await describe_everything(context, known, say)
    lines: list[str] = []
    for question in await asyncio.to_thread(_parse_questions, context, say.language, asked=asked):
        answer = await _answer(question, context, known, memories, say, may_be_untold=may_be_untold)
        if answer is not None:
            lines += [line for line in answer if line not in lines]
    return "\n".join(lines) or None


async def asks_of_own_life(context: ConversationContext, say: Texts) -> bool:
    """Return whether the person asks for what nobody else can know."""
    questions = await asyncio.to_thread(_parse_questions, context, say.language)
    return any(asks_of_own_value(question) for question in questions)


def _parse_questions(context: ConversationContext, language: Language, *, asked: bool = False) -> list[Question]:
    """Return the questions of the message, each about whom it means. `asked`: it is known to be a question."""
    told = _strip_telling(context.text)
    people, found = _find_last_people(context, language), list[Question]()
    for text in split_questions(told)[:_MAX_QUESTIONS] or [told] * asked:
        question = parse_question(text, language)
        found.append(question.about(people) if question.of_others else question)
        people = find_people(found[-1].statement) or people
    return found


def _strip_telling(text: str) -> str:
    """Leave out that it was told: "dónde me dijiste que vivía" asks where she lived."""
    return _TELLING.sub("", _ASKS_WHAT.sub("qué", text))


async def describe_everything(context: ConversationContext, known: RelevantFacts, say: Texts) -> str:
    """List what is known about the person."""
    today = context.now.astimezone(context.preferences.timezone).date()
    return _describe_everything(await known.find_facts(context.person, context.text), today, say)


async def list_notes(words: str, context: ConversationContext, facts: RelevantFacts, say: Texts) -> str:
    """List the notes, or those with these words."""
    today = context.now.astimezone(context.preferences.timezone).date()
    known = select_current(await facts.find_facts(context.person, f"nota note {words}"), today)
    notes = [unmark_note(fact.text) for fact in known if is_marked_note(fact.text)]
    if words:
        notes = [note for note in notes if has_words(note, words)]
    if not notes:
        return say("I have no note about “{words}”.", words=words) if words else say("You have no notes.")
    return "\n".join([say("Your notes:"), *(f"- {note}" for note in notes)])


async def _answer(
    question: Question,
    context: ConversationContext,
    known: RelevantFacts,
    memories: Recall,
    say: Texts,
    *,
    may_be_untold: bool,
) -> list[str] | None:
    today = context.now.astimezone(context.preferences.timezone).date()
    facts = await known.find_facts(context.person, question.text, past=question.past)
    answer = await asyncio.to_thread(select_answer, question, facts, today)
    if not answer.facts and (meant := await asyncio.to_thread(respell, question, facts, say.language)):
        answer = await asyncio.to_thread(select_answer, meant, facts, today)
    if answer.facts:
        newer = await _find_newer(question, answer, context, known, memories)
        return [*_phrase_newer(newer, today, say), *_phrase(answer, facts, today, say)]
    hits = await memories.recall(context.person, question.text, k=_MAX_HITS)
    told = [hit for hit in hits if hit.kind == "message" and hit.speaker == Speaker.PERSON.value and not hit.outdated]
    outdated = await known.find_outdated_messages(context.person, [hit.id for hit in told])
    told = [hit for hit in told if hit.id not in outdated]
    messages = await _collect_told(question, told, context, known, memories)
    if quotes := await asyncio.to_thread(find_quotes, question, messages, facts):
        return _phrase_quotes(quotes, today, say)
    if nearest := await asyncio.to_thread(find_nearest, question, told, facts):
        return _phrase_quotes([nearest], today, say)
    own = may_be_untold and (question.personal or asks_of_own_value(question))
    if own or asks_of_name(question) or _is_known(question, facts, hits):
        return [say("You haven't told me that.")]
    return None


async def _find_newer(
    question: Question, answer: Answer, context: ConversationContext, known: RelevantFacts, memories: Recall
) -> Sequence[Told]:
    """Return what the person said of it after the facts were told, where one value holds at a time: a dose, a home."""
    if question.past or answer.over or question.advice or question.wanted not in _ONE_AT_A_TIME:
        return ()
    last = max(fact.confirmed for fact in answer.facts)
    told = await _collect_told(question, (), context, known, memories)
    newer = [one for one in told if one.day > last]
    return await asyncio.to_thread(find_quotes, question, newer, answer.facts)


async def _collect_told(
    question: Question,
    hits: Sequence[MemoryHit],
    context: ConversationContext,
    known: RelevantFacts,
    memories: Recall,
) -> list[Told]:
    """Return what the person said, but for what told a fact that has been replaced."""
    facts = await known.find_facts(context.person, question.text, past=True)
    outdated = {fact.origin for fact in facts if fact.superseded_by is not None}
    last = await memories.list_last(context.person, SCANNED)
    last = [message for message in last if message.turn != context.turn and message.turn not in outdated]
    return collect_told(hits, last, context.preferences.timezone)


def _phrase_quotes(quotes: Sequence[Told], today: date, say: Texts) -> list[str]:
    said = [
        say("“{text}” ({date})", text=one.text, date=format_told_day(one.day, today, say.language)) for one in quotes
    ]
    return [say("I can't think without a model, but you told me:"), " … ".join(said)]


def _phrase_newer(quotes: Sequence[Told], today: date, say: Texts) -> list[str]:
    return [
        say("You told me on {date}: “{fact}”.", fact=one.text, date=format_told_day(one.day, today, say.language))
        for one in reversed(quotes)
    ]


def _find_last_people(context: ConversationContext, language: Language) -> tuple[Item, ...]:
    """Return whom the person asked or told about just before."""
    before = [message.text for message in context.history if message.speaker is Speaker.PERSON]
    return find_people(parse_question(before[-1][:_MAX_NAMING_CHARS], language).statement) if before else ()


def _describe_topic(topic: TopicQuestion, found: Sequence[Fact], say: Texts) -> str | None:
    """List what is held of a topic; None where it may be no matter of the person's."""
    if not found:
        return say("You haven't told me that.") if topic.known else None
    told = [address_person(fact.text) or fact.text for fact in found[:_OF_A_TOPIC]]
    more = len(found) - len(told)
    return "\n".join([*(f"- {line}" for line in told), *([say("And {count} more.", count=more)] * bool(more))])


def _phrase(answer: Answer, known: Sequence[Fact], today: date, say: Texts) -> list[str]:
    """Say the facts to the person, each with the day on which they told it. Of a change that waits for the person's
    word both sides are said."""
    lines = [] if answer.on_point else [say("Not about that, but about your health I know:")]
    by_id = {fact.id: fact for fact in known}
    for fact in answer.facts:
        if fact.unconfirmed_change_of is not None and (old := by_id.get(fact.unconfirmed_change_of)):
            before, now = (address_person(one.text) or one.text for one in (old, fact))
            lines.append(say("{now} (if I got that right; before, I had noted “{before}”).", before=before, now=now))
            continue
        day = format_told_day(fact.confirmed, today, say.language)
        told = address_person(unmark_note(fact.text))
        if told is None:
            line = say("You told me on {date}: “{fact}”.", fact=fact.text, date=day)
        elif fact.source is FactSource.FILE:
            line = say("{fact} (noted on {date}).", fact=told, date=day)
        else:
            line = say("{fact} (you told me on {date}).", fact=told, date=day)
        lines.append(say("Before: {fact}", fact=line) if answer.over else line)
    return lines


def _is_known(question: Question, facts: Sequence[Fact], hits: Sequence[MemoryHit]) -> bool:
    """Return whether the question speaks of something that the person has mentioned, other than by asking."""
    words = {item.text for item in question.items if not (item.measure or item.predicate)} | question.words
    told = [fact.text for fact in facts]
    told += [part for hit in hits for part in SENTENCE_END.split(hit.text) if not is_question(part)]
    text = fold("\n".join(told))
    return any(re.search(rf"\b{re.escape(word.removesuffix('s'))}", text) for word in words if not is_filler(word))


def _describe_everything(facts: Sequence[Fact], today: date, say: Texts) -> str:
    """List what is known by domain, a line each."""
    there = [fact for fact in select_current(facts, today) if age(fact, today) is not Age.STALE]
    there = select_newest_values(sorted(there, key=lambda fact: (fact.confirmed, fact.id), reverse=True))
    if not there:
        return say("I don't know anything about you yet.")
    order = list(Domain)
    there.sort(key=lambda fact: (order.index(fact.domain), -fact.pinned, -fact.weight, -fact.confirmed.toordinal()))
    lines = [_describe_domain(domain, list(group), say) for domain, group in groupby(there, lambda fact: fact.domain)]
    return "\n".join([*lines, say("It's all in /facts.")])


def _describe_domain(domain: Domain, facts: Sequence[Fact], say: Texts) -> str:
    told = [describe_briefly(fact) for fact in facts[:_OF_EACH_DOMAIN]]
    more = len(facts) - len(told)
    text = "; ".join(told) + (say("; and {count} more", count=more) if more else "")
    return f"**{format_domain(domain, say)}**: {text}."
