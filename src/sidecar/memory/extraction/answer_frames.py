"""The ways in which Sidecar asks, and what each question says together with its answer."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto

from sidecar.memory.extraction.reference_words import Gender


class AnswerKind(Enum):
    """What a question asks for."""

    NAME = auto()
    NAMES = auto()
    """Several, each perhaps with an age: "Joaquín 12 y Emilia 6"."""
    NUMBER = auto()
    AGE = auto()
    HOURS = auto()
    """From when to when."""
    ROLE = auto()
    """Who somebody is: "mi primo", "a friend"."""
    TEXT = auto()
    """Anything that is no sentence of its own."""
    SOME = auto()
    """How many, or a thing with its article: "dos nenas"."""
    COUNT = auto()
    """How many, and nothing else."""
    INSTEAD = auto()
    """No, and another number."""
    YES = auto()
    NO = auto()
    NO_BUT = auto()
    """No, and what holds instead."""


@dataclass(frozen=True, slots=True)
class AnswerFrame:
    """A way to ask, and what question and answer say together.

    `question` stands for a whole question, folded. `statement` has `{a}` for the answer, `{who}` for whom it is about
    (the group `who`, or the one spoken of last), `{medicine}` for the one that was spoken of, `{taken}` for the
    medicine `named` that the person is known to take, `{said}` for the words of that group as the person would say
    them and `{verb}` for the first of them, and other groups as they are. A preposition before `{a}` gives way to the
    answer's own.
    """

    question: re.Pattern[str]
    kind: AnswerKind
    statement: str


def make_frames(kind: AnswerKind, *rows: tuple[str, str]) -> Sequence[AnswerFrame]:
    """Make a frame of each pattern of a question and its statement."""
    return [AnswerFrame(re.compile(question), kind, statement) for question, statement in rows]


@dataclass(frozen=True, slots=True)
class AnswerWords:
    """How a language asks and answers."""

    frames: Sequence[AnswerFrame]
    opening: re.Pattern[str]
    """What may stand before a question and says nothing: "y "."""
    closing: re.Pattern[str]
    """The same after it: ", then"."""
    task: re.Pattern[str]
    """A question about something to be done, whose answer says nothing of the person."""
    yes: re.Pattern[str]
    no: re.Pattern[str]
    filler: re.Pattern[str]
    """What may stand before an answer: "es ", "she's "."""
    doubt: re.Pattern[str]
    hours: re.Pattern[str]
    """From when to when, with the group `hours`."""
    age: re.Pattern[str]
    """A number and what goes with it, with the group `age`."""
    count: re.Pattern[str]
    """How many, with the group `count`."""
    continuing: re.Pattern[str]
    """How an answer begins that goes on with the verb of the question: "en una pyme"."""
    role: re.Pattern[str]
    """Articles before a role, which the possessive replaces."""
    named: str
    """What leads from "a dog" to its name."""
    aged: str
    """A statement of `{name}` and its `{age}`."""
    and_word: str
    sentence: re.Pattern[str]
    """How an answer begins that is a sentence of its own: "tengo"."""
    own: re.Pattern[str]
    """How the question names somebody of the person's, with the group `role`: "tu perra", "the dog"."""
    dose: re.Pattern[str]
    """A dose that somebody set, in a folded message, as its only group that matches."""
    taking: str
    """A statement of `{medicine}` and its dose `{a}`."""
    genders: Mapping[str, Gender]
    """Words of a question for somebody spoken of: "her"."""
    say: Callable[[str], str]
    """What is asked as the person would say it: "tomás" → "tomo"; empty where that is unknown."""
