"""The definition of a language: vocabulary, rules, patterns that set text aside, and the third person."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sidecar.dates import Tense
from sidecar.domain.person import Language
from sidecar.memory.extraction.answer_frames import AnswerWords
from sidecar.memory.extraction.correction_words import CorrectionWords
from sidecar.memory.extraction.grammar import Grammar, compile_pattern
from sidecar.memory.extraction.groups import GroupWords
from sidecar.memory.extraction.reference_words import PeopleWords, ReferenceWords
from sidecar.memory.extraction.words import Vocabulary, Word


@dataclass(frozen=True, slots=True)
class LanguagePack:
    code: Language
    vocabulary: Vocabulary
    grammar: Grammar
    framing: re.Pattern[str]
    """In the folded message: marks that none of it is a statement of the person (a translation, a role to play)."""
    prelude: re.Pattern[str]
    """In a line of words: what may stand before the clause itself ("che, te cuento que")."""
    setting: re.Pattern[str]
    """In a line of words: a time or a place before the verb ("los sábados")."""
    opening: re.Pattern[str]
    """In a line of words: what begins a clause of its own, where a comma or an "and" stood before it."""
    asking: re.Pattern[str]
    """In a line of words: a clause that asks or demands; it states nothing."""
    asking_word: re.Pattern[str]
    """In a line of words: how a question begins that stands after a statement ("soy celíaca, qué como?")."""
    doubt: re.Pattern[str]
    """In a line of words: a condition, a wish, a rumour; nothing after it in the sentence states anything."""
    void: re.Pattern[str]
    """Anywhere in the line of a clause: exaggeration, idiom, irony."""
    aside: re.Pattern[str]
    """In a line of words: words to Sidecar about a statement ("anotalo", "no te olvides"), with which it is over."""
    passing: frozenset[str]
    """Words of the moment: today, now, tonight."""
    since: tuple[str, ...]
    """After them a moment is a beginning: from today, starting tomorrow."""
    cut: re.Pattern[str]
    """In a line of words: a conjunction before which a clause may end."""
    abbreviations: frozenset[str]
    """A full stop after these does not end the sentence."""
    trailing: frozenset[str]
    """Words that say nothing at the end of a clause."""
    retell: Callable[[Sequence[Word], int], str]
    """A clause in the first person as a sentence about the person; the number is the place of its verb or subject."""
    subject: re.Pattern[str]
    """In a line of words: nothing but somebody of whom the next words say something ("mi hermana, Camila")."""
    introduction: re.Pattern[str]
    """In a line of words: a clause that says who one is, after which ages and trades may stand alone."""
    understood: Callable[[Sequence[Word], Sequence[Word]], list[Word]]
    """A clause with the subject put in that it shares with the one before it ("mi abuela tiene 94 y | vive en Azul");
    the second words are those of that clause, none at the beginning."""
    apposed: Callable[[Sequence[Word], Sequence[Word]], list[Word]]
    """What stands alone after an introduction ("29", "contadora"), as a clause; the second words are those of the
    introduction."""
    spelled_out: Callable[[Sequence[Word], bool], Sequence[Word]]
    """A sentence in which words stand for the signs and headings of notes ("mum = Ada"); whether it opens the
    message."""
    tense: Callable[[str], Tense]
    """The tense of a told sentence."""
    recurring: re.Pattern[str]
    """In a told sentence, in small letters: what comes again every month or year, so that it has no year."""
    groups: GroupWords
    people: PeopleWords
    answers: AnswerWords
    corrections: CorrectionWords
    references: ReferenceWords


def compile_choice(known: Vocabulary, *choices: str) -> re.Pattern[str]:
    """Compile any of these patterns of the grammar, to match where a clause begins."""
    return compile_pattern(f"({' | '.join(choices)})", known)


def compile_anywhere(known: Vocabulary, *choices: str) -> re.Pattern[str]:
    """Compile any of these patterns of the grammar, to match anywhere in the line."""
    return re.compile(rf"(?<= ){compile_choice(known, *choices).pattern}")
