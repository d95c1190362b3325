"""What holds for every text, moment and zone."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta
from itertools import islice
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sidecar.dates import (
    DateError,
    Instant,
    Recurrence,
    find,
    format_instant,
    format_recurrence,
    next_firings,
    parse,
)
from sidecar.dates.languages.patterns import symbols
from sidecar.dates.rules import Rule, local_firings, read_rule
from tests.dates.reading import BUENOS_AIRES, MADRID, WEDNESDAY, at

ZONES = st.sampled_from([BUENOS_AIRES, MADRID, ZoneInfo("America/New_York"), ZoneInfo("America/Santiago")])
LANGUAGES = st.sampled_from(["es", "en"])
MOMENTS = st.datetimes(datetime(2020, 1, 1), datetime(2035, 12, 31)).map(
    lambda moment: moment.replace(microsecond=0, tzinfo=UTC)
)
WORDS_ES = symbols(
    "mañana hoy pasado el la los las a de del lunes martes sábado jueves que viene próximo este 9 15 31 24/12"
    " 9:30 25:00 y o media menos cuarto tarde noche mañana medianoche mediodía en 2 30 horas minutos días"
    " semanas mes cada todos primer último por medio marzo febrero 2027 am pm hs empezando recordame comprar 10"
    " tipo antes hora unos dentro"
)
WORDS_EN = symbols(
    "tomorrow today tonight monday friday next this last at on in the of a an 9 15 31st 4/5 9:30 25:00 and or"
    " half past quarter to morning evening noon midnight 2 30 hours minutes days weeks month every other first"
    " from now march may february 2027 am pm starting remind me buy 10 around before until few between"
)
SENTENCES = st.one_of(
    st.tuples(st.just("es"), st.lists(st.sampled_from(sorted(WORDS_ES)), max_size=9).map(" ".join)),
    st.tuples(st.just("en"), st.lists(st.sampled_from(sorted(WORDS_EN)), max_size=9).map(" ".join)),
)


@pytest.mark.req("DAT-02", "DAT-06")
@given(now=MOMENTS, ahead=st.integers(1, 60 * 24 * 500), zone=ZONES, language=LANGUAGES)
def test_what_is_said_of_a_moment_is_read_as_that_moment(
    now: datetime, ahead: int, zone: ZoneInfo, language: str
) -> None:
    moment = now + timedelta(minutes=ahead)
    words = format_instant(moment, now, zone, language)
    result = parse(words, now, zone, language)
    assert isinstance(result, Instant), words
    assert result.utc == moment, words


@pytest.mark.req("DAT-02")
def test_a_moment_elsewhere_is_said_with_its_zone() -> None:
    now = at(WEDNESDAY)
    there = parse("mañana a las 9", now, MADRID, "es")
    assert isinstance(there, Instant)
    words = format_instant(there, now, BUENOS_AIRES, "es")
    assert words == "mañana a las 9:00 (Europe/Madrid)"
    again = parse(words, now, BUENOS_AIRES, "es")
    assert isinstance(again, Instant) and again.utc == there.utc


RULES = st.one_of(
    st.builds(Rule, st.just("DAILY"), st.integers(1, 20)),
    st.builds(
        lambda interval, days: Rule("WEEKLY", interval, tuple(sorted(days))),
        st.integers(1, 5),
        st.sets(st.integers(0, 6), min_size=1),
    ),
    st.builds(lambda day: Rule("MONTHLY", month_day=day), st.one_of(st.just(-1), st.integers(1, 30))),
    st.builds(
        lambda nth, day: Rule("MONTHLY", nth=nth, weekdays=(day,)), st.sampled_from([1, 2, 3, 4, -1]), st.integers(0, 6)
    ),
    st.builds(lambda month, day: Rule("YEARLY", month=month, month_day=day), st.integers(1, 12), st.integers(1, 28)),
    st.builds(lambda n: Rule("HOURLY", n), st.integers(1, 48)),
    st.builds(lambda n: Rule("MINUTELY", n), st.integers(1, 90)),
)


@pytest.mark.req("DAT-03", "DAT-09")
@given(rule=RULES, now=MOMENTS, zone=ZONES, language=LANGUAGES, minute=st.integers(0, 1439))
def test_what_is_said_of_a_rule_is_read_as_that_rule(
    rule: Rule, now: datetime, zone: ZoneInfo, language: str, minute: int
) -> None:
    first = datetime(2030, 1, 1) + timedelta(minutes=minute)
    words = format_recurrence(Recurrence(str(rule), first, (), zone), language)
    result = parse(words, now, zone, language)
    assert isinstance(result, Recurrence), words
    said = read_rule(result.rrule)
    fortnight = language == "es" and (rule.freq, rule.interval) == ("DAILY", 15)  # "cada 15 días" is two weeks
    assert fortnight or said == rule, words
    assert result.next_two[0] > now
    assert result.next_two[0] < result.next_two[1]


@pytest.mark.req("DAT-03")
@given(rule=RULES)
def test_a_written_rule_is_read_back(rule: Rule) -> None:
    assert read_rule(str(rule)) == rule


@pytest.mark.req("DAT-01", "DAT-04", "DAT-06")
@settings(max_examples=400)
@given(sentence=SENTENCES, now=MOMENTS, zone=ZONES)
def test_any_words_give_the_future_or_a_refusal_with_usable_suggestions(
    sentence: tuple[str, str], now: datetime, zone: ZoneInfo
) -> None:
    language, text = sentence
    result = parse(text, now, zone, language)
    match result:
        case Instant():
            assert result.utc > now
            assert result.local == result.utc
            assert result.local.astimezone(UTC).astimezone(zone).replace(tzinfo=None) == result.local.replace(
                tzinfo=None
            )
        case Recurrence():
            assert list(result.next_two) == sorted(result.next_two)
            assert result.next_two[0] > now
            assert read_rule(result.rrule)
        case DateError():
            for suggestion in result.suggestions:
                assert not isinstance(parse(suggestion, now, zone, language), DateError), (text, suggestion)


@pytest.mark.req("DAT-01")
@settings(max_examples=300)
@given(text=st.text(max_size=200), now=MOMENTS, language=LANGUAGES)
def test_no_text_breaks_it(text: str, now: datetime, language: str) -> None:
    assert parse(text, now, BUENOS_AIRES, language)
    found = find(text, language)
    assert found is None or all(0 <= start < end <= len(text) for start, end in found.spans)


@pytest.mark.req("DAT-02")
@given(sentence=SENTENCES)
def test_case_accents_and_spaces_change_nothing(sentence: tuple[str, str]) -> None:
    language, text = sentence
    plain = text.replace("ñ", "n").replace("á", "a").replace("í", "i").replace("ú", "u").replace("ó", "o")
    now = at(WEDNESDAY)
    expected = parse(text, now, BUENOS_AIRES, language)
    for same in (text.upper(), plain, text.replace(" ", "   "), f"  {text} "):
        assert parse(same, now, BUENOS_AIRES, language) == expected


@pytest.mark.req("DAT-01")
@given(
    text=st.sampled_from(["mañana a las 9", "en 2 horas", "el lunes a las 10", "a las 21"]),
    now=MOMENTS,
    later=st.integers(1, 6 * 60),
)
def test_a_later_reference_never_gives_an_earlier_moment(text: str, now: datetime, later: int) -> None:
    one = parse(text, now, BUENOS_AIRES, "es")
    other = parse(text, now + timedelta(minutes=later), BUENOS_AIRES, "es")
    if isinstance(one, Instant) and isinstance(other, Instant):
        assert one.utc <= other.utc


@pytest.mark.req("DAT-01")
@pytest.mark.parametrize(
    "text",
    ["a las " * 400, "9 y " * 500, "lunes, " * 300, "1.1" * 600, "en 2 horas y " * 200, "(" * 2000, "mañana " * 300,
     "12:30:" * 400, "cada todos los " * 150, "9" * 2000, "a" * 2000],
)  # fmt: skip
@pytest.mark.parametrize("language", ["es", "en"])
def test_no_text_takes_long(text: str, language: str) -> None:
    began = time.process_time()
    parse(text, at(WEDNESDAY), BUENOS_AIRES, language)
    assert time.process_time() - began < 0.5


@pytest.mark.req("DAT-03")
def test_a_rule_keeps_its_local_time_across_a_clock_change() -> None:
    first = datetime(2026, 3, 28, 9)
    firings = next_firings("FREQ=DAILY", first, MADRID, after=at("2026-03-27T12:00", MADRID), count=3)
    assert [f"{moment:%d %H:%M %z}" for moment in firings] == ["28 09:00 +0100", "29 09:00 +0200", "30 09:00 +0200"]
    in_the_gap = next_firings("FREQ=DAILY", first.replace(hour=2, minute=30), MADRID, after=firings[0], count=2)
    assert [f"{moment:%d %H:%M}" for moment in in_the_gap] == ["29 03:30", "30 02:30"]


@pytest.mark.req("DAT-03")
@given(rule=RULES.filter(lambda rule: rule.freq not in {"HOURLY", "MINUTELY"}), skipped=st.integers(0, 30))
def test_starting_late_skips_nothing(rule: Rule, skipped: int) -> None:
    start = datetime(2026, 1, 1, 9)
    first = next(local_firings(rule, start, start))
    firings = list(islice(local_firings(rule, first, first), skipped + 3))
    found = next_firings(str(rule), first, BUENOS_AIRES, after=firings[skipped].replace(tzinfo=BUENOS_AIRES), count=2)
    assert [moment.replace(tzinfo=None) for moment in found] == firings[skipped + 1 :]
