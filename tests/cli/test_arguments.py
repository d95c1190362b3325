"""Where the options of no command may stand."""

from __future__ import annotations

import pytest

from sidecar.cli.arguments import home_option, move_globals_first


@pytest.mark.req("CLI-01")
@pytest.mark.parametrize(
    ("given", "understood", "home"),
    [
        ("ask hola", "ask hola", None),
        ("--home x ask hola", "--home x ask hola", "x"),
        ("ask --home x hola", "--home x ask hola", "x"),
        ("status --json --home=x", "--home=x status --json", "x"),
        ("status -v --home x", "-v --home x status", "x"),
        ("ask -- --home x", "ask -- --home x", None),
        ("ask --home", "ask --home", None),
    ],
)
def test_global_options_may_stand_anywhere(given: str, understood: str, home: str | None) -> None:
    assert move_globals_first(given.split()) == understood.split()
    assert home_option(given.split()) == home
