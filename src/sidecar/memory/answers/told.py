"""Finds the message that answers a question among what the person said: by aspect, people, things and value."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache

from sidecar.domain.person import LANGUAGES
from sidecar.language.fold import fold
from sidecar.memory.answers.aspects import Aspect, find_aspect
from sidecar.memory.answers.evidence import Aliases, Part, required_parts, same_word
from sidecar.memory.answers.kin_names import find_kin_names
from sidecar.memory.answers.question import Question, fold_question, is_told_of_self, may_be_told_of_self
from sidecar.memory.answers.question_words import Wanted, is_question
from sidecar.memory.answers.told_values import fits_aspect, has_value, tells_age_of, tells_name, tells_own_age
from sidecar.memory.facts.parsed_statement import ParsedStatement
from sidecar.memory.facts.parser import parse_statement
from sidecar.memory.facts.subject import USER, find_subjects
from sidecar.memory.facts.tokens import detect_statement_language
from sidecar.memory.lexicon.lexicon import lexicon

QUOTE_CHARS = 300
_SHORT_CHARS = 160
"""A message up to this length is quoted whole."""
_SENTENCE_WORDS = 4
_STEM_CHARS = 3
_VAGUE = frozenset({Wanted.TRUTH, Wanted.THING, Wanted.REASON})
_PEOPLE = frozenset({"kin", "being"})
_ROLES = frozenset({"boss", "partner"})
"""Aspects that are people."""
_OF_DEEDS = frozenset({"rent", "pay", "debt", "home", "job", "hours", "medicine"})
"""Aspects of which a verb of the question says no more: what one pays in rent."""
_ALIKE = 2
"""Of those that fit nearly as well as the best, the newest counts."""
_SPECIFIC = 2
"""Talk that names one thing is no answer to a question that any word may answer; talk of two is."""
_THING, _PERSON, _PERSON_BEFORE = 3, 2, 1
_UNREAL = re.compile(
    r"\b(?:any idea|pasted|if i (?:won|had|were|was)|ojala|i wish"
    r"|used to"
    r"|dicen que|en la tele|lei que|they say|i read|apparently|imaginate|si (?:ganara|tuviera|fuera))\b|^[\"“«>]"
)
_UNSURE = re.compile(
    r"\b(?:capaz|quizas?|tal vez|a lo mejor|creo|me parece|maybe|perhaps|might|may be|i think|i guess|not sure)\b"
)
_SENTENCE = re.compile(r"[^\s].*?(?:[.!?…]+(?=\s|$)|\n|$)")
_OTHER_LEADS = re.compile(r"\s*(?!it|that|this|there|what|here|where|today|rent)[a-z]+['’]s\b")
_PRONOUN = re.compile(r"\b(?:he|she|his|her|him|they|ella|el)\b")


@dataclass(frozen=True, slots=True)
class Told:
    """A message of the person. `before`: what they said just before it; `asked`: Sidecar's words in between."""

    text: str
    day: date
    before: str = ""
    asked: str = ""


@dataclass(frozen=True, slots=True)
class Quote:
    """What answers a question, from its sentence on."""

    text: str
    told: Told
    score: float


@dataclass(frozen=True, slots=True)
class WantedSlot:
    """What a question wants: whom it is about, the things it names, its aspect and the kind of value."""

    question: Question
    aspect: Aspect | None
    value: Wanted
    people: Sequence[Part]
    things: Sequence[Part]
    words: frozenset[str]
    aliases: Aliases

    @property
    def own(self) -> bool:
        return self.question.personal and not self.people

    @property
    def own_state(self) -> bool:
        """What holds of the person alone: their home, their pay; others have a boss or a partner too."""
        return self.own and self.aspect is not None and self.aspect.name not in _ROLES

    @property
    def is_of_allergy(self) -> bool:
        """What may be one is worth telling again, as it was told."""
        return self.aspect is not None and self.aspect.name == "allergy"

    @property
    def is_empty(self) -> bool:
        named = bool(self.people) and self.value is Wanted.WHO
        return self.aspect is None and not (self.things or self.words or named)


def find_told(wanted: WantedSlot, messages: Sequence[Told]) -> Quote | None:
    """Return the newest of the messages that answer a question about equally well. `messages`: oldest first."""
    found = [] if wanted.is_empty else [quote for told in messages if (quote := _read(wanted, told)) is not None]
    best = max((quote.score for quote in found), default=0.0)
    return next((quote for quote in reversed(found) if quote.score >= best - _ALIKE), None)


def find_wanted_slot(question: Question, messages: Sequence[Told], aliases: Aliases) -> WantedSlot:
    """Return what the question wants, with the names of people that the messages tell."""
    names = find_kin_names((told.text, told.asked) for told in messages)
    known = {key: aliases.get(key, frozenset()) | names.get(key, frozenset()) for key in (*aliases, *names)}
    aspect = find_aspect(fold_question(question.text), question.wanted, question.statement.language)
    asked = aspect.asked if aspect else frozenset[str]()
    parts = [one for one in required_parts(question, known) if not set(one[0].text.split()) <= asked]
    people = [part for item, part in parts if item.person or item.name]
    things = [part for item, part in parts if not (item.person or item.name)]
    nouns = [part for part in things if not part.predicate]
    words = question.words - asked
    if aspect is not None and aspect.name == ("appointment" if things else "taste"):
        aspect = None  # the dentist, the interview: whatever is told of it; and tastes are told of something
    few = aspect is None and question.wanted in _VAGUE and len([*nouns, *people, *words]) < _SPECIFIC
    enough = bool(nouns or people) and not few
    kind = aspect.value if aspect and question.wanted in {Wanted.THING, Wanted.WHO} else None
    return WantedSlot(
        question,
        aspect,
        kind or question.wanted,
        people,
        nouns if enough or (aspect is not None and aspect.name in _OF_DEEDS) else things,
        words,
        known,
    )


def _read(wanted: WantedSlot, told: Told) -> Quote | None:
    plain = fold(told.text)
    if not _may_answer(wanted, plain) or is_question(told.text) or _UNREAL.search(plain):
        return None
    if is_unsure(told.text) and not wanted.is_of_allergy:
        return None
    apart = bool(wanted.people) if wanted.aspect is not None else wanted.value is Wanted.AMOUNT
    joined = wanted.value is Wanted.AGE or (not apart and wanted.value is not Wanted.NAME)
    scores = [(start, _score(wanted, told, span)) for start, span in _spans(told.text, joined=joined)]
    found = [(start, score) for start, score in scores if score]
    if not found or (wanted.own and not _is_of_self(told, wanted)):
        return None
    start = min(found[0][0], _first_words(told.text)) if len(told.text) <= _SHORT_CHARS else found[0][0]
    return Quote(told.text[start:][:QUOTE_CHARS].strip(), told, max(score for _, score in found))


def _may_answer(wanted: WantedSlot, plain: str) -> bool:
    """Return whether a folded text is worth parsing: most tell of something else."""
    if wanted.aspect is not None and not wanted.aspect.may_be_told(plain):
        return False
    named = [part for part in wanted.things if part.word and not part.aliases]
    return all(part.word[:_STEM_CHARS] in plain for part in named) and all(
        word[:_STEM_CHARS] in plain for word in wanted.words
    )


def is_unsure(text: str) -> bool:
    """Return whether somebody only thinks so: "creo que soy intolerante"."""
    return _UNSURE.search(fold(text)) is not None


def _first_words(text: str) -> int:
    """Return where the first sentence of more than a few words begins: "che, escuchá" is none."""
    starts = (found.start() for found in _SENTENCE.finditer(text) if len(found[0].split()) >= _SENTENCE_WORDS)
    return next(starts, 0)


def _spans(text: str, *, joined: bool) -> list[tuple[int, str]]:
    """Return where each sentence begins, with it; `joined`: also with the next one, and the whole text."""
    starts = [found.start() for found in _SENTENCE.finditer(text)]
    ends = [*starts[1:], len(text)]
    alone = list(zip(starts, ends, strict=True))
    pairs = [*zip(starts, ends[1:], strict=False)] if joined else []
    return [(start, text[start:end].strip()) for start, end in (*alone, *pairs)]


def _score(wanted: WantedSlot, told: Told, span: str) -> float:
    """Return how well a part of a message fits; 0 where it misses somebody or something asked for, or a value."""
    plain, statement = fold(span), parse_statement(span)
    named = _score_named(wanted, told, statement)
    kinds = frozenset(kind for item in statement.items for kind in item.kinds)
    if named is None or (wanted.aspect is None and not _is_specific(wanted, kinds)):
        return 0
    if wanted.own_state and USER not in find_subjects(statement, spoken=True):
        return 0
    weight = wanted.aspect.weigh(plain, kinds) if wanted.aspect is not None else 1
    if not weight or not _has_value(wanted, plain, statement, kinds):
        return 0
    return named + weight


def _score_named(wanted: WantedSlot, told: Told, statement: ParsedStatement) -> float | None:
    """Return points for the people and things that are named; None where one is missing."""
    score = 0.0
    around: ParsedStatement | None = None
    for part in wanted.people:
        if _names(part, statement):
            score += _PERSON
            continue
        around = around or parse_statement(f"{told.before}. {told.asked}")
        if wanted.value in {Wanted.AGE, Wanted.NAME} or not _names(part, around):
            return None
        score += _PERSON_BEFORE
    said = all(any(same_word(word, other) for other in statement.words) for word in wanted.words)
    if not said or not all(_names(part, statement) for part in wanted.things):
        return None
    return score + _THING * (len(wanted.things) + len(wanted.words))


def _names(part: Part, statement: ParsedStatement) -> bool:
    return any(part.is_in(item) or part.is_called(item) for item in statement.items)


def _is_specific(wanted: WantedSlot, kinds: frozenset[str]) -> bool:
    """Return whether a question of no aspect names enough to be answered by talk that names it too."""
    things = len(wanted.things) + len(wanted.words)
    if not things:
        return wanted.value is Wanted.TIME or bool(kinds & (_PEOPLE | {"job"}))
    if wanted.own and any(part.kinds for part in wanted.things):
        return True
    own_truth = wanted.value is Wanted.TRUTH and wanted.own and bool(wanted.things)
    return things + len(wanted.people) >= _SPECIFIC or wanted.value not in _VAGUE or own_truth


def _has_value(wanted: WantedSlot, plain: str, statement: ParsedStatement, kinds: frozenset[str]) -> bool:
    aspect, asked = wanted.aspect, (*wanted.people, *wanted.things)
    if aspect is not None and not fits_aspect(aspect.name, plain, kinds):
        return False
    if aspect is not None and aspect.name == "medicine" and not wanted.things and wanted.value is Wanted.THING:
        return "drug" in kinds
    if aspect is not None and aspect.name == "debt" and not _says_any(aspect.asked, statement):
        return False
    if wanted.value is Wanted.NAME and not (tells_name(plain, own=not asked) or _introduces(wanted, statement)):
        return False
    if wanted.value is Wanted.AGE:
        return tells_age_of(_forms(wanted), plain) if asked else tells_own_age(plain)
    rest = [item for item in statement.items if not any(part.is_in(item) for part in asked)]
    return has_value(wanted.value, plain, rest)


def _introduces(wanted: WantedSlot, statement: ParsedStatement) -> bool:
    """Return whether somebody's role and their name stand together: "la jefa Graciela"."""
    items = statement.items
    return any(any(map(part.is_in, items)) and any(map(part.is_called, items)) for part in wanted.people)


def _says_any(words: frozenset[str], statement: ParsedStatement) -> bool:
    return any(same_word(word, other) for word in words for other in statement.words)


def _forms(wanted: WantedSlot) -> frozenset[str]:
    """Return the words by which the people of a question may be called."""
    asked = (*wanted.people, *wanted.things)
    names = {name for part in asked for name in (part.word, *part.aliases) if name}
    return frozenset(names | {form for part in wanted.people for key in part.keys for form in _role_forms(key)})


@cache
def _role_forms(concept: str) -> tuple[str, ...]:
    """Return the single words for a role, folded."""
    phrases = ((phrase, names) for code in LANGUAGES for phrase, names in lexicon(code).exact.items())
    return tuple(word for phrase, names in phrases if concept in names and len(phrase) <= 2 for word in phrase[-1:])


def _is_of_self(told: Told, wanted: WantedSlot) -> bool:
    """Return whether a message may be about the person: it says so, or speaks of nobody else."""
    if is_told_of_self(told.text):
        return True
    plain = fold(told.text)
    items = parse_statement(told.text).items
    others = [item for item in items if item.kinds & _PEOPLE or item.text in wanted.aliases]
    if others and not (wanted.aspect is not None and wanted.aspect.name in _ROLES):
        return False
    spanish = detect_statement_language(told.text) == "es"
    if _OTHER_LEADS.match(plain) or (spanish and not may_be_told_of_self(told.text, "es")):
        return False
    before = parse_statement(told.before)
    return not (_PRONOUN.search(plain) and any(item.kinds & _PEOPLE for item in before.items))
