"""Questions to a person at a terminal: answered by number or by words, skipped with an empty line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import click

from sidecar.cli.output import tell
from sidecar.cli.wrapping import show
from sidecar.domain.folding import fold
from sidecar.i18n import Texts

_YES = frozenset({"y", "yes", "yeah", "ok", "s", "si", "dale", "claro"})
_NO = frozenset({"n", "no", "nope"})


@dataclass(frozen=True, slots=True)
class Option:
    """One line of a menu; `words` are other ways of naming it."""

    text: str
    words: tuple[str, ...] = ()

    def is_called(self, answer: str) -> bool:
        return fold(answer) in {fold(word) for word in (self.text, *self.words)}

    def begins(self, answer: str) -> bool:
        return any(fold(word).startswith(fold(answer)) for word in (self.text, *self.words))


class Asker:
    """Every method may raise `click.Abort`: the person pressed Ctrl-C, or there is no more input."""

    def __init__(self, say: Texts) -> None:
        self.say = say

    def text(self, question: str, default: str = "") -> str:
        return self._prompt(question, default).strip()

    def secret(self, question: str) -> str:
        """Nothing is shown while it is typed or pasted."""
        return self._prompt(question, "", hidden=True).strip()

    def agrees(self, question: str) -> bool:
        """Enter agrees."""
        while True:
            answer = fold(self.text(f"{question} {self.say('[yes/no, Enter is yes]')}")).rstrip(".!")
            if not answer or answer in _YES:
                return True
            if answer in _NO:
                return False
            show(self.say("Say yes or no, please."))

    def choose(self, question: str, options: Sequence[Option], *, others: bool = False) -> int | str | None:
        """The place of the option, None for an empty answer. With `others`, words that fit none are given back."""
        columns = len(str(len(options)))
        for number, option in enumerate(options, 1):
            show(f"  {number:>{columns}}  {option.text}")
        while True:
            answer = self.text(question)
            if not answer:
                return None
            place = chosen(answer, options)
            if place is not None:
                return place
            if others and not answer.isdecimal():
                return answer
            show(self.say("I did not understand. Say a number from 1 to {n}, or press Enter.", n=len(options)))

    def _prompt(self, question: str, default: str, *, hidden: bool = False) -> str:
        try:
            return str(click.prompt(question, default=default, show_default=bool(default), hide_input=hidden))
        except click.Abort:
            tell("")  # Ctrl-C leaves the cursor behind the question
            raise


def chosen(answer: str, options: Sequence[Option]) -> int | None:
    """The place of the one option that the answer names: by number, by name, or by a beginning that fits no other."""
    if answer.isdecimal():
        return int(answer) - 1 if 1 <= int(answer) <= len(options) else None
    exact = [place for place, option in enumerate(options) if option.is_called(answer)]
    if len(exact) == 1:
        return exact[0]
    begun = [place for place, option in enumerate(options) if option.begins(answer)]
    return begun[0] if len(begun) == 1 else None
