"""How documents are weighed against each other."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sidecar.memory.retrieval.document import DocumentId
from sidecar.memory.retrieval.index_words import index_words
from sidecar.memory.retrieval.ports import RankingCandidate
from sidecar.memory.retrieval.query import Query, parse_query
from sidecar.memory.retrieval.ranking import WordStatistics, rank

NOW, ZONE = datetime(2026, 3, 18, 12, tzinfo=UTC), ZoneInfo("America/Argentina/Ushuaia")
NONE: dict[DocumentId, float] = {}


def doc(id: int, text: str, around: str = "", **more: object) -> RankingCandidate:
    asks = text.endswith("?")
    return RankingCandidate(DocumentId(id), index_words(text), index_words(around), asks=asks, **more)  # type: ignore[arg-type]


def ask(text: str, *speakers: str) -> Query:
    return parse_query(text, speakers, NOW, ZONE)


def order(
    query: Query, documents: Sequence[RankingCandidate], similarities: dict[DocumentId, float] | None = None
) -> list[int]:
    frequencies = {word: sum(word in one.words for one in documents) for word in query.words}
    ranked = rank(query, documents, WordStatistics(len(documents), frequencies), similarities or NONE)
    return [one.candidate.id for one in ranked]


def test_rare_words_weigh_more_than_common_ones() -> None:
    documents = [
        doc(1, "receta de pan casero"),
        doc(2, "receta de flan"),
        doc(3, "receta de guiso"),
        doc(4, "pan duro"),
    ]
    assert order(ask("la receta del flan"), documents)[0] == 2


def test_meaning_decides_where_words_are_silent() -> None:
    documents = [doc(1, "adoptó un cachorro"), doc(2, "compró una lámpara")]
    assert order(ask("does she have pets"), documents, {DocumentId(1): 0.8, DocumentId(2): 0.6}) == [1, 2]


@pytest.mark.req("MEM-31")
def test_an_answer_is_found_by_the_question_before_it() -> None:
    documents = [
        doc(1, "En un pueblo cerca de Tandil, con mis abuelos y dos caballos", "¿dónde pasaste tu infancia?"),
        doc(2, "Ayer llovió toda la tarde y no salimos de casa ni un rato", "qué tarde fea"),
    ]
    assert order(ask("¿dónde fue su infancia?"), documents)[0] == 1


def test_what_is_spoken_of_in_the_thread_counts() -> None:
    documents = [
        doc(1, "la mudanza a Rosario va bien", thread="a"),
        doc(2, "el camión llega temprano", thread="a"),
        doc(3, "el camión pasa temprano", thread="b"),
    ]
    assert order(ask("mudanza camión"), documents).index(2) < order(ask("mudanza camión"), documents).index(3)


def test_who_said_it_counts() -> None:
    documents = [doc(1, "quiero aprender piano", speaker="Leo"), doc(2, "quiero aprender piano", speaker="Eva")]
    assert order(ask("What does Eva want to learn?", "Leo", "Eva"), documents)[0] == 2


def test_when_it_was_said_counts() -> None:
    evening, later = datetime(2026, 2, 1, 1, tzinfo=UTC), datetime(2026, 2, 1, 4, tzinfo=UTC)
    documents = [doc(1, "fuimos al cine", at=evening), doc(2, "fuimos al cine", at=later)]
    assert order(ask("¿a dónde fuimos en enero?"), documents)[0] == 1, "it is still January where the person lives"
    assert order(ask("¿a dónde fuimos en febrero?"), documents)[0] == 2


def test_a_statement_answers_better_than_a_question() -> None:
    assert order(ask("alergia nueces"), [doc(1, "alergia a las nueces?"), doc(2, "alergia a las nueces.")])[0] == 2


@pytest.mark.req("MEM-34")
def test_a_word_in_common_does_not_outweigh_the_meaning() -> None:
    """A question in another language shares at most a name with what answers it."""
    documents = [
        doc(1, "Oslo tiene un puerto grande y muchos tranvías"),
        doc(2, "El museo de los barcos vikingos abre a las nueve y cierra a las seis"),
    ]
    nearness = {DocumentId(1): 0.80, DocumentId(2): 0.86}
    assert order(ask("When does the viking ship museum in Oslo open in the morning?"), documents, nearness)[0] == 2


def test_nothing_in_common_ranks_by_meaning_alone() -> None:
    documents = [doc(n, f"cosa número {n}") for n in range(1, 6)]
    nearness = {DocumentId(n): n / 10 for n in range(1, 6)}
    assert order(ask("zzz"), documents, nearness) == [5, 4, 3, 2, 1]


@given(
    st.lists(st.sampled_from(["pan", "flan", "vino", "auto", ""]), max_size=8),
    st.lists(st.floats(-1, 1), min_size=8, max_size=8),
    st.text(max_size=20),
)
def test_scores_are_from_0_to_1_and_nobody_is_lost(texts: list[str], cosines: list[float], question: str) -> None:
    documents = [doc(n, text, thread="t" * (n % 2)) for n, text in enumerate(texts)]
    similarities = {one.id: cosine for one, cosine in zip(documents, cosines, strict=False)}
    ranked = rank(ask(f"{question} flan"), documents, WordStatistics(len(documents), {}), similarities)
    assert sorted(one.candidate.id for one in ranked) == list(range(len(texts)))
    assert all(0 <= one.score <= 1 for one in ranked)
    assert [one.score for one in ranked] == sorted((one.score for one in ranked), reverse=True)


def test_what_only_words_found_does_not_blur_the_nearest() -> None:
    near = {DocumentId(n): 0.8 + n / 10_000 for n in range(1, 181)}
    documents = [doc(n, f"cosa {n}") for n in near]

    def gap(documents: Sequence[RankingCandidate], similarities: dict[DocumentId, float]) -> float:
        ranked = rank(ask("zzz"), documents, WordStatistics(len(documents), {}), similarities)
        return ranked[0].score - ranked[90].score

    far = DocumentId(999)
    assert gap([*documents, doc(far, "lejos")], {**near, far: -0.5}) == pytest.approx(gap(documents, near))


def test_a_fact_stands_before_a_message_that_fits_as_well() -> None:
    documents = [doc(1, "vive en Azul", speaker="person"), doc(2, "vive en Azul", fact=True)]
    assert order(ask("¿dónde vive?"), documents, {DocumentId(1): 0.8, DocumentId(2): 0.8}) == [2, 1]


@pytest.mark.req("MEM-32")
def test_what_has_no_vector_yet_does_not_come_last() -> None:
    """What was told a moment ago waits for its vector, and has the word that was asked for."""
    documents = [doc(n, f"una charla larga sobre otra cosa {n}") for n in range(1, 40)]
    similarities = {DocumentId(n): 0.8 + n / 1_000 for n in range(1, 40)}
    found = order(ask("¿cómo anda el limonero?"), [*documents, doc(99, "planté un limonero")], similarities)
    assert found.index(99) < 10


def told(id: int, text: str, month: int) -> RankingCandidate:
    return doc(id, text, speaker="person", at=datetime(2026, month, 1, tzinfo=UTC))


@pytest.mark.req("MEM-31")
def test_the_latest_that_the_person_told_stands_first() -> None:
    documents = [told(1, "rent is 700 now", 1), told(2, "they raised the rent to 780", 3), told(3, "nice weather", 2)]
    assert order(ask("how much is my rent?"), documents)[0] == 2


@pytest.mark.req("MEM-31")
def test_the_past_is_not_asked_of_the_latest() -> None:
    documents = [told(1, "rent is 700 now", 1), told(2, "the rent is 780", 3)]
    here = order(ask("what was my rent before?"), documents, {DocumentId(1): 0.86, DocumentId(2): 0.85})
    assert here[0] == 1


@pytest.mark.req("MEM-31")
def test_a_fact_of_something_else_does_not_stand_above_the_message_that_tells() -> None:
    documents = [doc(1, "Junta figuritas", fact=True), told(2, "mi cuñada Pilar es bioquímica en un hospital", 1)]
    near = {DocumentId(1): 0.80, DocumentId(2): 0.88}
    assert order(ask("¿de qué trabaja Pilar?"), documents, near)[0] == 2
