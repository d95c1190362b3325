"""Aligns two statements: the items that both have, and those that only one has."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from sidecar.memory.facts.cognates import are_cognates, same_family
from sidecar.memory.facts.numerals import same_numeral
from sidecar.memory.facts.parsed_statement import Item, ParsedStatement
from sidecar.memory.facts.taxonomy import is_implied, is_narrower
from sidecar.memory.lexicon.lexicon import concept_group, concept_group_lines, tied_people

Likeness = Callable[[Item, Item], bool]
"""Whether a stored item and a said one go together."""


@dataclass(frozen=True, slots=True)
class Pair:
    stored: Item
    said: Item
    narrower: bool = False
    """The said item is a kind of the stored one: beagle, dog."""
    kindred: bool = False
    """Predicates that mean the same about the same things: learn, study."""


@dataclass(frozen=True, slots=True)
class Alignment:
    stored: ParsedStatement
    said: ParsedStatement
    pairs: tuple[Pair, ...]
    only_stored: tuple[Item, ...]
    only_said: tuple[Item, ...]

    @property
    def things(self) -> tuple[Pair, ...]:
        """The pairs other than predicates."""
        return tuple(pair for pair in self.pairs if not pair.stored.predicate)

    @property
    def topics(self) -> tuple[Pair, ...]:
        """The things other than numbers and times."""
        return tuple(pair for pair in self.things if not pair.stored.measure)


def align(stored: ParsedStatement, said: ParsedStatement) -> Alignment:
    """Pair each stored item with the first said one of the same meaning; then broader, then kindred ones."""
    crossing = stored.language != said.language
    pairing = _Pairing(stored.items, list(said.items))
    pairing.join(lambda one, other: _means(one, other) or (crossing and are_cognates(one, other)))
    # "Banco Galicia": a general word beside its own instance needs no partner
    if not stored.has(*concept_group("unfit")):  # who is allergic to fish stays so when salmon is told
        pairing.join(lambda one, other: is_narrower(other, one) and not is_implied(one, stored.keys), narrower=True)
    pairing.join(lambda one, other: _kindred(one, other) or (not crossing and same_family(one, other)), kindred=True)
    return pairing.alignment(stored, said)


@dataclass(slots=True)
class _Pairing:
    items: tuple[Item, ...]
    free: list[Item]
    pairs: dict[int, Pair] = field(default_factory=dict[int, Pair])

    def join(self, alike: Likeness, *, narrower: bool = False, kindred: bool = False) -> None:
        for place, item in enumerate(self.items):
            if place in self.pairs:
                continue
            found = next((other for other in self.free if alike(item, other)), None)
            if found is not None:
                self.free.remove(found)
                self.pairs[place] = Pair(item, found, narrower, kindred)

    def alignment(self, stored: ParsedStatement, said: ParsedStatement) -> Alignment:
        """Return the alignment, with what is left over on either side but for repetitions."""
        pairs = tuple(self.pairs[place] for place in sorted(self.pairs))
        left = [item for place, item in enumerate(self.items) if place not in self.pairs]
        only_stored = (item for item in left if not any(_same(item, pair.stored) for pair in pairs))
        only_said = (item for item in self.free if not any(_same(item, pair.said) for pair in pairs))
        return Alignment(stored, said, pairs, tuple(only_stored), tuple(only_said))


def _means(item: Item, other: Item) -> bool:
    return _same(item, other) or _partners(item, other) or _tied(item, other) or _tied(other, item)


def _same(item: Item, other: Item) -> bool:
    if item.numeral and other.numeral:
        return same_numeral(item.numeral, other.numeral)
    if item.name != other.name and ("name" in item.kinds) != ("name" in other.kinds):
        return False  # Luz and the light
    if item.name != other.name and item.unknown and other.unknown:
        return item.text == other.text
    return not item.keys.isdisjoint(other.keys)


def _kindred(item: Item, other: Item) -> bool:
    if not (item.predicate and other.predicate):
        return False
    return any(item.keys & some and other.keys & some for some in concept_group_lines("kindred"))


def _partners(item: Item, other: Item) -> bool:
    """Return whether both may name the partner: "pareja" may be any; a boyfriend is no husband."""
    partners = concept_group("partner")
    named = "partner" in item.keys or "partner" in other.keys
    return named and not (item.keys.isdisjoint(partners) or other.keys.isdisjoint(partners))


def _tied(state: Item, person: Item) -> bool:
    """Return whether a state implies the person: "está casada con Tom", "Tom es mi marido"."""
    ties = tied_people()
    return any(key in ties and not person.keys.isdisjoint(ties[key]) for key in state.keys)
