"""A noun of the command line with its verbs: `sidecar memory list`, `show`, `add`, `edit`, `rm`, `search`."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import takewhile
from typing import Any

import click

from sidecar.cli.locale import say
from sidecar.language.closest_name import find_closest_name

LIST = "list"
VERBS = (LIST, "show", "add", "edit", "rm", "search")
"""What a noun can be asked for, wherever it makes sense."""
json_option = click.option("--json", "as_json", is_flag=True, help=say("one JSON object"))


class NounGroup(click.Group):
    """A group that lists when it is called alone, or with options only. `aliases`: other names of its verbs, which are
    understood and not shown."""

    def __init__(self, *args: Any, aliases: Mapping[str, str], **attributes: Any) -> None:
        super().__init__(*args, **attributes)
        self.aliases = aliases

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if not ctx.resilient_parsing:
            args = self.add_verb(args)
        return super().parse_args(ctx, args)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(self.commands, key=lambda name: (VERBS.index(name) if name in VERBS else len(VERBS), name))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        return super().get_command(ctx, self.aliases.get(cmd_name, cmd_name))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError:
            closest = find_closest_name(args[0], [*self.commands, *self.aliases])
            if not closest:
                raise
            text = say("There's no command {name}. Did you mean {closest}?", name=args[0], closest=closest)
            raise click.UsageError(text, ctx) from None

    def add_verb(self, args: list[str]) -> list[str]:
        """Return the arguments with the verb in front; `--json show 3` means `show 3 --json`."""
        options = list(takewhile(lambda word: word.startswith("-"), args))
        rest = args[len(options) :]
        if {"-h", "--help"} & set(options) or (rest and not options):
            return args
        if rest and (rest[0] in self.commands or rest[0] in self.aliases):
            return [rest[0], *options, *rest[1:]]
        return [LIST, *args]
