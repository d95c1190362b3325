"""A model's trial, and what came out of it in plain words."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta

from sidecar.errors import ConfigError, ModelError
from sidecar.i18n import Texts, explain
from sidecar.providers.catalogue import ModelChoice, connect
from sidecar.providers.trial import Ability, Trial, try_out
from sidecar.runtime.clock import SystemClock

_PATIENCE = timedelta(seconds=60)
_PATIENCE_AT_HOME = timedelta(seconds=180)
"""A model of one's own must first be read from the disk."""
_TOKENS_A_PAGE = 700
_QUICK_S = 3.0


async def try_choice(choice: ModelChoice) -> tuple[ModelChoice, Trial]:
    """What the model can do, and the choice as it works best: one that does not ask for tools in its provider's way
    may do so in its text. Raises `ConfigError`."""
    trial = await _try(choice)
    if trial.tools is not Ability.NO or choice.tools is not None:
        return choice, trial
    in_text = replace(choice, tools="json")
    second = await _try(in_text)
    return (in_text, replace(trial, tools=Ability.YES)) if second.tools is Ability.YES else (choice, trial)


def report(trial: Trial, say: Texts) -> Iterator[str]:
    """One line for each thing that the model can or cannot do here."""
    seconds = f"{trial.first_word_s:.1f}"
    if trial.first_word_s <= _QUICK_S:
        yield _can(say("it talks: its first words came after {seconds} s", seconds=seconds))
    else:
        yield _can(say("it talks, but takes its time: its first words came after {seconds} s", seconds=seconds))
    if trial.streams is Ability.YES:
        yield _can(say("you see its answer while it is being written"))
    else:
        yield _cannot(say("its answer comes all at once, at the end"))
    yield from _of_tools(trial, say)
    yield from _of_forms(trial, say)
    pages = max(1, trial.context_window // _TOKENS_A_PAGE)
    yield "· " + say.plural(
        "it keeps about {n} page of talk in mind at a time", "it keeps about {n} pages of talk in mind at a time", pages
    )


def why_not(problem: ConfigError | ModelError, say: Texts) -> str:
    return explain(problem, say)


async def _try(choice: ModelChoice) -> Trial:
    model = await asyncio.to_thread(connect, choice)
    try:
        return await try_out(model, SystemClock(), _PATIENCE_AT_HOME if choice.local else _PATIENCE)
    finally:
        await model.aclose()


def _of_tools(trial: Trial, say: Texts) -> Iterator[str]:
    match trial.tools:
        case Ability.YES:
            yield _can(say("it uses tools: the weather, the web, your reminders"))
        case Ability.NO:
            yield _cannot(say("it does not use tools: reminders and the time work all the same, the web does not"))
        case Ability.UNKNOWN:
            yield _perhaps(say("whether it uses tools could not be found out: it did not answer in time"))


def _of_forms(trial: Trial, say: Texts) -> Iterator[str]:
    match trial.json:
        case Ability.YES:
            yield _can(say("it fills in forms: it can note what is worth remembering"))
        case Ability.NO:
            yield _cannot(say("it does not fill in forms: I will remember less of what you say"))
        case Ability.UNKNOWN:
            yield _perhaps(say("whether it fills in forms could not be found out: it did not answer in time"))


def _can(text: str) -> str:
    return f"✓ {text}"


def _cannot(text: str) -> str:
    return f"✗ {text}"


def _perhaps(text: str) -> str:
    return f"? {text}"
