"""Findings of a check: how bad each is, in plain words, and how to fix it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum

from sidecar.api.checks import CheckJson
from sidecar.observe.redaction import redact


class Level(StrEnum):
    OK = "ok"
    WARNING = "warning"
    PROBLEM = "problem"


@dataclass(frozen=True, slots=True)
class Finding:
    """A finding of a check. `check` is its name for programs, `title` that for people. `fix` says what the person can
    do; `mend`, if any, does it safely, and raises `OSError` or a `SidecarError` when it cannot."""

    check: str
    level: Level
    title: str
    detail: str
    fix: str = ""
    mend: Callable[[], None] | None = field(default=None, repr=False, compare=False)

    def to_json(self) -> CheckJson:
        fixable = self.mend is not None
        return CheckJson(self.check, self.level.value, self.title, redact(self.detail), redact(self.fix), fixable)
