"""Aspects of a life: what a question asks of somebody (home, job, pay, medicine...), and which words tell it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

from sidecar.domain.person import LANGUAGES, Language
from sidecar.memory.answers.question_words import Wanted
from sidecar.memory.lexicon.lexicon import aspect_words

_BY_WANTED: Mapping[Wanted, str] = {
    Wanted.AGE: "age",
    Wanted.AMOUNT: "rent pay medicine weight height debt smoking",
    Wanted.TIME: "off birthday medicine hours appointment",
    Wanted.PLACE: "trip home job",
    Wanted.NAME: "called",
    Wanted.WHO: "boss partner help debt",
    Wanted.THING: "called home rent pay weight height birthday allergy medicine diet boss car smoking "
    "terms off partner job hours taste",
    Wanted.TRUTH: "allergy diet partner terms smoking medicine car taste",
    Wanted.REASON: "",
}
"""Aspects that each kind of question may be about; the first whose words stand in it is meant."""
_VALUES: Mapping[str, Wanted] = {
    "home": Wanted.PLACE,
    "rent": Wanted.AMOUNT,
    "pay": Wanted.AMOUNT,
    "weight": Wanted.AMOUNT,
    "height": Wanted.AMOUNT,
    "money": Wanted.AMOUNT,
    "birthday": Wanted.TIME,
    "off": Wanted.TIME,
    "hours": Wanted.TIME,
    "boss": Wanted.WHO,
    "called": Wanted.NAME,
}
_KINDS: Mapping[str, frozenset[str]] = {
    "medicine": frozenset({"drug"}),
    "job": frozenset({"job"}),
    "car": frozenset({"car"}),
}
"""Kinds of the lexicon that tell an aspect whatever else is said."""
_RANGE = re.compile(r"\b\d{1,2}(?::\d\d)? ?(?:a|to|-|till|until) ?\d{1,2}(?::\d\d)?\b(?! (?:de|of|kg|kilos))")
_TELLS, _HINTS = 2, 1


@dataclass(frozen=True, slots=True)
class Aspect:
    """`asked`: the words of the question that ask for it; `value`: what must be told of it; None for anything."""

    name: str
    asked: frozenset[str]
    value: Wanted | None
    kinds: frozenset[str]
    tells: re.Pattern[str]
    hints: re.Pattern[str]

    def may_be_told(self, plain: str) -> bool:
        """Return whether a closer look at the text may find it told."""
        return bool(self.kinds) or self.name == "hours" or self.tells.search(plain) is not None

    def weigh(self, plain: str, kinds: frozenset[str]) -> int:
        """Return how strongly a folded text with these kinds of things tells it; 0 where it does not."""
        told = len({found[0] for found in self.tells.finditer(plain)}) + bool(self.kinds & kinds)
        hinted = len({found[0] for found in self.hints.finditer(plain)})
        told += self.name == "hours" and bool(told + hinted) and _RANGE.search(plain) is not None
        return _TELLS * min(told, 2) + _HINTS * min(hinted, 2) if told else 0


def find_aspect(plain: str, wanted: Wanted, language: Language) -> Aspect | None:
    """Return the aspect that a folded question asks for."""
    for name in _BY_WANTED[wanted].split():
        aspect, asks = _aspects(language)[name]
        if asked := asks.findall(plain):
            return replace(aspect, asked=frozenset(word for phrase in asked for word in phrase.split()))
    return None


@cache
def _aspects(language: Language) -> Mapping[str, tuple[Aspect, re.Pattern[str]]]:
    """Return each aspect with the pattern of what asks for it; what tells one is read in either language."""
    own = aspect_words(language)
    told: dict[str, list[str]] = {}
    for name, phrases in (entry for code in LANGUAGES for entry in aspect_words(code).items()):
        told.setdefault(name, []).extend(phrases)
    names = [name.removesuffix(" asks") for name in own if name.endswith(" asks")]
    return {
        name: (
            Aspect(
                name,
                frozenset(),
                _VALUES.get(name),
                _KINDS.get(name, frozenset()),
                _pattern(told.get(f"{name} tells", ())),
                _pattern(told.get(f"{name} hints", ())),
            ),
            _pattern(own[f"{name} asks"]),
        )
        for name in names
    }


def _pattern(phrases: Sequence[str]) -> re.Pattern[str]:
    choices = "|".join(re.escape(one).replace(r"\*", r"\w*").replace("'", "['’]?") for one in phrases)
    return re.compile(rf"\b(?:{choices})(?!\w)" if choices else "(?!)")
