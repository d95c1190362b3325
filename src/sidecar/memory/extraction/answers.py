"""Tells the answer to a question of Sidecar's as a statement: "¿Cómo se llama tu perra?", "Lola" → "mi perra se llama
Lola"."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import islice

from sidecar.domain.fact import Subject
from sidecar.domain.message import Message, Speaker
from sidecar.language.fold import fold_letters, fold_with_offsets
from sidecar.memory.extraction.answer_frames import AnswerFrame, AnswerKind, AnswerWords
from sidecar.memory.extraction.context import ExtractionContext
from sidecar.memory.extraction.reference_words import Gender
from sidecar.memory.extraction.referents import Register
from sidecar.memory.extraction.words import Vocabulary

_SENTENCE = re.compile(r"[^.!?¿¡\n]*\?")
_SEGMENT = re.compile(r"[^.,;:!?()\n]*")
_NUMBER = re.compile(r"\d+(?:[.,]\d+)?(?:\s?(?:mg|mcg|ml))?(?![\w%])")
_AMOUNT_LEAD = r"(?:(?:un poco|a bit|a|de|en|to|up|at|now|ahora)\W+)*"
_LONGEST_NAME_WORDS = 3
_LONGEST_SEGMENT_WORDS = 12
_MOST_COMMAS = 3


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
            if self._words.task.search(folded.text):
                return None
            for start in self._starts(folded.text):
                asked = self._words.closing.sub("", folded.text[start:])
                for frame in self._words.frames:
                    if (found := frame.question.fullmatch(asked)) and (
                        told := self._told(frame, found, question[folded.offsets[start] :], message)
                    ):
                        return told
        return self._dose(message)

    def _starts(self, question: str) -> Iterator[int]:
        """Yield where a folded question may begin: after its opening words, and after a comma."""
        for start in (0, *(found.end() for found in islice(re.finditer(r"[,:] ", question), _MOST_COMMAS))):
            lead = self._words.opening.match(question[start:])
            yield start + (lead.end() if lead else 0)

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
        if "{taken}" in frame.statement:
            parts["taken"] = self._taken(parts["named"])
        if "said" in parts:
            parts["said"] = self._words.say(parts["said"])
        parts["verb"] = parts.get("said", "").split(" ")[0]
        if not all(parts[name] for name in ("who", "medicine", "taken", "said") if f"{{{name}}}" in frame.statement):
            return None
        before, sep, after = frame.statement.partition("{a}")
        if sep and self._words.continuing.match(parts["a"].lower()):
            *kept, last = before.split(" ")[:-1] or [""]
            before = before if not self._words.continuing.fullmatch(last) else " ".join([*kept, ""])
        statement = f"{before}{sep}{after}".format_map(defaultdict(str, parts))
        return f"{statement}{re.sub('^ *[,;] *', '. ', rest)}"

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
                found = re.match(rf"{_AMOUNT_LEAD}(?P<number>{_NUMBER.pattern})", text, re.IGNORECASE)
                return (found["number"], text[found.end() :]) if found else None
            case AnswerKind.NAMES:
                return self._names(text)
            case AnswerKind.AGE | AnswerKind.HOURS | AnswerKind.COUNT | AnswerKind.SOME:
                words = self._words
                pattern = {AnswerKind.AGE: words.age, AnswerKind.HOURS: words.hours}.get(kind, words.count)
                if not (found := pattern.match(text.lower())):
                    return None
                if kind in {AnswerKind.AGE, AnswerKind.HOURS}:
                    return found[kind.name.lower()], text[found.end() :]
                is_bare = len(head) == found.end()
                return self._with_name(head, text[len(head) :]) if is_bare is (kind is AnswerKind.COUNT) else None
            case AnswerKind.ROLE:
                role = self._role(head)
                return (role, text[text.index(head) + len(head) :]) if role else None
            case _:
                is_sentence = self._words.sentence.match(fold_letters(head))
                return (text, "") if not is_sentence and len(head.split()) <= _LONGEST_SEGMENT_WORDS else None

    def _role(self, head: str) -> str:
        """Return who somebody is to the person: "my friend", but "el marido de mi hermana"."""
        bare = self._words.role.sub("", head.lower())
        words = fold_letters(bare).split()
        if not any(self._register.is_role(word) for word in words[:3]):
            return ""
        is_anothers = any(word in self._register.words.own for word in words)
        return head if is_anothers else f"{self._register.words.mine} {bare}"

    def _with_name(self, thing: str, rest: str) -> tuple[str, str]:
        """Join a name to what it belongs to: "un perro, Toto"."""
        found = re.match(r"\s*,\s*(?P<name>[^\W\d_a-zß-öø-ÿ][\w'’-]+)(?=\s*(?:,|\.|$))", rest)
        if not found or self._register.is_known_word(fold_letters(found["name"])):
            return thing, rest
        return f"{thing} {self._words.named} {found['name']}", rest[found.end() :]

    def _names(self, text: str) -> tuple[str, str] | None:
        """Return names that were listed, and after them a sentence for each age."""
        sentence = re.split(r"[.!;\n]", text)[0].strip()
        listed = re.split(rf"\s*,\s*|\s+{self._words.and_word}\s+", sentence)
        listed = listed[1:] if self._words.count.fullmatch(listed[0].lower()) else listed
        pairs = [re.fullmatch(r"(?P<name>[^\d]+?)(?:\s+(?:de\s+)?(?P<age>\d{1,2}))?", one) for one in listed]
        names = [self._name(pair["name"]) if pair else "" for pair in pairs]
        if len(names) < 2 or not all(names):
            return None
        ages = [
            self._words.aged.format(name=name, age=pair["age"])
            for name, pair in zip(names, pairs, strict=True)
            if pair and pair["age"]
        ]
        return f"{', '.join(names[:-1])} {self._words.and_word} {names[-1]}", "".join(f". {age}" for age in ages)

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

    def _taken(self, named: str) -> str:
        """Return a medicine that the person takes and nobody else whom we know of."""
        medicine = self._medicine([named])
        subjects = {fact.subject for fact in self._context.known if fold_letters(medicine) in fold_letters(fact.text)}
        return medicine if subjects == {Subject.USER} else ""


def _last_questions(before: Sequence[Message]) -> Iterator[str]:
    """Yield the questions of the companion's last message, the last one first."""
    last = next((message for message in reversed(before) if message.speaker is not Speaker.TOOL), None)
    if last is not None and last.speaker is Speaker.COMPANION:
        for question in reversed(_SENTENCE.findall(last.text)):
            yield question.rstrip("?").strip()
