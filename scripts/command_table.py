"""Writes the table of commands in docs/reference/commands.md from the commands themselves: part of `make texts`."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "reference" / "commands.md"
_BEGIN, _END = "<!-- written by scripts/command_table.py -->\n", "<!-- until here -->\n"


def main() -> int:
    """Write the page, or with `--check` fail when it is not as it would be written."""
    now = PAGE.read_text(encoding="utf-8")
    before, _, rest = now.partition(_BEGIN)
    after = rest.partition(_END)[2]
    wanted = "".join([before, _BEGIN, *(f"{line}\n" for line in table()), _END, after])
    if "--check" in sys.argv:
        return 0 if now == wanted else 1
    PAGE.write_text(wanted, encoding="utf-8")
    return 0


def table() -> Iterator[str]:
    """Yield the lines of the table, in English whoever runs it."""
    os.environ |= {"LANGUAGE": "en", "SIDECAR_HOME": os.devnull + "/none"}
    import click

    from sidecar.cli.main import cli

    yield "| command | what it does | options |"
    yield "| --- | --- | --- |"

    def rows(command: click.Command, path: str, parent: click.Context | None) -> Iterator[str]:
        context = click.Context(command, parent, info_name=path)
        if not isinstance(command, click.Group):
            pieces = [piece for piece in command.collect_usage_pieces(context) if piece != "[OPTIONS]"]
            options = [f"`{option}`" for option in _options(command)]
            usage = " ".join([path, *pieces]).replace("|", r"\|")
            yield f"| `{usage}` | {(command.help or '').strip()} | {' '.join(options)} |"
            return
        if parent is not None:
            yield f"| **`{path}`** | {(command.help or '').strip()} | |"
        for name in command.list_commands(context):
            inner = command.get_command(context, name)
            assert inner is not None
            yield from rows(inner, f"{path} {name}", context)

    yield from rows(cli, "sidecar", None)


def _options(command: object) -> Iterator[str]:
    import click

    assert isinstance(command, click.Command)
    for parameter in command.params:
        if isinstance(parameter, click.Option) and not parameter.hidden:
            yield parameter.opts[-1]


if __name__ == "__main__":
    sys.exit(main())
