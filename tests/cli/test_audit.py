"""`sidecar audit`: what the person changed by command stands beside what the tools did."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator
from typing import Any

import click
import pytest

from sidecar.cli.main import cli
from tests.cli.conftest import RUN_ALL, Command, Done
from tests.system.test_forget_everywhere import find_everywhere

pytestmark = pytest.mark.req("TOO-05", "CLI-02")

_READING = {
    "ask", "chat", "completion", "cost", "dates", "logs", "route", "status", "trace",
    "audit list", "audit show", "config check", "config get", "config list", "config path",
    "memory compare", "memory extract", "memory list", "memory search", "memory show",
    "models list", "models show", "permissions list", "permissions show",
    "reminders list", "reminders search", "reminders show",
}  # fmt: skip
_ELSEWHERE = {"models add", "permissions rm", "setup"}
"""They need a server, an answer or a model; tests of their own run them."""
_LINES = (
    ("doctor --fix", True),
    ("memory add me gusta el mate", True), ("memory list", False), ("memory edit 1 prefiere el té", True),
    ("memory import old.md", True), ("memory index talk.jsonl --collection talk", True),
    ("memory rm mate --all", False), ("memory rm té --all", True),
    ("reminders add regar --when 'mañana a las 9'", True), ("reminders", False), ("reminders show 1", False),
    ("reminders snooze 1 10 minutos", True), ("reminders edit 1 --message barrer", True), ("reminders rm 1", True),
    ("reminders rm 1", False), ("reminders lost", False),
    ("reminders add nada --when 'algún día'", False),
    ("config set turn.seconds 90", True), ("config set turn.seconds mucho", False), ("config get turn.seconds", False),
    ("config unset turn.seconds", True), ("config unset turn.seconds", False),
    ("permissions edit write ask --channel ask", True), ("permissions edit write perhaps", False),
    ("models rm tiny.gguf --yes", True), ("doctor", False),
)  # fmt: skip


async def run_lines(sidecar: Command, *lines: str) -> list[Done]:
    """How each line ends, one after the other in one process."""
    given = json.dumps([shlex.split(line) for line in lines]).encode()
    return [Done(*each) for each in json.loads(await sidecar.python(RUN_ALL, given))]


async def entries(sidecar: Command) -> list[dict[str, Any]]:
    return (await sidecar("audit", "list", "-n", "1000", "--json")).json["entries"]


def leaves(command: click.Command, name: str = "") -> Iterator[str]:
    if not isinstance(command, click.Group):
        yield name
        return
    context = click.Context(command)
    for inner in command.list_commands(context):
        found = command.get_command(context, inner)
        assert found is not None
        yield from leaves(found, f"{name} {inner}".strip())


def test_every_command_of_the_shell_is_known_to_read_or_is_tried_here() -> None:
    tried = {line for line, changes in _LINES if changes}
    left = {leaf for leaf in leaves(cli) if not any(line.startswith(leaf) for line in tried)}
    assert left - _READING - _ELSEWHERE == {"reminders lost"}  # `tests/cli/test_reminders.py` settles one


async def test_what_changed_something_is_in_the_log_and_nothing_else(sidecar: Command) -> None:
    sidecar.home.mkdir()
    models = sidecar.home / "models"
    models.mkdir()
    (models / "tiny.gguf").write_bytes(b"GGUF")
    (sidecar.home.parent / "old.md").write_text("## Preferencias\n- Le gusta el cine\n", encoding="utf-8")
    (sidecar.home.parent / "talk.jsonl").write_text('{"id": "1", "text": "hola"}\n', encoding="utf-8")
    (sidecar.home / "sidecar.toml").write_text("")
    lines = [line.replace("old.md", str(sidecar.home.parent / "old.md")) for line, _ in _LINES]
    lines = [line.replace("talk.jsonl", str(sidecar.home.parent / "talk.jsonl")) for line in lines]
    await sidecar("status")
    sidecar.home.chmod(0o755)  # `doctor --fix` mends it
    both = [line for each in lines for line in (each, "audit list -n 1000 --json")]
    ends = await run_lines(sidecar, *both)
    known = 0
    for (line, changes), done, listed in zip(_LINES, ends[::2], ends[1::2], strict=True):
        found = json.loads(listed.out)["entries"]
        assert (len(found) > known) is changes, (line, done)
        known = len(found)
        if changes:
            newest = found[0]
            assert f"{newest['tool']} ".startswith("sidecar ") and line.startswith(newest["tool"][len("sidecar ") :])
            assert (newest["requester"], newest["decision"], newest["done"]) == ("person", "allowed", True)
            assert (newest["channel"], newest["turn"]) == ("shell", None)
    shown = (await sidecar("audit")).out
    assert "sidecar permissions edit" in shown and "write ask --channel ask" in shown


_SLASH = (
    ("/limpiar", "/clear"), ("/idioma es", "/language"), ("/idioma", ""), ("/recordá me gusta el mate", "/remember"),
    ("/datos", ""), ("/porqué 1", ""), ("/modelo", ""), ("/modelo ollama:otro", "/model"), ("/modelo nada:x", ""),
    ("/recordatorios", ""), ("/recordatorios posponer 1 10 minutos", "/reminders"),
    ("/recordatorios cambiar 1 a las 10", "/reminders"), ("/recordatorios cancelar 1", "/reminders"),
    ("/recordatorios cancelar 7", ""), ("/deshacer", "/undo"), ("/recordatorios borrar", ""),
    ("/recordatorios borrar si", "/reminders"), ("/recordatorios perdidos", ""),
    ("/olvidá el violonchelo", ""), ("/olvidá el mate", "/forget"), ("/permisos", ""), ("/permisos olvidar 1", ""),
    ("/auditoria", ""), ("/estado", ""), ("/costo", ""), ("/estadisticas", ""), ("/ayuda", ""), ("/configurar", ""),
)  # fmt: skip


@pytest.mark.req("CMD-01")
async def test_what_a_slash_command_changed_is_in_the_log_and_nothing_else(sidecar: Command) -> None:
    assert (await sidecar("reminders", "add", "regar", "--when", "mañana a las 9")).code == 0
    done = await sidecar("chat", stdin="\n".join(line for line, _ in _SLASH).encode())
    found = [entry["tool"] for entry in reversed(await entries(sidecar)) if entry["channel"] == "terminal"]
    assert found == [name for _, name in _SLASH if name], done.out


@pytest.mark.req("MEM-16", "SEC-04")
async def test_the_log_keeps_neither_secrets_nor_what_is_forgotten(sidecar: Command) -> None:
    key = "tvly-abcdefghijklmnop123456"
    await sidecar("config", "set", "tools.search.tavily_key", key)
    for line in ("memory add 'toco el violonchelo'", "memory rm violonchelo --all --messages"):
        (done,) = await run_lines(sidecar, line)
        assert done.code == 0, done.err
    await sidecar("chat", stdin="/recordá toco el violonchelo\n/olvidá violonchelo\n".encode())
    tools = [entry["tool"] for entry in await entries(sidecar)]
    assert tools == ["/forget", "/remember", "sidecar memory rm", "sidecar memory add", "sidecar config set"]
    assert not {place for place in find_everywhere(sidecar.home, "violonchel") if "sidecar.db" in place}
    assert not {place for place in find_everywhere(sidecar.home, key) if "sidecar.db" in place}


async def test_a_change_that_the_log_cannot_take_is_made_all_the_same(sidecar: Command) -> None:
    await sidecar("status")
    (sidecar.home / "sidecar.db").write_bytes(b"not a database" * 100)
    done = await sidecar("config", "set", "turn.seconds", "90")
    assert done.code == 0 and "90" in done.out and "!" in done.err
    assert "90" in (sidecar.home / "sidecar.toml").read_text()
