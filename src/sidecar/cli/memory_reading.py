"""`sidecar memory compare` and `extract`: how statements are understood, without a model and without a home."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import click

from sidecar.cli.batch import Row, answer_lines, text_in
from sidecar.cli.named_choice import DOMAINS
from sidecar.cli.output import print_json, write
from sidecar.cli.standard_input import argument_as_text
from sidecar.cli.words import language, say
from sidecar.domain.fact import Domain
from sidecar.domain.person import Language
from sidecar.errors import ConfigError

if TYPE_CHECKING:
    from sidecar.memory.facts import Statement

_LANGUAGES = click.Choice(["es", "en"])
_batch = click.option("--batch", is_flag=True, help=say("reads JSON lines; writes one for each"))
_json = click.option("--json", "as_json", is_flag=True, help=say("one JSON object"))


@click.command(
    help=say("How a new statement relates to a known one: same, different, contradiction or refinement."),
    epilog=say('Example: sidecar memory compare "lives in Rosario" "I moved to Córdoba"'),
)
@click.argument("known", metavar=say("KNOWN"), required=False)
@click.argument("said", metavar=say("NEW"), required=False)
@click.option("--domain", type=DOMAINS, help=say("what both are about"))
@_batch
@_json
def compare(known: str | None, said: str | None, domain: str | None, batch: bool, as_json: bool) -> int:
    if batch:
        return answer_lines(_compared)
    if known is None or said is None:
        raise ConfigError("Two statements are needed: the known one and the new one.")
    row = {"a": argument_as_text(known), "b": argument_as_text(said), "domain_a": domain, "domain_b": domain}
    answer = _compared(row)
    if as_json:
        print_json(answer)
    else:
        write(_in_words(answer["decision"]))
    return 0


@click.command(
    help=say("The facts that a message holds, by patterns alone."),
    epilog=say('Example: sidecar memory extract "I am celiac and I work at the library" --lang en'),
)
@click.argument("text", metavar=say("TEXT"), required=False)
@click.option("--lang", type=_LANGUAGES, default=language, help=say("the language of the words"))
@click.option("--patterns-only", is_flag=True, help=say("never ask a model (this is how it works for now)"))
@_batch
@_json
def extract(text: str | None, lang: Language, patterns_only: bool, batch: bool, as_json: bool) -> int:
    if batch:
        return answer_lines(lambda row: {"facts": _extracted(text_in(row, "text"), _language(row.get("lang"), lang))})
    if text is None:
        raise ConfigError("There is no message to read.")
    facts = _extracted(argument_as_text(text), lang)
    if as_json:
        print_json({"facts": facts})
    else:
        write("\n".join(f"{_domain_in_words(fact)} · {fact['text']}" for fact in facts) or say("No facts."))
    return 0


def _in_words(decision: str) -> str:
    """For people; `--json` gives the reason too."""
    match decision:
        case "same":
            return say("The same: the known one is confirmed.")
        case "refinement":
            return say("The same, more exactly: the new one takes the place of the known one and keeps its weight.")
        case "contradiction":
            return say("A contradiction: the new one takes the place of the known one.")
        case _:
            return say("Different: both are kept.")


def _domain_in_words(fact: Mapping[str, object]) -> str:
    from sidecar.dispatch.commands.domain_names import domain_in_words

    return domain_in_words(Domain(str(fact["domain"])), say)


def _compared(row: Row) -> Mapping[str, str]:
    from sidecar.memory.facts import compare as compare_statements

    given = row.get("lang")
    one_language: Language | None = "es" if given == "es" else "en" if given == "en" else None
    result = compare_statements(
        _statement(row, "a", "domain_a", one_language), _statement(row, "b", "domain_b", one_language)
    )
    return {"decision": result.relation.value, "reason": result.reason}


def _statement(row: Row, text: str, domain: str, lang: Language | None) -> Statement:
    from sidecar.memory.facts import Statement

    named = row.get(domain)
    known = next((one for one in Domain if one.value == named), None)
    return Statement(text_in(row, text), known, lang)


def _extracted(text: str, lang: Language) -> Sequence[Mapping[str, object]]:
    from sidecar.memory.extraction import extract as extract_facts

    return [
        {
            "text": fact.text,
            "domain": fact.domain.value,
            "subject": fact.subject.value,
            "confidence": fact.confidence.value,
            "critical": fact.critical,
        }
        for fact in extract_facts(text, lang)
    ]


def _language(given: object, default: Language) -> Language:
    return "es" if given == "es" else "en" if given == "en" else default
