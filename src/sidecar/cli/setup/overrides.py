"""Finds settings that override the saved model, and keys that are not saved."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Iterator

from dotenv import dotenv_values

from sidecar.cli.line_wrap import keep_on_one_line
from sidecar.cli.output import write
from sidecar.cli.setup.candidate import ModelCandidate
from sidecar.cli.setup.persistence import OWN_KEY
from sidecar.config.environment import find_variable
from sidecar.domain.person import OWNER
from sidecar.errors import StorageError
from sidecar.home import Home
from sidecar.i18n import Texts
from sidecar.providers.provider_table import PROVIDERS
from sidecar.runtime.clock import SystemClock
from sidecar.runtime.lock import is_locked
from sidecar.storage.choices import SqlChoices
from sidecar.storage.inspection import inspect
from sidecar.storage.sqlite import SqliteDb

_CHOSEN = "model"
"""The key of the conversation's choice in the database."""


def find_overrides(home: Home, kept: ModelCandidate, say: Texts) -> Iterator[str]:
    """Yield whatever makes another model answer, or this one with another key, and what to do about it."""
    choice = kept.choice
    set_by = find_variable(["models", "chat", "model"])
    if set_by and os.environ[set_by] != choice.name:
        yield _format_override(home, set_by, say)
    if os.environ.get(OWN_KEY, choice.api_key) != choice.api_key:
        yield _format_override(home, OWN_KEY, say)
    elif kept.variable != OWN_KEY and choice.api_key:
        names = (name for name in PROVIDERS[kept.provider].key_variables if name in os.environ)
        if os.environ.get(name := next(names, ""), choice.api_key) != choice.api_key:
            yield _format_override(home, name, say)
    if (chosen := chosen_model(home)) and chosen != choice.name:
        yield say("In the conversation you chose {model}, and it stays until you type /model default.", model=chosen)


def write_outcome(home: Home, kept: ModelCandidate, say: Texts) -> None:
    """Say that the model answers from now on, or what prevents it."""
    name = kept.choice.name
    if not (still := list(find_overrides(home, kept, say))):
        write(say("Done: {model} answers you from now on. Type `sidecar` to begin.", model=name))
        return
    write(say("{model} is set, but it doesn't answer you yet:", model=name))
    for line in still:
        write(line, first="! ")


def unsaved_key(home: Home, candidate: ModelCandidate) -> str:
    """Return the key of this model if it is only set in this terminal; else ""."""
    names = (candidate.variable,) if candidate.choice.base_url else PROVIDERS[candidate.provider].key_variables
    there = next((name for name in names if os.environ.get(name)), "")
    return "" if there in _read_secret_names(home) else os.environ.get(there, "")


def chosen_model(home: Home) -> str:
    try:
        seen = inspect(home.database, OWNER, in_use=is_locked(home.lock), timeout_s=0)
    except (OSError, StorageError):
        return ""  # `sidecar doctor` tells what is wrong with it
    return seen.choices.get(_CHOSEN, "")


def clear_chosen_model(home: Home) -> None:
    """Undo the choice of a model in the conversation. Raises `StorageError`."""

    async def clear() -> None:
        async with await SqliteDb.open(home.database, alone=False) as db:
            await SqlChoices(db, SystemClock()).clear(OWNER, _CHOSEN)

    asyncio.run(clear())


def _format_override(home: Home, variable: str, say: Texts) -> str:
    if variable in _read_secret_names(home):
        return say(
            "{path} sets {variable} to something else, and that wins. Take that line out.",
            path=home.secrets,
            variable=variable,
        )
    command = f"Remove-Item Env:{variable}" if sys.platform == "win32" else f"unset {variable}"
    return "\n".join(
        [
            say(
                "{variable} is set to something else in this terminal, and that wins. Type this in the "
                "terminal, and if you set it in a file, take that line out:",
                variable=variable,
            ),
            f"    {keep_on_one_line(command)}",
        ]
    )


def _read_secret_names(home: Home) -> set[str]:
    try:
        return set(dotenv_values(home.secrets)) if home.secrets.exists() else set()
    except (OSError, UnicodeDecodeError):
        return set()
