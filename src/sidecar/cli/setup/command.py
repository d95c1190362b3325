"""`sidecar setup`: choosing a model, for people at a terminal and for scripts (LLM-07)."""

from __future__ import annotations

import sys

import click

from sidecar.cli.locale import say
from sidecar.cli.noun_group import json_option
from sidecar.errors import ConfigError
from sidecar.home import Home


@click.command(
    help=say(
        "Find a model, test it, say what it can do, and keep its key. You can run it again anytime. Without a "
        "terminal it asks nothing: it tells you what it found and what to run."
    ),
    epilog=say("Example: sidecar setup --model ollama:qwen2.5:3b"),
)
@click.option("--model", metavar=say("MODEL"), help=say("test this model and keep it, without asking"))
@click.option(
    "--base-url", default="", metavar=say("ADDRESS"), help=say("where its server is, if not at the default address")
)
@json_option
def setup(model: str | None, base_url: str, as_json: bool) -> int:
    from sidecar.cli.setup import unattended, wizard  # need the providers

    home = Home.locate()
    if base_url and not model:
        raise ConfigError("--base-url goes with a --model.", hint="For example: --model openai:own --base-url ADDRESS")
    if model:
        return unattended.try_and_save_model(home, model, base_url, as_json=as_json)
    if as_json or not _somebody_is_there():
        unattended.report_available(home, as_json=as_json)
    else:
        wizard.run_wizard(home)
    return 0


def _somebody_is_there() -> bool:
    streams = (sys.stdin, sys.stdout)
    return all(stream is not None and stream.isatty() for stream in streams)  # pyright: ignore[reportUnnecessaryComparison]
