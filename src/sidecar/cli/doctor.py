"""`sidecar doctor`: checks everything that Sidecar needs, reports what is wrong, and fixes what is safe (OPS-03)."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

import click

from sidecar.api.checks import CheckupJson
from sidecar.cli.checks.result import Finding, Level
from sidecar.cli.line_wrap import terminal_columns
from sidecar.cli.locale import say
from sidecar.cli.noun_group import json_option
from sidecar.cli.output import print_json, write
from sidecar.errors import SidecarError
from sidecar.observe.redaction import redact

_ROOM_BESIDE_TITLES = 40
"""Columns; with fewer, findings are printed under their titles."""
_COLOURS = {Level.OK: "green", Level.WARNING: "yellow", Level.PROBLEM: "red"}


@click.command(
    help=say(
        "Check everything Sidecar needs, and say what's wrong and how to fix it. Nothing changes without "
        "--fix. Fails if there is a problem."
    ),
    epilog=say("Example: sidecar doctor --fix"),
)
@click.option("--fix", is_flag=True, help=say("fix what can be fixed safely"))
@click.option("--restore", is_flag=True, help=say("recover a damaged database"))
@click.option("--full", is_flag=True, help=say("check the whole database, however long that takes"))
@click.option("--try-models", is_flag=True, help=say("ask cloud models something too, which costs a little"))
@json_option
def doctor(fix: bool, restore: bool, full: bool, try_models: bool, as_json: bool) -> int:
    from sidecar.cli.checks import runner  # needs `sidecar.app`
    from sidecar.cli.services import record_change  # needs the database

    options = runner.CheckOptions(full=full, try_models=try_models)
    restored = (
        runner.restore_database(ask=not as_json and sys.stdin.isatty() and sys.stdout.isatty()) if restore else ""
    )
    mended = [restored] if restored else []
    found = runner.run_checks(options)
    if fix and any(finding.mend for finding in found):
        tried = [(finding, _apply_fix(finding)) for finding in found if finding.mend]
        found = runner.run_checks(options)
        mended += [_format_outcome(finding, trouble, found) for finding, trouble in tried]
    if mended:
        record_change("\n".join(mended))
    if as_json:
        print_json(_to_json(found, mended))
    else:
        for line in mended:
            write(redact(line))
        _show(found)
    return 1 if _count(found, Level.PROBLEM) else 0


def _apply_fix(finding: Finding) -> str:
    """Apply a fix. Returns why it could not be done; "" when it could."""
    assert finding.mend is not None
    try:
        finding.mend()
    except (OSError, SidecarError) as error:
        return say(error.text, **error.fields) if isinstance(error, SidecarError) else error.strerror or str(error)
    return ""


def _format_outcome(before: Finding, trouble: str, after: Sequence[Finding]) -> str:
    """Format the outcome of a fix; it counts as fixed only if the repeated check passes."""
    if not trouble and before in after:
        trouble = say("it's as it was")
    if trouble:
        return say("Not fixed: {title} ({reason})", title=before.title, reason=trouble)
    return say("Fixed: {title}. Before: {detail}", title=before.title, detail=before.detail)


def _show(found: Sequence[Finding]) -> None:
    names = {Level.OK: say("ok"), Level.WARNING: say("warning"), Level.PROBLEM: say("problem")}
    mark_columns = max(map(len, names.values()))
    title_columns = max(len(finding.title) for finding in found)
    narrow = sys.stdout.isatty() and terminal_columns() - mark_columns - title_columns < _ROOM_BESIDE_TITLES
    for finding in found:
        mark = _paint(names[finding.level].ljust(mark_columns), _COLOURS[finding.level])
        beside = f"{mark}  {finding.title.ljust(title_columns)}  "
        if narrow:
            write(f"{mark}  {finding.title}")
            beside = "  "
        write(redact(finding.detail), first=beside)
        if finding.fix:
            write(redact(finding.fix), first=" " * (len(click.unstyle(beside)) - (0 if narrow else 2)) + "→ ")
    write("")
    write(_format_verdict(found))


def _paint(text: str, colour: str) -> str:
    plain = not sys.stdout.isatty() or os.environ.get("NO_COLOR") or os.environ.get("TERM", "dumb") == "dumb"
    return text if plain else click.style(text, fg=colour)


def _format_verdict(found: Sequence[Finding]) -> str:
    problems, warnings = _count(found, Level.PROBLEM), _count(found, Level.WARNING)
    parts = [say.plural("{n} problem", "{n} problems", problems)] if problems else []
    parts += [say.plural("{n} warning", "{n} warnings", warnings)] if warnings else []
    if not parts:
        return say("All good.")
    return f"{', '.join(parts)}. {_format_offer(found, problems + warnings)}".rstrip()


def _format_offer(found: Sequence[Finding], n_wrong: int) -> str:
    mendable = sum(finding.mend is not None for finding in found)
    if not mendable:
        return ""
    if mendable == n_wrong:
        return say.plural("`sidecar doctor --fix` fixes it.", "`sidecar doctor --fix` fixes them all.", mendable)
    return say.plural(
        "`sidecar doctor --fix` fixes {n} of them.", "`sidecar doctor --fix` fixes {n} of them.", mendable
    )


def _to_json(found: Sequence[Finding], mended: Sequence[str]) -> CheckupJson:
    problems, warnings = _count(found, Level.PROBLEM), _count(found, Level.WARNING)
    level = Level.PROBLEM if problems else Level.WARNING if warnings else Level.OK
    return CheckupJson(level.value, [finding.to_json() for finding in found], problems, warnings, mended)


def _count(found: Sequence[Finding], level: Level) -> int:
    return sum(finding.level is level for finding in found)
