"""Findings of `sidecar doctor` as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CheckJson:
    """`level` is `ok`, `warning` or `problem`; `fixable` means that `--fix` fixes it."""

    check: str
    level: str
    title: str
    detail: str
    fix: str
    fixable: bool


@dataclass(frozen=True, slots=True)
class CheckupJson:
    """`level` is the worst of all checks; `mended` describes what was just fixed."""

    level: str
    checks: Sequence[CheckJson]
    problems: int
    warnings: int
    mended: Sequence[str]
