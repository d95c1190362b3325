"""`sidecar memory search` and `index`: search in the memory or in a separate collection."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncGenerator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

import click

from sidecar.api.memory import CollectionJson, HitListJson
from sidecar.cli.batch import Row, error_to_json, parse_rows, print_line, read_text_field
from sidecar.cli.first_run import ensure_home
from sidecar.cli.locale import say
from sidecar.cli.noun_group import json_option
from sidecar.cli.output import print_json, write
from sidecar.cli.services import CommandOutput, load_app, open_services, print_output, record_change
from sidecar.cli.standard_input import decode_argument, decode_text, read_standard_input
from sidecar.cli.translated_choice import DOMAINS, TranslatedChoice
from sidecar.cli.whole_number import WholeNumber
from sidecar.domain.person import OWNER
from sidecar.errors import ConfigError, ModelError
from sidecar.home import Home
from sidecar.language.fold import fold
from sidecar.memory.files.profile import ProfileFiles
from sidecar.memory.retrieval.document import Collection, Document, DocumentKind, FilterRequest, Hit
from sidecar.presentation.memory import format_kind

if TYPE_CHECKING:
    from sidecar.app.memory.backend import MemoryBackend

_KINDS = ("fact", "message", "summary", "log", "snapshot", "note")
_MOST_HITS = 1_000
_ONE_THREAD = "file"
_MONTHS = (
    ("jan", "ene"), ("feb",), ("mar",), ("apr", "abr"), ("may",), ("jun",),
    ("jul",), ("aug", "ago"), ("sep", "set"), ("oct",), ("nov",), ("dec", "dic"),
)  # fmt: skip
_DAY = re.compile(r"(?:(?P<day>\d{1,2})(?:st|nd|rd|th)? (?:de )?)?(?P<month>[a-z]{3,10})\.?(?: de)?"
                  r"(?: (?P<after>\d{1,2})(?:st|nd|rd|th)?)?,? (?P<year>\d{4})")  # fmt: skip
_CLOCK = re.compile(r"(?P<hour>\d{1,2}):(?P<minute>\d\d)\s*(?P<half>[ap])?\.?m?")

_collection = click.option(
    "--collection", default="", metavar=say("NAME"), help=say("a collection apart from the memory, by its name")
)
_k = click.option("-k", "count", type=WholeNumber(1, _MOST_HITS), default=10, help=say("how many at most"))


@dataclass(frozen=True, slots=True)
class _Wanted:
    count: int
    filters: FilterRequest
    collection: str


@click.command(
    help=say("Search everything I remember: facts and messages, by words and by meaning."),
    epilog=say('Example: sidecar memory search "what can I cook for my sister?"'),
)
@click.argument("query", metavar=say("QUERY"), nargs=-1)
@_k
@click.option(
    "--kind", "kinds", type=TranslatedChoice(_KINDS, format_kind), multiple=True, help=say("only this kind of thing")
)
@click.option("--domain", "domains", type=DOMAINS, multiple=True, help=say("only facts of this domain"))
@click.option("--since", default="", metavar=say("DAY"), help=say("from this day on: 2026-03-01, March, last week"))
@click.option("--until", default="", metavar=say("DAY"), help=say("up to this day"))
@click.option("--channel", default="", metavar=say("NAME"), help=say("only what was said there: terminal, ask"))
@_collection
@click.option("--batch", is_flag=True, help=say("read JSON lines with id and query; write one for each"))
@json_option
@click.pass_obj
def search(
    verbose: bool,
    query: tuple[str, ...],
    count: int,
    collection: str,
    batch: bool,
    as_json: bool,
    **filters: Any,
) -> int:
    wanted = _Wanted(count, FilterRequest(**filters), collection)
    if batch:
        return asyncio.run(_answer_batch(verbose, wanted))
    words = " ".join(decode_argument(word) for word in query).strip()
    if not words:
        raise ConfigError("What should I look for?")
    hits = asyncio.run(_find(verbose, [words], wanted))[0]
    if as_json:
        print_json(HitListJson.from_hits(hits, _read_zone()))
    else:
        zone = _read_zone()
        write("\n".join(_line(hit, zone) for hit in hits) or say("Nothing found."))
    return 0


def _read_zone() -> ZoneInfo:
    return ProfileFiles(Home.locate().path).preferences(OWNER).timezone


@click.command(
    help=say("Put JSON lines with id, text, date and speaker into a collection of their own, to be searched."),
    epilog=say("Example: sidecar memory index talk.jsonl --collection talk"),
)
@click.argument("file", metavar=say("FILE"), type=click.Path(path_type=Path))
@click.option(
    "--collection", required=True, metavar=say("NAME"), help=say("a collection apart from the memory, by its name")
)
@json_option
@click.pass_obj
def index(verbose: bool, file: Path, collection: str, as_json: bool) -> int:
    if not collection.strip():
        raise ConfigError("The collection needs a name.")
    try:
        content = decode_text(file.read_bytes())
    except OSError as error:
        raise ConfigError("I can't read {path} ({reason}).", path=file, reason=error.strerror or str(error)) from error
    ensure_home(Home.locate(), ask=False)
    documents = list(_documents(content, _read_zone()))
    new = asyncio.run(_put(verbose, collection, documents))
    text = say("Texts in the collection {name}: {n}, of which new: {new}.", n=len(documents), name=collection, new=new)
    record_change(text)
    print_output(CommandOutput(CollectionJson(collection, len(documents), new), text), as_json=as_json)
    return 0


def _line(hit: Hit, zone: ZoneInfo) -> str:
    document = hit.document
    date = f" {document.at.astimezone(zone):%Y-%m-%d}" if document.at else ""
    before = f", {say('before')}" if hit.outdated else ""
    return (
        f"[{format_kind(document.kind.value, say)} {document.source}{date}{before}] {' '.join(document.text.split())}"
    )


@asynccontextmanager
async def _open_memory(verbose: bool) -> AsyncGenerator[MemoryBackend]:
    from sidecar.app.memory.backend import MemoryBackend  # as costly as `load_app`

    async with open_services(verbose=verbose) as services:
        models = load_app().build_model_registry(services)
        memory = MemoryBackend(services, models)
        try:
            yield memory
        finally:
            await memory.close()
            await models.close()


async def _find(verbose: bool, queries: Sequence[str], wanted: _Wanted) -> Sequence[Sequence[Hit]]:
    zone = _read_zone()
    async with _open_memory(verbose) as memory:
        filters = memory.search.parse_filters(wanted.filters, zone)
        if not wanted.collection:
            await memory.catch_up()
        collection = Collection(OWNER, wanted.collection)
        return await memory.search.search_all(collection, queries, k=wanted.count, filters=filters, timezone=zone)


async def _answer_batch(verbose: bool, wanted: _Wanted) -> int:
    rows = list(parse_rows(read_standard_input()))
    zone, found = (
        _read_zone(),
        iter(await _find(verbose, [query for row in rows if (query := _query(row)) is not None], wanted)),
    )
    for row in rows:
        if isinstance(row, ConfigError):
            print_line(row, error_to_json(row))
        elif _query(row) is None:
            print_line(row, error_to_json(ConfigError("The line has no text called {name}.", name="query")))
        else:
            print_line(row, HitListJson.from_hits(next(found), zone))
    return 0


def _query(row: Row | ConfigError) -> str | None:
    query = None if isinstance(row, ConfigError) else row.get("query")
    return query if isinstance(query, str) else None


async def _put(verbose: bool, collection: str, documents: Sequence[Document]) -> int:

    async with _open_memory(verbose) as memory:
        try:
            return await memory.put(Collection(OWNER, collection), documents)
        except ModelError as error:
            raise ConfigError("The texts are stored, but not searchable by meaning: {reason}.", reason=error) from error


def _documents(content: str, zone: ZoneInfo) -> Iterator[Document]:
    """Parse documents, dated in the person's zone. Lines of one date are one conversation, in the order of the file."""

    for position, row in enumerate(parse_rows(content)):
        if isinstance(row, ConfigError):
            raise row
        date, speaker = _optional(row, "date"), _optional(row, "speaker")
        yield Document(
            DocumentKind.MESSAGE,
            str(row.get("id", position)),
            read_text_field(row, "text"),
            parse_moment(date, zone),
            speaker=speaker,
            thread=date or _ONE_THREAD,
            position=position,
        )


def _optional(row: Mapping[str, object], name: str) -> str:
    value = row.get(name)
    return value.strip() if isinstance(value, str) else ""


def parse_moment(date: str, zone: ZoneInfo) -> datetime | None:
    """Parse ISO 8601, or a day with a month in words, with or without a clock: `1:56 pm on 8 May, 2023`. In `zone`
    where none is named; None for anything else."""
    try:
        moment = datetime.fromisoformat(date)
        return (moment if moment.tzinfo else moment.replace(tzinfo=zone)).astimezone(UTC)
    except ValueError:
        pass
    words = fold(date)
    found = next((match for match in _DAY.finditer(words) if _parse_month(match["month"])), None)
    if found is None or not (found["day"] or found["after"]):
        return None
    clock = _CLOCK.search(words)
    hour = int(clock["hour"]) if clock else 12
    if clock and clock["half"]:
        hour = hour % 12 + (12 if clock["half"] == "p" else 0)
    try:
        day = int(found["day"] or found["after"])
        return datetime(
            int(found["year"]),
            _parse_month(found["month"]),
            day,
            hour,
            int(clock["minute"]) if clock else 0,
            tzinfo=zone,
        ).astimezone(UTC)
    except ValueError:
        return None


def _parse_month(word: str) -> int:
    """Parse a month's name: 1 to 12; 0 for a word that is no month."""
    return next((number for number, starts in enumerate(_MONTHS, 1) if word.startswith(starts)), 0)
