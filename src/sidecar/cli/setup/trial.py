"""Tries a model out, and describes the result in plain words."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import timedelta
from urllib.parse import urlsplit

from sidecar.api.models import ModelTrialJson
from sidecar.cli.probe_accounts import ProbeAccounts, open_probe_accounts
from sidecar.config import load_settings
from sidecar.home import Home
from sidecar.i18n import Texts, format_number
from sidecar.providers.discovery.probe import ProbeOutcome, ProbeResult, probe_model
from sidecar.providers.endpoint import is_loopback
from sidecar.providers.factory import create_model
from sidecar.providers.local.engine import LocalEngine
from sidecar.providers.model_spec import ModelSpec
from sidecar.providers.provider_table import PROVIDERS
from sidecar.runtime.clock import SystemClock

_TIMEOUT = timedelta(seconds=60)
_LOCAL_TIMEOUT = timedelta(seconds=180)
"""A local model must first be read from disk."""
_TOKENS_A_PAGE = 700
_AT_ONCE_S, _QUICK_S = 0.1, 3.0


async def try_model(choice: ModelSpec, home: Home) -> tuple[ModelSpec, ProbeResult]:
    """Probe a model. Returns it as it works best, with its tools asked for in its text if the provider's way fails, and
    what it can do. Raises `ConfigError`."""
    engine = LocalEngine(home.models, lambda: load_settings(home).local)
    try:
        async with open_probe_accounts(home, load_settings(home)) as accounts:
            trial = await _try(choice, engine, accounts)
            if trial.tools is not ProbeOutcome.NO or choice.tools is not None:
                return choice, trial
            in_text = replace(choice, tools="json")
            second = await _try(in_text, engine, accounts)
        return (
            (in_text, replace(trial, tools=ProbeOutcome.YES)) if second.tools is ProbeOutcome.YES else (choice, trial)
        )
    finally:
        await engine.close()


def format_trial(trial: ProbeResult, say: Texts) -> Iterator[str]:
    """Yield one line for each thing that the model can or cannot do here."""
    seconds = format_number(trial.first_word_s, 1, say)
    if trial.first_word_s < _AT_ONCE_S:
        yield _can(say("it chats: its first words came at once"))
    elif trial.first_word_s <= _QUICK_S:
        yield _can(say("it chats: its first words came after {seconds} s", seconds=seconds))
    else:
        yield _can(say("it chats, but takes its time: its first words came after {seconds} s", seconds=seconds))
    if trial.streams is ProbeOutcome.YES:
        yield _can(say("you see its answer as it's being written"))
    else:
        yield _cannot(say("its answer comes all at once, at the end"))
    yield from _format_tools(trial, say)
    yield from _format_json(trial, say)
    pages = max(1, trial.context_window // _TOKENS_A_PAGE)
    yield "· " + say.plural(
        "it keeps about {n} page of conversation in mind at a time",
        "it keeps about {n} pages of conversation in mind at a time",
        pages,
    )


def format_privacy(choice: ModelSpec, say: Texts) -> str:
    """Say who can read what is sent to this model."""
    provider = choice.name.partition(":")[0].lower()
    if provider == "ollama" and choice.name.endswith("cloud"):  # it runs at Ollama, though the local server lists it
        return "· " + say("what you say to it goes to {company}", company="Ollama")
    if not choice.local:
        company = urlsplit(choice.base_url).hostname or PROVIDERS[provider].title
        return "· " + say("what you say to it goes to {company}", company=company)
    if choice.base_url and not is_loopback(choice.base_url):
        return "· " + say("nothing you say leaves your own network")
    return "· " + say("nothing you say leaves this computer")


def to_json(choice: ModelSpec, trial: ProbeResult, warnings: Sequence[str]) -> ModelTrialJson:
    return ModelTrialJson(
        model=choice.name,
        local=choice.local,
        text=True,
        streaming=trial.streams.value,
        tools=trial.tools.value,
        tools_in=choice.tools or "native",
        json=trial.json.value,
        first_word_ms=round(trial.first_word_s * 1000, 1),
        context_window=trial.context_window,
        warnings=warnings,
    )


async def _try(choice: ModelSpec, engine: LocalEngine, accounts: ProbeAccounts) -> ProbeResult:
    model = await asyncio.to_thread(create_model, accounts.with_price(choice), engine)
    try:
        patience = _LOCAL_TIMEOUT if choice.local else _TIMEOUT
        return await probe_model(accounts.metered(model), SystemClock(), patience)
    finally:
        await model.aclose()


def _format_tools(trial: ProbeResult, say: Texts) -> Iterator[str]:
    match trial.tools:
        case ProbeOutcome.YES:
            yield _can(say("it uses tools: the weather, the web, your reminders"))
        case ProbeOutcome.NO:
            yield _cannot(say("it doesn't use tools: reminders and the time still work, the web doesn't"))
        case ProbeOutcome.UNKNOWN:
            yield _perhaps(say("I couldn't find out whether it uses tools: it didn't answer in time"))


def _format_json(trial: ProbeResult, say: Texts) -> Iterator[str]:
    match trial.json:
        case ProbeOutcome.YES:
            yield _can(say("it fills in forms: it can note what's worth remembering"))
        case ProbeOutcome.NO:
            yield _cannot(say("it doesn't fill in forms: I'll remember less of what you say"))
        case ProbeOutcome.UNKNOWN:
            yield _perhaps(say("I couldn't find out whether it fills in forms: it didn't answer in time"))


def _can(text: str) -> str:
    return f"✓ {text}"


def _cannot(text: str) -> str:
    return f"✗ {text}"


def _perhaps(text: str) -> str:
    return f"? {text}"
