"""`sidecar route`: what a message plainly asks for, one text or many; no model needed."""

from __future__ import annotations

import click

from sidecar.api.route import RouteJson, route_to_json
from sidecar.cli.batch import Row, answer_lines, read_text_field
from sidecar.cli.locale import language, say
from sidecar.cli.noun_group import json_option
from sidecar.cli.output import print_json, write
from sidecar.cli.standard_input import decode_argument, read_standard_input
from sidecar.domain.person import Language
from sidecar.errors import ConfigError
from sidecar.router.route import route as find_route
from sidecar.runtime.clock import SystemClock


@click.command(
    help=say("Show what a message asks for, and whether code or a model takes care of it."),
    epilog=say('Example: sidecar route "remind me at 9 to call Ana"'),
)
@click.argument("text", metavar=say("[TEXT]"), required=False)
@click.option("--lang", type=click.Choice(["es", "en"]), default=language, help=say("the language of the words"))
@click.option("--batch", is_flag=True, help=say("read JSON lines with id, text and lang; write one for each"))
@json_option
def route(text: str | None, lang: Language, batch: bool, as_json: bool) -> int:
    if batch:
        return answer_lines(lambda row: _route_row(row, lang))
    message = decode_argument(text) if text is not None else read_standard_input().strip()
    if not message:
        raise ConfigError("There's no message.", hint='Example: sidecar route "remind me at 9 to call Ana"')
    found = _route(message, lang)
    if as_json:
        print_json(found)
    else:
        slots = " · ".join(f"{name}: {value}" for name, value in found.slots.items())
        decided = f"{found.intent} ({found.stage}, {found.confidence:.2f}, {found.ms:.1f} ms)"
        write(" · ".join(filter(None, [decided, slots, f"classifier: {found.likely} {found.likelihood:.2f}"])))
    return 0


def _route_row(row: Row, lang: Language) -> RouteJson:
    given = str(row.get("lang") or lang)
    return _route(read_text_field(row, "text"), "en" if given.startswith("en") else "es")


def _route(text: str, lang: Language) -> RouteJson:
    clock = SystemClock()
    began = clock.monotonic()
    found = find_route(text, lang)
    return route_to_json(found, (clock.monotonic() - began) * 1000)
