"""Made-up facts in both languages, of words as common as words are."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from bench.fill import COUNT_DOCUMENTS, words_indexed_at_the_end
from sidecar.domain.fact import Domain, NewFact
from sidecar.domain.person import OWNER
from sidecar.memory.ports import FactAddition, FactStore

_BATCH = 2_000
_DISTINCT = 4_000
_LEARNED_WITHIN_DAYS = 400
_FRAMES = (
    (Domain.WORK, "Trabaja con {name} en {thing} de {other}"),
    (Domain.PREFERENCES, "Le gusta {thing} con {other} los domingos"),
    (Domain.RELATIONSHIPS, "Su amiga {name} vive en {other} y tiene {number} gatos"),
    (Domain.HEALTH, "Toma {thing} {number} mg por {other}"),
    (Domain.PROJECTS, "Is building {thing} for {other} with {name}"),
    (Domain.GENERAL, "Has {number} {thing} from {other}"),
    (Domain.SCHEDULE, "Tiene {thing} los martes a las {hour} con {name}"),
)
_SYLLABLES = """
ba be bi bo bu ca co cu da de di do fa fe ga go la le li lo ma me mi mo na ne no pa pe po ra re ro sa ta te to va vi zo
"""
_VOCABULARY = 12_000


async def fill_facts(store: FactStore, count: int, today: date, path: Path | None = None) -> None:
    """Store that many facts, learned in the last year or so. Beyond some thousands they are copies with a number, where
    the database at `path` is theirs."""
    if path and count > _DISTINCT:
        await fill_facts(store, _DISTINCT, today)
        return _multiply(path, _DISTINCT, count)
    made_up = statements(random.Random(count))
    for first in range(0, count, _BATCH):
        days = (
            today - timedelta(days=number % _LEARNED_WITHIN_DAYS) for number in range(first, min(first + _BATCH, count))
        )
        await store.apply(OWNER, [FactAddition(next(made_up), day, day) for day in days], datetime.now(UTC))


def statements(chance: random.Random) -> Iterator[NewFact]:
    words = _words(chance)
    weights = [1 / (place + 10) for place in range(_VOCABULARY)]
    while True:
        domain, frame = chance.choice(_FRAMES)
        name, thing, other = chance.choices(words, weights, k=3)
        number, hour = chance.randint(2, 300), chance.randint(7, 22)
        yield NewFact(frame.format(name=name.title(), thing=thing, other=other, number=number, hour=hour), domain)


def _words(chance: random.Random) -> Sequence[str]:
    syllables = _SYLLABLES.split()
    found: dict[str, None] = {}
    while len(found) < _VOCABULARY:
        found["".join(chance.choices(syllables, k=chance.randint(2, 4)))] = None
    return list(found)


def _multiply(path: Path, stored: int, wanted: int) -> None:
    """Copy the `stored` facts of the database at `path` until it has `wanted`: reading each takes a millisecond."""
    with closing(sqlite3.connect(path)) as db:
        with db, words_indexed_at_the_end(db):
            for shift in range(stored, wanted, stored):
                for statement in _COPIES:
                    db.execute(statement, {"shift": shift, "last": min(stored, wanted - shift)})
            db.execute(COUNT_DOCUMENTS)
        db.execute("pragma wal_checkpoint(truncate)")


_COPIES = (
    """insert into facts (id, person_id, text, domain, subject, confidence, source, scope, weight, critical, stale,
       learned, confirmed, until, pinned)
       select id + :shift, person_id, text || ' ' || :shift, domain, subject, confidence, source, scope, weight,
       critical, stale, learned, confirmed, until, pinned from facts where id <= :last""",
    """insert into fact_stems (person_id, stem, fact_id)
       select person_id, stem, fact_id + :shift from fact_stems where fact_id <= :last""",
    """insert into fact_versions (fact_id, person_id, version)
       select fact_id + :shift, person_id, version from fact_versions where fact_id <= :last""",
    """insert into search_documents (person_id, shelf_id, kind, source, text, digest, words, at, speaker, channel,
       domain, thread, position)
       select person_id, shelf_id, kind, cast(source + :shift as text), text || ' ' || :shift, randomblob(16), words,
       at, speaker, channel, domain, thread, position from search_documents
       where kind = 'fact' and cast(source as integer) <= :last""",
)
