"""Questions to a person at a terminal: answered by number or by words, skipped with an empty line."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import click

from sidecar.cli.line_wrap import wrap_text
from sidecar.cli.output import tell, write
from sidecar.domain.control_characters import show_controls
from sidecar.i18n import Texts
from sidecar.language.fold import fold

_YES = frozenset({"y", "yes", "yeah", "ok", "s", "si", "dale", "claro"})
_NO = frozenset({"n", "no", "nope"})
_DENYING = frozenset({"no", "not", "dont", "don't", "sin", "without", "ninguna", "ninguno", "none"})


@dataclass(frozen=True, slots=True)
class Option:
    """One line of a menu; `words` are other names for it."""

    text: str
    words: tuple[str, ...] = ()

    def is_called(self, answer: str) -> bool:
        return _normalize(answer) in self._names

    def begins(self, answer: str) -> bool:
        return any(name.startswith(_normalize(answer)) for name in self._names)

    def is_mentioned(self, answer: str) -> bool:
        """Return whether the answer names this option inside a sentence: `una clave`, `the server`, but not `no tengo
        clave`."""
        said = {_normalize(word) for word in answer.split()}
        return not said & _DENYING and bool(said & {fold(word) for word in self.words})

    @property
    def _names(self) -> set[str]:
        return {_normalize(word) for word in (self.text, *self.words)}


class Prompter:
    """Every method may raise `click.Abort`: the person pressed Ctrl-C, or there is no more input."""

    def __init__(self, say: Texts) -> None:
        self.say = say

    def text(self, question: str, default: str = "") -> str:
        return self._prompt(question, default).strip()

    def secret(self, question: str) -> str:
        """Ask without showing what is typed or pasted."""
        return self._prompt(question, "", hidden=True).strip()

    def confirm(self, question: str) -> bool:
        """Ask yes or no; Enter agrees."""
        while True:
            answer = fold(self.text(f"{question} {self.say('[yes/no, Enter is yes]')}")).rstrip(".!")
            if not answer or answer in _YES:
                return True
            if answer in _NO:
                return False
            write(self.say("Please say yes or no."))

    def choose(
        self, question: str, options: Sequence[Option], *, others: Callable[[str], bool] = lambda answer: False
    ) -> int | str | None:
        """Return the index of the chosen option, None for an empty answer, or words that fit no option if `others`
        takes them."""
        columns = len(str(len(options)))
        for number, option in enumerate(options, 1):
            write(option.text, first=f"  {number:>{columns}}  ")
        while True:
            answer = self.text(question)
            if not answer:
                return None
            place = match_option(answer, options)
            if place is not None:
                return place
            if not answer.isdecimal() and others(answer):
                return answer
            write(self.say("I didn't get that. Type a number from 1 to {n}, or press Enter.", n=len(options)))

    def _prompt(self, question: str, default: str, *, hidden: bool = False) -> str:
        try:
            shown = show_controls(wrap_text(question, sys.stdout))
            return str(click.prompt(shown, default=default, show_default=bool(default), hide_input=hidden))
        except click.Abort:
            tell("")  # Ctrl-C leaves the cursor behind the question
            raise


def match_option(answer: str, options: Sequence[Option]) -> int | None:
    """Find the one option that the answer names: by number, by name, by a beginning that fits no other, or by a word of
    one."""
    if answer.isdecimal():
        return int(answer) - 1 if 1 <= int(answer) <= len(options) else None
    if not _normalize(answer):
        return None
    exact = [place for place, option in enumerate(options) if option.is_called(answer)]
    if len(exact) == 1:
        return exact[0]
    for fits in (Option.begins, Option.is_mentioned):
        found = [place for place, option in enumerate(options) if fits(option, answer)]
        if len(found) == 1:
            return found[0]
    return None


def _normalize(words: str) -> str:
    return fold(words).strip("¿?¡!.,;: ")
