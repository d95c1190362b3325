"""Compares a new statement with a stored fact, by words and rules alone (MEM-11..17)."""

from __future__ import annotations

from dataclasses import replace

from sidecar.domain.fact import Domain
from sidecar.memory.facts.alignment import Alignment, align
from sidecar.memory.facts.capitals import capitalized_words
from sidecar.memory.facts.content_rules import compare_content
from sidecar.memory.facts.deaths import ends_by_death
from sidecar.memory.facts.parsed_statement import ParsedStatement
from sidecar.memory.facts.parser import parse_statement
from sidecar.memory.facts.replacement_rules import find_replacement
from sidecar.memory.facts.slots import find_change
from sidecar.memory.facts.statement import Comparison, Relation, Statement, strip_over
from sidecar.memory.facts.subject import USER, find_subjects, share_subject
from sidecar.memory.facts.tokens import fold_pieces
from sidecar.memory.lexicon.lexicon import concept_group

_COPULAS = frozenset({"es", "is"})
_PARTING = ("separated", "divorced", "single")
_OF_HEALTH = frozenset({"condition", "drug"})
_ROLE_WITHIN = 2
"""A role at the beginning: "es ayudante", "is a nurse"."""


def compare(stored: Statement, said: Statement, similarity: float | None = None) -> Comparison:
    """Decide whether `said` repeats, refines, replaces or is unrelated to the fact `stored`.

    Pure and deterministic; in doubt `different`. `similarity`: of the embeddings of the two texts, -1..1, which may add
    a `same` in a clear case. The first comparison reads the language packs (about 0.2 s), the others take about 0.5 ms.
    """
    if (over := _compare_over(stored, said)) is not None:
        return over
    alignment = _parse_both(stored, said)
    if alignment.stored.words == alignment.said.words:
        return Comparison(Relation.SAME, "same words")
    health = Domain.HEALTH in (stored.domain, said.domain)
    subjects, others = find_subjects(alignment.stored, spoken=False), find_subjects(alignment.said, spoken=True)
    if ends_by_death(alignment.stored, subjects, alignment.said, others):
        return Comparison(Relation.CONTRADICTION, "ended by a death", certain=True)
    if alignment.said.has("lost_pregnancy") and alignment.stored.has("pregnant") and share_subject(subjects, others):
        return Comparison(Relation.CONTRADICTION, "ended by a loss", certain=True)  # nobody is asked twice about that
    if not _one_subject(subjects, others, alignment):
        of_health = stored.domain is Domain.HEALTH or _tells_health(alignment.stored)
        if _acts_on(subjects[0], others, alignment, of_health=of_health) and (reason := find_replacement(alignment)):
            return Comparison(Relation.CONTRADICTION, reason)
        return Comparison(Relation.DIFFERENT, f"different subject: {_who(subjects[0])} / {_who(others[0])}")
    if reason := find_replacement(alignment):
        return Comparison(Relation.CONTRADICTION, reason)
    if change := find_change(alignment.stored, alignment.said):
        relation = Relation.DIFFERENT if change.doubtful else Relation.CONTRADICTION
        return Comparison(relation, change.reason, doubtful=change.doubtful, loose=change.loose)
    if reason := _other_sense(alignment):
        return Comparison(Relation.DIFFERENT, reason)
    return compare_content(alignment, similarity, health=health)


def _compare_over(stored: Statement, said: Statement) -> Comparison | None:
    """Compare where one side says that something is over: the same without that is its opposite."""
    one, other = strip_over(stored.text), strip_over(said.text)
    if (one == stored.text) is (other == said.text):
        return None
    alike = compare(replace(stored, text=one), replace(said, text=other))
    opposed = alike.relation in {Relation.SAME, Relation.REFINEMENT}
    return Comparison(Relation.CONTRADICTION if opposed else Relation.DIFFERENT, "said to be over on one side")


def _parse_both(stored: Statement, said: Statement) -> Alignment:
    one = parse_statement(stored.text, stored.language)
    names = capitalized_words(stored.text).intersection(fold_pieces(said.text))
    other = parse_statement(said.text, said.language, names)
    return align(one, other)


def _one_subject(
    subjects: tuple[frozenset[str], ...], others: tuple[frozenset[str], ...], alignment: Alignment
) -> bool:
    """Return whether both have one subject; a partner counts where the stored fact says there is one."""
    coupled = others[0] & concept_group("partner") and alignment.stored.has(*concept_group("marital_state"))
    if _are_ranked_apart(alignment):
        return False
    return share_subject(subjects, others) or bool(coupled and USER in subjects)


def _are_ranked_apart(alignment: Alignment) -> bool:
    """Return whether each may tell of another of several: the older brother, the younger one."""
    one, other = alignment.stored.ranks, alignment.said.ranks
    named = any(pair.stored.name for pair in alignment.pairs)
    return bool(one and other and one != other) and not named


def _acts_on(
    subject: frozenset[str], others: tuple[frozenset[str], ...], alignment: Alignment, *, of_health: bool
) -> bool:
    """Return whether an act of the user ends a fact about another: "corté con Iván". `of_health`: the fact is."""
    said = alignment.said
    if USER not in others or not subject:
        return False
    if subject & {"boss", "landlord"}:
        return said.has("resign", "unemployed", "retire", "move_house")
    if not _is_first_named(alignment):
        return False
    if subject & (concept_group("partner") | concept_group("friend")):
        parted = bool(subject & concept_group("partner")) and said.has(*_PARTING)
        return not of_health and (bool(alignment.pairs) or parted)
    related = alignment.stored.has(*concept_group("friend"), *concept_group("attached"))
    pets = any("being" in item.kinds for item in alignment.stored.items)
    named = said.ended and (related or pets) and any(pair.stored.name for pair in alignment.pairs)
    return named or (said.has(*subject) and (said.changed or said.ended))


def _tells_health(statement: ParsedStatement) -> bool:
    return any(item.kinds & _OF_HEALTH for item in statement.items)


def _is_first_named(alignment: Alignment) -> bool:
    """Return whether whom the act concerns is stored: in "is done with Denny over what he said of Ana" it is Denny."""
    named = [item for item in alignment.said.items if item.name or "name" in item.kinds]
    return not named or any(pair.said == named[0] for pair in alignment.pairs)


def _other_sense(alignment: Alignment) -> str | None:
    """Find a sign that only one side has: a wish, the past, "almost", an ex, a negation."""
    one, other = alignment.stored, alignment.said
    apart = one.signs ^ other.signs
    if (one.ended and other.ended) or (one.has("save_money") and other.has("save_money")):
        apart -= {"wish"}  # who is giving up smoking wants to
    if apart:
        return f"only one is meant as {', '.join(sorted(apart))}"
    if _is_role(one) and _is_owned(other) and _begin_alike(alignment):
        return "what the user is / somebody of theirs"
    agreed = any(pair.stored.off and pair.said.off for pair in alignment.things)
    flips = (pair for pair in alignment.pairs if pair.stored.off != pair.said.off)
    flipped = next((pair for pair in flips if not (agreed and pair.stored.predicate)), None)
    return f"denied on one side only: {flipped.stored.text}" if flipped else None


def _is_role(statement: ParsedStatement) -> bool:
    """Return whether it begins with a role: "Es ayudante"."""
    return bool(statement.items) and statement.words[0] in _COPULAS and statement.items[0].at <= _ROLE_WITHIN


def _is_owned(statement: ParsedStatement) -> bool:
    """Return whether its subject is somebody of the speaker's: "mi ayudante es ..."."""
    at = statement.items[0].at if statement.items else 0
    return at > 0 and statement.words[at - 1] in {"mi", "my"} and not {"soy", "am", "m"} & set(statement.words)


def _begin_alike(alignment: Alignment) -> bool:
    if not alignment.pairs:
        return False
    first = alignment.pairs[0]
    return first.stored == alignment.stored.items[0] and first.said == alignment.said.items[0]


def _who(subject: frozenset[str]) -> str:
    return " of ".join(sorted(subject)) or "user"
