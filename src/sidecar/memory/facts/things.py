"""The things that a fact is about, apart from what it says of them."""

from __future__ import annotations

from collections.abc import Sequence

from sidecar.language.stems import Language
from sidecar.memory.facts.parsed_statement import Item, tells_work
from sidecar.memory.facts.parser import parse_statement
from sidecar.memory.facts.subject import USER, find_subjects
from sidecar.memory.lexicon.lexicon import concept_map, lexicon

Phrase = tuple[str, ...]

_BESIDE = frozenset(
    {"predicates", "number", "unit", "day", "month", "part", "kin", "being", "color", "size", "side", "quality",
     "marks", "prepositions", "document", "state"}
)  # fmt: skip
_WORKLESS = ("unemployed", "resign", "retire", "hired")
_LANGUAGES: tuple[Language, ...] = ("es", "en")


def name_things(text: str) -> Sequence[Phrase]:
    """Return the folded words for each thing: the drug of "toma sertralina a la noche", the name in "su ex se llama
    Marcos"."""
    return [tuple(item.text.split()) for item in _things(text)]


def name_in_all_forms(text: str) -> Sequence[Phrase]:
    """Return the words for each thing, with the others that the lexicon has for it in both languages. Where a
    statement names no thing, what it says stands for one ("fuma")."""
    items = _things(text) or [item for item in parse_statement(text, None).items if not item.measure]
    known = (lexicon(language).exact.items() for language in _LANGUAGES)
    forms = [(phrase, concepts) for found in known for phrase, concepts in found]
    others = (phrase for item in items for phrase, concepts in forms if concepts & item.keys)
    return list(dict.fromkeys([*(tuple(item.text.split()) for item in items), *others]))


def _things(text: str) -> Sequence[Item]:
    return [item for item in parse_statement(text, None).items if item.kinds - _BESIDE]


def is_akin(named: str, text: str) -> bool:
    """Return whether a statement tells of the user's work or former partner where that is named: "my job", "mi ex"."""
    asked, told = parse_statement(named), parse_statement(text)
    if find_subjects(told, spoken=False)[0] != USER and not told.has("ex_partner"):
        return False
    work = asked.has("work") and (tells_work(told) or told.has(*concept_map("leaves")["unemployed"], *_WORKLESS))
    return work or (asked.has("ex_partner") and told.has("ex_partner", "separated", "divorced"))
