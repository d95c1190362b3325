"""`sidecar trace`: one turn, step by step."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from zoneinfo import ZoneInfo

import click

from sidecar.api.trace import TraceJson
from sidecar.cli.locale import say
from sidecar.cli.noun_group import json_option
from sidecar.cli.output import print_json, write
from sidecar.cli.services import open_services
from sidecar.cli.whole_number import WholeNumber
from sidecar.domain.control_characters import strip_controls
from sidecar.domain.message import TurnId
from sidecar.domain.money import RequestRecord
from sidecar.domain.person import OWNER
from sidecar.domain.trace import Trace
from sidecar.errors import SidecarError

_SHOWN_CHARACTERS = 400

_STATES = {"waiting": "waiting", "answering": "being answered", "done": "done"}
_ENDINGS = {
    "complete": "complete",
    "stopped_early": "stopped at a limit",
    "cut": "cut off",
    "cancelled": "cancelled",
    "failed": "without an answer",
}
_WHO = {
    "model": "the model",
    "router": "Sidecar itself",
    "offline": "Sidecar without a model",
    "command": "a command",
}
_DELIVERIES = {"waiting": "not delivered yet", "sending": "on its way", "sent": "delivered"}


@click.command(
    help=say("Show what happened in one turn, step by step; without a number, in the last one."),
    epilog=say("Example: sidecar trace 7 --prompt"),
)
@click.argument("turn", metavar=say("[TURN]"), type=WholeNumber(1), required=False)
@click.option("--prompt", is_flag=True, help=say("also what was sent to the model, word for word"))
@json_option
@click.pass_obj
def trace(verbose: bool, turn: int | None, prompt: bool, as_json: bool) -> None:
    found, zone = asyncio.run(_read(turn, prompt=prompt, verbose=verbose))
    if as_json:
        print_json(TraceJson.from_trace(found))
    else:
        write("\n".join(_describe(found, zone)))


async def _read(turn: int | None, *, prompt: bool, verbose: bool) -> tuple[Trace, ZoneInfo]:
    """Return the turn, and the zone of the person's clock."""
    async with open_services(verbose=verbose) as services:
        wanted = TurnId(turn) if turn is not None else await services.traces.latest_turn(OWNER)
        if wanted is None:
            raise SidecarError("There are no turns yet: nothing has been asked.")
        found = await services.traces.get(OWNER, wanted, with_prompts=prompt)
        if found is None:
            raise SidecarError("There's no turn {turn}.", turn=wanted)
        return found, services.zone(OWNER)


def _describe(found: Trace, zone: ZoneInfo) -> Iterator[str]:
    yield say("Turn {turn} · {channel} · {time}", turn=found.turn, channel=found.message.channel,
              time=f"{found.message.received_at.astimezone(zone):%Y-%m-%d %H:%M:%S} ({zone.key})")  # fmt: skip
    yield f"› {_shorten(found.message.text)}"
    for request in found.requests:
        yield _format_request(request)
        if request.prompt:
            yield _indent(_format_prompt(request.prompt))
    for receipt in found.tools:
        mark = "✓" if receipt.ok else "✗"
        yield f"  {mark} {receipt.call.name}({_shorten(receipt.call.arguments)}) · {receipt.ms:.0f} ms"
        yield _indent(_shorten(receipt.error or receipt.content))
    for delivery in found.deliveries:
        yield f"‹ {_shorten(delivery.text)}"
        tries = say.plural("{n} attempt", "{n} attempts", delivery.attempts)
        state = say(_DELIVERIES.get(delivery.state, delivery.state))
        yield f"  {delivery.channel} · {state} · {tries}" + (f" · {delivery.error}" if delivery.error else "")
    yield say(
        "{state}: {ending} by {who}; {total} ms in all, model {model} ms, tools {tools} ms",
        state=say(_STATES.get(found.state, found.state)),
        ending=say(_ENDINGS.get(found.ending, found.ending)) if found.ending else "-",
        who=say(_WHO.get(found.handled_by, found.handled_by)) if found.handled_by else "-",
        total=round(found.total_ms),
        model=round(found.model_ms),
        tools=round(found.tools_ms),
    ) + (f" · {found.error_code}" if found.error_code else "")


def _format_request(request: RequestRecord) -> str:
    used = request.usage
    cost = "?" if used.cost_usd is None else f"{used.cost_usd:.6f}"
    first = "-" if request.first_token_ms is None else f"{request.first_token_ms:.0f}"
    outcome = request.error_code or "ok"
    tokens = f"{used.input_tokens} ({used.cached_tokens}) → {used.output_tokens}"
    return f"  ⇄ {request.model} · {outcome} · {tokens} tokens · US$ {cost} · {first}/{request.total_ms:.0f} ms"


def _shorten(text: str) -> str:
    flat = strip_controls(" ".join(text.split()))
    return flat if len(flat) <= _SHOWN_CHARACTERS else f"{flat[:_SHOWN_CHARACTERS]}… ({len(text)})"


def _format_prompt(prompt: str) -> str:
    """Format the prompt's JSON with indents; leave it unchanged if it was cut or has an older form."""
    try:
        return json.dumps(json.loads(prompt), indent=2, ensure_ascii=False)
    except ValueError:
        return strip_controls(prompt)


def _indent(text: str) -> str:
    return "\n".join(f"    {line}" for line in text.splitlines())
