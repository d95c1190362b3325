"""Categories of items, and which items are different values of one category."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from sidecar.memory.facts.parsed_statement import Item
from sidecar.memory.lexicon.lexicon import concept_group, concepts

_ROLES = {"to": "at", "for": "at"}
"""One role under several prepositions: moved *to* Hugo, made *in* Wordpress."""
_NAMELIKE = frozenset({"word", "name", "place", "place_kind"})


def categories(item: Item) -> frozenset[str]:
    """Return the broader concepts of an item, and its kinds whose members exclude one another."""
    return _categories(item.keys, item.kinds)


@lru_cache(maxsize=4096)
def _categories(keys: frozenset[str], kinds: frozenset[str]) -> frozenset[str]:
    found = frozenset(parent for key in keys for parent in concepts().broader.get(key, ()))
    return found | (kinds & concept_group("category"))


def same_sort(one: Item, other: Item) -> bool:
    """Return whether both are of one sort: two foods, two sports, two technologies."""
    return bool(one.kinds & other.kinds & concept_group("sort"))


def are_siblings(one: Item, other: Item) -> bool:
    """Return whether both are values of one sort: two months, two drinks, two names in the same role."""
    if one.kinds & other.kinds & {"number"} or categories(one) & categories(other) or same_sort(one, other):
        return True
    one_role = _ROLES.get(one.prep, one.prep) == _ROLES.get(other.prep, other.prep)
    return bool(one.kinds & _NAMELIKE and other.kinds & _NAMELIKE) and one_role


def is_narrower(said: Item, stored: Item) -> bool:
    """Return whether the first is a sort of the second: beagle, dog."""
    return is_implied(stored, said.keys)


def is_implied(item: Item, keys: Iterable[str]) -> bool:
    """Return whether one of the concepts is a sort of this item, so that the item is implied."""
    broader = concepts().broader
    return any(name in broader and not item.keys.isdisjoint(broader[name]) for name in keys)
