"""The English vocabulary: the lexicon, guesses from the form of other words, and contractions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from sidecar.language.numerals import CARDINALS
from sidecar.memory.extraction.english.spelling import SHORT
from sidecar.memory.extraction.english.verbs import GERUNDS, PASTS, PRESENTS
from sidecar.memory.extraction.words import folded_words, vocabulary
from sidecar.memory.lexicon.lexicon import first_names, word_classes, word_forms

_JOB = re.compile(
    r".{3,}(?:ologist|iatrist|ographer|ineer|grammer|evaluator|ulator|anager|urist|maker|keeper|therapist)$"
)
_NO_JOB = frozenset(["tourist", "troublemaker"])
_MED = re.compile(
    r".{4,}(?:pril|sartan|statin|prazole|oxetine|pram|zepam|zolam|thyroxine|formin|cillin|olol|dipine|mab|triptyline|gliptin)$"
)


_TENS = re.compile(r"(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:-\w+)?")


def _guess(symbol: str) -> Iterable[str]:
    if _TENS.fullmatch(symbol):
        yield "NUMBER"
        yield "YEARS"
    if _MED.fullmatch(symbol):
        yield "MED"
    if _JOB.fullmatch(symbol) and symbol not in _NO_JOB:
        yield "JOB"


_NAMES = first_names() - folded_words("""
    hope faith grace mark rose ruby carter hunter will bill pat sue ray chase cooper grant summer joy ivy reading
    bart olive pearl dawn penny robin sandy april may june august
""")
_KINDS = {"FOOD": {"food", "drink"}, "DRUG": {"drug"}, "SPORT": {"sport"}, "PLACE": {"place"}}
_NOT_FOOD = folded_words(
    "food fish latex pollen dust nickel bee wasp mold mould orange meal dish water dinner lunch supper"
)


def _of_kinds(kinds: set[str]) -> frozenset[str]:
    return frozenset(form.text for form in word_forms("en") if form.kind in kinds and form.text not in _NOT_FOOD)


def _owners() -> Mapping[str, str]:
    """Return the possessives of names and medicines as people type them: "danas", "losartans"."""
    names = _NAMES
    drugs = _of_kinds({"drug"})
    return {
        f"{name}s": f"{name} 's" for name in names | drugs if f"{name}s" not in names | drugs and name[-1] not in "s "
    }


def _plurals(words: Iterable[str]) -> frozenset[str]:
    return frozenset(form for word in words for form in (word, f"{word}s"))


KNOWN = vocabulary("en", _guess, {**_owners(), **SHORT}, {
    "COUNT": CARDINALS["en"],
        "MOMENT": ["this week", "this weekend", "this morning", "this afternoon", "this evening", "last night"],
    "FIRST": _NAMES,
    "PET": _plurals(form for form in word_classes("en")["PET"] if not form.endswith(("s", "x", "y", "h"))),
    "NAME": _NAMES,
    "PAST": PASTS,
    "THIRD": PRESENTS,
    "ING": GERUNDS,
    **{name: _plurals(_of_kinds(kinds)) for name, kinds in _KINDS.items()},
})  # fmt: skip
