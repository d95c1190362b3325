"""What a question is taken apart into."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from sidecar.memory.retrieval.index_words import index_words
from sidecar.memory.retrieval.query import MAX_WORDS, parse_query

NOW, ZONE = datetime(2026, 3, 18, 12, tzinfo=UTC), ZoneInfo("UTC")


def test_the_name_of_a_speaker_is_who_not_what() -> None:
    query = parse_query("What did Sofía's brother give Tomas?", ["Sofia", "Tomás"], NOW, ZONE)
    assert query.speakers == {"Sofia", "Tomás"}
    assert query.meaning == "What did brother give ?"
    assert query.words == tuple(index_words("brother give"))


def test_somebody_who_does_not_speak_here_is_a_word() -> None:
    query = parse_query("¿Cuándo cumple años Bruno?", ["Sofia"], NOW, ZONE)
    assert query.speakers == frozenset()
    assert index_words("Bruno")[0] in query.words


def test_part_of_a_name_is_enough_when_nobody_shares_it() -> None:
    speakers = ["María Inés Paz", "María Sosa"]
    assert parse_query("what did Inés cook", speakers, NOW, ZONE).speakers == {"María Inés Paz"}
    assert parse_query("what did María cook", speakers, NOW, ZONE).speakers == frozenset()


@pytest.mark.parametrize("role", ["person", "companion", "tool"])
def test_roles_are_no_names(role: str) -> None:
    query = parse_query(f"which {role} was it", [role], NOW, ZONE)
    assert query.speakers == frozenset() and index_words(role)[0] in query.words


def test_a_question_of_nothing_but_a_name_keeps_it() -> None:
    query = parse_query("Sofia?", ["Sofia"], NOW, ZONE)
    assert query.meaning == "Sofia?" and query.words == tuple(index_words("Sofia"))


def test_a_long_text_is_asked_by_its_beginning() -> None:
    assert len(parse_query(" ".join(f"palabra{n}" for n in range(500)), [], NOW, ZONE).words) == MAX_WORDS
