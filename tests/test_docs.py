"""The commands that the documents show exist, with the options that they show."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import click
import pytest

from scripts.texts import CATALOGUES, entries, forms, read

ROOT = Path(__file__).parent.parent
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
_BLOCK = re.compile(r"^( *)```console\n(.*?)^\1```", re.MULTILINE | re.DOTALL)
_BETWEEN_COMMANDS = frozenset({"|", "||", "&&", ";", "&"})
_REDIRECTIONS = frozenset({"<", ">", ">>"})


def shown_commands(program: str) -> Iterator[tuple[str, list[str]]]:
    """(document, arguments) of every call of `program` in the documents' console blocks."""
    for path in DOCUMENTS:
        for block in _BLOCK.finditer(path.read_text(encoding="utf-8")):
            for line in re.findall(r"^ *\$ (.*)$", block[2].replace("\\\n", " "), re.MULTILINE):
                for words in simple_commands(line):
                    if words[0] == program:
                        yield path.relative_to(ROOT).as_posix(), words[1:]


def simple_commands(line: str) -> list[list[str]]:
    """The commands of a shell line, without variables set before them and files redirected to."""
    lexer = shlex.shlex(line, posix=True, punctuation_chars=True)
    lexer.whitespace_split = True
    commands: list[list[str]] = [[]]
    words = iter(lexer)
    for word in words:
        if word in _BETWEEN_COMMANDS:
            commands.append([])
        elif word in _REDIRECTIONS:
            next(words, None)
        elif commands[-1] or not re.match(r"[A-Z_]+=", word):
            commands[-1].append(word)
    return [command for command in commands if command]


def check(command: click.Command, arguments: list[str], parent: click.Context | None = None) -> None:
    """Raises `click.UsageError` for a command or option that does not exist. Nothing runs."""
    from sidecar.cli.noun_group import NounGroup

    if isinstance(command, NounGroup):
        arguments = command.add_verb(arguments)
    context = click.Context(command, info_name=command.name, parent=parent)
    _, rest, _ = command.make_parser(context).parse_args(list(arguments))
    if not isinstance(command, click.Group):
        if rest:
            raise click.UsageError(f"unexpected: {' '.join(rest)}", context)
    elif rest:
        inner = command.get_command(context, rest[0])
        if inner is None:
            raise click.UsageError(f"no command {rest[0]}", context)
        check(inner, rest[1:], context)


@pytest.mark.skipif(find_spec("sidecar.cli") is None, reason="there is no command line yet")
@pytest.mark.parametrize(("document", "arguments"), list(shown_commands("sidecar")))
def test_shown_commands_exist(document: str, arguments: list[str]) -> None:
    from sidecar.cli.main import cli

    check(cli, arguments)


def commands_in_texts() -> Iterator[str]:
    """What help, hints and errors tell the person to type, in every language."""
    catalogues = [entry for po in CATALOGUES for entry in entries(read(po))]
    for text in {text for entry in catalogues for text in (*forms(entry.id), *forms(entry.string))}:
        yield from re.findall(r"`(sidecar [^`]*)`", text)
        yield from re.findall(r"^(?:Example|Ejemplo): (sidecar .*)", text)


@pytest.mark.skipif(find_spec("sidecar.cli") is None, reason="there is no command line yet")
@pytest.mark.parametrize("line", sorted(line for line in commands_in_texts() if "..." not in line))
def test_commands_in_texts_exist(line: str) -> None:
    from sidecar.cli.main import cli

    (words,) = simple_commands(re.sub(r"\{\w+\}", "1", line))
    check(cli, words[1:])


def test_shown_make_targets_exist() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    shown = {
        word for _, words in shown_commands("make") for word in words if "=" not in word and not word.startswith("-")
    }
    assert shown <= targets


def test_links_between_documents_lead_somewhere() -> None:
    dead = [
        f"{path.relative_to(ROOT)}: {target}"
        for path in DOCUMENTS
        for target in re.findall(r"\]\((?!https?:|mailto:|#)([^)\s#]+)", path.read_text(encoding="utf-8"))
        if not (path.parent / target).exists()
    ]
    assert dead == []


def test_how_a_shell_line_is_read() -> None:
    assert simple_commands("echo 'a | b' | SIDECAR_HOME=x sidecar ask --json > out.json && sidecar status") == [
        ["echo", "a | b"],
        ["sidecar", "ask", "--json"],
        ["sidecar", "status"],
    ]


def test_a_wrong_example_is_found() -> None:
    @click.group()
    def cli() -> None: ...

    @cli.command()
    @click.option("--json", is_flag=True)
    @click.argument("text")
    def ask(json: bool, text: str) -> None: ...

    check(cli, ["ask", "--json", "hola"])
    for wrong in (["sak"], ["ask", "--jsno", "hola"], ["ask", "hola", "otra"]):
        with pytest.raises(click.UsageError):
            check(cli, wrong)
