"""`sidecar setup`: the way to a model, for people at a terminal and for scripts (LLM-07)."""

from __future__ import annotations

import asyncio
import os
import sys
from typing import TYPE_CHECKING

import click

from sidecar.cli.locale import language, say, system_language
from sidecar.cli.output import print_json, tell, write
from sidecar.errors import ConfigError
from sidecar.home import Home

if TYPE_CHECKING:
    from sidecar.cli.setup.candidate import ModelCandidate
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
    from sidecar.cli.setup.available_models import as_object, find_available_models, format_available

    found = asyncio.run(find_available_models(home))
    if as_json:
        print_json(as_object(found))
        return
    for line in format_available(found, say):
        write(line)


def _take(home: Home, model: str, base_url: str, *, as_json: bool) -> int:
    """Try this one out, and keep it if it answers."""
    from sidecar.cli.setup.candidate import ModelCandidate
    from sidecar.cli.setup.ending import write_outcome
    from sidecar.cli.setup.newcomer import Newcomer, create_home
    from sidecar.cli.setup.overrides import find_overrides, unsaved_key
    from sidecar.cli.setup.persistence import save_key, save_model
    from sidecar.cli.setup.trial import as_object, format_privacy, report, try_model

    candidate = _named(home, model, base_url)
    tell(say("Trying out {model}. The first time may take a minute…", model=candidate.choice.name))
    choice, trial = asyncio.run(try_model(candidate.choice, home))
    if trial.failure:
        raise trial.failure
    create_home(home, Newcomer(language))
    candidate = ModelCandidate(choice, candidate.key)
    remarks: list[str] = []
    if candidate.key:
        remarks.append(save_key(home, candidate.variable, candidate.key, say))
    elif unsaved_key(home, candidate):
        remarks.append(
            say(
                "Its key is only set outside of Sidecar ({variable}): where that is not set, I have none. "
                "`sidecar setup` without --model offers to keep it.",
                variable=candidate.variable,
            )
        )
    save_model(home, choice)
    if as_json:
        print_json(as_object(choice, trial, [*remarks, *find_overrides(home, candidate, say)]))
        return 0
    for line in (*report(trial, say), format_privacy(choice, say)):
        write(f"  {line}")
    for line in remarks:
        write(line)
    write_outcome(home, candidate, say)
    return 0


def _named(home: Home, model: str, base_url: str) -> ModelCandidate:
    """The model with the key for its address, and as what its server really is."""
    from sidecar.cli.setup.candidate import resolve_candidate
    from sidecar.cli.setup.persistence import OWN_KEY
    from sidecar.config import load_settings
    from sidecar.providers.discovery.servers import is_ollama_server
    from sidecar.providers.model_spec import ModelSpec, validate_spec

    key = os.environ.get(OWN_KEY, "") if base_url else ""
    now = load_settings(home).model_for("chat")  # also brings the keys of `.env`
    if base_url and now.base_url == base_url:
        key = now.api_key
    choice = ModelSpec(model, base_url, key)
    validate_spec(choice)
    provider, _, name = model.partition(":")
    if base_url and provider.lower() == "openai" and asyncio.run(is_ollama_server(base_url)):
        choice = ModelSpec(f"ollama:{name}", base_url, key)
        tell(say("An Ollama answers at {address}, so this is {model}.", address=base_url, model=choice.name))
    return resolve_candidate(choice)


def _guide(home: Home) -> None:
    from sidecar.cli.prompts import Asker
    from sidecar.cli.setup.newcomer import welcome
    from sidecar.cli.setup.wizard import SetupWizard
    from sidecar.i18n import Texts

    texts = Texts(language)
    try:
        newcomer = None if home.exists else welcome(Asker(say), system_language())
        texts = Texts(newcomer.language) if newcomer else texts
        SetupWizard(home, Asker(texts), newcomer).walk()
    except (click.Abort, KeyboardInterrupt):
        tell(_nothing_changed(texts))
        raise


def _nothing_changed(say: Texts) -> str:
    return say("Nothing was changed.")
