"""A person with a memory on a real database, and what they say. Tests of tools, commands and storage use it too."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import date
from itertools import count
from zoneinfo import ZoneInfo

from sidecar.domain.fact import Confidence, Domain, Fact, FactId, FactSource, NewFact
from sidecar.domain.message import IncomingMessage, TurnId
from sidecar.domain.person import OWNER, PersonId, Preferences
from sidecar.errors import NoModel
from sidecar.llm import ChatModel
from sidecar.memory.extraction_worker import ExtractionModel, ExtractionWorker
from sidecar.memory.fact_selector import FactSelector
from sidecar.memory.forget import Forgetter
from sidecar.memory.origins import FactOrigins
from sidecar.memory.outcome import SavingOutcome
from sidecar.memory.ports import FactAddition
from sidecar.memory.remember import Memory
from sidecar.memory.retrieval.document import Collection, DocumentKind
from sidecar.memory.retrieval.search import Search
from sidecar.memory.settings import FactsIn
from sidecar.storage.db import Row, Tx
from sidecar.storage.eraser import SqlEraser
from sidecar.storage.extraction import SqlExtractionQueue
from sidecar.storage.facts import SqlFacts
from sidecar.storage.forget_offers import SqlForgetOffers
from sidecar.storage.home_copies import HomeCopies
from sidecar.storage.inbox import SqlInbox
from sidecar.storage.message_index import SqlMessageIndex
from sidecar.storage.search import SqlDocuments
from sidecar.storage.search_vectors import SqlVectors
from sidecar.storage.sqlite import SqliteDb
from tests.fakes.clock import FakeClock
from tests.fakes.embedder import FakeEmbedder

ZONE = ZoneInfo("America/Argentina/Salta")
SOMEBODY_ELSE = PersonId("somebody else")


class Mind:
    """What is remembered of everybody in one database."""

    def __init__(self, db: SqliteDb, clock: FakeClock) -> None:
        self.db = db
        self.clock = clock
        self.preferences = Preferences(language="es", timezone=ZONE)
        self.facts = SqlFacts(db)
        self.inbox = SqlInbox(db)
        self.queue = SqlExtractionQueue(db)
        self.memory = Memory(self.facts, clock, self.today)
        home = db.path.parent
        self.forgetting = Forgetter(
            self.facts,
            SqlEraser(db, clock),
            HomeCopies(home, home / "terminal_history"),
            SqlForgetOffers(db),
            self.note_what_waits,
        )
        self.origins = FactOrigins(self.facts)
        self.knowledge = FactSelector(self.facts, self.today)
        self.indexing = SqlMessageIndex(db)
        self.embedder = FakeEmbedder()
        self.search = Search(SqlDocuments(db, clock), SqlVectors(db), self.embedder, clock)
        self._ids = count(1)

    def today(self, _: PersonId = OWNER) -> date:
        return self.clock.now().astimezone(ZONE).date()

    async def say(self, text: str, person: PersonId = OWNER) -> TurnId:
        """A message comes in, and waits to be read for facts."""
        message = IncomingMessage(f"m{next(self._ids)}", "terminal", person, text, self.clock.now())
        turn = await self.inbox.accept(message)
        assert turn is not None
        return turn

    async def remember(
        self,
        text: str,
        domain: Domain = Domain.GENERAL,
        origin: TurnId | None = None,
        *,
        critical: bool = False,
        person: PersonId = OWNER,
    ) -> SavingOutcome:
        said = NewFact(text, domain, confidence=Confidence.HIGH, source=FactSource.EXPLICIT, critical=critical)
        (outcome,) = await self.memory.remember(person, [said], origin)
        return outcome

    async def learned(self, text: str, days_ago: int = 0, person: PersonId = OWNER, **more: object) -> Fact:
        """A fact from long ago, past every comparison."""
        day = date.fromordinal(self.today().toordinal() - days_ago)
        new: NewFact = replace(NewFact(text), **more)  # type: ignore[arg-type]
        ids = await self.facts.apply(person, [FactAddition(new, day, day)], self.clock.now())
        assert ids is not None
        return await self.fact(ids[0], person)

    async def fact(self, id: int | None, person: PersonId = OWNER) -> Fact:
        assert id is not None
        found = await self.facts.get(person, FactId(id))
        assert found is not None
        return found

    async def texts(self, person: PersonId = OWNER) -> list[str]:
        return [fact.text for fact in await self.facts.active(person)]

    async def found(self, query: str, kind: DocumentKind | None = DocumentKind.FACT) -> list[str]:
        """What a search finds, by words."""
        hits = await self.search.search(Collection(OWNER), query, k=10)
        return [hit.document.text for hit in hits if kind in (None, hit.document.kind)]

    async def rows(self, sql: str, /, **values: str | int | None) -> Sequence[Row]:
        async def work(tx: Tx) -> Sequence[Row]:
            return await tx.all(sql, **values)

        return await self.db.read(work)

    async def execute(self, sql: str, /, **values: str | int | bytes | None) -> None:
        async def work(tx: Tx) -> None:
            await tx.execute(sql, **values)

        await self.db.write(work)

    async def number(self, sql: str, /, **values: str | int | None) -> int:
        (row,) = await self.rows(sql, **values)
        (value,) = row.values()
        assert isinstance(value, int)
        return value

    def extractor(
        self, model: ChatModel | Exception, facts_in: FactsIn = "told", wanted: Callable[[], bool] = lambda: True
    ) -> ExtractionWorker:
        """Reads what was said with this model, or as if there were none."""

        async def of(_: PersonId) -> ChatModel:
            if isinstance(model, Exception):
                raise model
            return model

        async def idle() -> None:
            return

        return ExtractionWorker(
            self.queue,
            self.memory,
            self.clock,
            ExtractionModel(of, lambda: facts_in, wanted),
            lambda _: self.preferences,
            awake=asyncio.Event(),
            idle=idle,
        )

    async def note_what_waits(self) -> None:
        await self.extractor(NoModel("none")).read_by_patterns()

    async def jobs(self) -> list[str]:
        return [str(row["state"]) for row in await self.rows("select state from extraction_jobs order by id")]


@dataclass(frozen=True, slots=True)
class Told:
    """One event, as the log has it."""

    name: str
    level: str
    fields: dict[str, object]


class _Listener(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.events: list[Told] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.events.append(Told(str(record.msg), record.levelname.lower(), getattr(record, "entry", {})))


@contextmanager
def listening() -> Generator[list[Told]]:
    """The events from now on."""
    logger, listener = logging.getLogger("sidecar"), _Listener()
    level = logger.level
    logger.addHandler(listener)
    logger.setLevel(logging.INFO)
    try:
        yield listener.events
    finally:
        logger.setLevel(level)
        logger.removeHandler(listener)
