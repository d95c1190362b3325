"""`sidecar memory compare` and `extract`: how statements are understood, without a model and without a home."""

from __future__ import annotations

import click

from sidecar.api.encoding import from_attributes
from sidecar.api.memory import ComparisonJson, ExtractedFactJson, ExtractionJson
from sidecar.cli.batch import Row, answer_lines, read_text_field
from sidecar.cli.locale import language, say
from sidecar.cli.noun_group import json_option
from sidecar.cli.output import print_json, write
from sidecar.cli.standard_input import decode_argument
from sidecar.cli.translated_choice import DOMAINS
from sidecar.domain.fact import Domain
from sidecar.domain.person import Language
from sidecar.errors import ConfigError
from sidecar.i18n.domain_names import format_domain
from sidecar.memory.extraction import extract as extract_facts
from sidecar.memory.facts import Statement
from sidecar.memory.facts import compare as compare_statements

_LANGUAGES = click.Choice(["es", "en"])
_batch = click.option("--batch", is_flag=True, help=say("read JSON lines; write one for each"))


@click.command(
    help=say("Compare a new statement with a known one: same, different, contradiction or refinement."),
    epilog=say('Example: sidecar memory compare "lives in Rosario" "I moved to Córdoba"'),
)
@click.argument("known", metavar=say("KNOWN"), required=False)
@click.argument("said", metavar=say("NEW"), required=False)
@click.option("--domain", type=DOMAINS, help=say("what both are about"))
@_batch
@json_option
def compare(known: str | None, said: str | None, domain: str | None, batch: bool, as_json: bool) -> int:
    if batch:
        return answer_lines(_compare)
    if known is None or said is None:
        raise ConfigError("I need two statements: the known one and the new one.")
    row = {"a": decode_argument(known), "b": decode_argument(said), "domain_a": domain, "domain_b": domain}
    comparison = _compare(row)
    if as_json:
        print_json(comparison)
    else:
        write(_format_decision(comparison.decision))
    return 0


@click.command(
    help=say("Show the facts that a message holds, by patterns alone."),
    epilog=say('Example: sidecar memory extract "I am celiac and I work at the library" --lang en'),
)
@click.argument("text", metavar=say("TEXT"), required=False)
@click.option("--lang", type=_LANGUAGES, default=language, help=say("the language of the words"))
@click.option("--patterns-only", is_flag=True, help=say("never ask a model (this is how it works for now)"))
@_batch
@json_option
def extract(text: str | None, lang: Language, patterns_only: bool, batch: bool, as_json: bool) -> int:
    if batch:
        return answer_lines(
            lambda row: _extract(read_text_field(row, "text"), _parse_language(row.get("lang")) or lang)
        )
    if text is None:
        raise ConfigError("There's no message to read.")
    found = _extract(decode_argument(text), lang)
    if as_json:
        print_json(found)
    else:
        lines = [f"{format_domain(Domain(fact.domain), say)} · {fact.text}" for fact in found.facts]
        write("\n".join(lines) or say("No facts."))
    return 0


def _format_decision(decision: str) -> str:
    """Explain a decision to people; `--json` gives the reason too."""
    match decision:
        case "same":
            return say("The same: the known one is confirmed.")
        case "refinement":
            return say("The same, in more detail: the new one replaces the known one and keeps its weight.")
        case "contradiction":
            return say("A contradiction: the new one replaces the known one.")
        case _:
            return say("Different: both are kept.")


def _compare(row: Row) -> ComparisonJson:
    lang = _parse_language(row.get("lang"))
    result = compare_statements(_statement(row, "a", "domain_a", lang), _statement(row, "b", "domain_b", lang))
    return ComparisonJson(result.relation.value, result.reason)


def _statement(row: Row, text: str, domain: str, lang: Language | None) -> Statement:
    known = next((one for one in Domain if one.value == row.get(domain)), None)
    return Statement(read_text_field(row, text), known, lang)


def _extract(text: str, lang: Language) -> ExtractionJson:
    return ExtractionJson([from_attributes(ExtractedFactJson, fact) for fact in extract_facts(text, lang)])


def _parse_language(given: object) -> Language | None:
    return "es" if given == "es" else "en" if given == "en" else None
