"""`sidecar memory`: what is remembered, to be looked at, added to, searched and forgotten from a shell."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sidecar.cli.first_start import prepare
from sidecar.cli.memory_reading import compare, extract
from sidecar.cli.memory_search import index, search
from sidecar.cli.named_choice import DOMAINS
from sidecar.cli.output import fail, print_json, write
from sidecar.cli.standard_input import argument_as_text, as_text
from sidecar.cli.words import language, say
from sidecar.domain.fact import Domain, Fact
from sidecar.domain.person import OWNER
from sidecar.errors import ConfigError, RequestError, SeveralMatch
from sidecar.home import Home

if TYPE_CHECKING:
    from sidecar.app import Services

FAILED, REFUSED = 1, 3

Answer = tuple[Mapping[str, object], str]
"""For programs, and for people as Markdown."""


@click.group(
    help=say("Shows, adds, searches and forgets what is remembered."),
    epilog=say('Example: sidecar memory add "I am allergic to peanuts"'),
)
def memory() -> None:
    pass


_json = click.option("--json", "as_json", is_flag=True, help=say("one JSON object"))


@memory.command(
    help=say("Remembers a statement. What is known already is confirmed, what contradicts it is replaced or asked."),
    epilog=say('Example: sidecar memory add "my sister is called Camila" --domain relationships'),
)
@click.argument("text", metavar=say("TEXT"), nargs=-1, required=True)
@click.option("--domain", type=DOMAINS, help=say("what it is about"))
@_json
@click.pass_obj
def add(verbose: bool, text: tuple[str, ...], domain: str | None, as_json: bool) -> int:
    async def work(parts: Services) -> Answer:
        from sidecar.dispatch.commands.memory_words import outcome_in_words
        from sidecar.memory.fact_request import parse_fact_request

        words = " ".join(argument_as_text(word) for word in text)
        statement = parse_fact_request(words, language, Domain(domain) if domain else None)
        outcome = (await parts.memory.remember(OWNER, [statement]))[0]
        fact = await parts.facts.get(OWNER, outcome.id) if outcome.id is not None else None
        return {**(as_object(fact) if fact else {}), "became": outcome.label}, outcome_in_words(outcome, say)

    return _answer(verbose, as_json, work)


@memory.command(
    "list", help=say("Lists what is remembered."), epilog=say("Example: sidecar memory list --domain health")
)
@click.option("--domain", type=DOMAINS, help=say("only this domain"))
@click.option("--archived", is_flag=True, help=say("what was replaced by something newer"))
@_json
@click.pass_obj
def list_(verbose: bool, domain: str | None, archived: bool, as_json: bool) -> int:
    async def work(parts: Services) -> Answer:
        from sidecar.dispatch.commands.memory_words import facts_in_words

        facts = await (parts.facts.archived(OWNER) if archived else parts.facts.active(OWNER))
        chosen = [fact for fact in facts if domain in (None, fact.domain.value)]
        return {"facts": [as_object(fact) for fact in chosen]}, facts_in_words(chosen, say)

    return _answer(verbose, as_json, work)


@memory.command(
    help=say("Forgets a fact for good, with everything derived from it, and says what is gone."),
    epilog=say('Example: sidecar memory forget "peanuts" --messages'),
)
@click.argument("what", metavar=say("WHAT"), nargs=-1, required=True)
@click.option("--messages", is_flag=True, help=say("also the messages in which it was told"))
@click.option("--all", "everything", is_flag=True, help=say("all that fit, when several do"))
@_json
@click.pass_obj
def forget(verbose: bool, what: tuple[str, ...], messages: bool, everything: bool, as_json: bool) -> int:
    async def work(parts: Services) -> Answer:
        from sidecar.dispatch.commands.forgetting import IN_SHELL, Wish, forget_wished
        from sidecar.dispatch.commands.memory_words import forgotten_in_words

        wish = Wish(" ".join(argument_as_text(word) for word in what), messages=messages, everything=everything)
        gone = await forget_wished(parts.forgetting, OWNER, wish, IN_SHELL, say, parts.zone(OWNER))
        value = {
            "forgotten": [as_object(fact) for fact in gone.facts],
            "documents": gone.erased.documents,
            "messages": gone.erased.messages,
            "prompts": gone.erased.prompts,
            "left": gone.erased.left,
        }
        return value, forgotten_in_words(gone, IN_SHELL, say)

    return _answer(verbose, as_json, work)


@memory.command(
    help=say("Shows where a fact comes from: the messages, and what it replaced."),
    epilog=say("Example: sidecar memory why 12"),
)
@click.argument("which", metavar="ID", nargs=-1, required=True)
@_json
@click.pass_obj
def why(verbose: bool, which: tuple[str, ...], as_json: bool) -> int:
    async def work(parts: Services) -> Answer:
        from sidecar.dispatch.commands.memory_words import origins_in_words

        words = " ".join(argument_as_text(word) for word in which)
        origins = await parts.origins.of(OWNER, words)
        zone = parts.profile.preferences(OWNER).timezone
        value = {
            **as_object(origins.fact),
            "told": [
                {"turn_id": one.turn, "at": one.at.isoformat(), "said": one.said, "text": one.text}
                for one in origins.evidence
            ],
            "replaced": [as_object(fact) for fact in origins.replaced],
            "replaced_by": as_object(origins.replaced_by) if origins.replaced_by else None,
        }
        return value, origins_in_words(origins, zone, say)

    return _answer(verbose, as_json, work)


@memory.command(
    "import",
    help=say("Imports an older `learnings.md`, with its weights and dates."),
    epilog=say("Example: sidecar memory import learnings.md"),
)
@click.argument("file", metavar=say("FILE"), type=click.Path(path_type=Path))
@_json
@click.pass_obj
def import_(verbose: bool, file: Path, as_json: bool) -> int:
    try:
        content = as_text(file.read_bytes())
    except OSError as error:
        raise ConfigError("I cannot read {path} ({reason}).", path=file, reason=error.strerror or str(error)) from error

    async def work(parts: Services) -> Answer:
        from sidecar.memory.learnings import import_learnings

        imported = await import_learnings(parts.facts, OWNER, content, parts.clock, parts.today(OWNER))
        value = {"imported": imported.added, "known": imported.known, "not_understood": list(imported.not_understood)}
        words = say(
            "{added} facts imported, {known} known already, {lost} lines not understood.",
            added=imported.added,
            known=imported.known,
            lost=len(imported.not_understood),
        )
        return value, words

    return _answer(verbose, as_json, work)


memory.add_command(compare)
memory.add_command(extract)
memory.add_command(search)
memory.add_command(index)


def as_object(fact: Fact) -> dict[str, object]:
    """A fact as the reference of the command line shows it (MEM-10)."""
    return {
        "id": fact.id,
        "text": fact.text,
        "domain": fact.domain.value,
        "subject": fact.subject.value,
        "confidence": fact.confidence.value,
        "weight": fact.weight,
        "scope": fact.scope.value,
        "source": fact.source.value,
        "critical": fact.critical,
        "learned": fact.learned.isoformat(),
        "confirmed": fact.confirmed.isoformat(),
        "stale": fact.stale,
        "superseded_by": fact.superseded_by,
        "unconfirmed_change_of": fact.unconfirmed_change_of,
        "origin": fact.origin,
    }


def _answer(verbose: bool, as_json: bool, work: Callable[[Services], Awaitable[Answer]]) -> int:
    from sidecar.channels.terminal.markdown import plain

    home = Home.locate()
    prepare(home, ask=False)
    try:
        value, words = asyncio.run(_at_home(home, verbose, work))
    except RequestError as error:
        return fail(error, REFUSED if isinstance(error, SeveralMatch) else FAILED, as_json=as_json)
    if as_json:
        print_json(value)
    else:
        write(plain(words))
    return 0


async def _at_home(home: Home, verbose: bool, work: Callable[[Services], Awaitable[Answer]]) -> Answer:
    from sidecar.app import open_services
    from sidecar.runtime.clock import SystemClock

    async with open_services(home, SystemClock(), alone=False, verbose=verbose) as parts:
        file = parts.memory_file()
        try:
            await file.sync_now()  # what was edited while nothing ran counts
            answer = await work(parts)
            await file.sync_now()
            return answer
        finally:
            file.close()
