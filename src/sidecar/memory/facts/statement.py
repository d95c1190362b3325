"""The input of a comparison and its result."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from sidecar.domain.fact import Domain
from sidecar.language.stems import Language

NO_LONGER: Mapping[Language, str] = {"es": "Ya no es así: ", "en": "No longer so: "}
"""What stands before a statement that is over."""


class Relation(StrEnum):
    SAME = "same"
    DIFFERENT = "different"
    CONTRADICTION = "contradiction"
    REFINEMENT = "refinement"


@dataclass(frozen=True, slots=True)
class Statement:
    text: str
    domain: Domain | None = None
    language: Language | None = None
    """None: detected from the words."""


@dataclass(frozen=True, slots=True)
class Comparison:
    relation: Relation
    reason: str
    """English, for logs and JSON: "differing: maní / nuez"."""
    certain: bool = False
    """Of a contradiction: it holds without asking, since whom the fact is about has died."""
    doubtful: bool = False
    """Of a difference: it may be a change; where health is concerned the person is asked."""
    loose: bool = False
    """Of a contradiction: it fits what is known, but counts only where it fits nothing else."""


def strip_over(text: str) -> str:
    """Return a statement without the words that say that it is over."""
    return next((text.removeprefix(over) for over in NO_LONGER.values() if text.startswith(over)), text)
