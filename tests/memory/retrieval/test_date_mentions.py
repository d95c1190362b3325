"""The days that questions name."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sidecar.memory.retrieval.date_mentions import DateRange, PartialDate, date_closeness, find_dates

TODAY = date(2026, 3, 18)  # a Wednesday


@pytest.mark.parametrize(
    ("question", "moment"),
    [
        ("What did we cook in June 2024?", PartialDate(2024, 6)),
        ("¿Qué hicimos en junio de 2024?", PartialDate(2024, 6)),
        ("where did I park on 10 August", PartialDate(None, 8, 10)),
        ("dónde dejé el auto el 10 de agosto", PartialDate(None, 8, 10)),
        ("August 10th, 2025: who came?", PartialDate(2025, 8, 10)),
        ("the 3rd of May", PartialDate(None, 5, 3)),
        ("quién vino el 1ro de enero", PartialDate(None, 1, 1)),
        ("which bike did I want in 2023", PartialDate(2023)),
        ("qué anoté el 2025-02-07", PartialDate(2025, 2, 7)),
        ("qué anoté el 7/2/2025", PartialDate(2025, 2, 7)),
        ("what happened on 7/13/2025", PartialDate(2025, 7, 13)),
        ("what did I say in May?", PartialDate(None, 5)),
        ("¿de qué hablamos en marzo?", PartialDate(None, 3)),
        ("what did Lucía tell me yesterday", DateRange(date(2026, 3, 17), date(2026, 3, 17))),
        ("¿qué comí anteayer?", DateRange(date(2026, 3, 16), date(2026, 3, 16))),
        ("de qué hablamos hoy", DateRange(TODAY, TODAY)),
        ("the plan of last week", DateRange(date(2026, 3, 9), date(2026, 3, 15))),
        ("la receta de la semana pasada", DateRange(date(2026, 3, 9), date(2026, 3, 15))),
        ("cuánto gasté el mes pasado", DateRange(date(2026, 2, 1), date(2026, 2, 28))),
        ("the trip of last year", PartialDate(2025)),
    ],
)
def test_a_moment_is_read(question: str, moment: PartialDate | DateRange) -> None:
    assert find_dates(question, TODAY) == (moment,)


@pytest.mark.parametrize(
    "question",
    [
        "may I have your recipe?",
        "what might March be thinking",
        "cuántas cuotas faltan",
        "the day before the exam",
        "flight 2319",
        "how long ago did she leave",
        "10 de los 20 libros",
        "13/13/2025 y 2025-13-01",
        "",
    ],
)
def test_none_is_made_up(question: str) -> None:
    assert find_dates(question, TODAY) == ()


def test_two_months_have_their_own_years() -> None:
    assert find_dates("between June 2024 and July 2025", TODAY) == (PartialDate(2024, 6), PartialDate(2025, 7))


def test_closeness_falls_with_the_days() -> None:
    moments = (PartialDate(2025, 8, 10),)
    near = [date_closeness(date(2025, 8, day), moments) for day in (10, 11, 14, 30)]
    assert near == sorted(near, reverse=True) and near[0] == near[1] == 1 and near[-1] > 0
    assert date_closeness(date(2025, 9, 10), moments) == date_closeness(date(2024, 8, 10), moments) == 0


@given(st.dates(min_value=date(1990, 1, 1), max_value=date(2090, 1, 1)), st.integers(0, 400))
def test_yesterday_is_yesterday_on_every_day(today: date, ago: int) -> None:
    assert date_closeness(today - timedelta(days=ago), find_dates("qué pasó ayer", today)) == float(ago == 1)


DATE_WORDS = [
    *("3", "10", "31", "99", "2024", "de", "of", "the", "in", "may", "march", "junio", "10th", "3rd", "1ro"),
    *(
        "2025-02-30",
        "7/13/2025",
        "40/13/2025",
        "ayer",
        "yesterday",
        "hoy",
        "last week",
        "this week",
        "mes pasado",
        "last year",
    ),
]


@given(st.lists(st.sampled_from(DATE_WORDS) | st.text(max_size=8), max_size=12).map(" ".join))
def test_any_text_can_be_read(text: str) -> None:
    for mention in find_dates(text, TODAY):
        match mention:
            case DateRange(first, last):
                assert first <= last
            case PartialDate(year, month, day):
                assert (year, month, day) != (None, None, None)
                assert month is None or 1 <= month <= 12
                assert day is None or (month is not None and 1 <= day <= 31)
