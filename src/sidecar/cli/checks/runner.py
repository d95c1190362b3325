"""Runs all checks, concurrently where possible; a failing one does not affect the others."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sidecar.channels import find_unasked_channels
from sidecar.cli.checks import clock, config, database, folder, models, ports, program
from sidecar.cli.checks.result import Finding, Level
from sidecar.cli.locale import say
from sidecar.config import Settings
from sidecar.errors import ConfigError
from sidecar.home import Home
from sidecar.runtime.clock import SystemClock


@dataclass(frozen=True, slots=True)
class CheckOptions:
    """`full` reads all of a big database; `try_models` also asks models whose requests cost something."""

    full: bool = False
    try_models: bool = False


def run_checks(options: CheckOptions) -> Sequence[Finding]:
    """Check everything and return the findings in the order in which a person would want to fix them."""
    try:
        home = Home.locate()
    except ConfigError as error:  # the home cannot be located
        hint = say(error.hint, **error.fields) if error.hint else ""
        where = Finding("home", Level.PROBLEM, say("Data folder"), say(error.text, **error.fields), hint)
        return [program.check_python(), program.check_sqlite(), where]
    return asyncio.run(_check_all(home, options))


def restore_database(*, ask: bool) -> str:
    """Recover a damaged database; return what was done, in words, "" where the person did not want that."""
    return database.restore_database(Home.locate(), SystemClock(), ask=ask)


async def _check_all(home: Home, options: CheckOptions) -> Sequence[Finding]:
    now = SystemClock().now()
    about_settings, settings = config.check_settings(home)
    about_database, inspection = await asyncio.to_thread(database.check_database, home, thoroughly=options.full)
    chosen: Mapping[str, str] = inspection.choices if inspection else {}
    meaning = asyncio.create_task(models.report_embedder(settings)) if settings else None
    model_checks = await models.check_models(settings, chosen, home, try_all=options.try_models) if settings else ()
    found: list[Finding | None] = [
        program.check_python(),
        program.check_sqlite(),
        folder.check_folder(home),
        folder.check_privacy(home),
        about_settings,
        *config.check_profile(home),
        *config.check_memory_file(home),
        about_database,
        clock.check_timezone(home, now),
        clock.check_clock(home, now, models.list_server_times(model_checks)),
        folder.check_disk(home),
        *_of_models(settings, chosen, model_checks),
        await meaning if meaning else None,
        ports.check_channels(home, find_unasked_channels()),
        ports.check_ports(home, settings) if settings else None,
        folder.check_running(home),
    ]
    return [finding for finding in found if finding]


def _of_models(
    settings: Settings | None, chosen: Mapping[str, str], model_checks: Sequence[models.ModelCheck]
) -> Sequence[Finding]:
    if settings:
        return list(models.report_models(settings, chosen, model_checks))
    detail = say("unknown until the settings can be read")
    return [Finding("model", Level.WARNING, say("Model"), detail)]
