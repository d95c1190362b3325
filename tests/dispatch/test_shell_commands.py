"""Commands of the terminal that are typed into the conversation."""

from __future__ import annotations

import pytest

from sidecar.dispatch.commands.shell_commands import parse_shell_command


@pytest.mark.req("CON-60")
@pytest.mark.parametrize(
    "text",
    ["sidecar setup", "`sidecar setup`", "$ sidecar doctor --fix", "Sidecar setup", ".venv/bin/sidecar setup",
     "sidecar config show",     "sidecar config set budget.day_usd 5", "sidecar setup --model ollama:qwen2.5:3b"],
)  # fmt: skip
def test_a_command_of_the_terminal(text: str) -> None:
    assert parse_shell_command(text).lower().startswith(("sidecar ", ".venv/bin/sidecar "))


@pytest.mark.req("CON-60")
@pytest.mark.parametrize(
    "text",
    ["sidecar", "hola sidecar", "sidecar status is a strange word", "sidecar, cost me a story",
     "sidecar models are cars",
     "what does sidecar setup do?", "sidecar setup\nand then?", ""],
)  # fmt: skip
def test_what_is_said_to_somebody(text: str) -> None:
    assert parse_shell_command(text) == ""
