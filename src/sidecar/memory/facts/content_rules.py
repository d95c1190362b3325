"""Compares two statements of one subject and sense by the content that only one of them has."""

from __future__ import annotations

from collections.abc import Iterable

from sidecar.memory.facts.alignment import Alignment
from sidecar.memory.facts.parsed_statement import Item, ParsedStatement, collect_keys, predicate_items
from sidecar.memory.facts.statement import Comparison, Relation
from sidecar.memory.facts.taxonomy import is_implied
from sidecar.memory.lexicon.lexicon import concept_group, function_words

SIMILARITY_BAR = 0.93
"""Embeddings may add a *same* only above this, when one word at most is left over and health is not concerned."""

_OF_ITS_OWN = frozenset({"condition", "job", "state"})
"""Kinds that say something new about somebody."""
_OF_THEIR_OWN = frozenset({"condition", "drug", "food", "drink", "language_name", "instrument", "sport"})
"""Kinds of which a second one is never a detail of the first."""
_MOST_MISSING = 1
"""At most this many things may be missing for each shared one; with more it is another statement."""


def compare_content(alignment: Alignment, similarity: float | None, *, health: bool) -> Comparison:
    """Compare what both say: same, refined or different. `health`: *same* only when certain."""
    if not alignment.pairs:
        return Comparison(Relation.DIFFERENT, "nothing in common")
    missing, extra = (_select_significant(alignment, stored=stored, health=health) for stored in (True, False))
    if missing and extra:
        clear = not health and similarity is not None and similarity >= SIMILARITY_BAR
        if clear and _one_word_apart(missing, extra):
            return Comparison(Relation.SAME, f"similar at {similarity:.2f}, one word apart")
        return Comparison(Relation.DIFFERENT, f"differing: {_texts(missing)} / {_texts(extra)}")
    if missing:
        return _judge_less_detail(alignment, missing, health=health)
    if extra or any(pair.narrower for pair in alignment.pairs):
        return _judge_more_detail(alignment, extra)
    if _newly_changed(alignment):
        return Comparison(Relation.DIFFERENT, "something changed")
    return Comparison(Relation.SAME, "same content words")


def _judge_less_detail(alignment: Alignment, missing: list[Item], *, health: bool) -> Comparison:
    """Judge a statement with less detail: the same, unless it claims more."""
    wider = any(pair.stored.off or pair.narrower for pair in alignment.pairs)
    unsure = health and not all(item.measure for item in missing)
    vital = any(_is_vital(item) for item in missing)
    other_verb = collect_keys(predicate_items(alignment.only_stored)) - concept_group("light")
    if wider or unsure or vital or other_verb or _newly_changed(alignment) or not alignment.topics:
        return Comparison(Relation.DIFFERENT, f"not said again: {_texts(missing)}")
    if len(missing) > _MOST_MISSING * len(alignment.pairs):
        return Comparison(Relation.DIFFERENT, f"too little said again: {_texts(missing)}")
    return Comparison(Relation.SAME, f"same with less detail: without {_texts(missing)}")


def _is_vital(item: Item) -> bool:
    """Return whether leaving the item out changes the meaning; "with whom" is a detail."""
    return item.predicate or item.off or "name" in item.kinds or (item.person and item.prep != "with")


def _judge_more_detail(alignment: Alignment, extra: list[Item]) -> Comparison:
    """Judge a statement that adds detail; another person in it makes it another statement."""
    as_parent = alignment.said.has(*concept_group("child"))
    detail = [item for item in extra if not (as_parent and item.keys & concept_group("parent"))]
    if extra and not detail:
        return Comparison(Relation.SAME, "same content words, said as a parent")
    if reason := _more_than_detail(alignment, detail):
        return Comparison(Relation.DIFFERENT, f"{reason}: {_texts(detail)}")
    return Comparison(Relation.REFINEMENT, f"more detail: {_texts(detail)}")


def _more_than_detail(alignment: Alignment, extra: list[Item]) -> str | None:
    told = (
        collect_keys(pair.stored for pair in alignment.pairs if pair.stored.predicate)
        - concept_group("light")
        - {"like"}
    )
    if not alignment.topics and not told:
        return "something else at that time"
    if any("kin" in item.kinds and item.prep not in {"with", "for"} for item in extra):
        return "another person"
    if any(_is_second_thing(alignment, item) for item in extra):
        return "a second thing"
    if alignment.said.ended or alignment.said.changed:
        return "a change besides"
    if not predicate_items(alignment.stored.items) and collect_keys(extra) & concept_group("not_having"):
        return "not simply having it"
    only_people = all(pair.stored.person for pair in alignment.pairs)
    if only_people and any(item.predicate or item.kinds & _OF_ITS_OWN for item in extra):
        return "something else about them"
    return None


def _is_second_thing(alignment: Alignment, item: Item) -> bool:
    """Return whether an item is joined to what is known, and is no detail of it: "celíaca y diabética"."""
    known = (pair.said for pair in alignment.things if pair.said.kinds & _OF_THEIR_OWN)
    return bool(item.kinds & _OF_THEIR_OWN) and any(_are_joined(alignment.said, item, other) for other in known)


def _are_joined(said: ParsedStatement, item: Item, other: Item) -> bool:
    first, last = sorted((item.at, other.at))
    verbs = any(first < one.at < last and one.predicate and not one.keys & concept_group("unfit") for one in said.items)
    return not verbs and bool(set(said.words[first:last]) & function_words("joint"))


def _select_significant(alignment: Alignment, *, stored: bool, health: bool) -> list[Item]:
    """Return the items of one side that the other lacks and that change the meaning."""
    left, opposite, other = alignment.only_stored, alignment.only_said, alignment.said
    if not stored:
        left, opposite, other = alignment.only_said, alignment.only_stored, alignment.stored
    droppable = frozenset[str]()
    if alignment.things:
        contested = any(item.predicate or not item.measure for item in opposite if not item.weak)
        if not contested:
            droppable = concept_group("light")
        if not predicate_items(other.items) and (stored or not contested):
            droppable |= _find_omissible(left, other, health=health, stored=stored)
    # an allergy to fish is not said again by one to salmon
    known = frozenset[str]() if alignment.stored.has(*concept_group("unfit")) else collect_keys(other.items)
    return _without_units([item for item in left if not _is_negligible(item, known, droppable)], alignment)


def _find_omissible(left: Iterable[Item], other: ParsedStatement, *, health: bool, stored: bool) -> frozenset[str]:
    """Return the words that may be left out of a statement without a verb: "cafe siempre sin azucar"."""
    if health:
        return concept_group("light_in_health")
    if not stored or function_words("having") & set(other.words):
        return concept_group("elided") | concept_group("light")
    return collect_keys(predicate_items(left)) - concept_group("heavy")


def _is_negligible(item: Item, known: frozenset[str], droppable: frozenset[str]) -> bool:
    if item.weak:
        return True
    return bool(item.keys & droppable) if item.predicate else is_implied(item, known)


def _without_units(left: list[Item], alignment: Alignment) -> list[Item]:
    """Drop a unit that only one side names for a number that both have."""
    sides = (alignment.only_stored, alignment.only_said)
    counted = any(pair.stored.numeral for pair in alignment.pairs)
    one_sided = sum(any("unit" in item.kinds for item in side) for side in sides) == 1
    if not counted or not one_sided or any(item.numeral for side in sides for item in side):
        return left
    return [item for item in left if not item.kinds <= {"unit"}]


def _newly_changed(alignment: Alignment) -> bool:
    return alignment.said.changed and not alignment.stored.changed


def _one_word_apart(missing: list[Item], extra: list[Item]) -> bool:
    plain = {"word", "predicates"}
    return len(missing) == len(extra) == 1 and all(i.kinds <= plain and not i.name for i in (*missing, *extra))


def _texts(items: Iterable[Item]) -> str:
    return ", ".join(item.text for item in items)
