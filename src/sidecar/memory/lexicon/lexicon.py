"""The lexicon: which word forms name which concept, and what concepts are. Each word form appears once.

`<language>/<kind>.txt` has a line `concept: form, form` for every concept; a form that begins with ^ counts only at the
beginning of a clause. Names in capitals after a concept or a form are its classes in the grammars that find facts in
messages. The same in all languages: `concepts.txt` says which kind and which broader concepts a concept has,
`relations.txt` which groups the rules speak of. Names of weekdays and months come from `language.weekdays_and_months`.
Everything is read when it is first needed: about 4,000 lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable

from sidecar.domain.person import LANGUAGES
from sidecar.language.fold import fold
from sidecar.language.stems import Language, stem
from sidecar.language.weekdays_and_months import MONTHS, WEEKDAYS

Phrase = tuple[str, ...]
_WORD = re.compile(r"\d+|[^\W\d_]+\d+|[^\W\d_]+")
_UNSTEMMED = frozenset(
    {
        *("stop", "soft", "marks", "prepositions", "kin", "being", "side", "day", "month", "part", "unit", "body"),
        *("place", "drug", "quality", "team", "car", "phone", "bank", "insurer", "color", "breed"),
    }
)
"""Kinds whose words are compared as they are: brother and sister have one stem in Spanish."""
_NO_WORD_FORMS = frozenset({"speech.txt", "aspects.txt"})
MONTH_CONCEPTS = tuple("may_month" if name == "May" else name.lower() for name in MONTHS["en"])
_SHORTEST_STEM = 4
"""Shorter ones belong to many words (casa, casado); verbs may have them."""


@dataclass(frozen=True, slots=True)
class Lexicon:
    """The phrases of one language, folded; a phrase may name several concepts."""

    code: str
    exact: Mapping[Phrase, frozenset[str]]
    at_start: Mapping[Phrase, frozenset[str]]
    inflected: frozenset[Phrase]
    """The phrases that may be found by their stems."""
    verbs: frozenset[Phrase]
    stops: frozenset[str]
    prepositions: Mapping[Phrase, str]
    longest: int

    def has(self, word: str) -> bool:
        return (word,) in self.exact


@dataclass(frozen=True, slots=True)
class Concepts:
    kinds: Mapping[str, frozenset[str]]
    broader: Mapping[str, frozenset[str]]
    """The whole chain of each concept: beagle → dog."""


@dataclass(frozen=True, slots=True)
class WordForm:
    kind: str
    concept: str
    """Empty for the other words of the grammars."""
    text: str
    """Begins with ^ when it counts only at the beginning of a clause."""
    classes: tuple[str, ...]


@cache
def word_forms(code: Language) -> tuple[WordForm, ...]:
    """Return the word forms of a language ("es", "en")."""
    return tuple(
        form
        for file in sorted(_folder().joinpath(code).iterdir(), key=lambda file: file.name)
        if file.name not in _NO_WORD_FORMS
        for heading, entries in _entries(file)
        for form in _forms(file.name.removesuffix(".txt"), heading, entries)
    ) + tuple(_calendar_forms(code))


def _calendar_forms(code: Language) -> Iterator[WordForm]:
    """Yield the names of weekdays and months, which dates read too."""
    for concept, name in zip(WEEKDAYS["en"], WEEKDAYS[code], strict=True):
        yield WordForm("day", concept.lower(), name.lower(), ("DAY",))
    for concept, name in zip(MONTH_CONCEPTS, MONTHS[code], strict=True):
        yield WordForm("month", concept, name.lower(), ("MONTH",))


def _forms(kind: str, heading: str, entries: Sequence[str]) -> Iterator[WordForm]:
    concept, shared = _without_classes(heading)
    for entry in entries:
        text, classes = _without_classes(entry)
        yield WordForm(kind, concept, text, (*shared, *classes))


def _without_classes(entry: str) -> tuple[str, tuple[str, ...]]:
    words = entry.split()
    return " ".join(w for w in words if not w.isupper()), tuple(w for w in words if w.isupper())


@cache
def word_classes(code: Language) -> Mapping[str, Sequence[str]]:
    """Return the forms of each class of the grammars of a language."""
    classes: dict[str, list[str]] = {}
    for form in word_forms(code):
        for name in form.classes:
            classes.setdefault(name, []).append(form.text)
    return classes


@cache
def lexicon(code: Language) -> Lexicon:
    """Return the lexicon of a language ("es", "en")."""
    exact: dict[Phrase, set[str]] = {}
    at_start: dict[Phrase, set[str]] = {}
    inflected: set[Phrase] = set()
    verbs: set[Phrase] = set()
    prepositions: dict[Phrase, str] = {}
    stops: set[str] = set()
    for form in word_forms(code):
        if not form.concept:
            continue
        phrase = split_phrase(form.text)
        if form.kind == "prepositions":
            prepositions[phrase] = form.concept
            continue
        (at_start if form.text.startswith("^") else exact).setdefault(phrase, set()).add(form.concept)
        if form.kind not in _UNSTEMMED and (len(phrase) == 1 or form.kind not in {"predicates", "state"}):
            inflected.add(phrase)
        if form.kind == "predicates":
            verbs.add(phrase)
        if form.kind in {"stop", "soft"} and len(phrase) == 1:
            stops.add(phrase[0])
    return Lexicon(
        code,
        {phrase: frozenset(found) for phrase, found in exact.items()},
        {phrase: frozenset(found) for phrase, found in at_start.items()},
        frozenset(inflected),
        frozenset(verbs),
        frozenset(stops),
        prepositions,
        max(len(phrase) for phrase in exact),
    )


@cache
def stemmed(code: Language) -> Mapping[Phrase, frozenset[str]]:
    """Return the inflected phrases of a language by their stems."""
    known, kinds = lexicon(code), concepts().kinds
    found: dict[Phrase, frozenset[str]] = {}
    for phrase in known.inflected:
        key = tuple(stem(word, code) for word in phrase)
        if len(key) == 1 and len(key[0]) < _SHORTEST_STEM and phrase not in known.verbs:
            continue
        found[key] = found.get(key, frozenset()) | {
            name for name in known.exact.get(phrase, ()) if not kinds.get(name, frozenset()) <= _UNSTEMMED
        }
    return found


@cache
def longest_phrases(code: Language) -> Mapping[str, int]:
    """Return how many words the longest phrase has that may begin with a word or stem in a text of this language, of
    those that begin one: most words need no search for a phrase."""
    known = lexicon(code)
    phrases = (
        known.exact,
        known.at_start,
        known.prepositions,
        stemmed(code),
        *(lexicon(each).exact for each in LANGUAGES),
    )
    longest: dict[str, int] = {}
    for phrase in (phrase for some in phrases for phrase in some if 1 < len(phrase) <= known.longest):
        longest[phrase[0]] = max(longest.get(phrase[0], 1), len(phrase))
    return longest


@cache
def concepts() -> Concepts:
    kinds: dict[str, set[str]] = {}
    broader: dict[str, set[str]] = {}
    for heading, names in _entries(_folder().joinpath("concepts.txt"), separator=" "):
        kind, _, parent = heading.partition(" ")
        for name in names:
            kinds.setdefault(name, set()).add(kind)
            if parent:
                broader.setdefault(name, set()).add(parent)
    for parents in broader.values():
        parents.update(*(broader.get(parent, set()) for parent in tuple(parents)))
    return Concepts(
        {name: frozenset(found) for name, found in kinds.items()},
        {name: frozenset(found) for name, found in broader.items()},
    )


@cache
def function_words(name: str) -> frozenset[str]:
    """Return small words of both languages that do one job in a sentence (`speech.txt`): "having", "own", ..."""
    lines = (line for code in ("es", "en") for line in _entries(_folder().joinpath(code, "speech.txt"), separator=" "))
    return frozenset(word for job, words in lines if job == name for word in words)


@cache
def aspect_words(code: Language) -> Mapping[str, Sequence[str]]:
    """Return the phrases that ask of an aspect of somebody's life or tell it (`aspects.txt`), by "home asks" and the
    like, folded. A star stands for any ending."""
    return {name: [fold(form) for form in forms] for name, forms in _entries(_folder().joinpath(code, "aspects.txt"))}


@cache
def concept_group(name: str) -> frozenset[str]:
    """Return a group of `relations.txt`. Raises KeyError for one that is not there."""
    return frozenset(concept for line in _relations()[name] for concept in line)


@cache
def concept_group_lines(name: str) -> tuple[frozenset[str], ...]:
    """Return the lines of a group that has several, each for itself."""
    return tuple(frozenset(line) for line in _relations()[name])


@cache
def marital_states() -> tuple[tuple[frozenset[str], frozenset[str]], ...]:
    """Return states and the people who make them: married, and husband or wife."""
    lines = _relations()["tie"]
    return tuple((frozenset(line[: line.index("|")]), frozenset(line[line.index("|") + 1 :])) for line in lines)


@cache
def tied_people() -> Mapping[str, frozenset[str]]:
    """Return whom each state implies: married, a husband or a wife."""
    tied: dict[str, frozenset[str]] = {}
    for states, people in marital_states():
        tied |= {state: tied.get(state, frozenset()) | people for state in states}
    return tied


@cache
def concept_map(name: str) -> Mapping[str, frozenset[str]]:
    """Return the concepts that others leave, or deny: the groups whose name begins with `name`."""
    return {key.split()[1]: concept_group(key) for key in _relations() if key.startswith(f"{name} ")}


@cache
def _relations() -> Mapping[str, list[list[str]]]:
    found: dict[str, list[list[str]]] = {}
    for name, names in _entries(_folder().joinpath("relations.txt"), separator=" "):
        found.setdefault(name, []).append(names)
    return found


@cache
def first_names() -> frozenset[str]:
    return frozenset(_folder().joinpath("first_names.txt").read_text(encoding="utf-8").split())


def split_phrase(form: str) -> Phrase:
    """Return a form as folded tokens, cut like the words of a statement."""
    return tuple(_WORD.findall(fold(form)))


def _entries(file: Traversable, separator: str = ",") -> Iterator[tuple[str, list[str]]]:
    for line in file.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            name, _, forms = line.partition(": ")
            yield name, [form.strip() for form in forms.split(separator) if form.strip()]


def _folder() -> Traversable:
    return resources.files("sidecar.memory.lexicon")
