"""Rules for what has one value at a time: another value replaces the stored one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from sidecar.memory.facts.alignment import Alignment
from sidecar.memory.facts.parsed_statement import (
    Item,
    ParsedStatement,
    collect_keys,
    content_items,
    predicate_items,
)
from sidecar.memory.facts.taxonomy import are_siblings, categories, is_narrower, same_sort
from sidecar.memory.lexicon.lexicon import concept_group

_OPEN = frozenset({"past", "wish"})
"""What is meant as past or as a wish has no value now."""
_PARTED = frozenset({"separated", "divorced", "widowed"})
_FEW = 2
_DATE = frozenset({"number", "day", "month"})
_SHARED_TIMES = frozenset({"part", "day", "month"})
Values = tuple[Item, Item]
"""A stored value and the one that conflicts with it."""


def _excluded(alignment: Alignment) -> str | None:
    """Find another value of an exclusive category: single and engaged, remote and in the office."""
    if alignment.stored.signs & _OPEN or alignment.said.signs & _OPEN:
        return None
    apart = predicate_items(alignment.only_stored) and predicate_items(alignment.only_said)
    apart = apart and not (alignment.said.changed or alignment.said.now)
    for item in alignment.only_stored:
        for other in alignment.only_said:
            shared = categories(item) & categories(other) & concept_group("exclusive")
            shared &= {"diet_kind"} if apart else shared
            beside = item.off or other.off or item.prep == other.prep == "for" or _is_past_with(alignment.stored, item)
            beside = beside or bool(
                item.keys & _PARTED and "in_relationship" in other.keys
            )  # of whom one was married to
            if shared and not beside and not is_narrower(item, other) and not is_narrower(other, item):
                return f"one {min(shared)} at a time: {item.text} / {other.text}"
    return None


def _is_past_with(stored: ParsedStatement, item: Item) -> bool:
    """Return whether a separation from somebody who is named is told: that stays true with whoever comes after."""
    return bool(item.keys & {"separated", "divorced"}) and any(other.name for other in stored.items)


def _swapped(alignment: Alignment) -> str | None:
    """Find the stored thing beside its replacement: "cambié el samsung por un iphone"."""
    said = alignment.said
    if "wish" in said.signs - alignment.stored.signs:
        return None
    for pair in alignment.things:
        for other in said.items:
            shared = categories(pair.stored) & categories(other)
            near = other.clause == pair.said.clause and said.clauses[other.clause].changed
            alike = shared - _SHARED_TIMES or same_sort(pair.stored, other)
            if other.keys == pair.said.keys or pair.stored.off or not alike:
                continue
            if near or (said.changed and shared & concept_group("exclusive")):
                return f"changed: {pair.stored.text} / {other.text}"
    return None


def _partner(alignment: Alignment) -> str | None:
    """Find another name for the partner."""
    stored, said = alignment.stored, alignment.said
    partners = [item for item in stored.items if item.keys & concept_group("partner")]
    others = [item for item in said.items if item.keys & (concept_group("partner") | {"date_rel", "in_relationship"})]
    if {"ex", "past"} & (stored.signs | said.signs) or not partners or not others:
        return None
    names = [item for item in alignment.only_stored if item.name]
    other_names = [item for item in alignment.only_said if item.name]
    alone = len(content_items(alignment.only_stored)) == len(names) == len(other_names) == 1
    if not alone or any(item.off for item in (*partners, *others)):
        return None
    return _reason("another partner", [(names[0], other_names[0])])


def _valued(alignment: Alignment) -> str | None:
    """Find another value of what has one at a time: an address, a dose, a favourite, a deadline."""
    if (alignment.stored.signs ^ alignment.said.signs) & _OPEN:
        return None
    left, right = content_items(alignment.only_stored), content_items(alignment.only_said)
    if not left or not right or not all(any(are_siblings(item, other) for other in right) for item in left):
        return None
    shared = collect_keys(pair.stored for pair in alignment.pairs)
    apart = (*alignment.only_stored, *alignment.only_said)
    if any(item.keys & {"work"} or "kin" in item.kinds for item in apart):
        return None  # the mail of the office and one's own, the phones of two relatives
    if all(item.kinds & _DATE for item in (*left, *right)):
        functional = shared & concept_group("functional")
    else:
        functional = shared & (concept_group("functional") - concept_group("dated"))
    if alignment.topics:
        functional -= {"earn"}  # "won the cup in 2021"
    if "favourite" in functional and len(alignment.pairs) < _FEW and not categories(left[0]) & categories(right[0]):
        return None
    if functional and len(left) <= _FEW and len(right) <= _FEW:
        return _reason(f"one {min(functional)} at a time", [(left[0], right[0])])
    drug = any("drug" in pair.stored.kinds for pair in alignment.pairs)
    if drug and shared & concept_group("dose") and all(item.numeral for item in (*left, *right)):
        return _reason("another dose", [(left[0], right[0])])
    return None


def _changed(alignment: Alignment) -> str | None:
    """Find another value where a change is announced: "now", "moved to", "switched to"."""
    stored, said = alignment.stored, alignment.said
    if not (said.changed or said.now) or "wish" in said.signs - stored.signs or "past" in stored.signs | said.signs:
        return None
    if stored.event or (said.has("need", "pay") and not said.changed):
        return None  # "needs a new pump"
    against = [(item, other) for item, other in _pair_values(alignment, loose=said.changed) if not item.off]
    sides = (alignment.only_stored, alignment.only_said)
    if all(item.measure for item, _ in against) and not alignment.things and all(map(_tells_things, sides)):
        return None  # the days of two activities
    if all(any("drug" in item.kinds for item in items) for items in sides):
        against = [(item, other) for item, other in against if not item.numeral]  # the doses of two medicines
    besides = not said.changed and any("drug" in item.kinds for item, _ in against)  # "metformin now": one more
    if against and not besides and _has_anchor(alignment) and (_are_known(against) or _is_all_but_one(alignment)):
        return _reason("changed", against)
    close = [(one, two) for one, two in against if categories(one) & categories(two) & concept_group("switched")]
    if not close or stored.has("like"):
        return None
    apart = predicate_items(alignment.only_stored) and predicate_items(alignment.only_said)
    by_itself = not apart and not stored.has(*concept_group("multiple"))
    return _reason("switched", close) if said.changed or by_itself else None


VALUE_RULES: tuple[Callable[[Alignment], str | None], ...] = (
    _excluded,
    _swapped,
    _partner,
    _valued,
    _changed,
)


def _tells_things(items: Iterable[Item]) -> bool:
    return any(not item.measure for item in content_items(items))


def _are_known(pairs: Sequence[Values]) -> bool:
    return any(not (item.unknown and other.unknown) or (item.name and other.name) for item, other in pairs)


def _is_all_but_one(alignment: Alignment) -> bool:
    """Return whether each side has one thing that the other lacks: what words nobody knows are may be values then."""
    return len(content_items(alignment.only_stored)) == len(content_items(alignment.only_said)) == 1


def _has_anchor(alignment: Alignment) -> bool:
    """Return whether a shared thing shows that both speak of one thing whose value may change."""
    bare = all(item.measure for item in content_items(alignment.only_stored))
    for pair in alignment.pairs:
        item = pair.stored
        if item.measure and not bare:
            continue  # "5 mg" is no bond between two medicines
        one = not (item.person or item.name) or item.keys & concept_group("one_person") or "being" in item.kinds
        if one and item.off == pair.said.off and not item.keys & concept_group("multiple") and not item.weak:
            return True
    return False


def _pair_values(alignment: Alignment, *, loose: bool = False) -> list[Values]:
    """Pair the values of one sort. `loose`: an unknown word may be another value of anything."""
    left, right = (content_items(items, weak=True) for items in (alignment.only_stored, alignment.only_said))
    pairs = ((item, other) for item in left for other in right)
    return [(one, two) for one, two in pairs if are_siblings(one, two) or (loose and _may_be_other(one, two))]


def _may_be_other(item: Item, other: Item) -> bool:
    told = item.person or other.person or item.numeral or other.numeral
    return (item.unknown or other.unknown) and not told and not item.off


def _reason(what: str, pairs: Iterable[Values]) -> str | None:
    """Format the reason with the first pair of values; None without a pair."""
    first = next(iter(pairs), None)
    return f"{what}: {first[0].text} / {first[1].text}" if first else None
