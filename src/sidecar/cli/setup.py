"""`sidecar setup`: the way to a model, for people at a terminal and for scripts (LLM-07)."""

from __future__ import annotations

import asyncio
import os
import sys
from typing import TYPE_CHECKING

import click

from sidecar.cli.output import print_json, tell
from sidecar.cli.words import language, language_of_system, say
from sidecar.cli.wrapping import show
from sidecar.errors import ConfigError
from sidecar.home import Home

if TYPE_CHECKING:
    from sidecar.i18n import Texts


@click.command(
    help=say(
        "Finds a model that answers you, tries it out, says what it can do, and keeps its key. Can be repeated. "
        "Without a terminal it asks nothing: it tells what it found and what to run."
    ),
    epilog=say("Example: sidecar setup --model ollama:qwen2.5:3b"),
)
@click.option("--model", metavar=say("MODEL"), help=say("tries out this model and keeps it, without questions"))
@click.option(
    "--base-url", default="", metavar=say("ADDRESS"), help=say("where its server is, if not at the usual address")
)
@click.option("--json", "as_json", is_flag=True, help=say("one JSON object"))
def setup(model: str | None, base_url: str, as_json: bool) -> int:
    home = Home.locate()
    if base_url and not model:
        raise ConfigError("--base-url belongs to a --model.", hint="For example: --model openai:own --base-url ADDRESS")
    if model:
        return _take(home, model, base_url, as_json=as_json)
    if as_json or not _somebody_is_there():
        _tell_what_is_here(home, as_json=as_json)
    else:
        _guide(home)
    return 0


def _somebody_is_there() -> bool:
    streams = (sys.stdin, sys.stdout)
    return all(stream is not None and stream.isatty() for stream in streams)  # pyright: ignore[reportUnnecessaryComparison]


def _tell_what_is_here(home: Home, *, as_json: bool) -> None:
    from sidecar.cli.setting_up.surroundings import as_object, look_around, told

    found = asyncio.run(look_around(home))
    if as_json:
        print_json(as_object(found))
        return
    for line in told(found, say):
        show(line)


def _take(home: Home, model: str, base_url: str, *, as_json: bool) -> int:
    """Try this one out, and keep it if it answers."""
    from sidecar.cli.setting_up.newcomer import Newcomer, move_in
    from sidecar.cli.setting_up.saving import OWN_KEY, save_model
    from sidecar.cli.setting_up.trying import as_object, report, try_choice, where_it_goes
    from sidecar.config import load_settings
    from sidecar.providers.catalogue import ModelChoice

    key = os.environ.get(OWN_KEY, "")
    now = load_settings(home).model_for("chat")  # also brings the keys of `.env`
    if not base_url:
        key = ""
    elif now.base_url == base_url:
        key = now.api_key
    choice, trial = asyncio.run(try_choice(ModelChoice(model, base_url, key), home))
    if trial.failure:
        raise trial.failure
    move_in(home, Newcomer(language))
    warnings = save_model(home, choice, say)
    if as_json:
        print_json(as_object(choice, trial, warnings))
        return 0
    for line in (*report(trial, say), where_it_goes(choice, say)):
        show(f"  {line}")
    for line in warnings:
        show(f"! {line}")
    show(say("Done: {model} answers you from now on. Write `sidecar` to begin.", model=choice.name))
    return 0


def _guide(home: Home) -> None:
    from sidecar.cli.setting_up.asking import Asker
    from sidecar.cli.setting_up.newcomer import welcome
    from sidecar.cli.setting_up.steps import Guide
    from sidecar.i18n import Texts

    texts = Texts(language)
    try:
        newcomer = None if home.exists else welcome(Asker(say), language_of_system())
        texts = Texts(newcomer.language) if newcomer else texts
        Guide(home, Asker(texts), newcomer).walk()
    except (click.Abort, KeyboardInterrupt):
        tell(_nothing_changed(texts))
        raise


def _nothing_changed(say: Texts) -> str:
    return say("Nothing was changed.")
