"""Puts into a clause whom it is about: a name gets its role ("Tomi" → "mi hijo Tomi"), a pronoun or a missing subject
the one person or animal that was spoken of."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from sidecar.language.fold import fold_letters
from sidecar.memory.extraction.clauses import Clause
from sidecar.memory.extraction.reference_words import Gender, ReferenceWords
from sidecar.memory.extraction.referents import Referent, Register
from sidecar.memory.extraction.words import Vocabulary, Word, encode_line, join_words, parse_words

_OPENING_WORDS = 3
""""sí, gracias. " before what the message says."""


class Resolver:
    """Resolves the clauses of one message, in their order."""

    def __init__(self, register: Register, words: ReferenceWords, vocabulary: Vocabulary) -> None:
        self._register = register
        self._words = words
        self._vocabulary = vocabulary
        self._opens = True
        self._last = ""

    def resolve(self, clause: Clause, message: str) -> Sequence[Clause]:
        """Return how a clause of the message may be read, the best reading first: with whom it is about put in, where
        that is certain, and as it is. Empty where it may be about somebody else than the person."""
        if found := self._words.newcomer.search(fold_letters(self._last)):
            if theirs := self._name_of_theirs(clause, found):
                return (theirs,)
            if self._may_be_of_newcomer(clause):
                return ()
        if self._is_state_of_other(clause):
            return self._with_subject(clause, message)
        self._opens = _opens(clause, message)
        found = self._by_name(clause) or self._by_reference(clause) or clause
        self._last = join_words(found.words)
        self._register.note(self._last)
        return (found, clause)

    def _may_be_of_newcomer(self, clause: Clause) -> bool:
        """Return whether a health of somebody who is not named is told: "mi prima tiene un hijo, es alérgico"."""
        unnamed = clause.shared or self._words.missing_subject.match(encode_line(clause.words)[0])
        ill = {self._vocabulary.tag_of[name] for name in ("ILL", "COND", "MED", "DIET")}
        return bool(unnamed) and any(not ill.isdisjoint(word.tags) for word in clause.words)

    def _name_of_theirs(self, clause: Clause, newcomer: re.Match[str]) -> Clause | None:
        """Read a name after a newcomer as the newcomer's: "my sister had a baby, he's called Bruno"."""
        bare = clause.words[clause.shared :]
        named = self._words.naming.match(encode_line(bare)[0])
        if not named:
            return None
        theirs = self._words.theirs[self._register.words.gender(newcomer["being"])]
        pronouns = len(named["pronoun"].split()) if "pronoun" in named.groupdict() else 0
        subject = parse_words(theirs.format(**newcomer.groupdict()), self._vocabulary)
        own = next(place for place, word in enumerate(subject) if word.symbol in self._register.words.own)
        return replace(clause, words=(*subject, *bare[pronouns:]), starts=tuple(sorted({0, own})), shared=0)

    def _is_state_of_other(self, clause: Clause) -> bool:
        """Return whether nothing but a state is said after somebody was mentioned: "my dad is 70 and | vegan"."""
        line = encode_line(clause.words[clause.shared :])[0]
        if not self._words.state.match(line) or not self._register.has_mentions:
            return False
        return not self._register.mentions_somebody(join_words(clause.words[: clause.shared]))

    def _with_subject(self, clause: Clause, message: str) -> Sequence[Clause]:
        """Put in the one who was mentioned in the same sentence; another sentence may be about the person again."""
        bare = clause.words[clause.shared :]
        sentence = re.split(r"[.!?\n]", message[: message.lower().rfind(bare[0].text.lower())])[-1]
        if sentence.strip() and not self._register.mentions_somebody(sentence):
            return (clause,)
        who = self._fitting() if sentence.strip() else None
        if who is None:
            return ()
        being = parse_words(self._words.being, self._vocabulary)
        return (self._put(replace(clause, words=(*being, *bare), starts=(0,)), 0, 0, who),)

    def _by_name(self, clause: Clause) -> Clause | None:
        for start in clause.starts:
            place = start + self._small_words(clause.words[start:])
            if place + 1 < len(clause.words):
                word = clause.words[place]
                if known := self._register.named(word.symbol, word.text):
                    return self._put(clause, place, 1, known)
                if self._register.opens_fact(word.symbol):
                    return self._as_name(clause, place)
        return None

    def _as_name(self, clause: Clause, place: int) -> Clause:
        """Read a word as the name that it is for the person, whatever else it means: "Lola", "Pilar"."""
        word = clause.words[place]
        named = replace(word, tags="".join(self._vocabulary.tag_of[name] for name in self._register.words.name_classes))
        return replace(clause, words=(*clause.words[:place], named, *clause.words[place + 1 :]))

    def _by_reference(self, clause: Clause) -> Clause | None:
        place = self._small_words(clause.words)
        if place + 1 >= len(clause.words):
            return None
        opening, following = clause.words[place : place + 2]
        line = encode_line(clause.words[place:])[0]
        gender = self._words.pronouns.get(opening.symbol)
        if gender is not None and self._words.after_pronoun.match(encode_line([following])[0]):
            pet = True if opening.symbol in self._words.for_pets_only else None
            known = self._fitting(gender=gender, pet=pet)
            return self._put(clause, place, 1, known) if known else None
        gender = self._words.possessives.get(opening.symbol)
        if gender is not None and following.symbol in self._words.named:
            known = self._fitting(gender=gender)
            return self._put(clause, place, 1, known, after="'s") if known else None
        is_object = self._words.missing_object.match(line)
        if not (is_object or self._words.missing_subject.match(line)):
            return None
        if self._register.mentions_somebody(join_words(clause.words)):
            return None  # the subject may come last: "vive en Madrid mi primo"
        known = self._fitting()
        return self._put(clause, place, 0, known, before="a" if is_object else "") if known else None

    def _fitting(self, gender: Gender = Gender.UNKNOWN, pet: bool | None = None) -> Referent | None:
        """Return the one who is meant; somebody of the messages before only where the message begins with it."""
        return self._register.fitting(gender, pet, said_before=self._opens)

    def _small_words(self, words: Sequence[Word]) -> int:
        """Return how many small words open a clause."""
        return next((n for n, word in enumerate(words) if word.symbol not in self._words.before_subject), 0)

    def _put(
        self, clause: Clause, place: int, replaced: int, who: Referent, before: str = "", after: str = ""
    ) -> Clause:
        own = " ".join(filter(None, (before, self._register.words.mine, who.role, who.name)))
        put = parse_words(own + after, self._vocabulary)
        rest = clause.words[place + replaced :]
        rest = rest[self._small_words(rest) :]
        kept = [word for word in clause.words[:place] if word.symbol not in self._words.left_out]
        starts = {0, len(kept)} | {start for start in clause.starts if start < place}
        return replace(
            clause,
            words=(*kept, *put, *rest),
            starts=tuple(sorted(starts)),
            shared=0,
            known_until=len(kept) + len(put),
        )


def _opens(clause: Clause, message: str) -> bool:
    """Return whether a message begins with a clause, but for a word or two."""
    found = re.search(rf"(?<!\w){re.escape(clause.words[0].text)}", message, re.IGNORECASE)
    return not found or len(message[: found.start()].split()) <= _OPENING_WORDS
