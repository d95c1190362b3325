"""`sidecar setup`: the way to a model, for people at a terminal and for scripts (LLM-07)."""

from __future__ import annotations

import asyncio
import sys

import click

from sidecar.cli.output import print_json, write
from sidecar.cli.words import language, language_of_system, say
from sidecar.errors import ConfigError
from sidecar.home import Home


@click.command(
    help=say(
        "Finds a model that answers you, tries it out, says what it can do, and keeps its key. Can be repeated. "
        "Without a terminal it asks nothing: it tells what it found and what to run."
    ),
    epilog=say("Example: sidecar setup --model ollama:qwen2.5:3b"),
)
@click.option("--model", metavar=say("MODEL"), help=say("tries out this model and keeps it, without questions"))
@click.option("--base-url", default="", metavar=say("ADDRESS"), help=say("where its server is, if not at the usual address"))
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
        write(line)


def _take(home: Home, model: str, base_url: str, *, as_json: bool) -> int:
    """Try this one out, and keep it if it answers."""
    from sidecar.cli.setting_up.saving import take
    from sidecar.cli.setting_up.trying import as_object, report, try_choice, where_it_goes
    from sidecar.config import load_settings
    from sidecar.providers.catalogue import ModelChoice, check

    load_settings(home)  # with the keys of `.env`
    asked = ModelChoice(model, base_url, own_key(base_url))
    check(asked)
    choice, trial = asyncio.run(try_choice(asked))
    if trial.failure:
        raise trial.failure
    warnings = take(home, choice, say)
    if as_json:
        print_json(as_object(choice, trial, warnings))
        return 0
    for line in (*report(trial, say), where_it_goes(choice, say)):
        write(f"  {line}")
    for line in warnings:
        write(f"! {line}")
    write(say("Done: {model} answers you from now on. Write `sidecar` to begin.", model=choice.name))
    return 0


def _guide(home: Home) -> None:
    from sidecar.cli.setting_up.asking import Asker
    from sidecar.cli.setting_up.newcomer import welcome
    from sidecar.cli.setting_up.steps import Guide
    from sidecar.i18n import Texts

    newcomer = None if home.exists else welcome(Asker(say), language_of_system())
    texts = Texts(newcomer.language if newcomer else language)
    Guide(home, Asker(texts), newcomer).walk()
