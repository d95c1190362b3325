"""Setup without questions, for scripts and for people without a terminal."""

from __future__ import annotations

import asyncio
import os

from sidecar.cli.first_run import FirstRunAnswers, create_home
from sidecar.cli.locale import language, say
from sidecar.cli.output import print_json, tell, write
from sidecar.cli.setup import available_models, trial
from sidecar.cli.setup.available_models import find_available_models, format_available
from sidecar.cli.setup.candidate import ModelCandidate, resolve_candidate
from sidecar.cli.setup.overrides import find_overrides, unsaved_key, write_outcome
from sidecar.cli.setup.persistence import OWN_KEY, save_key, save_model
from sidecar.cli.setup.trial import format_privacy, format_trial, try_model
from sidecar.config import load_settings
from sidecar.home import Home
from sidecar.providers.discovery.servers import is_ollama_server
from sidecar.providers.model_spec import ModelSpec, validate_spec


def report_available(home: Home, *, as_json: bool) -> None:
    """List the available models and the commands that choose them."""
    found = asyncio.run(find_available_models(home))
    if as_json:
        print_json(available_models.to_json(found))
        return
    for line in format_available(found, say):
        write(line)


def try_and_save_model(home: Home, model: str, base_url: str, *, as_json: bool) -> int:
    """Try a model out, and keep it if it answers. Returns the exit code; raises `ConfigError` and `ModelError`."""
    candidate = _resolve(home, model, base_url)
    tell(say("Testing {model}. The first time may take a minute…", model=candidate.choice.name))
    choice, result = asyncio.run(try_model(candidate.choice, home))
    if result.failure:
        raise result.failure
    create_home(home, FirstRunAnswers(language))
    candidate = ModelCandidate(choice, candidate.key)
    remarks: list[str] = []
    if candidate.key:
        remarks.append(save_key(home, candidate.variable, candidate.key, say))
    elif unsaved_key(home, candidate):
        remarks.append(
            say(
                "Its key is only set outside Sidecar ({variable}): in a terminal without it, I have none. "
                "`sidecar setup` without --model offers to keep it.",
                variable=candidate.variable,
            )
        )
    save_model(home, choice)
    if as_json:
        print_json(trial.to_json(choice, result, [*remarks, *find_overrides(home, candidate, say)]))
        return 0
    for line in (*format_trial(result, say), format_privacy(choice, say)):
        write(f"  {line}")
    for line in remarks:
        write(line)
    write_outcome(home, candidate, say)
    return 0


def _resolve(home: Home, model: str, base_url: str) -> ModelCandidate:
    """Complete the model with the key for its address, and call it by what its server really is."""
    key = os.environ.get(OWN_KEY, "") if base_url else ""
    now = load_settings(home).model_for("chat")  # also loads the keys of `.env`
    if base_url and now.base_url == base_url:
        key = now.api_key
    choice = ModelSpec(model, base_url, key)
    validate_spec(choice)
    provider, _, name = model.partition(":")
    if base_url and provider.lower() == "openai" and asyncio.run(is_ollama_server(base_url)):
        choice = ModelSpec(f"ollama:{name}", base_url, key)
        tell(say("{address} is an Ollama, so this is {model}.", address=base_url, model=choice.name))
    return resolve_candidate(choice)
