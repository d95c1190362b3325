"""Spells out lists of names: "two kids, Maya (6) and Ben (9)" also says what they are called, and how old each is."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

_NAME = r"[A-ZÁÉÍÓÚÑÜ][\w'’-]+"
_AND = r"(?:\s*,\s*(?:(?:y|e|and)\s+)?|\s+(?:y|e|and|&)\s+)"
_SENTENCE = re.compile(r"[^.!?…\n]+[.!?…\n]*")


@dataclass(frozen=True, slots=True)
class GroupWords:
    """`nouns`: kin and pets in the plural; `possessive`, `having`: what stands before them; `age`: what follows a name,
    with the group `age`; `unreal`: what makes none of a sentence true. Sentences take `{noun}`, `{names}`, `{name}`,
    `{age}`."""

    possessive: str
    having: str
    nouns: str
    age: str
    unreal: re.Pattern[str]
    joint: str
    called: str
    aged: str

    def compile(self) -> re.Pattern[str]:
        item = rf"{_NAME}(?:{re.sub('[?]P<age>', '', self.age)})?"
        return re.compile(
            rf"(?P<before>\b(?:(?P<theirs>(?i:{self.possessive}))|(?i:{self.having}))\s+(?:\w+\s+)?"
            rf"(?P<noun>(?i:{self.nouns})))\s*[,:(]?\s+"
            rf"(?P<list>{item}(?:{_AND}{item})+)\)?(?P<comma>\s*,)?(?=\W|$)"
        )


def spell_out_groups(text: str, words: GroupWords, told: Sequence[str]) -> str:
    """Return the text with a sentence of its own for the names of a group, and one for each age, unless the facts that
    were told hold them; no other word changes."""
    pattern = words.compile()

    def tell(sentence: re.Match[str]) -> str:
        found = pattern.search(sentence[0])
        if found is None or "?" in sentence[0] or words.unreal.search(sentence[0]):
            return sentence[0]
        members: list[tuple[str, str]] = re.findall(rf"({_NAME})(?:{words.age})?", found["list"])
        if _are_told(members, told):
            return sentence[0]
        *first, last = [name for name, _ in members]
        new = [words.called.format(noun=found["noun"].lower(), names=f"{', '.join(first)} {words.joint} {last}")]
        new += [words.aged.format(name=name, age=age) for name, age in members if age]
        comma = "" if found["theirs"] else found["comma"] or ""  # "my sons, Leo and Max, go": one clause
        rest = sentence[0][: found.start()] + found["before"] + comma + sentence[0][found.end() :]
        return f"{rest.rstrip(' .')}. {' '.join(new)} "

    return _SENTENCE.sub(tell, text)


def _are_told(members: Sequence[tuple[str, str]], told: Sequence[str]) -> bool:
    """Return whether one fact holds all names; and where ages are given, each name one of its own with its age."""
    together = any(all(name in fact for name, _ in members) for fact in told)
    return together and all(any(fact.startswith(name) and age in fact for fact in told) for name, age in members if age)
