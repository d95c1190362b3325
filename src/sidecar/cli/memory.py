"""`sidecar memory`: what is remembered, to be looked at, added to, searched and forgotten from a shell."""

from __future__ import annotations

import shlex
from collections.abc import Awaitable, Callable, Generator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn

from sidecar.api.memory import FactJson, FactListJson, ForgottenJson, ImportJson, OriginJson, RememberedJson
from sidecar.cli.completers import complete_fact
from sidecar.cli.locale import language, say
from sidecar.cli.memory_search import index, search
from sidecar.cli.memory_statements import compare, extract
from sidecar.cli.noun_group import NounGroup, json_option
from sidecar.cli.services import CommandOutput, run_with_services
from sidecar.cli.standard_input import decode_argument, decode_text
from sidecar.cli.translated_choice import DOMAINS
from sidecar.domain.fact import Domain
from sidecar.domain.person import OWNER
from sidecar.errors import ConfigError, NotFound, SeveralMatch
from sidecar.i18n.program_name import program_name
from sidecar.language.phrase_match import parse_id
from sidecar.memory.fact_request import parse_fact_request
from sidecar.memory.forget import ForgetReport, ForgetRequest, ForgetStage
from sidecar.memory.learnings import import_learnings
from sidecar.memory.ports import FactUpdate
from sidecar.memory.topic import find_telling_words
from sidecar.presentation.forget_report import format_forget_report
from sidecar.presentation.memory import format_facts, format_origin, format_outcome

if TYPE_CHECKING:
    from sidecar.app import Services


@click.group(
    cls=NounGroup,
    aliases={"why": "show", "forget": "rm", "find": "search"},
    help=say("Show, add, search and forget what I remember. On its own, it lists the facts."),
    epilog=say('Example: sidecar memory add "I am allergic to peanuts"'),
)
def memory() -> None: ...


@memory.command(
    help=say("Remember a fact. If it's known, it's confirmed; what it contradicts is replaced, or you're asked."),
    epilog=say('Example: sidecar memory add "my sister is called Camila" --domain relationships'),
)
@click.argument("text", metavar=say("TEXT"), nargs=-1, required=True)
@click.option("--domain", type=DOMAINS, help=say("what it is about"))
@json_option
@click.pass_obj
def add(verbose: bool, text: tuple[str, ...], domain: str | None, as_json: bool) -> int:
    async def work(services: Services) -> CommandOutput:
        words = " ".join(decode_argument(word) for word in text)
        statement = parse_fact_request(words, language, Domain(domain) if domain else None, services.today(OWNER))
        outcome = (await services.facts.memory.remember(OWNER, [statement]))[0]
        fact = await services.facts.store.get(OWNER, outcome.id) if outcome.id is not None else None
        value = RememberedJson(FactJson.from_fact(fact) if fact else None, outcome.label)
        return CommandOutput(value, format_outcome(outcome, say), changed=True)

    return _run(verbose, as_json, work)


@memory.command("list", help=say("List what I remember."), epilog=say("Example: sidecar memory list --domain health"))
@click.option("--domain", type=DOMAINS, help=say("only this domain"))
@click.option("--archived", is_flag=True, help=say("what has been replaced by something newer"))
@json_option
@click.pass_obj
def list_(verbose: bool, domain: str | None, archived: bool, as_json: bool) -> int:
    async def work(services: Services) -> CommandOutput:
        facts = await (services.facts.store.archived(OWNER) if archived else services.facts.store.active(OWNER))
        chosen = [fact for fact in facts if domain in (None, fact.domain.value)]
        return CommandOutput(
            FactListJson.from_facts(chosen), format_facts(chosen, say, selected=archived or domain is not None)
        )

    return _run(verbose, as_json, work)


@memory.command(
    help=say("Forget a fact for good, with everything derived from it, and say what's gone."),
    epilog=say('Example: sidecar memory rm "peanuts" --messages'),
)
@click.argument("what", metavar=say("WHAT"), nargs=-1, required=True, shell_complete=complete_fact)
@click.option("--messages", is_flag=True, help=say("also the messages, reminders and backups it appears in"))
@click.option("--all", "everything", is_flag=True, help=say("all that match, when several do"))
@json_option
@click.pass_obj
def rm(verbose: bool, what: tuple[str, ...], messages: bool, everything: bool, as_json: bool) -> int:
    async def work(services: Services) -> CommandOutput:
        words = " ".join(decode_argument(word) for word in what)
        request = ForgetRequest(words, messages, everything, answerable=False)
        report = await services.facts.forgetting.forget(OWNER, request)
        flags = "--messages --all" if report.stage is ForgetStage.ASKED else "--messages"
        how = f"`{program_name()} memory rm {shlex.quote(_words_of(report))} {flags}`"
        text = format_forget_report(report, services.zone(OWNER), say, how)
        if report.stage is ForgetStage.NOTHING:
            raise NotFound("{text}", text=text)
        if report.stage is ForgetStage.ASKED:
            raise SeveralMatch("{text}", text=text)
        return CommandOutput(ForgottenJson.from_report(report), text, changed=True, quiet=True)

    return _run(verbose, as_json, work)


@memory.command(
    help=say("Show where a fact comes from: the messages, and what it replaced."),
    epilog=say("Example: sidecar memory show 12"),
)
@click.argument("which", metavar="ID", nargs=-1, required=True, shell_complete=complete_fact)
@json_option
@click.pass_obj
def show(verbose: bool, which: tuple[str, ...], as_json: bool) -> int:
    async def work(services: Services) -> CommandOutput:
        words = " ".join(decode_argument(word) for word in which)
        origin = await services.facts.origins.find(OWNER, words)
        return CommandOutput(OriginJson.from_origin(origin), format_origin(origin, services.zone(OWNER), say))

    return _run(verbose, as_json, work)


@memory.command(
    help=say("Change a fact: its text, or what it is about. It keeps its number, its weight and its history."),
    epilog=say('Example: sidecar memory edit 12 "my sister is called Anita"'),
)
@click.argument("which", metavar="ID", shell_complete=complete_fact)
@click.argument("text", metavar=say("[TEXT]..."), nargs=-1)
@click.option("--domain", type=DOMAINS, help=say("what it is about"))
@json_option
@click.pass_obj
def edit(verbose: bool, which: str, text: tuple[str, ...], domain: str | None, as_json: bool) -> int:
    if not text and not domain:
        raise ConfigError("Nothing to change: give its new text, or its domain.")

    async def work(services: Services) -> CommandOutput:
        before = (await services.facts.origins.find(OWNER, decode_argument(which))).fact
        words = " ".join(decode_argument(word) for word in text) or before.text
        said = parse_fact_request(words, language, Domain(domain) if domain else before.domain, services.today(OWNER))
        after = replace(before, text=said.text, domain=said.domain)
        await services.facts.store.apply(OWNER, [FactUpdate(after)], services.clock.now())
        return CommandOutput(FactJson.from_fact(after), format_facts([after], say), changed=True)

    return _run(verbose, as_json, work)


@memory.command(
    "import",
    help=say("Import an older `learnings.md`, with its weights and dates."),
    epilog=say("Example: sidecar memory import learnings.md"),
)
@click.argument("file", metavar=say("FILE"), type=click.Path(path_type=Path))
@json_option
@click.pass_obj
def import_(verbose: bool, file: Path, as_json: bool) -> int:
    try:
        content = decode_text(file.read_bytes())
    except OSError as error:
        raise ConfigError("I can't read {path} ({reason}).", path=file, reason=error.strerror or str(error)) from error

    async def work(services: Services) -> CommandOutput:
        with _show_progress() as show:
            imported = await import_learnings(
                services.facts.store, OWNER, content, services.clock, services.today(OWNER), show=show
            )
        value = ImportJson(imported.added, imported.known, imported.not_understood)
        words = say(
            "Facts imported: {added}. Already known: {known}. Lines not understood: {lost}.",
            added=imported.added,
            known=imported.known,
            lost=len(imported.not_understood),
        )
        return CommandOutput(value, words, changed=True)

    return _run(verbose, as_json, work)


@contextmanager
def _show_progress() -> Generator[Callable[[int, int], None]]:
    """Show how many lines are imported, on standard error at a terminal; an import of few lines shows nothing."""
    console = Console(stderr=True)
    with Progress(TextColumn("{task.completed} / {task.total}"), BarColumn(20), console=console, transient=True) as bar:
        task = bar.add_task("", total=None, visible=False)
        yield lambda done, whole: bar.update(task, completed=done, total=whole, visible=console.is_terminal)


memory.add_command(compare)
memory.add_command(extract)
memory.add_command(search)
memory.add_command(index)


def _words_of(report: ForgetReport) -> str:
    """Return words that find it again: a number finds a fact that is gone no more."""
    by_number = parse_id(report.what) is not None and report.facts
    return " ".join(find_telling_words(report.facts[0].text)) if by_number else report.what


def _run(verbose: bool, as_json: bool, work: Callable[[Services], Awaitable[CommandOutput]]) -> int:
    async def work_in_step_with_file(services: Services) -> CommandOutput:
        file = services.facts.open_file()
        try:
            await services.facts.extract_by_patterns()  # what a chat that has ended left unread
            await file.sync_now()  # read edits made while nothing ran
            output = await work(services)
            await file.sync_now()
            return output
        finally:
            file.close()

    return run_with_services(verbose, as_json, work_in_step_with_file)
