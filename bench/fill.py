"""A past: a database that looks as if somebody had talked with Sidecar for years."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from functools import cache, lru_cache
from itertools import accumulate
from pathlib import Path

from sidecar.memory.retrieval.document import CollectionId
from sidecar.memory.retrieval.index_words import index_words
from sidecar.storage.search_rows import add_prefix, digest

_CONVERSATIONS = 300
_SHARE_OF_THE_CURRENT = 10
"""The conversation that is still going on holds one message in ten."""
_TURNS_A_DAY = 100
_MODEL = "openai:loopback"
_VOCABULARY, _RARE_WORDS = 30_000, 2
_BATCH = 5_000

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


def rare_words(chance: random.Random, count: int) -> list[str]:
    """Choose made-up words, as common as words are."""
    return [f"palabra{word}" for word in chance.choices(range(_VOCABULARY), cum_weights=_weights(), k=count)]


def fill(path: Path, messages: int) -> None:
    """Put `messages` messages, half of them answers, into the database at `path`, which exists and has none; indexed,
    up to yesterday. The rows are those that Sidecar writes; a million take some minutes."""
    chance, past = random.Random(messages), _Past(messages // 2)
    with closing(sqlite3.connect(path)) as db:
        db.execute("pragma synchronous = off")
        db.execute("insert or ignore into people values ('owner', ?)", (past.moment(0),))
        db.execute("insert or ignore into search_shelves (person_id, collection) values ('owner', '')")
        db.executemany("insert into conversations values (?, 'owner', ?, ?)", past.conversations())
        shelf = CollectionId(db.execute("select id from search_shelves where collection = ''").fetchone()[0])
        with words_indexed_at_the_end(db):
            for first in range(1, past.turns + 1, _BATCH):
                rows = [past.row(turn, chance, shelf) for turn in range(first, min(first + _BATCH, past.turns + 1))]
                with db:
                    for statement in _STATEMENTS:
                        db.executemany(statement, rows)
        with db:
            for statement in _INDEXED:
                db.execute(statement, {"shelf": shelf})
        db.execute("pragma wal_checkpoint(truncate)")


class _Past:
    """The turns of some years, the last one yesterday."""

    def __init__(self, turns: int) -> None:
        self.turns = turns
        days = turns // _TURNS_A_DAY + 1
        self._began = datetime.now(UTC).replace(hour=9, minute=0, second=0, microsecond=0) - timedelta(days=days)

    def moment(self, turn: int) -> str:
        day, place = divmod(turn, _TURNS_A_DAY)
        return (self._began + timedelta(days=day, minutes=7 * place)).strftime("%Y-%m-%dT%H:%M:%S.%fZ")

    def conversations(self) -> Iterator[tuple[int, str, str | None]]:
        for number in range(1, _CONVERSATIONS + 1):
            begin = (number - 1) * self.turns // _CONVERSATIONS
            yield number, self.moment(begin), None if number == _CONVERSATIONS else self.moment(begin + 1)

    def row(self, turn: int, chance: random.Random, shelf: CollectionId) -> Mapping[str, object]:
        said, said_words = _write(chance, 1)
        answer, answer_words = _write(chance, chance.randint(1, 4))
        conversation = self._conversation_of(turn)
        return {
            "turn": turn,
            "conversation": conversation,
            "at": self.moment(turn),
            "said": said,
            "answer": answer,
            "model": _MODEL,
            "shelf": shelf,
            "thread": f"conversation:{conversation}:{self.moment(turn - turn % _TURNS_A_DAY)}",
            "message": 2 * turn - 1,
            "reply": 2 * turn,
            "said_digest": digest(said),
            "answer_digest": digest(answer),
            "said_words": " ".join(add_prefix(shelf, said_words)),
            "answer_words": " ".join(add_prefix(shelf, answer_words)),
        }

    def _conversation_of(self, turn: int) -> int:
        old = self.turns - self.turns // _SHARE_OF_THE_CURRENT
        return _CONVERSATIONS if turn > old else 1 + (turn - 1) * (_CONVERSATIONS - 1) // old


def _write(chance: random.Random, sentences: int) -> tuple[str, Sequence[str]]:
    """Return a text and its words in the index."""
    text, words = list[str](), list[str]()
    for _ in range(sentences):
        opening, subject, remark, closing = (chance.choice(part) for part in _PARTS)
        rare = rare_words(chance, _RARE_WORDS)
        text.append(f"{opening} {subject} {remark} {' '.join(rare)}. {closing}")
        words += [word for part in (opening, subject, remark, *rare, closing) for word in _index_words(part)]
    return " ".join(text), words


@lru_cache(maxsize=2 * _VOCABULARY)
def _index_words(part: str) -> Sequence[str]:
    return index_words(part)


@cache
def _weights() -> Sequence[float]:
    return list(accumulate(1 / (place + 10) for place in range(_VOCABULARY)))


@contextmanager
def words_indexed_at_the_end(db: sqlite3.Connection) -> Generator[None]:
    """Index the words of all documents at once: one by one takes three times as long."""
    triggers = db.execute(
        "select name, sql from sqlite_master where type = 'trigger' and tbl_name = 'search_documents'"
    )
    found = triggers.fetchall()
    for name, _ in found:
        db.execute(f"drop trigger {name}")
    yield
    with db:
        db.execute("insert into search_words (search_words) values ('rebuild')")
        for _, sql in found:
            db.execute(sql)


COUNT_DOCUMENTS = """
update search_shelves set documents = (select count(*) from search_documents where shelf_id = search_shelves.id)
"""
_STATEMENTS = (
    """insert into inbox (id, person_id, conversation_id, channel, external_id, address, reply_to, text, attachments,
       metadata, received_at, state, attempts, finished_at, handled_by, ending, model_ms, total_ms)
       values (:turn, 'owner', :conversation, 'terminal', 'old' || :turn, '', '', :said, '[]', '{}', :at, 'done', 1,
       :at, 'model', 'complete', 900, 910)""",
    """insert into messages (id, person_id, conversation_id, turn_id, channel, speaker, text, at)
       values (:message, 'owner', :conversation, :turn, 'terminal', 'person', :said, :at),
              (:reply, 'owner', :conversation, :turn, 'terminal', 'companion', :answer, :at)""",
    """insert into outbox (person_id, turn_id, channel, address, kind, text, dedup_key, state, attempts, not_before,
       created_at, sent_at)
       values ('owner', :turn, 'terminal', '', 'reply', :answer, 'reply:' || :turn, 'sent', 1, :at, :at, :at)""",
    """insert into model_requests (person_id, turn_id, role, model, at, estimated_tokens, input_tokens, cached_tokens,
       output_tokens, cost_nanousd, first_token_ms, total_ms, error_code)
       values ('owner', :turn, 'chat', :model, :at, 2000, 2000, 1500, 90, 400000, 350, 900, '')""",
    """insert into search_documents (person_id, shelf_id, kind, source, text, digest, words, at, speaker, channel,
       domain, thread, position)
       values ('owner', :shelf, 'message', cast(:message as text), :said, :said_digest, :said_words, :at, 'person',
       'terminal', '', :thread, :message),
              ('owner', :shelf, 'message', cast(:reply as text), :answer, :answer_digest, :answer_words, :at,
       'companion', 'terminal', '', :thread, :reply)""",
)
_INDEXED = (
    COUNT_DOCUMENTS,
    """insert or ignore into search_speakers (person_id, shelf_id, speaker)
       values ('owner', :shelf, 'person'), ('owner', :shelf, 'companion')""",
    "insert into index_progress (person_id, reached) select 'owner', max(id) from messages",
    """insert or ignore into fact_evidence (fact_id, turn_id, person_id, text)
       select id, id * (select max(id) from inbox) / (select max(id) from facts), person_id, text from facts""",
)
