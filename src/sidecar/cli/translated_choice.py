"""A choice among a few names, shown in the person's language and understood in every one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import click
from click.shell_completion import CompletionItem

from sidecar.cli import locale
from sidecar.domain.fact import Domain
from sidecar.domain.person import LANGUAGES
from sidecar.i18n import Texts
from sidecar.i18n.domain_names import format_domain
from sidecar.language.fold import fold


class TranslatedChoice(click.Choice[str]):
    """`name_of` gives the name of a value in words; the command gets the value itself."""

    def __init__(self, values: Sequence[str], name_of: Callable[[str, Texts], str]) -> None:
        self._shown = [name_of(value, locale.say).lower() for value in values]
        super().__init__(values)
        self._values = {fold(name_of(value, Texts(language))): value for language in LANGUAGES for value in values}
        self._values |= {value: value for value in values}

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        return f"[{'|'.join(self._shown)}]"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        found = self._values.get(fold(str(value).strip()))
        if found is None:
            self.fail(
                locale.say("“{value}” isn't one of these: {names}.", value=value, names=", ".join(self._shown)),
                param,
                ctx,
            )
        return found

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        return [CompletionItem(name) for name in self._shown if fold(name).startswith(fold(incomplete))]


DOMAINS = TranslatedChoice([domain.value for domain in Domain], lambda value, say: format_domain(Domain(value), say))
