"""Everything that reads words takes time in proportion to their length: no message stops the program.

A message may have 100,000 characters, of which a person typed none.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest

from sidecar.channels.terminal.markdown import parse_blocks, split_blocks, strip_markdown
from sidecar.conversation.offline_answers import explain_refusal
from sidecar.domain.control_characters import strip_controls
from sidecar.errors import ToolError
from sidecar.files.charsets import decode_lines
from sidecar.i18n import Texts
from sidecar.language.detection import detect_language
from sidecar.language.fold import fold, fold_name, fold_with_offsets
from sidecar.language.phrase_match import find_key_words
from sidecar.language.tokens import split_words
from sidecar.language.zones import find_similar_places, find_zones
from sidecar.memory.answers.question import may_be_told_of_self, parse_question
from sidecar.memory.answers.question_words import asks_everything, is_question, only_asks, split_questions
from sidecar.memory.answers.second_person import address_person
from sidecar.memory.extraction.hints import may_correct, may_hold_fact
from sidecar.memory.extraction.pattern_extractor import extract
from sidecar.memory.facts.candidates import candidate_words, lookup_words
from sidecar.memory.facts.parts import split_parts
from sidecar.memory.facts.things import name_in_all_forms, name_things
from sidecar.memory.files.fact_line import find_ids, guess_text, parse_line, remove_ids, to_one_line
from sidecar.memory.files.memory_file import find_headings, parse
from sidecar.memory.files.preference_values import parse_channel_preference, parse_proactivity, parse_quiet_hours
from sidecar.memory.files.user_file import find_closest_timezone, parse_language, parse_user_file
from sidecar.memory.learnings import read_learnings
from sidecar.memory.retrieval.date_mentions import find_dates
from sidecar.memory.retrieval.index_words import index_words
from sidecar.memory.retrieval.query import parse_query
from sidecar.memory.topic import find_telling_words, make_topic
from sidecar.observe.redaction import redact
from sidecar.providers.decorators.action_parser import parse_answer
from sidecar.providers.endpoint import normalize_base_url
from sidecar.providers.wires.failures import error_detail, mentions_context_length, mentions_missing_tools
from sidecar.providers.wires.retry_after import parse_retry_after_s
from sidecar.providers.wires.thinking_parser import ThinkingParser
from sidecar.router.forget_answer import parse_forget_answer
from sidecar.router.forget_request import parse_forget_request
from sidecar.tools.page import convert_page, split_text
from tests.growth import assert_linear

TODAY, NOW, ZONE = date(2026, 3, 11), datetime(2026, 3, 11, 12, tzinfo=UTC), ZoneInfo("America/Montevideo")
CHARS = 25_000
"""A fourth of the longest text, which `assert_linear` then tries."""
STATEMENT_CHARS = 500
"""A fact has no more; what compares facts may be given four times as much."""
PIECES = (".", ", ", "; ", "7 ", "a", "(", "[", '"', "'", "x 2 ")
BLANKS = (" ", "\n", " \t")


def feed(text: str) -> None:
    parser = ThinkingParser()
    for start in range(0, len(text), 7):
        list(parser.feed(text[start : start + 7]))
    list(parser.finish())


def read_page(text: str) -> None:
    with suppress(ToolError):  # the page has no text
        convert_page(text.encode(), "text/html", "http://page.example/")


READERS: dict[str, Callable[[str], object]] = {
    **{
        reader.__name__: reader
        for reader in (
            *(asks_everything, detect_language, extract, feed, lookup_words),
            *(find_closest_timezone, find_headings, find_ids, find_key_words, find_similar_places, find_telling_words),
            *(find_zones, fold, fold_name, fold_with_offsets, guess_text, index_words, is_question, make_topic),
            *(may_correct, may_hold_fact, mentions_context_length, mentions_missing_tools),
            *(normalize_base_url, only_asks, parse, parse_blocks, parse_channel_preference),
            *(parse_forget_answer, parse_forget_request, parse_language, parse_line, parse_proactivity),
            *(parse_quiet_hours, parse_user_file, redact, remove_ids, split_blocks),
            *(split_questions, split_words, strip_controls, strip_markdown, to_one_line),
        )
    },
    "convert_page": read_page,
    "decode_lines": lambda text: decode_lines(text.encode()),
    "explain_refusal": lambda text: explain_refusal(text, Texts("es")),
    "error_detail": lambda text: error_detail(text, ""),
    "find_dates": lambda text: find_dates(text, TODAY),
    "may_be_told_of_self": lambda text: [may_be_told_of_self(text, language) for language in ("es", "en")],
    "parse_answer": lambda text: parse_answer(text, ("set_reminder",)),
    "parse_query": lambda text: parse_query(text, (), NOW, ZONE),
    "parse_question": lambda text: [parse_question(text, language) for language in ("es", "en")],
    "parse_retry_after_s": lambda text: parse_retry_after_s({}, text),
    "read_learnings": lambda text: read_learnings(text, TODAY),
    "split_text": lambda text: split_text(text, 4_000),
}


STATEMENT_READERS = (address_person, candidate_words, name_in_all_forms, name_things, split_parts)


@pytest.mark.req("CON-22")
@pytest.mark.parametrize("reader", READERS)
def test_reading_takes_time_in_proportion(reader: str) -> None:
    check(READERS[reader], CHARS)


@pytest.mark.req("CON-22")
@pytest.mark.parametrize("reader", STATEMENT_READERS)
def test_so_does_comparing(reader: Callable[[str], object]) -> None:
    check(reader, STATEMENT_CHARS)


@pytest.mark.req("CON-22")
@pytest.mark.parametrize("reader", [extract, index_words, lookup_words, split_parts])
def test_runs_of_blanks_are_looked_through_once(reader: Callable[[str], object]) -> None:
    for blank in BLANKS:
        assert_linear(lambda size, blank=blank: reader(f"soy {(blank * size)[:size]}alto"), CHARS)


def check(read: Callable[[str], object], chars: int) -> None:
    for piece in PIECES:
        assert_linear(lambda size, piece=piece: read((piece * size)[:size]), chars)
