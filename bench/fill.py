"""A past: a database that looks as if somebody had talked with Sidecar for years."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

_CONVERSATIONS = 300
_SHARE_OF_THE_CURRENT = 10
"""The conversation that is still going on holds one message in ten."""
_START = datetime(2023, 3, 1, 9, 0, tzinfo=UTC)
_MODEL = "openai:loopback"

_OPENINGS = """
Che, una pregunta: | Hoy | Ayer a la tarde | Estuve pensando que | No sé si te conté: | By the way, | Quick question:
| This morning | I was wondering whether | Mi hermana dice que | En el trabajo | At work
"""
_SUBJECTS = """
la reunión con el equipo de diseño | el cumpleaños de Martina | the report for the board | el turno con la dentista
| my running plan for the half marathon | la mudanza a Colegiales | the bug in the payment service
| el asado del domingo | los papeles de la prepaga | the book you recommended | mi curso de fotografía
| the flight to Córdoba | la gotera del baño | the new bass strings
"""
_REMARKS = """
se corrió para el jueves que viene | went much better than I expected | me tiene un poco preocupado
| todavía no lo resolví, y ya van tres semanas | is finally done | costó 48.500 pesos
| necesita una segunda opinión, creo | was harder than it looked at first sight | me puso de muy buen humor
| has to be ready before the end of the month | hay que confirmarlo por correo | no sé cómo encararlo
"""
_CLOSINGS = """
¿Qué harías vos? | What do you think? | Nada, eso. | Acordate por favor. | Can you make a short list?
| ¿Me ayudás a escribir un mensaje? | I will tell you tomorrow how it went. | Gracias por el consejo.
"""
_PARTS = [[phrase.strip() for phrase in part.split("|")] for part in (_OPENINGS, _SUBJECTS, _REMARKS, _CLOSINGS)]


def sentence(chance: random.Random) -> str:
    """Write a message of a person: between 60 and 160 characters of Spanish, English or both."""
    opening, subject, remark, closing = (chance.choice(part) for part in _PARTS)
    return f"{opening} {subject} {remark}. {closing}"


def fill(path: Path, messages: int) -> None:
    """Put `messages` messages, half of them answers, into the database at `path`, which exists and is empty."""
    chance = random.Random(messages)
    turns = messages // 2
    with closing(sqlite3.connect(path)) as db:
        with db:
            db.execute("insert or ignore into people values ('owner', ?)", (_moment(0),))
            db.executemany("insert into conversations values (?, 'owner', ?, ?)", _conversations(turns))
            for turn in range(1, turns + 1):
                _put(db, turn, _conversation_of(turn, turns), chance)
        db.execute("pragma wal_checkpoint(truncate)")


def _conversations(turns: int) -> Iterator[tuple[int, str, str | None]]:
    for number in range(1, _CONVERSATIONS + 1):
        begin = (number - 1) * turns // _CONVERSATIONS
        yield number, _moment(begin), None if number == _CONVERSATIONS else _moment(begin + 1)


def _conversation_of(turn: int, turns: int) -> int:
    old = turns - turns // _SHARE_OF_THE_CURRENT
    return _CONVERSATIONS if turn > old else 1 + (turn - 1) * (_CONVERSATIONS - 1) // old


def _put(db: sqlite3.Connection, turn: int, conversation: int, chance: random.Random) -> None:
    said = sentence(chance)
    answer = " ".join(sentence(chance) for _ in range(chance.randint(1, 4)))
    at = _moment(turn)
    values = {"turn": turn, "conversation": conversation, "at": at, "said": said, "answer": answer, "model": _MODEL}
    for statement in _STATEMENTS:
        db.execute(statement, values)


def _moment(turn: int) -> str:
    return (_START + timedelta(minutes=17 * turn)).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def multiply_facts(path: Path, stored: int, wanted: int) -> None:
    """Copy the `stored` facts of the database at `path` until it has `wanted`: reading each takes a millisecond."""
    with closing(sqlite3.connect(path)) as db:
        with db:
            for shift in range(stored, wanted, stored):
                for statement in _COPIES:
                    db.execute(statement, {"shift": shift, "last": min(stored, wanted - shift)})
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
_STATEMENTS = (
    """insert into inbox (id, person_id, conversation_id, channel, external_id, address, reply_to, text, attachments,
       metadata, received_at, state, attempts, finished_at, handled_by, ending, model_ms, total_ms)
       values (:turn, 'owner', :conversation, 'terminal', 'old' || :turn, '', '', :said, '[]', '{}', :at, 'done', 1,
       :at, 'model', 'complete', 900, 910)""",
    """insert into messages (person_id, conversation_id, turn_id, channel, speaker, text, at)
       values ('owner', :conversation, :turn, 'terminal', 'person', :said, :at),
              ('owner', :conversation, :turn, 'terminal', 'companion', :answer, :at)""",
    """insert into outbox (person_id, turn_id, channel, address, kind, text, dedup_key, state, attempts, not_before,
       created_at, sent_at)
       values ('owner', :turn, 'terminal', '', 'reply', :answer, 'reply:' || :turn, 'sent', 1, :at, :at, :at)""",
    """insert into model_requests (person_id, turn_id, role, model, at, estimated_tokens, input_tokens, cached_tokens,
       output_tokens, cost_nanousd, first_token_ms, total_ms, error_code)
       values ('owner', :turn, 'chat', :model, :at, 2000, 2000, 1500, 90, 400000, 350, 900, '')""",
)
