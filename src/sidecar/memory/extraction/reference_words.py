"""The words with which a language speaks of people and animals, and refers back to them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from sidecar.language.fold import fold_letters


class Gender(StrEnum):
    MALE = "male"
    FEMALE = "female"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class PeopleWords:
    """How a language speaks of the people and animals of somebody."""

    own: frozenset[str]
    """Possessives of the person who speaks: "mi"."""
    yours: frozenset[str]
    """The same where Sidecar speaks: "tu"."""
    told: frozenset[str]
    """The same in facts, which are told in the third person: "su"."""
    mine: str
    """The possessive of the first person, for one."""
    having: frozenset[str]
    articles: frozenset[str]
    definite: frozenset[str]
    belonging: frozenset[str]
    """What before somebody makes them another's: "'s"."""
    belonging_to: frozenset[str]
    """What after somebody does: "de" mi hermana."""
    name_classes: frozenset[str]
    """The classes of words that are names and nothing else."""
    before_role: frozenset[str]
    """What may stand between a possessive and a role: "mejor"."""
    after_role: frozenset[str]
    """What may follow a role and belongs to it: "mayor"."""
    naming: tuple[tuple[str, ...], ...]
    """What leads from a role to a name: "se llama"; the name may be written small after it."""
    being: frozenset[str]
    not_names: frozenset[str]
    """Words that are no names, even with a capital letter."""
    plural: re.Pattern[str]
    """Roles of several: "hermanas"."""
    female: frozenset[str]
    male: frozenset[str]
    female_form: re.Pattern[str]
    """Roles of a woman by their form; those of a man do not have it. Matches nothing where form does not tell."""
    first_person: frozenset[str] = frozenset()
    """Words with which the person speaks of themselves; none where the verb says it."""
    second_person: frozenset[str] = frozenset()
    third_person: frozenset[str] = frozenset()
    """Words for somebody else, and for whoever looks after animals."""

    def gender(self, role: str) -> Gender:
        last = fold_letters(role).split()[0] if role else ""
        if last in self.female or (self.female_form.search(last) and last not in self.male):
            return Gender.FEMALE
        by_form = bool(self.female_form.pattern != "(?!)" and last)
        return Gender.MALE if last in self.male or by_form else Gender.UNKNOWN


@dataclass(frozen=True, slots=True)
class ReferenceWords:
    """How a language refers back to somebody. The patterns stand for the beginning of a clause, over its line."""

    pronouns: Mapping[str, Gender]
    """Subjects that are replaced: "she"."""
    after_pronoun: re.Pattern[str]
    """What follows a pronoun, so that it is one: a verb after "el"."""
    for_pets_only: frozenset[str]
    possessives: Mapping[str, Gender]
    """"her", where `named` follows."""
    named: frozenset[str]
    missing_subject: re.Pattern[str]
    """A verb that says something of somebody who is not named: "vive", "se casó"."""
    missing_object: re.Pattern[str]
    """The same where the somebody is no subject: "le duele", "la operaron"."""
    naming: re.Pattern[str]
    """What tells a name of somebody who is not named: "se llama", "he's called"."""
    newcomer: re.Pattern[str]
    """In a folded clause: somebody, in the group `who`, and in the group `being` a child or animal that is theirs."""
    theirs: Mapping[Gender, str]
    """`{being}` of `{who}`, by the gender of the being."""
    state: re.Pattern[str]
    """What somebody is, without a verb: "vegan", "allergic to nuts"."""
    being: str
    """The verb that is missing before it."""
    before_subject: frozenset[str]
    """Small words before a subject: "ya", "ahora"."""
    left_out: frozenset[str]
    """Those that are not told."""
