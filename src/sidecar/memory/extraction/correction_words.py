"""The words with which a language corrects what was said, and gives an appointment another day."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CorrectionWords:
    """How a language corrects itself; the patterns stand for small letters."""

    marked: re.Pattern[str]
    """What says that something was wrong: "quise decir"."""
    behind: re.Pattern[str]
    """What says so, in the group `mark`, behind the right word: "20 en realidad"."""
    opening: re.Pattern[str]
    """What opens a whole sentence that puts something right: "en realidad mi hermana se llama Anita"."""
    denied: re.Pattern[str]
    """A mere no, which may answer a question too."""
    filler: re.Pattern[str]
    """What may stand before the right word: "se llama"."""
    instead: Sequence[re.Pattern[str]]
    """The right word and, in the group `old`, the wrong one: "Anita, no Ana", "no Ana, Anita"."""
    spelled: re.Pattern[str]
    """How a name is written, in the group `new`: "it's Katherine with a K"."""
    moved: re.Pattern[str]
    """In a folded message: what leads to the new day of something: "me lo pasaron al"."""
    hour: re.Pattern[str]
    """The hour of an appointment, with what stands before it."""
    same_hour: re.Pattern[str]
