"""Parses a question of the person about themselves: what is asked for, and of what."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from sidecar.domain.fact import Fact
from sidecar.domain.person import Language
from sidecar.language.closest_name import find_closest_name
from sidecar.language.fold import fold
from sidecar.language.stop_words import STOP_WORDS
from sidecar.memory.answers.question_words import QUESTION_CHARS, Wanted, find_wanted, fold_question
from sidecar.memory.facts.parsed_statement import Item, ParsedStatement
from sidecar.memory.facts.parser import parse_statement
from sidecar.memory.lexicon.lexicon import concept_group, first_names, function_words, lexicon


@dataclass(frozen=True, slots=True)
class Question:
    """One question. `statement` is its words parsed like a fact; `words` are those that an answer must hold although
    the parser has no item for them ("sign", "surname")."""

    text: str
    wanted: Wanted
    statement: ParsedStatement
    words: frozenset[str]
    past: bool
    advice: bool
    """Asks whether something may be eaten, drunk, taken or done: health counts first."""
    personal: bool
    """Speaks of the person or of what is theirs."""
    of_others: bool = False
    """Asks of somebody who was named before: "and where does she live?"."""

    def about(self, people: Sequence[Item]) -> Question:
        """Return the question asked of these people."""
        return replace(self, statement=replace(self.statement, items=(*people, *self.items)))

    def without_purpose(self) -> Question | None:
        """Return a question for a medicine without what it is for; None for another question."""
        purpose = {item.at for item in self.items if item.prep == "for" or "condition" in item.kinds}
        if not purpose or not any("take_drug" in item.keys for item in self.items):
            return None
        return self._without(frozenset(purpose))

    def without_value(self) -> Question | None:
        """Return what is so for a question whether it is this: "where do I live?" for "do I live in Leeds?"; None for
        another question."""
        values = [item for item in self.items if not item.predicate and not item.weak]
        if self.wanted is not Wanted.TRUTH or not values or any(item.person for item in values):
            return None
        if not any(item.keys & concept_group("has_other") for item in self.items):
            return None
        wanted = Wanted.PLACE if self.statement.has("live") else Wanted.THING
        return replace(self._without(frozenset(item.at for item in values)), wanted=wanted)

    def of_each(self) -> Sequence[Question]:
        """Return the question for each of several people that it names: "Mason and Brynn"."""
        words = self.statement.words
        people = find_people(self.statement)
        between = [words[one.at + 1 : other.at] for one, other in itertools.pairwise(people)]
        if not between or not all(function_words("and").intersection(some) for some in between):
            return ()
        return [self._without(frozenset(person.at for person in people if person is not one)) for one in people]

    def _without(self, places: frozenset[int]) -> Question:
        rest = tuple(item for item in self.items if item.at not in places)
        return replace(self, statement=replace(self.statement, items=rest))

    @property
    def counts_people(self) -> bool:
        """Ask how many there are of somebody: a list of them will do."""
        return self.wanted is Wanted.AMOUNT and all(item.person for item in self.items) and bool(self.items)

    @property
    def items(self) -> tuple[Item, ...]:
        return self.statement.items


_ADVICE = re.compile(
    r"\b(?:puedo|podria|podre|deberia|debo|conviene|me hace (?:mal|bien))\b.*\b(?:comer|tomar|beber|probar|usar|hacer"
    r"|pedir|cocinar|correr|entrenar|acercar|\w+rme)\b|\b(?:can|could|may|should|safe for) (?:i|me)\b.*\b(?:eat|drink"
    r"|take|have|try|use|do|order|cook|run)\b|\bque no (?:me )?(?:puedo|debo)\b|\bcant i (?:eat|have|take|drink)\b"
)
_PAST = re.compile(
    r"\b(?:antes|anterior(?:es)?|solia|previous(?:ly)?|used? to|before|back then|en esa epoca|formerly)\b"
)
_PERSONAL = re.compile(
    r"\b(?:yo|me|mi|mis|mio|mia|conmigo|nos|nuestr[oa]s?|i|im|ive|id|my|mine|our|we|us|myself|tengo|soy|estoy|voy|vivo"
    r"|trabajo|laburo|tomo|como|uso|hago|juego|pago|gano|peso|mido|estudio|calzo|cumplo|fumo|manejo|naci|\w{3,}amos"
    r"|\w{2,}emos|puedo|debo|sigo|veo|entro|salgo|duermo|tenia|vivia|era|fui)\b"
)
_FIRST_PAST = re.compile(r"\b(?!(?:ah|as|aqu|all|qu|caf)[éí]\b)\w+[éí]\b", re.IGNORECASE)
"""Spanish, with its accent: "arranqué", "salí"."""
_OTHERS = frozenset({"he", "she", "his", "her", "him", "they", "their", "them"})
_SHORTEST_MISTYPED = 5
"""Shorter words are one slip from too many others."""
_THIRD_PAST = re.compile(r"\b\w+ó\b", re.IGNORECASE)
_OWN = re.compile(r"\b(?:my|mis?|me)\b")
_IMPERSONAL = frozenset({"es", "está", "fue", "era", "va", "queda", "hace", "sale", "como", "llama"})
_BARE = re.compile(
    r"(?:y )?(?:de |en |a |con )?(?:que \w+|cual|cuant[oa]s?(?: \w+)?|donde|como|quien) (?:es|era|esta|tiene)"
)
"""Of whom, the message before tells: "de qué raza es"."""
_VALUES = frozenset({Wanted.AGE, Wanted.AMOUNT, Wanted.TIME, Wanted.PLACE, Wanted.NAME, Wanted.WHO})
_WHICH = re.compile(
    r"(?:which|what|que|cual) \w+ (?:am|are|was|were|do|did|have|is|es|era|uso|tengo|tomo) (?:i|we|my|our|mi)\b"
)
_WHAT_TO_DO = re.compile(
    r"\b(?:should|can|could|would|might|must|need|have to|puedo|podria|podemos|debo|debemos|deberia|conviene"
    r"|hay que|tengo que|me recomend\w+)\b"
)
_WORK = (
    (re.compile(r"\bwhat (?:do|does|did) (.+) do\b(?: for work| for a living)?"), r"what work \1"),
    (re.compile(r"\bque hace (?=mi |el |la )"), "de que trabaja "),
)
"""What somebody does is their work."""


def parse_question(text: str, language: Language) -> Question:
    text = text[:QUESTION_CHARS]
    plain = fold_question(text)
    for asked, work in _WORK:
        plain = asked.sub(work, plain)
    wanted, asking = find_wanted(plain)
    rest = _PAST.sub(" ", f"{plain[: asking.start()]} {plain[asking.end() :]}" if asking else plain)
    statement = parse_statement(_as_written(rest, text), language)
    personal = _is_personal(rest, text, wanted) or (asking is not None and _OWN.search(asking[0]) is not None)
    said = frozenset(word for item in statement.items for word in item.text.split())
    others = frozenset(word for word in statement.words if word.isalpha() and word not in said)
    small = function_words("asking") | STOP_WORDS | function_words("own")
    return Question(
        text,
        wanted,
        statement,
        frozenset(word for word in others if word not in small and len(word) > 1),
        past=_PAST.search(plain) is not None,
        advice=_ADVICE.search(plain) is not None,
        personal=personal,
        of_others=not personal and not find_people(statement) and _speaks_of_others(plain, language),
    )


def _is_personal(rest: str, text: str, wanted: Wanted) -> bool:
    """Return whether the words beside the asking ones speak of the person. "Ganó", after "quién" even without its
    accent, is the third person."""
    third = {fold(word) for word in _THIRD_PAST.findall(text)}
    words = [word for word in rest.split() if word not in third]
    if wanted is Wanted.WHO and words and words[0].endswith("o"):
        del words[0]
    return _PERSONAL.search(" ".join(words)) is not None


def find_people(statement: ParsedStatement) -> tuple[Item, ...]:
    """Return the people and animals of a statement, by role or name."""
    return tuple(item for item in statement.items if item.person or item.name)


def asks_of_name(question: Question) -> bool:
    """Return whether it asks who somebody is by a first name alone: nobody famous is called so."""
    names = [item for item in question.items if item.text in first_names()]
    return question.wanted is Wanted.WHO and len(question.items) == len(names) == 1 and not question.words


def asks_of_own_value(question: Question) -> bool:
    """Return whether it asks for a value of the person's own life, or of a relative's or a pet's, that nobody else can
    know: "which airline are we on?", "what's his middle name?" of the son. What one should do is no such value."""
    plain = fold_question(question.text)
    own = question.personal and (question.wanted in _VALUES or _WHICH.match(plain) is not None)
    theirs = question.of_others and any(item.kinds & {"kin", "being"} for item in question.items)
    return (own or theirs) and not _WHAT_TO_DO.search(plain)


def may_be_told_of_self(text: str, language: Language) -> bool:
    """Return whether a statement is in the first person, or at least not in the third."""
    return is_told_of_self(text) or not _speaks_of_others(fold_question(text), language)


def is_told_of_self(text: str) -> bool:
    """Return whether a statement is in the first person."""
    return _PERSONAL.search(fold_question(text)) is not None or _FIRST_PAST.search(text) is not None


def _speaks_of_others(plain: str, language: Language) -> bool:
    """Return whether the verb or a pronoun is in the third person."""
    words = frozenset(plain.split())
    if language == "en":
        return not words.isdisjoint(_OTHERS)
    if _BARE.fullmatch(plain):
        return True
    from sidecar.memory.extraction.spanish.verb_forms import second_persons  # the patterns take a fifth of a second

    return not words.isdisjoint(second_persons().keys() - _IMPERSONAL)


def _as_written(plain: str, text: str) -> str:
    """Write the words of a folded text as they stand in the original, since capitals tell names."""
    written = {fold(word): word for word in re.findall(r"[^\W_]+", text)}
    return " ".join(written.get(word, word) for word in plain.split())


def is_filler(word: str) -> bool:
    """Return whether a word of a question says nothing of what is asked for."""
    return word in function_words("asking")


def respell(question: Question, facts: Sequence[Fact], language: Language) -> Question | None:
    """Return the question with each word that nobody knows as the closest one of the lexicon or of the facts; None
    where there is none."""
    unknown = {item.text for item in question.items if item.unknown and len(item.text) >= _SHORTEST_MISTYPED}
    told = {word for fact in facts for word in re.findall(r"[^\W\d_]+", fold(fact.text))}
    text = fold(question.text)
    for word in unknown - told:
        meant = find_closest_name(word, _near_words(word, (*told, *(one[0] for one in lexicon(language).exact))))
        text = re.sub(rf"\b{re.escape(word)}\b", meant or word, text)
    return parse_question(text, language) if text != fold(question.text) else None


def _near_words(word: str, words: Iterable[str]) -> Sequence[str]:
    """Return the words of about its length that begin alike: comparing takes time."""
    return sorted({one for one in words if one[:1] == word[:1] and abs(len(one) - len(word)) <= 1})
