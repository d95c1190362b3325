"""`sidecar doctor`: looks at everything that Sidecar stands on, says what is wrong, and mends what is safe (OPS-03)."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from sidecar.cli.checkup.finding import Finding, Level
from sidecar.cli.output import print_json, write
from sidecar.cli.words import say
from sidecar.cli.wrapping import show
from sidecar.errors import ConfigError, SidecarError
from sidecar.home import Home
from sidecar.observe.redaction import redact

if TYPE_CHECKING:
    from sidecar.cli.checkup.round import Wanted

_COLOURS = {Level.OK: "green", Level.WARNING: "yellow", Level.PROBLEM: "red"}


@click.command(
    help=say(
        "Looks at everything that Sidecar needs and says what is wrong and how to mend it. Changes nothing without "
        "--fix. Fails if there is a problem."
    ),
    epilog=say("Example: sidecar doctor --fix"),
)
@click.option("--fix", is_flag=True, help=say("mends what can be mended without risk"))
@click.option("--full", is_flag=True, help=say("looks at the whole database, however long that takes"))
@click.option("--try-models", is_flag=True, help=say("also asks cloud models something, which costs a little"))
@click.option("--json", "as_json", is_flag=True, help=say("one JSON object"))
def doctor(fix: bool, full: bool, try_models: bool, as_json: bool) -> int:
    from sidecar.cli.checkup.round import Wanted

    wanted = Wanted(full=full, try_models=try_models)
    found = _look(wanted)
    mended: list[str] = []
    if fix and any(finding.mend for finding in found):
        mended = [line for finding in found if (line := _mend(finding))]
        found = _look(wanted)
    if as_json:
        print_json(_as_object(found, mended))
    else:
        for line in mended:
            show(redact(line))
        _show(found)
    return 1 if _count(found, Level.PROBLEM) else 0


def _look(wanted: Wanted) -> Sequence[Finding]:
    from sidecar.app import SINKS
    from sidecar.cli.checkup import program
    from sidecar.cli.checkup.round import examine

    try:
        home = Home.locate()
    except ConfigError as error:  # there is no telling where to look
        where = Finding("home", Level.PROBLEM, say("Data folder"), say(error.text, **error.fields), _hint(error))
        return [program.python(), program.engine(), where]
    return asyncio.run(examine(home, wanted, SINKS))


def _mend(finding: Finding) -> str:
    """What was done, or why it could not be; nothing for what cannot be mended from here."""
    if finding.mend is None:
        return ""
    try:
        finding.mend()
    except (OSError, SidecarError) as error:
        reason = say(error.text, **error.fields) if isinstance(error, SidecarError) else error.strerror
        return say("Not mended: {title} ({reason})", title=finding.title, reason=reason)
    return say("Mended: {title}. Before: {detail}", title=finding.title, detail=finding.detail)


def _show(found: Sequence[Finding]) -> None:
    names = {Level.OK: say("ok"), Level.WARNING: say("warning"), Level.PROBLEM: say("problem")}
    mark_columns = max(map(len, names.values()))
    title_columns = max(len(finding.title) for finding in found)
    for finding in found:
        mark = _painted(names[finding.level].ljust(mark_columns), _COLOURS[finding.level])
        columns = mark_columns + title_columns + 4
        show(redact(finding.detail), first=f"{mark}  {finding.title.ljust(title_columns)}  ", columns=columns)
        if finding.fix:
            show(redact(finding.fix), first=" " * (columns - 2) + "→ ")
    write("")
    write(_verdict(found))


def _painted(text: str, colour: str) -> str:
    plain = not sys.stdout.isatty() or os.environ.get("NO_COLOR") or os.environ.get("TERM", "dumb") == "dumb"
    return text if plain else click.style(text, fg=colour)


def _verdict(found: Sequence[Finding]) -> str:
    problems, warnings = _count(found, Level.PROBLEM), _count(found, Level.WARNING)
    parts = [say.plural("{n} problem", "{n} problems", problems)] if problems else []
    parts += [say.plural("{n} warning", "{n} warnings", warnings)] if warnings else []
    if not parts:
        return say("All is well.")
    mendable = sum(finding.mend is not None for finding in found)
    offer = say("`sidecar doctor --fix` mends {n} of them.", n=mendable) if mendable else ""
    return f"{', '.join(parts)}. {offer}".rstrip()


def _as_object(found: Sequence[Finding], mended: Sequence[str]) -> dict[str, object]:
    problems, warnings = _count(found, Level.PROBLEM), _count(found, Level.WARNING)
    level = Level.PROBLEM if problems else Level.WARNING if warnings else Level.OK
    checks = [finding.as_json() for finding in found]
    return {"level": level.value, "checks": checks, "problems": problems, "warnings": warnings, "mended": list(mended)}


def _count(found: Sequence[Finding], level: Level) -> int:
    return sum(finding.level is level for finding in found)


def _hint(error: SidecarError) -> str:
    return say(error.hint, **error.fields) if error.hint else ""
