"""What holds for every text, moment and zone."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import islice
from zoneinfo import ZoneInfo

import pytest
from hypothesis import assume, given, settings
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
from sidecar.dates.rules import RecurrenceRule, expand_local, parse_rule
from tests.dates.samples import BUENOS_AIRES, MADRID, WEDNESDAY, at
from tests.growth import assert_linear

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
MIXED = st.lists(st.sampled_from(sorted(WORDS_ES | WORDS_EN)), max_size=9).map(" ".join)
SENTENCES = st.one_of(
    st.tuples(LANGUAGES, MIXED),
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


def _whole_minutes(moment: datetime) -> datetime:
    return moment.replace(hour=12, second=0, microsecond=0)


RULES = st.one_of(
    st.builds(RecurrenceRule, st.just("DAILY"), st.integers(1, 20)),
    st.builds(
        lambda interval, days: RecurrenceRule("WEEKLY", interval, tuple(sorted(days))),
        st.integers(1, 5),
        st.sets(st.integers(0, 6), min_size=1),
    ),
    st.builds(
        lambda interval, day: RecurrenceRule("MONTHLY", interval, month_day=day),
        st.integers(1, 5),
        st.one_of(st.just(-1), st.integers(1, 30)),
    ),
    st.builds(
        lambda interval, nth, day: RecurrenceRule("MONTHLY", interval, nth=nth, weekdays=(day,)),
        st.integers(1, 5),
        st.sampled_from([1, 2, 3, 4, -1]),
        st.integers(0, 6),
    ),
    st.builds(
        lambda month, day: RecurrenceRule("YEARLY", month=month, month_day=day), st.integers(1, 12), st.integers(1, 28)
    ),
    st.builds(lambda n: RecurrenceRule("HOURLY", n), st.integers(1, 48)),
    st.builds(lambda n: RecurrenceRule("MINUTELY", n), st.integers(1, 90)),
)


@pytest.mark.req("DAT-03", "DAT-09")
@given(rule=RULES, now=MOMENTS, zone=ZONES, language=LANGUAGES, minute=st.integers(0, 1439))
def test_what_is_said_of_a_rule_is_read_as_that_rule(
    rule: RecurrenceRule, now: datetime, zone: ZoneInfo, language: str, minute: int
) -> None:
    first = datetime(2030, 1, 1) + timedelta(minutes=minute)
    words = format_recurrence(Recurrence(str(rule), first, (), zone), language)
    result = parse(words, now, zone, language)
    assert isinstance(result, Recurrence), words
    said = parse_rule(result.rrule)
    fortnight = language == "es" and (rule.freq, rule.interval) == ("DAILY", 15)  # "cada 15 días" is two weeks
    assert fortnight or said == rule, words
    assert result.next_two[0] > now
    assert result.next_two[0] < result.next_two[1]


ENDS = st.one_of(
    st.just((None, None)),
    st.tuples(st.integers(1, 400), st.none()),
    st.tuples(st.none(), st.integers(0, 700).map(lambda days: datetime(2031, 1, 1, 23, 59, 59) + timedelta(days=days))),
    st.tuples(st.none(), st.datetimes(datetime(2031, 1, 1), datetime(2033, 1, 1)).map(_whole_minutes)),
)


@pytest.mark.req("DAT-03", "DAT-09")
@given(rule=RULES, end=ENDS, zone=ZONES, language=LANGUAGES, minute=st.integers(0, 1439))
def test_what_is_said_of_a_rule_that_ends_is_read_as_that_rule(
    rule: RecurrenceRule, end: tuple[int | None, datetime | None], zone: ZoneInfo, language: str, minute: int
) -> None:
    count, until = end
    now, first = datetime(2029, 12, 1, tzinfo=UTC), datetime(2030, 1, 1) + timedelta(minutes=minute)
    limited = replace(rule, count=count, until=until.replace(tzinfo=zone).astimezone(UTC) if until else None)
    words = format_recurrence(Recurrence(str(limited), first, (), zone), language)
    result = parse(words, now, zone, language)
    assert isinstance(result, Recurrence), words
    said = parse_rule(result.rrule)
    assert (said.count, said.until) == (limited.count, limited.until), words


@pytest.mark.req("DAT-03")
@given(rule=RULES, end=ENDS)
def test_a_written_rule_is_read_back(rule: RecurrenceRule, end: tuple[int | None, datetime | None]) -> None:
    limited = replace(rule, count=end[0], until=end[1])
    assert parse_rule(str(limited)) == limited


@pytest.mark.req("DAT-09")
@given(rule=RULES, count=st.integers(1, 30), skipped=st.integers(0, 40), zone=ZONES)
def test_a_counted_rule_fires_that_often_wherever_it_is_asked(
    rule: RecurrenceRule, count: int, skipped: int, zone: ZoneInfo
) -> None:
    start = datetime(2026, 1, 1, 9)
    first = start if rule.freq in {"HOURLY", "MINUTELY"} else next(expand_local(rule, start, start))
    before = datetime(2025, 12, 1, tzinfo=UTC)
    every = next_firings(str(rule), first, zone, after=before, count=count + skipped + 1)
    limited = str(replace(rule, count=count))
    assert next_firings(limited, first, zone, after=before, count=count + 5) == every[:count]
    assert next_firings(limited, first, zone, after=every[skipped], count=count + 5) == every[skipped + 1 : count]
    until = str(replace(rule, until=every[count - 1].astimezone(UTC)))
    assert next_firings(until, first, zone, after=before, count=count + 5) == every[:count]


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
            assert parse_rule(result.rrule)
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
@settings(max_examples=300)
@given(sentence=SENTENCES, now=MOMENTS, later=st.integers(1, 40 * 24 * 60), zone=ZONES)
def test_a_later_reference_never_gives_an_earlier_moment(
    sentence: tuple[str, str], now: datetime, later: int, zone: ZoneInfo
) -> None:
    """Where both references give a moment. Months that are counted are left out: the 30th and the 31st of January
    both have their month later on the 28th of February, and the earlier day may have the later hour."""
    language, text = sentence
    assume("mes" not in text and "month" not in text)
    one = parse(text, now, zone, language)
    other = parse(text, now + timedelta(minutes=later), zone, language)
    if isinstance(one, Instant) and isinstance(other, Instant):
        assert one.utc <= other.utc


@pytest.mark.req("DAT-01")
@pytest.mark.parametrize(
    "piece",
    ["a las ", "9 y ", "lunes, ", "1.1", "en 2 horas y ", "(", "mañana ", "12:30:", "cada todos los ", "9", "a"],
)
@pytest.mark.parametrize("language", ["es", "en"])
def test_the_time_grows_with_the_text_and_no_faster(piece: str, language: str) -> None:
    assert_linear(lambda chars: parse(piece * (chars // len(piece)), at(WEDNESDAY), BUENOS_AIRES, language), 2_000)


@pytest.mark.req("DAT-03")
def test_a_rule_keeps_its_local_time_across_a_clock_change() -> None:
    first = datetime(2026, 3, 28, 9)
    firings = next_firings("FREQ=DAILY", first, MADRID, after=at("2026-03-27T12:00", MADRID), count=3)
    assert [f"{moment:%d %H:%M %z}" for moment in firings] == ["28 09:00 +0100", "29 09:00 +0200", "30 09:00 +0200"]


@pytest.mark.req("DAT-03", "DAT-06")
def test_a_firing_in_a_skipped_hour_moves_to_the_first_time_after_it() -> None:
    before = at("2026-03-27T12:00", MADRID)
    firings = next_firings("FREQ=DAILY", datetime(2026, 3, 27, 2, 30), MADRID, after=before, count=3)
    assert [f"{moment:%d %H:%M}" for moment in firings] == ["28 02:30", "29 03:00", "30 02:30"]
    rule = "FREQ=DAILY;BYHOUR=2,3;BYMINUTE=0"
    firings = next_firings(rule, datetime(2026, 3, 27, 2), MADRID, after=at("2026-03-28T12:00", MADRID), count=3)
    assert [f"{moment:%d %H:%M}" for moment in firings] == ["29 03:00", "30 02:00", "30 03:00"]  # once, not twice


@pytest.mark.req("DAT-03", "DAT-06")
def test_a_repeated_hour_fires_once() -> None:
    before = at("2026-10-24T12:00", MADRID)
    firings = next_firings("FREQ=DAILY", datetime(2026, 10, 24, 2, 30), MADRID, after=before, count=2)
    assert [f"{moment:%d %H:%M %z}" for moment in firings] == ["25 02:30 +0200", "26 02:30 +0100"]
    hourly = next_firings(
        "FREQ=HOURLY", datetime(2026, 10, 25, 0), MADRID, after=at("2026-10-25T00:30", MADRID), count=4
    )
    assert [f"{moment:%H:%M %z}" for moment in hourly] == ["01:00 +0200", "02:00 +0200", "02:00 +0100", "03:00 +0100"]


@pytest.mark.req("DAT-03")
@given(rule=RULES.filter(lambda rule: rule.freq not in {"HOURLY", "MINUTELY"}), skipped=st.integers(0, 30))
def test_starting_late_skips_nothing(rule: RecurrenceRule, skipped: int) -> None:
    start = datetime(2026, 1, 1, 9)
    first = next(expand_local(rule, start, start))
    firings = list(islice(expand_local(rule, first, first), skipped + 3))
    found = next_firings(str(rule), first, BUENOS_AIRES, after=firings[skipped].replace(tzinfo=BUENOS_AIRES), count=2)
    assert [moment.replace(tzinfo=None) for moment in found] == firings[skipped + 1 :]
