"""Plain requests: all that are surely one are answered by the tool, and nothing else is touched."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, time
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sidecar.brain.toolbox import Toolbox, ToolScope
from sidecar.conversation.context import ConversationContext
from sidecar.conversation.result_texts import phrase_result
from sidecar.conversation.tool_calls import to_tool_calls
from sidecar.domain.message import ConversationId, IncomingMessage, TurnId
from sidecar.domain.person import LANGUAGES, OWNER, Language, Preferences
from sidecar.i18n import Texts
from sidecar.language.detection import detect_language
from sidecar.language.fold import fold
from sidecar.router.calculation import parse_calculation
from sidecar.router.matcher import match
from sidecar.router.time_question import parse_time_question
from sidecar.tools.calculator import calculator, evaluate
from sidecar.tools.current_time import CurrentTime
from sidecar.tools.registry import ToolRegistry
from tests.fakes.clock import FakeClock
from tests.fakes.toolbox import FakeToolbox, returning

NOW = datetime(2026, 3, 15, 23, 30, tzinfo=UTC)  # a Sunday; Monday already in Tokyo


def context(text: str, own: Language, answer_in: Language | None = None) -> ConversationContext:
    message = IncomingMessage("1", "terminal", OWNER, text, NOW, answer_in=answer_in)
    preferences = Preferences(language=own, timezone=ZoneInfo("America/Argentina/Buenos_Aires"))
    return ConversationContext(TurnId(1), ConversationId(1), message, preferences, "", (), NOW)


async def answer(context: ConversationContext, toolbox: Toolbox) -> str | None:
    """What is said by code, whether or not there is a model."""
    found = match(context.text, context.match_context)
    if found is None:
        return None
    (call,) = to_tool_calls(found.intent, "call")
    receipt = await toolbox.run(call, ToolScope(context.person, context.preferences, context.turn))
    return phrase_result(found.intent, receipt, context, Texts(context.answer_language))


class Desk:
    """The real tools, asked in one language."""

    def __init__(self, language: Language) -> None:
        standing = FakeClock(NOW)
        tools = [CurrentTime(standing).current_time, calculator]
        self._language: Language = language
        self._registry = ToolRegistry(tools, standing)

    async def ask(self, text: str) -> str | None:
        return await answer(context(text, self._language), self._registry)


@pytest.mark.req("CON-60")
@pytest.mark.parametrize(
    "text",
    [
        "qué hora es",
        "¿Qué hora es?",
        "Hola, ¿qué hora es?",
        "che qué hora es",
        "que hora es che?",
        "¿me decís la hora?",
        "decime la hora por favor",
        "¿Sabés qué hora es?",
        "¿tenés hora?",
        "dame la hora",
        "fecha de hoy",
        "QUÉ HORA ES!!",
        "que hora es ahora",
        "¿qué día es hoy?",
        "¿hoy qué día es?",
        "qué fecha es",
        "¿a qué día estamos?",
        "buenas! qué día es? gracias",
    ],
)
@pytest.mark.parametrize("language", ["es", "en"])
async def test_the_hour_here(text: str, language: Language) -> None:
    assert await Desk(language).ask(text) == "Son las 20:30 del domingo 15 de marzo (America/Argentina/Buenos_Aires)."


@pytest.mark.req("CON-60")
@pytest.mark.parametrize(
    "text",
    [
        "what time is it?",
        "What’s the time?",
        "hey, what's the time now?",
        "tell me what time it is",
        "what day is it",
        "what's today's date?",
        "Sidecar, what time is it please",
    ],
)
@pytest.mark.parametrize("language", ["es", "en"])
async def test_the_hour_in_english(text: str, language: Language) -> None:
    assert await Desk(language).ask(text) == "It's 8:30pm on Sunday, March 15 (America/Argentina/Buenos_Aires)."


@pytest.mark.req("CON-60")
@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("¿Qué hora es en Tokio?", "Son las 8:30 del lunes 16 de marzo (Asia/Tokyo)."),
        ("qué hora es en Córdoba, España", "Son las 0:30 del lunes 16 de marzo (Europe/Madrid)."),
        ("what time is it in Hong Kong right now?", "It's 7:30am on Monday, March 16 (Asia/Hong_Kong)."),
        ("hora en Tokio", "Son las 8:30 del lunes 16 de marzo (Asia/Tokyo)."),
        ("time in London?", "It's 11:30pm on Sunday, March 15 (Europe/London)."),
        ("what time is it in New York", "It's 7:30pm on Sunday, March 15 (America/New_York)."),
    ],
)
async def test_the_hour_elsewhere(text: str, answer: str) -> None:
    assert await Desk("es").ask(text) == answer


@pytest.mark.req("CON-60")
@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("2+2", "4"),
        ("2 + 2 =", "4"),
        ("¿2+2=?", "4"),
        ("12 * 7", "84"),
        ("cuánto es 12 * 7", "84"),
        ("12 x 7", "84"),
        ("cuanto es 12x7", "84"),
        ("cuánto es 5 por 3", "15"),
        ("¿Cuánto es 10 dividido 4?", "2,5"),
        ("10 / 4", "2,5"),
        ("cuánto es 15/3", "5"),
        ("calculame 3,5 * 2", "7"),
        ("how much is 7 plus 8?", "15"),
        ("what is 7 times 8", "56"),
        ("what's 100 divided by 8?", "12,5"),
        ("2^10", "1024"),
        ("2**10", "1024"),
        ("(1+2)*3", "9"),
        ("-5 + 3", "-2"),
        ("100 - 58", "42"),
        ("2026 - 1984", "42"),
        ("cuánto es 5-8", "-3"),
        ("9 más 9", "18"),
        ("3 * (4 - 6)", "-6"),
        ("cuánto es el 15% de 80", "12"),
        ("20 por ciento de 350", "70"),
        ("15% of 80", "12"),
        ("1.234.567 + 1", "1.234.568"),
    ],
)
async def test_sums(text: str, answer: str) -> None:
    words = {"es": f"Da {answer}.", "en": f"That's {answer.translate(str.maketrans(',.', '.,'))}."}
    for own in LANGUAGES:
        assert await Desk(own).ask(text) == words[detect_language(text) or own]


@pytest.mark.req("CON-60")
@pytest.mark.parametrize(
    ("text", "own", "expression"),
    [
        ("2.400 + 1.100", "es", "2400 + 1100"),
        ("2,400 + 1,100", "en", "2400 + 1100"),
        ("2.400 + 1.100", "en", "2.400 + 1.100"),
        ("2,400 + 1,100", "es", None),  # in Spanish it may be either
        ("cuánto es 3.800 / 4", "en", "3800 / 4"),
        ("how much is 3,800 / 4", "es", "3800 / 4"),
        ("1.250,75 * 2", "en", "1250.75 * 2"),
        ("980 + 21%", "es", "980 * (1 + 21%)"),
        ("cuánto es 1.500 menos el 30%", "es", "1500 * (1 - 30%)"),
        ("(40 + 60) - 10%", "es", "(( 40 + 60 )) * (1 - 10%)"),
        ("25% de descuento de 8.000", "es", "8000 * (1 - 25%)"),
        ("sacame el 12 % de 4.700", "es", "12% * 4700"),
        ("cuánto es siete por ocho", "es", "7 * 8"),
        ("450/3 cuánto es", "es", "450 / 3"),
        ("15% de 4800 cuanto da?", "es", "15% * 4800"),
        ("35 + 20% eso cuánto sería", "es", "35 * (1 + 20%)"),
        ("12 times 14 is what", "en", "12 * 14"),
        ("whats 7x8", "en", "7 * 8"),
        ("calculate the square root of 81", "en", "sqrt(81)"),
        ("18% off 90", "en", "90 * (1 - 18%)"),
    ],
)
def test_numbers_as_the_person_writes_them(text: str, own: Language, expression: str | None) -> None:
    found = parse_calculation(text, own)
    assert (found.expression if found else None) == expression
    assert expression is None or evaluate(expression)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("2 + 2", None),
        ("cuánto es 12x7", "es"),
        ("20 por ciento de 350", "es"),
        ("9 más 9", "es"),
        ("what's 100 divided by 8?", "en"),
        ("hola, what time is it in La Paz?", "en"),
        ("¿qué hora es in New York?", "es"),
        ("time in Tokyo", "en"),
        ("¿12 * 7?", "es"),
        ("", None),
    ],
)
def test_the_language_of_a_question(text: str, language: Language | None) -> None:
    assert detect_language(text) == language


async def test_who_asked_for_a_language_gets_it() -> None:
    toolbox = FakeToolbox({"calculator": returning("84")})
    asked: tuple[tuple[Language | None, str], ...] = ((None, "That's 84."), ("es", "Da 84."))
    for answer_in, words in asked:
        assert await answer(context("what is 12 * 7", "es", answer_in), toolbox) == words


@pytest.mark.parametrize(
    "text",
    [
        "qué hora es la reunión",
        "a qué hora es",
        "¿a qué hora es el turno?",
        "decime la hora de mi turno",
        "la hora de la verdad",
        "qué hora es buena para llamarte",
        "cuál es la hora pico",
        "what time is it due",
        "what time is the meeting",
        "what day is the deadline",
        "qué día es el cumpleaños de mamá",
        "qué día es mañana",
        "what is the date of the battle",
        "hora",
        "la hora se me fue",
        "a la hora de comer en casa",
        "qué hora es mejor",
        "no sé qué hora es",
        "what time is it in the story",
        "qué hora es en la película",
        "hora en que nació",
        "time in my life",
        "cambió la hora en todos lados",
        "recordame qué hora es cada cosa",
        "cuánto es el alquiler",
        "cuánto es",
        "cuánto es 5",
        "cuanto es 2 de azúcar",
        "how much is it",
        "what is 42",
        "15-4444-5555",
        "+54 9 11 4444-5555",
        "(011) 4444-5555",
        "4444 - 5555",
        "011 - 4444",
        "2024-2025",
        "1990 - 2024",
        "9 - 18",
        "2024-05-01",
        "01/05/2024",
        "1/5/2024",
        "01 - 05 - 2024",
        "24/7",
        "what is 24/7",
        "what's 9/11?",
        "1/2",
        "50/50",
        "10-3",
        "1920x1080",
        "4x4",
        "192.168.0.0/24",
        "10.0.0.1",
        "12:30",
        "20.30",
        "5² + 3",
        "v1.2 + v1.3",
        "2 + dos",
        "2 +",
        "+ 2",
        "2 ++",
        "(2 + 3",
        "2 (3)",
        "1 2",
        "3 + 4 manzanas",
        "tengo 3 + 4",
        "2+2 es 4",
        "5/0",
        "1,5.000 + 1",
        "x + 1",
        "",
        "?",
        "che",
        "%",
        "0",
        "-",
        "=",
    ],
)
async def test_what_may_be_something_else_is_left_to_the_model(text: str) -> None:
    for language in ("es", "en"):
        assert await Desk(language).ask(text) is None


@given(st.text())
def test_any_text_can_be_read(text: str) -> None:
    question, calculation = parse_time_question(text), parse_calculation(text)
    assert question is None or fold(question.place) in fold(text)
    assert calculation is None or calculation.expression


@given(
    st.dates(min_value=date(1000, 1, 1)),  # years are written in full: the 18 - 10 - 8 of the year 8 is a sum
    st.times(),
    st.sampled_from(["%d/%m/%Y", "%d-%m-%Y", "%Y-%m-%d", "%d/%m/%y", "%d.%m.%Y", "%d/%m", "%d - %m - %Y"]),
)
def test_no_date_is_a_sum(day: datetime, hour: time, form: str) -> None:
    for text in (day.strftime(form), f"{day.strftime(form)} {hour:%H:%M}", f"{hour:%H:%M}", f"¿{day.strftime(form)}?"):
        assert parse_calculation(text) is None


@given(
    st.lists(st.from_regex(r"[1-9]\d{1,4}", fullmatch=True), min_size=2, max_size=4),
    st.sampled_from(["-", "/", " ", "x", ".", ":"]),
)
def test_no_number_with_a_form_of_its_own_is_a_sum(parts: list[str], between: str) -> None:
    assert parse_calculation(between.join(parts)) is None
    assert parse_calculation(f"+{between.join(parts)}") is None


@given(
    st.sampled_from(["qué hora es", "la hora", "what time is it", "decime la hora", "cuánto es 2 + 2"]),
    st.lists(
        st.sampled_from(
            [
                "la",
                "el",
                "del",
                "reunión",
                "que",
                "cuando",
                "turno",
                "mi",
                "is",
                "the",
                "due",
                "meeting",
                "y",
                "para",
                "no",
                "mejor",
            ]
        ),
        min_size=1,
        max_size=5,
    ),
)
def test_a_request_that_goes_on_is_another_request(request_: str, more: list[str]) -> None:
    text = f"{request_} {' '.join(more)}"
    assert parse_time_question(text) is None
    assert parse_calculation(text) is None


@given(
    st.lists(st.tuples(st.sampled_from("+*"), st.integers(0, 999)), min_size=1, max_size=5),
    st.integers(0, 999),
    st.sampled_from(["", " "]),
    st.sampled_from(["{}", "¿{}?", "cuánto es {}", "hola, cuánto da {}?", "how much is {}", "what is {}?", "{} ="]),
)
def test_sums_are_read_as_they_are_written(rest: list[tuple[str, int]], first: int, gap: str, around: str) -> None:
    written = f"{gap}".join([str(first), *(f"{sign}{gap}{number}" for sign, number in rest)])
    found = parse_calculation(around.format(written))
    assert found is not None
    assert re.sub(r"\s", "", found.expression) == re.sub(r"\s", "", written)
