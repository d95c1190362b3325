"""The round of all checks: what can go on beside each other does, and none can spoil the others."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sidecar.cli.checks import clock, config, database, folder, models, ports, program
from sidecar.cli.checks.result import Finding, Level
from sidecar.cli.locale import say
from sidecar.config import Settings
from sidecar.home import Home
from sidecar.runtime.clock import SystemClock


@dataclass(frozen=True, slots=True)
class Wanted:
    """`full` looks at all of a big database; `try_models` also asks those models that cost something."""

    full: bool = False
    try_models: bool = False


async def run_checks(home: Home, wanted: Wanted, channels: tuple[str, ...]) -> Sequence[Finding]:
    """Everything that was found, in the order in which a person would want to mend it."""
    now = SystemClock().now()
    about_settings, settings = config.settings(home)
    about_database, inspection = await asyncio.to_thread(database.look_at, home, thoroughly=wanted.full)
    chosen: Mapping[str, str] = inspection.choices if inspection else {}
    meaning = asyncio.create_task(models.embedder(settings)) if settings else None
    looks = await models.look_at_all(settings, chosen, home, try_all=wanted.try_models) if settings else ()
    found: list[Finding | None] = [
        program.python(),
        program.engine(),
        folder.folder(home),
        folder.privacy(home),
        about_settings,
        *config.profile(home),
        about_database,
        clock.timezone(home, now),
        clock.clock(home, now, models.times_of(looks)),
        folder.disk(home),
        *_of_models(settings, chosen, looks),
        await meaning if meaning else None,
        ports.channels(home, channels),
        ports.ports(home, settings) if settings else None,
        folder.running(home),
    ]
    return [finding for finding in found if finding]


def _of_models(settings: Settings | None, chosen: Mapping[str, str], looks: Sequence[models.Look]) -> Sequence[Finding]:
    if settings:
        return list(models.findings(settings, chosen, looks))
    detail = say("which one is not known until the settings can be read")
    return [Finding("model", Level.WARNING, say("Model"), detail)]
