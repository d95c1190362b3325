"""Checks of the models: reachability, key and features of each; and of the embedder."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from sidecar.cli.checks.result import Finding, Level
from sidecar.cli.locale import say
from sidecar.cli.probe_accounts import ProbeAccounts, open_probe_accounts
from sidecar.config import Settings
from sidecar.errors import ConfigError, ModelError, ModelTimeout
from sidecar.home import Home
from sidecar.i18n import format_number
from sidecar.llm.roles import ROLES
from sidecar.providers.budget import BudgetSpent
from sidecar.providers.discovery.probe import ProbeOutcome, ProbeResult, probe_model
from sidecar.providers.discovery.servers import DEFAULT_TIMEOUT, ModelListing, list_models
from sidecar.providers.embedders.factory import open_embedder
from sidecar.providers.factory import create_model
from sidecar.providers.local.engine import LocalEngine
from sidecar.providers.model_spec import ModelSpec
from sidecar.providers.provider_table import PROVIDERS
from sidecar.runtime.clock import SystemClock

_LOADING = timedelta(seconds=60)
"""A model inside Sidecar must first be read from disk."""
_CHOICE = "model"
"""The key of a choice in the database: `model`, `model.memory`, `model@7` for one conversation."""


@dataclass(frozen=True, slots=True)
class ModelCheck:
    """The check of one model. `works` is None where only a trial could tell."""

    choice: ModelSpec
    offer: ModelListing | None = None
    trial: ProbeResult | None = None
    problem: ConfigError | ModelError | None = None

    @property
    def works(self) -> bool:
        return self.problem is None

    @property
    def slow(self) -> bool:
        return isinstance(self.problem, ModelTimeout)

    @property
    def is_inconclusive(self) -> bool:
        """Whether the model may be fine: it may still be loading, or the budget prevented the request."""
        return self.slow or isinstance(self.problem, BudgetSpent)


async def check_models(
    settings: Settings, chosen: Mapping[str, str], home: Home, *, try_all: bool
) -> Sequence[ModelCheck]:
    """Check every model that may be asked, all at once. Local ones are tried out; the others, whose requests cost
    something, only with `try_all`, within the budget and recorded in the accounts."""
    engine = LocalEngine(home.models, lambda: settings.local)
    try:
        async with AsyncExitStack() as stack:
            opening = open_probe_accounts(home, settings)
            accounts = await stack.enter_async_context(opening) if try_all else None
            return await asyncio.gather(
                *(_check(choice, engine, accounts) for choice in list_used_models(settings, chosen))
            )
    finally:
        await engine.close()


def report_models(settings: Settings, chosen: Mapping[str, str], checks: Sequence[ModelCheck]) -> Iterator[Finding]:
    """Report each model. A chain without any working model is a problem; if one works, the others are warnings."""
    if not checks:
        detail = say("none is configured: reminders, the time and math work, chatting doesn't")
        yield Finding("model", Level.WARNING, say("Model"), detail, say("`sidecar setup` finds you one."))
        return
    first = _first_asked(settings, chosen)
    helpless = not any(check.works or check.is_inconclusive for check in checks if check.choice.name in first)
    for check in checks:
        yield (
            _report_working(check)
            if check.works
            else _report_failure(check, serious=helpless and check.choice.name in first)
        )


async def report_embedder(settings: Settings) -> Finding:
    """Check whether things are found by their meaning, or only by their words."""
    title, name = say("Search by meaning"), settings.memory.embedder
    try:
        opened = open_embedder(settings.memory, SystemClock())
    except ConfigError as error:
        fix = say(error.hint, **error.fields) if error.hint else ""
        return Finding("embedder", Level.PROBLEM, title, say(error.text, **error.fields), fix)
    if opened is None:
        return Finding("embedder", Level.OK, title, say("turned off; I only search by words"))
    try:
        async with asyncio.timeout(DEFAULT_TIMEOUT.total_seconds()):
            await opened.embedder.embed_query("¿cómo se llama mi perra?")
    except (ModelError, TimeoutError) as error:
        reason = say(error.text, **error.fields) if isinstance(error, ModelError) else say("it is too slow")
        detail = say("{model} doesn't work here ({reason}); I only search by words", model=name, reason=reason)
        fix = say("`sidecar config set memory.embedder e5` uses the one that comes with Sidecar.")
        return Finding("embedder", Level.WARNING, title, detail, fix if name != "e5" else say("Install Sidecar again."))
    finally:
        await opened.close()
    return Finding("embedder", Level.OK, title, name)


def list_used_models(settings: Settings, chosen: Mapping[str, str]) -> Sequence[ModelSpec]:
    """List every model that a message or a task may go to, each once."""
    configured = [choice for role in ROLES for choice in settings.model_for(role).chain]
    named = [
        _resolve_chosen(name, configured)
        for key, names in chosen.items()
        if _is_model(key)
        for name in names.split(", ")
    ]
    return list({(choice.name, choice.base_url): choice for choice in [*named, *configured]}.values())


def _is_model(key: str) -> bool:
    return key == _CHOICE or key.startswith((f"{_CHOICE}.", f"{_CHOICE}@"))


def _resolve_chosen(name: str, configured: Sequence[ModelSpec]) -> ModelSpec:
    """Return a chosen model as configured, or with the address and key of one of the same provider."""
    exact = next((choice for choice in configured if choice.name == name), None)
    provider = name.partition(":")[0]
    sibling = next((choice for choice in configured if choice.name.partition(":")[0] == provider), None)
    return exact or (replace(sibling, name=name, context_window=None) if sibling else ModelSpec(name))


def _first_asked(settings: Settings, chosen: Mapping[str, str]) -> frozenset[str]:
    """Return the names of the conversation's chain."""
    if chosen_names := chosen.get(_CHOICE):
        return frozenset(chosen_names.split(", "))
    return frozenset(choice.name for choice in settings.model_for("chat").chain)


async def _check(choice: ModelSpec, engine: LocalEngine, accounts: ProbeAccounts | None) -> ModelCheck:
    try:
        offer = await list_models(choice)
    except (ConfigError, ModelError) as problem:
        return ModelCheck(choice, problem=problem)
    if not (choice.local or accounts):
        return ModelCheck(choice, offer)
    try:
        model = await asyncio.to_thread(create_model, accounts.with_price(choice) if accounts else choice, engine)
    except ConfigError as problem:
        return ModelCheck(choice, offer, problem=problem)
    try:
        asked = accounts.budgeted(model) if accounts else model
        trial = await probe_model(asked, SystemClock(), _LOADING if _is_embedded(choice) else DEFAULT_TIMEOUT)
    finally:
        await model.aclose()
    return ModelCheck(choice, offer, trial, trial.failure)


def _is_embedded(choice: ModelSpec) -> bool:
    return PROVIDERS[choice.name.partition(":")[0].lower()].embedded


def _report_working(check: ModelCheck) -> Finding:
    title, model = say("Model"), check.choice.name
    if check.trial is None:
        return _report_reachable(check)
    cannot = [*_cannot(check.trial)]
    if cannot:
        detail = say(
            "{model}: answers in {seconds} s; {cannot}",
            model=model,
            seconds=_format_seconds(check),
            cannot="; ".join(cannot),
        )
        return Finding("model", Level.WARNING, title, detail, say("`sidecar setup` helps you choose another one."))
    detail = say(
        "{model}: answers in {seconds} s; it can chat, use tools and fill in forms",
        model=model,
        seconds=_format_seconds(check),
    )
    return Finding("model", Level.OK, title, detail)


def _report_reachable(check: ModelCheck) -> Finding:
    title, model = say("Model"), check.choice.name
    if check.offer and not check.offer.has(model.partition(":")[2]):
        detail = say("{model}: the key works, but this model isn't on its list", model=model)
        return Finding("model", Level.WARNING, title, detail, say("`sidecar setup` shows the ones it has."))
    detail = say("{model}: reachable, and it accepts the key", model=model)
    return Finding("model", Level.OK, title, detail, say("`sidecar doctor --try-models` asks it something."))


def _report_failure(check: ModelCheck, *, serious: bool) -> Finding:
    assert check.problem is not None
    title, model, error = say("Model"), check.choice.name, check.problem
    reason = say(error.text, **error.fields)
    fix = say(error.hint, **error.fields) if error.hint else say("`sidecar setup` helps you choose another one.")
    if check.slow:
        fix = say("It may still be loading. Try again in a minute.")
    level = Level.PROBLEM if serious and not check.is_inconclusive else Level.WARNING
    return Finding("model", level, title, f"{model}: {reason}", fix)


def _cannot(trial: ProbeResult) -> Iterator[str]:
    if trial.tools is ProbeOutcome.NO:
        yield say("it doesn't use tools, so it can't look up the weather or the web")
    if trial.json is ProbeOutcome.NO:
        yield say("it doesn't fill in forms, so it will remember less of what you say")
    if ProbeOutcome.UNKNOWN in (trial.tools, trial.json):
        yield say("it was too slow to test fully")


def _format_seconds(check: ModelCheck) -> str:
    return format_number(check.trial.first_word_s, 1, say) if check.trial else "?"


def list_server_times(checks: Sequence[ModelCheck]) -> Sequence[datetime]:
    return [check.offer.server_time for check in checks if check.offer and check.offer.server_time]
