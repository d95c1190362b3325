"""A whole number within bounds, as a type of command-line values."""

from __future__ import annotations

from typing import Any

import click

from sidecar.cli import locale

_LARGEST = 2**63 - 1
"""That the database keeps."""


class WholeNumber(click.ParamType[int]):
    name = "integer"

    def __init__(self, least: int, most: int = _LARGEST) -> None:
        self._least, self._most = least, most

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        try:
            number = int(value)
        except ValueError:
            number = None
        if number is None or not self._least <= number <= self._most:
            self.fail(self._explain(), param, ctx)
        return number

    def _explain(self) -> str:
        if self._most == _LARGEST:
            return locale.say("it has to be a whole number, {least} or more.", least=self._least)
        return locale.say("it has to be a whole number from {least} to {most}.", least=self._least, most=self._most)
