"""Slots of medicines: how much is taken, how often, and which one of a class."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from sidecar.memory.facts.parsed_statement import Item, ParsedStatement, Slot
from sidecar.memory.lexicon.lexicon import concept_group, concept_group_lines, function_words

_TAKEN = frozenset({"take_drug", "inject"})


def _doses(statement: ParsedStatement) -> Iterator[Slot]:
    """Yield how much of a medicine is taken, and how often."""
    if statement.has(*concept_group("money")):
        return
    drugs = _find_drugs(statement)
    for drug in drugs:
        ends = [other.at for other in drugs if other.at > drug.at]
        amounts, times = list[Item](), list[Item]()
        for item in statement.items:
            near = len(drugs) == 1 or drug.at < item.at < min(ends, default=len(statement.words))
            if near and item.numeral and not item.numeral.startswith("@"):
                (times if _counts_times(statement, item) else amounts).append(item)
            elif near and item.keys & concept_group("how_often"):
                times.append(item)
        if amounts:
            yield Slot.of_items("amount", drug.keys, amounts)
        if times:
            yield Slot.of_items("frequency", drug.keys, times)


def _find_drugs(statement: ParsedStatement) -> list[Item]:
    """Find medicines, or else the unknown word after "toma"."""
    known = [item for item in statement.items if "drug" in item.kinds]
    takes = [item for item in statement.items if item.keys & _TAKEN]
    after = (take.at + len(take.text.split()) for take in takes[:1])
    return known or [item for at in after for item in statement.items if item.unknown and item.at == at]


def _counts_times(statement: ParsedStatement, item: Item) -> bool:
    after = statement.words[item.at + len(item.text.split()) :][:2]
    return bool(after) and (
        after[0] in function_words("times") or after in {("a", "day"), ("al", "dia"), ("por", "dia")}
    )


def _classes(statement: ParsedStatement) -> Iterator[Slot]:
    """Yield which medicine of a class is taken: enalapril and losartan are seldom taken together."""
    drugs = [item for item in statement.items if "drug" in item.kinds and not item.off and item.prep != "for"]
    taken = (
        statement.has(*_TAKEN) or any(item.numeral for item in statement.items) or {"is", "on"} <= set(statement.words)
    )
    if len(drugs) != 1 or not taken or statement.has(*concept_group("unfit"), "hurt") or statement.ended:
        return
    for names in concept_group_lines("one_medicine"):
        if known := drugs[0].keys & names:
            yield Slot("medicine", names, known, drugs[0].text)


RELATIONS_OF_MEDICINES: tuple[Callable[[ParsedStatement], Iterator[Slot]], ...] = (_doses, _classes)
