"""A choice among a few names, shown in the person's language and understood in every one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import click
from click.shell_completion import CompletionItem

from sidecar.cli import words
from sidecar.domain.fact import Domain
from sidecar.domain.person import LANGUAGES
from sidecar.i18n import Texts
from sidecar.language.fold import fold


class NamedChoice(click.Choice[str]):
    """`name_of` gives the name of a value in words; the command gets the value itself."""

    def __init__(self, values: Sequence[str], name_of: Callable[[str, Texts], str]) -> None:
        self._shown = [name_of(value, words.say).lower() for value in values]
        super().__init__(values)
        self._values = {fold(name_of(value, Texts(language))): value for language in LANGUAGES for value in values}
        self._values |= {value: value for value in values}

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        return f"[{'|'.join(self._shown)}]"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        found = self._values.get(fold(str(value).strip()))
        if found is None:
            self.fail(
                words.say("“{value}” is none of these: {names}.", value=value, names=", ".join(self._shown)), param, ctx
            )
        return found

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        return [CompletionItem(name) for name in self._shown if fold(name).startswith(fold(incomplete))]


def _domain_name(value: str, say: Texts) -> str:
    from sidecar.dispatch.commands.domain_names import domain_in_words

    return domain_in_words(Domain(value), say)


def kind_in_words(kind: str, say: Texts) -> str:
    """What a search finds."""
    match kind:
        case "fact":
            return say("fact")
        case "message":
            return say("message")
        case "summary":
            return say("summary")
        case "log":
            return say("log")
        case "snapshot":
            return say("snapshot")
        case "note":
            return say("note")
        case _:
            return kind


DOMAINS = NamedChoice([domain.value for domain in Domain], _domain_name)
