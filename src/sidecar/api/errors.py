"""Errors as JSON."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ErrorJson:
    code: str
    message: str
    hint: str
