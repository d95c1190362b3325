"""Nothing that a file, an argument or a server says is obeyed by the terminal: it is shown."""

from __future__ import annotations

import re

import pytest

from tests.cli.conftest import Command, Done
from tests.loopback.openai_server import OpenAIServer
from tests.loopback.script import Refuse, say

EVIL = "\x1b]0;owned\x07\x1b[31m\x1b]52;c;aGk=\x07\x9b2J\u202eabc\x7f"
OBEYED = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
COMMANDS = """
ask hola
ask qué hora es
ask --json hola
status
status --json
doctor
doctor --json
reminders
reminders --json
reminders add {evil} --when "mañana a las 9"
reminders add x --when "{evil}"
reminders list
reminders cancel {evil}
memory
memory add "{evil} es alérgica al maní"
memory list
memory list --json
memory search {evil}
memory forget {evil}
config
config get {evil}
config set {evil} 1
config check
models info {evil}
dates {evil}
dates "mañana a las 9 {evil}" --lang {evil}
logs
logs --json
trace
trace --json
trace --prompt
cost
{evil}
"""


def assert_shown(done: Done) -> None:
    assert OBEYED.findall(done.out + done.err) == []


@pytest.mark.req("SEC-04", "CLI-04")
async def test_no_control_sequence_of_a_file_or_an_argument_reaches_the_terminal(sidecar: Command) -> None:
    await sidecar("status")
    profile = "# Sobre vos\n\n" + "Texto de la persona, bastante largo. " * 80
    (sidecar.home / "user.md").write_text(
        f"{profile}\n- **Nombre**: Ana{EVIL}\n- **Idioma**: {EVIL}klingon\n- **Zona horaria**: Mars/{EVIL}\n",
        encoding="utf-8",
    )
    (sidecar.home / "SOUL.md").write_text(f"{profile}\nSos {EVIL}.\n", encoding="utf-8")
    (sidecar.home / "MEMORY.md").write_text(f"{profile}\n## Salud\n- Es alérgica al {EVIL} maní\n", encoding="utf-8")
    lines = [line.format(evil=EVIL) for line in COMMANDS.strip().split("\n")]
    for line, done in zip(lines, await sidecar.run_all("-v", *lines), strict=True):
        assert OBEYED.findall(done.out + done.err) == [], line
    chat = await sidecar("chat", stdin=f"hola {EVIL}\n/idioma {EVIL}\n/foo{EVIL}\n/status\n/recordatorios\n".encode())
    assert_shown(chat)
    settings = '[models.chat]\nmodel = "x\\u001b]0;owned\\u0007\\u009b2J"\n'
    (sidecar.home / "sidecar.toml").write_text(settings, encoding="utf-8")
    assert_shown(await sidecar("config", "check"))
    assert_shown(await sidecar("ask", "hola"))


@pytest.mark.req("SEC-04", "LLM-01")
async def test_nor_of_a_model_server(sidecar: Command, server: OpenAIServer) -> None:
    sidecar.uses(server)
    server.script.steps += [Refuse(400, EVIL), Refuse(500, EVIL), Refuse(403, EVIL), say(f"Hola {EVIL}", "chau")]
    for arguments in (("ask", "hola"), ("ask", "--json", "hola"), ("chat",), ("ask", "hola"), ("trace",), ("logs",)):
        assert_shown(await sidecar(*arguments, stdin=b"hola\n" if arguments == ("chat",) else None))
