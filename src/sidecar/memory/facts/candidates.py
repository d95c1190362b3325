"""Keys that find the facts to which a statement may be related."""

from __future__ import annotations

from sidecar.language.stems import Language
from sidecar.memory.facts.cognates import normalize_spelling
from sidecar.memory.facts.parsed_statement import Item
from sidecar.memory.facts.parser import parse_statement
from sidecar.memory.facts.slots import slot_keys
from sidecar.memory.facts.taxonomy import categories
from sidecar.memory.lexicon.lexicon import concept_group, concept_map, marital_states

_READ_AT_THE_START, _READ_AT_THE_END = 3_000, 1_000
"""Characters of a pasted text between which nothing is looked up: a person asks before it or after it."""


def lookup_words(text: str) -> frozenset[str]:
    """Return the keys by which facts are looked up that may have to do with a message."""
    if len(text) > _READ_AT_THE_START + _READ_AT_THE_END:
        text = f"{text[:_READ_AT_THE_START]}\n{text[-_READ_AT_THE_END:]}"
    return candidate_words(text)


def candidate_words(text: str, language: Language | None = None) -> frozenset[str]:
    """Return the keys to index a fact by: two statements without a common one are different.

    Concepts ("peanut", in both languages), stems of words that the lexicon lacks ("w:carpint"), the sorts of things of
    which a person has one ("phone"), the slots that it fills, and what an event ends ("work" for a resignation).
    Index these for every stored fact and look up those of the new statement.
    """
    statement = parse_statement(text, language)
    keys = set(slot_keys(statement))
    for item in statement.items:
        keys |= _item_keys(item)
    return frozenset(keys)


def _item_keys(item: Item) -> set[str]:
    keys = set(item.keys | categories(item))
    if item.kinds & {"word", "name"}:
        keys.add(f"c:{normalize_spelling(item.text)}")
    if "job" in item.kinds:
        keys.add("work")
    for event, left in concept_map("leaves").items():
        if event in item.keys:
            keys |= left
    for states, people in marital_states():
        if item.keys & (states | people):
            keys |= states | people
    if item.keys & (concept_group("child") | {"gave_birth"}):
        keys.add("children")
    if item.keys & concept_group("partner"):
        keys.add("single")
    return keys
