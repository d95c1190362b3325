"""Tells the answer to a question of Sidecar's as a statement: "¿Cómo se llama tu perra?", "Lola" → "mi perra se llama
Lola"."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto

from sidecar.domain.fact import Subject
from sidecar.domain.message import Message, Speaker
from sidecar.language.fold import fold_letters, fold_with_offsets
from sidecar.memory.extraction.context import ExtractionContext
from sidecar.memory.extraction.reference_words import Gender
from sidecar.memory.extraction.referents import Register
from sidecar.memory.extraction.words import Vocabulary

_SENTENCE = re.compile(r"[^.!?¿¡\n]*\?")
_SEGMENT = re.compile(r"[^.,;:!?()\n]*")
_NUMBER = re.compile(r"\d+(?:[.,]\d+)?(?:\s?(?:mg|mcg|ml))?(?![\w%])")
_NAME = re.compile(r"[^\W\d_][\w'’-]*")
_LONGEST_NAME_WORDS = 3
_LONGEST_SEGMENT_WORDS = 12


class AnswerKind(Enum):
    """What a question asks for."""

    NAME = auto()
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
    (the group `who`, or the one spoken of last), `{medicine}` for the one that was spoken of, `{said}` for the words of
    that group as the person would say them and `{verb}` for the first of them, and other groups as they are.
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


class AnswerReader:
    """Reads a message as the answer to the last question."""

    def __init__(
        self, context: ExtractionContext, words: AnswerWords, register: Register, vocabulary: Vocabulary
    ) -> None:
        self._context = context
        self._words = words
        self._register = register
        self._vocabulary = vocabulary

    def tell(self, message: str) -> str | None:
        """Return the message with its answer told as a statement; None where it is none, or it is not certain."""
        for question in _last_questions(self._context.before):
            folded = fold_with_offsets(question)
            lead = self._words.opening.match(folded.text)
            start = lead.end() if lead else 0
            asked = self._words.closing.sub("", folded.text[start:])
            for frame in self._words.frames:
                if (found := frame.question.fullmatch(asked)) and (
                    told := self._told(frame, found, question[folded.offsets[start] :], message)
                ):
                    return told
        return self._dose(message)

    def _dose(self, message: str) -> str | None:
        """Tell a new dose with its medicine: "100 me dijo el endocrino"."""
        found = self._words.dose.search(fold_letters(message))
        medicine = self._medicine(None) if found and not self._medicine([message]) else ""
        if not found or not medicine:
            return None
        dose = next(text for text in found.groups() if text)
        return f"{self._words.taking.format(medicine=medicine, a=dose)}. {message[found.end() :]}"

    def _told(self, frame: AnswerFrame, found: re.Match[str], question: str, message: str) -> str | None:
        parts = {name: question[slice(*found.span(name))] for name, text in found.groupdict().items() if text}
        answer = self._answer(frame.kind, message)
        if answer is None:
            return None
        parts["a"], rest = answer
        if "{who}" in frame.statement:
            parts["who"] = self._who(parts.get("who", ""))
        if "{medicine}" in frame.statement:
            parts["medicine"] = self._medicine([parts["medicine"]] if "medicine" in parts else None)
        if "said" in parts:
            parts["said"] = self._words.say(parts["said"])
        parts["verb"] = parts.get("said", "").split(" ")[0]
        if not all(parts[name] for name in ("who", "medicine", "said") if f"{{{name}}}" in frame.statement):
            return None
        return f"{frame.statement.format(**parts)}{re.sub('^ *[,;] *', '. ', rest)}"

    def _answer(self, kind: AnswerKind, message: str) -> tuple[str, str] | None:
        """Return the answer and what follows it."""
        text = message.strip().lstrip("*¡ ")
        yes, no = self._words.yes.match(text.lower()), self._words.no.match(text.lower())
        match kind:
            case AnswerKind.YES:
                return ("", f". {text[yes.end() :]}") if yes else None
            case AnswerKind.NO:
                return ("", f". {text[no.end() :]}") if no else None
            case AnswerKind.NO_BUT:
                rest = text[no.end() :] if no else ""
                return (rest, "") if self._words.continuing.match(rest.lower()) else None
            case AnswerKind.INSTEAD:
                found = re.search(rf"^\D{{0,12}}(?P<number>{_NUMBER.pattern})", text[no.end() :]) if no else None
                return (found["number"], text[no.end() + found.end() :]) if no and found else None
            case _ if no:
                return None
            case _:
                pass
        text = text[yes.end() :] if yes else text
        if filler := self._words.filler.match(text.lower()):
            text = text[filler.end() :]
        segment = _SEGMENT.match(text)
        head = segment.group().strip() if segment else ""
        if not head or self._words.doubt.search(head.lower()) or "?" in text[: len(head) + 2]:
            return None
        return self._typed(kind, head, text)

    def _typed(self, kind: AnswerKind, head: str, text: str) -> tuple[str, str] | None:
        match kind:
            case AnswerKind.NAME:
                name = self._name(head)
                return (name, text[text.index(head) + len(head) :]) if name else None
            case AnswerKind.NUMBER:
                found = _NUMBER.match(text)
                return (found.group(), text[found.end() :]) if found else None
            case AnswerKind.AGE | AnswerKind.HOURS | AnswerKind.COUNT | AnswerKind.SOME:
                words = self._words
                pattern = {AnswerKind.AGE: words.age, AnswerKind.HOURS: words.hours}.get(kind, words.count)
                if not (found := pattern.match(text.lower())):
                    return None
                if kind in {AnswerKind.AGE, AnswerKind.HOURS}:
                    return found[kind.name.lower()], text[found.end() :]
                is_bare = len(head) == found.end()
                return (head, text[len(head) :]) if is_bare is (kind is AnswerKind.COUNT) else None
            case AnswerKind.ROLE:
                bare = self._words.role.sub("", head.lower())
                is_role = any(self._register.is_role(word) for word in fold_letters(bare).split()[:3])
                return (
                    (f"{self._register.words.mine} {bare}", text[text.index(head) + len(head) :]) if is_role else None
                )
            case _:
                is_sentence = self._words.sentence.match(fold_letters(head))
                return (text, "") if not is_sentence and len(head.split()) <= _LONGEST_SEGMENT_WORDS else None

    def _name(self, head: str) -> str:
        words = head.split()
        if not 0 < len(words) <= _LONGEST_NAME_WORDS or not all(
            re.fullmatch(r"[^\W\d_][\w'’-]*", word) for word in words
        ):
            return ""
        if any(self._register.is_known_word(fold_letters(word)) and word.islower() for word in words):
            return ""
        return " ".join(word[:1].upper() + word[1:] for word in words)

    def _who(self, asked: str) -> str:
        """Return whom a question is about, as the person would say it; empty where that is not certain."""
        gender = Gender.UNKNOWN if not asked else self._words.genders.get(fold_letters(asked))
        if gender is not None:
            one = self._register.fitting(gender, None, said_before=True)
        elif own := self._words.own.fullmatch(asked.strip()):
            return f"{self._register.words.mine} {own['role']}" if self._is_somebody(own["role"]) else ""
        else:
            one = self._register.named(fold_letters(asked), asked)
        return f"{self._register.words.mine} {one.role} {one.name}".strip() if one else ""

    def _is_somebody(self, role: str) -> bool:
        return any(self._register.is_role(word) for word in fold_letters(role).split())

    def _medicine(self, named: Sequence[str] | None) -> str:
        """Return the one medicine that is named, or was spoken of, or is the only one that is taken."""
        said = [message.text for message in self._context.before[-2:]]
        taken = [fact.text for fact in self._context.known if fact.critical and fact.subject is Subject.USER]
        for texts in (named,) if named else (said, taken):
            tag = self._vocabulary.tag_of["MED"]
            words = {
                fold_letters(word): word.lower()
                for text in texts
                for word in re.findall(r"[^\W\d_]{4,}", text)
                if tag in self._vocabulary.tagged(fold_letters(word), word.lower())
            }
            if words:
                return next(iter(words.values())) if len(words) == 1 else ""
        return ""


def _last_questions(before: Sequence[Message]) -> Iterator[str]:
    """Yield the questions of the companion's last message, the last one first."""
    last = next((message for message in reversed(before) if message.speaker is not Speaker.TOOL), None)
    if last is not None and last.speaker is Speaker.COMPANION:
        for question in reversed(_SENTENCE.findall(last.text)):
            yield question.rstrip("?").strip()
