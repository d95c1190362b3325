"""Reads a correction of what was said before: "no, Anita", "perdón, el jueves", "I meant 75", "*Leeds"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from difflib import SequenceMatcher
from itertools import product

from sidecar.dates import DaySpan, Tense, find_days
from sidecar.domain.fact import Confidence, Fact, NewFact
from sidecar.domain.message import Speaker
from sidecar.domain.person import Language
from sidecar.language.fold import fold_letters
from sidecar.language.stems import stem
from sidecar.language.weekdays_and_months import WEEKDAYS, weekday_numbers
from sidecar.memory.extraction.context import ExtractionContext
from sidecar.memory.extraction.correction_words import CorrectionWords
from sidecar.memory.extraction.fact_dates import move_day
from sidecar.memory.extraction.referents import Register
from sidecar.memory.lexicon.lexicon import concepts, lexicon, split_phrase, stemmed

_SEGMENT = re.compile(r"[^.,;:!?()\n]*")
_STAR = re.compile(r"\*\s?(?P<before>[^*\n]{1,40})$|(?P<after>[^*\n]{1,40})\s?\*$")
_NUMBER = re.compile(r"(?<![\w.,/])\d+(?:[.,]\d+)?(?![\w/])")
_UNIT = re.compile(
    r"\s?(?:mg|mcg|ml|gr?|kgs?|kilos?|lbs?|ui|iu|units?|gotas|drops|pesos|lucas|años|anos|years(?: old)?)$"
)
_NAME = re.compile(r"(?<=\s)(?=[^a-záéíóúñ\W\d_])[\w'’-]+")
_WHOLE_NAME = re.compile(rf"{_NAME.pattern}(?:{_NAME.pattern.replace('(?<=', '(?:')})*")
_STARTS = re.compile(r"\s(?=\S+,? (?:\S+ )?(?:no|not) )|\s(?=\S+ \S+,? (?:\S+ )?(?:no|not) )")
_LEAD = frozenset(["a", "al", "de", "del", "en", "el", "la", "los", "las", "un", "una", "to", "an", "the", "in", "at"])
_LONGEST_WORDS = 4
_RECENT_TURNS = 2
_ALIKE = 0.5


@dataclass(frozen=True, slots=True)
class _Correction:
    new: str
    old: str
    is_marked: bool


@dataclass(frozen=True, slots=True)
class _Change:
    fact: Fact
    text: str
    wrong: str
    until: date | None


class CorrectionReader:
    """Reads a message as the correction of a fact that was just told."""

    def __init__(self, context: ExtractionContext, words: CorrectionWords, code: Language, register: Register) -> None:
        self._context = context
        self._words = words
        self._code: Language = code
        self._register = register

    def read(self, message: str) -> NewFact | None:
        """Return the corrected fact; None where the message corrects nothing, or several may be meant."""
        correction = self._find(message)
        if correction is None:
            return None
        changes = [change for fact in self._told_lately(correction) for change in self._changes(fact, correction)]
        changes = [change for change in changes if correction.is_marked or self._is_about(change)]
        if len(changes) != 1:
            return None
        (change,) = changes
        fact = change.fact
        return NewFact(
            change.text,
            fact.domain,
            fact.subject,
            Confidence.HIGH,
            critical=fact.critical,
            until=change.until,
            ends=(fact.id,),
        )

    def end_restated(self, told: Sequence[NewFact], message: str) -> list[NewFact]:
        """Let the one fact of a sentence that opens as a correction end the one that it says with another word."""
        if len(told) != 1 or not self._words.opening.match(message.lower()):
            return list(told)
        wrong = [fact.id for fact in self._context.known if self._says_otherwise(fact.text, told[0].text)]
        return [replace(told[0], ends=(*told[0].ends, *wrong))] if len(wrong) == 1 else list(told)

    def _says_otherwise(self, old: str, new: str) -> bool:
        """Return whether two statements differ in one name, number or weekday alone."""
        words = list(zip(old.split(), new.split(), strict=False))
        differing = [(one, other) for one, other in words if fold_letters(one) != fold_letters(other)]
        if len(differing) != 1 or len(old.split()) != len(new.split()):
            return False
        one, other = (word.strip(",.;") for word in differing[0])
        found = _find_word(one, old)
        return found is not None and self._is_same_kind(found, other)

    def _find(self, message: str) -> _Correction | None:
        text = message.strip()
        if behind := self._words.behind.search(text.lower()):
            text = f"{text[slice(*behind.span('mark'))]} {text[: behind.start()]}"
        if star := _STAR.fullmatch(text):
            return self._checked((star["before"] or star["after"]).strip(), "", is_marked=True)
        if spelled := self._words.spelled.match(text.lower()):
            return self._checked(text[slice(*spelled.span("new"))], "", is_marked=True)
        marked, denied = self._words.marked.match(text.lower()), self._words.denied.match(text.lower())
        mark = marked or denied
        rest = text[mark.end() :] if mark else text
        if filler := self._words.filler.match(rest.lower()):
            rest = rest[filler.end() :]
        for said, pattern in product((rest, text), self._words.instead):
            if not (instead := pattern.match(said.lower())):
                continue
            new, old = said[slice(*instead.span("new"))], said[slice(*instead.span("old"))]
            return self._checked(new.strip(), old, is_marked=True)
        if not mark:
            return self._in_passing(text)
        segment = _SEGMENT.match(rest)
        return self._checked(segment.group().strip() if segment else "", "", is_marked=marked is not None)

    def _in_passing(self, text: str) -> _Correction | None:
        """Return a number or weekday that is put right at the end of a statement: "mamá cumple el 15, no el 14"."""
        said = text.lower()
        found = [
            instead for start in _STARTS.finditer(said) if (instead := self._words.instead[0].match(said, start.end()))
        ]
        if not found or said[found[-1].end() :].strip(" .!"):
            return None
        new, old = (_without_lead(text[slice(*found[-1].span(name))].strip()) for name in ("new", "old"))
        both = all(_NUMBER.fullmatch(word) or self._weekday(word) for word in (new, old))
        return _Correction(new, old, is_marked=True) if both else None

    def _checked(self, new: str, old: str, *, is_marked: bool) -> _Correction | None:
        return _Correction(new, old, is_marked) if 0 < len(new.split()) <= _LONGEST_WORDS else None

    def _told_lately(self, correction: _Correction) -> Iterator[Fact]:
        """Yield the facts of the person's last two messages; with the wrong word, all that hold it."""
        said = [message for message in self._context.before if message.speaker is Speaker.PERSON]
        turns = {message.turn for message in said[-_RECENT_TURNS:]}
        for fact in self._context.known:
            if fact.origin in turns or (correction.old and _find_word(correction.old, fact.text)):
                yield fact

    def _is_about(self, change: _Change) -> bool:
        """Return whether a mere no denies this value: Sidecar has just said it, or asked nothing."""
        last = self._context.before[-1] if self._context.before else None
        if last is None or last.speaker is not Speaker.COMPANION or "?" not in last.text:
            return True
        return fold_letters(change.wrong) in fold_letters(last.text)

    def _changes(self, fact: Fact, correction: _Correction) -> Iterator[_Change]:
        """Yield the fact with the right value, at most once."""
        new = correction.new
        if correction.old:
            for old, right in ((correction.old, new), (_without_lead(correction.old), _without_lead(new))):
                wrong = _find_word(old, fact.text)
                if wrong and self._is_same_kind(wrong, right):
                    yield _replaced(fact, wrong, right[:1].upper() + right[1:] if wrong.group()[0].isupper() else right)
                    return
        elif _NUMBER.fullmatch(number := _UNIT.sub("", new)):
            numbers = list(_NUMBER.finditer(self._without_days(fact.text)))
            if len(numbers) == 1 and numbers[0].group() != number:
                yield _replaced(fact, numbers[0], number)
        elif day := self._day(new):
            yield from self._on_another_day(fact, day)
        elif weekday := self._weekday(new):
            found = [word for word in re.finditer(r"\w+", fact.text) if self._weekday(word.group())]
            if len(found) == 1:
                yield _replaced(fact, found[0], weekday)
        elif self._is_name(name := _without_lead(new)):
            yield from self._with_another_name(fact, name)

    def _is_same_kind(self, wrong: re.Match[str], new: str) -> bool:
        word = wrong.group()
        if _NUMBER.fullmatch(word):
            return bool(_NUMBER.fullmatch(new))
        if self._weekday(word) or self._weekday(new):
            return bool(self._weekday(word) and self._weekday(new))
        may_be_name = word[0].isupper() and (wrong.start() or not self._register.is_known_word(fold_letters(word)))
        if may_be_name and self._is_name(new):
            return True
        kinds, others = self._kinds(word), self._kinds(new)
        return bool(kinds & others) or bool(kinds and not others and not self._is_name(new.title()))

    def _kinds(self, phrase: str) -> frozenset[str]:
        """Return what kinds of things the lexicon has the last word of a phrase for."""
        words = split_phrase(_without_lead(phrase))
        known, stems = lexicon(self._code).exact, stemmed(self._code)
        tails = [words[at:] for at in range(len(words))]
        found = (known.get(tail) or stems.get(tuple(stem(word, self._code) for word in tail)) for tail in tails)
        names = next(filter(None, found), frozenset[str]())
        return frozenset(kind for name in names for kind in concepts().kinds.get(name, ()))

    def _days(self, text: str) -> tuple[DaySpan, ...]:
        said_on = self._context.said_on
        return find_days(text, said_on, self._code, Tense.COMING) if said_on else ()

    def _without_days(self, text: str) -> str:
        """Blank out the dates of a text; what stays keeps its place."""
        for span in self._days(text):
            text = text[: span.start] + " " * (span.end - span.start) + text[span.end :]
        return text

    def _day(self, new: str) -> DaySpan | None:
        found = self._days(new)
        return found[0] if len(found) == 1 and found[0].end - found[0].start == len(new) else None

    def _on_another_day(self, fact: Fact, day: DaySpan) -> Iterator[_Change]:
        found = self._days(fact.text)
        if len(found) == 1 and found[0].first != day.first:
            wrong = WEEKDAYS[self._code][found[0].first.weekday()]
            yield _Change(fact, move_day(fact.text, found[0], day), wrong, day.last if fact.until else None)

    def _weekday(self, word: str) -> str:
        last = word.rsplit(maxsplit=1)[-1]
        return last if fold_letters(last).rstrip("s") in self._weekdays() else ""

    def _weekdays(self) -> frozenset[str]:
        return frozenset(name.rstrip("s") for name in weekday_numbers(self._code))

    def _is_name(self, new: str) -> bool:
        return len(new.split()) <= 2 and all(
            re.fullmatch(r"[^\W\d_][\w'’-]+", word)
            and (word[0].isupper() or not self._register.is_known_word(fold_letters(word)))
            for word in new.split()
        )

    def _with_another_name(self, fact: Fact, new: str) -> Iterator[_Change]:
        names = list(_WHOLE_NAME.finditer(fact.text))
        alike = [word for word in _NAME.finditer(fact.text) if _likeness(word.group(), new) >= _ALIKE]
        is_certain = new[0].isupper() or self._register.is_given_name(fold_letters(new))
        chosen = alike if len(alike) == 1 else names if is_certain else []
        told = " ".join(word[:1].upper() + word[1:] for word in new.split())
        if len(chosen) == 1 and chosen[0].group() != told:
            yield _replaced(fact, chosen[0], told)


def _replaced(fact: Fact, wrong: re.Match[str], right: str) -> _Change:
    text = fact.text[: wrong.start()] + right + fact.text[wrong.end() :]
    return _Change(fact, text, wrong.group(), fact.until)


def _find_word(word: str, text: str) -> re.Match[str] | None:
    """Find the only place of a word or phrase in a text."""
    words = r"[\w'’-]+" + r"\s+[\w'’-]+" * (len(word.split()) - 1)
    found = [one for one in re.finditer(rf"(?=\b({words})\b)", text) if fold_letters(one[1]) == fold_letters(word)]
    return re.compile(words).match(text, found[0].start()) if len(found) == 1 else None


def _without_lead(phrase: str) -> str:
    """Leave out the preposition and the article before a value: "al níquel"."""
    words = phrase.split()
    while len(words) > 1 and words[0].lower() in _LEAD:
        del words[0]
    return " ".join(words)


def _likeness(one: str, other: str) -> float:
    return SequenceMatcher(None, fold_letters(one), fold_letters(other)).ratio()
