"""The doctor finds what is wrong with a home, changes nothing unless told to, and then only what is safe."""

from __future__ import annotations

import os
import shutil
import socket
import sqlite3
import stat
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from sidecar.storage.sqlite import SqliteDb
from tests.cli.conftest import Command
from tests.cli.terminal import at_terminal
from tests.eventually import eventually
from tests.loopback.http import Exchange, LoopbackServer, Request
from tests.loopback.ollama_server import OllamaServer
from tests.loopback.openai_server import OpenAIServer
from tests.loopback.script import HANG, say

USER = "# Me\n\n- **Name**: Ana\n- **Language**: en\n- **Timezone**: America/Montevideo\n"
NOWHERE = "http://127.0.0.1:9/v1"


@pytest.fixture
async def home(sidecar: Command) -> Path:
    """One that is in order: with a database, but no model."""
    sidecar.home.mkdir(mode=0o700)
    write(sidecar.home / "user.md", USER)
    write(sidecar.home / "SOUL.md", "# Who I am\n\nSidecar.\n")
    await (await SqliteDb.open(sidecar.home / "sidecar.db")).close()
    return sidecar.home


def write(path: Path, text: str | bytes) -> None:
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    path.chmod(0o600)


def snapshot(home: Path) -> dict[str, tuple[int, int, bytes]]:
    """Everything in a folder: what it holds, its mode, and when it was changed."""
    return {
        path.relative_to(home).as_posix(): (
            path.stat().st_mode,
            path.stat().st_mtime_ns,
            path.read_bytes() if path.is_file() else b"",
        )
        for path in sorted([home, *home.rglob("*")])
    }


def found(report: dict[str, Any], check: str) -> list[tuple[str, str, str]]:
    return [(one["level"], one["detail"], one["fix"]) for one in report["checks"] if one["check"] == check]


def level(report: dict[str, Any], check: str) -> str:
    ((level, _, _),) = found(report, check)
    return level


@pytest.mark.req("OPS-03")
async def test_a_home_in_order(sidecar: Command, home: Path) -> None:
    before = snapshot(home)
    done = await sidecar("doctor", "--json")
    assert done.code == 0, done.json
    assert (done.json["level"], done.json["problems"], done.json["warnings"]) == ("warning", 0, 1)
    assert {one["check"] for one in done.json["checks"]} == {
        "python", "sqlite", "home", "privacy", "settings", "profile", "database", "timezone", "clock", "disk", "model",
        "embedder", "channels", "ports", "running",
    }  # fmt: skip
    assert level(done.json, "model") == "warning"
    assert "sidecar setup" in found(done.json, "model")[0][2]
    assert snapshot(home) == before


@pytest.mark.req("OPS-03", "CLI-03")
async def test_as_text(sidecar: Command, home: Path) -> None:
    done = await sidecar.having(LC_ALL="C").in_new_interpreter("doctor")
    assert done.code == 0
    assert "\x1b" not in done.out
    assert "→ `sidecar setup`" in done.out
    assert done.out.splitlines()[0].startswith("ok")
    assert done.out.endswith("1 warning.\n")


@pytest.mark.req("OPS-03", "OPS-12")
async def test_before_the_first_start(sidecar: Command) -> None:
    done = await sidecar("doctor", "--json")
    assert done.code == 0
    assert level(done.json, "home") == "warning"
    assert not sidecar.home.exists()


def _garbage(home: Path) -> None:
    write(home / "sidecar.db", b"not a database at all " * 500)


def _bad_page(home: Path) -> None:
    data = bytearray((home / "sidecar.db").read_bytes())
    data[8192:20480] = bytes(index * 7 % 256 for index in range(12288))
    write(home / "sidecar.db", bytes(data))


def _newer(home: Path) -> None:
    with closing(sqlite3.connect(home / "sidecar.db")) as connection:
        connection.execute("insert into schema_version values (999, 'from the future', '2031-01-01')")
        connection.commit()


def _bad_toml(home: Path) -> None:
    write(home / "sidecar.toml", "[models\n")


def _unknown_setting(home: Path) -> None:
    write(home / "sidecar.toml", "[turn]\nsecunds = 3\n")


def _bad_zone(home: Path) -> None:
    write(home / "user.md", USER.replace("Montevideo", "Montevido"))


def _open_keys(home: Path) -> None:
    write(home / ".env", "OPENAI_API_KEY=sk-proj-0123456789\n")
    (home / ".env").chmod(0o644)
    home.chmod(0o755)


@pytest.mark.req("OPS-03", "OPS-11")
@pytest.mark.parametrize(
    ("breaks", "check", "says"),
    [
        (_garbage, "database", "damaged"),
        (_bad_page, "database", "damaged"),
        (_newer, "database", "newer Sidecar"),
        (_bad_toml, "settings", "sidecar.toml"),
        (_unknown_setting, "settings", "turn.secunds"),
        (_bad_zone, "timezone", "America/Montevido"),
        (_open_keys, "privacy", ".env"),
    ],
)
async def test_what_is_broken_is_named_with_its_fix_and_left_alone(
    sidecar: Command, home: Path, breaks: Callable[[Path], None], check: str, says: str
) -> None:
    breaks(home)
    before = snapshot(home)
    done = await sidecar("doctor", "--json")
    assert done.code == 1
    ((grave, detail, fix),) = found(done.json, check)
    assert grave == "problem"
    assert says in detail
    assert fix
    assert [one["check"] for one in done.json["checks"] if one["level"] == "problem"] == [check]
    assert snapshot(home) == before
    assert "sk-proj-0123456789" not in done.out


@pytest.mark.req("OPS-03", "OPS-11")
async def test_a_home_after_a_crash_is_only_looked_at(sidecar: Command, home: Path) -> None:
    """A log that lies beside the database belongs to it, and looking must not tidy it up."""
    copy = home.parent / "crashed"
    with closing(sqlite3.connect(home / "sidecar.db")) as connection:
        connection.execute("insert into people (id, created_at) values ('somebody', '2026-01-01T00:00:00.000000Z')")
        connection.commit()
        shutil.copytree(home, copy)
    (copy / "sidecar.db-shm").unlink(missing_ok=True)
    assert (copy / "sidecar.db-wal").stat().st_size > 0
    before = snapshot(copy)
    done = await sidecar.having(SIDECAR_HOME=str(copy))("doctor", "--json")
    assert level(done.json, "database") == "ok"
    assert snapshot(copy) == before


@pytest.mark.req("OPS-03", "OPS-12")
@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="the administrator may write everywhere")
async def test_a_folder_that_cannot_be_written_to(sidecar: Command, home: Path) -> None:
    home.chmod(0o500)
    try:
        done = await sidecar("doctor", "--json", "--fix")
    finally:
        home.chmod(0o700)
    assert done.code == 1
    assert level(done.json, "home") == "problem"


@pytest.mark.req("OPS-03")
async def test_a_home_that_cannot_be(sidecar: Command, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    done = await sidecar.having(SIDECAR_HOME=str(tmp_path / "file"))("doctor", "--json")
    assert done.code == 1
    assert level(done.json, "home") == "problem"


# -- --fix


@pytest.mark.req("OPS-03")
async def test_fix_mends_what_is_safe_and_nothing_else(sidecar: Command, home: Path) -> None:
    _garbage(home)
    _open_keys(home)
    write(home / "user.md", USER.replace("- **Timezone**: America/Montevideo\n", "") + "\nI like tea.\r\n")
    (home / "SOUL.md").unlink()
    database = (home / "sidecar.db").read_bytes()
    done = await sidecar("doctor", "--fix", "--json")
    assert done.code == 1  # the database is still damaged
    assert [one["check"] for one in done.json["checks"] if one["level"] == "problem"] == ["database"]
    assert len(done.json["mended"]) == 3
    assert stat.S_IMODE(home.stat().st_mode) == 0o700
    assert stat.S_IMODE((home / ".env").stat().st_mode) == 0o600
    user = (home / "user.md").read_bytes().decode()
    assert "**Timezone**: America/Montevideo" in user
    assert "I like tea.\r\n" in user
    assert (home / "SOUL.md").exists()
    assert (home / "sidecar.db").read_bytes() == database
    again = await sidecar("doctor", "--fix", "--json")
    assert again.json["mended"] == []


@pytest.mark.req("OPS-03")
async def test_fix_on_a_fresh_computer_makes_the_home(sidecar: Command) -> None:
    done = await sidecar.having(LANG="en_US.UTF-8")("doctor", "--fix", "--json")
    assert done.code == 0
    assert level(done.json, "home") == "ok"
    assert "America/Montevideo" in (sidecar.home / "user.md").read_text()


@pytest.mark.req("OPS-03")
async def test_fix_claims_only_what_it_did(sidecar: Command, home: Path) -> None:
    write(home / "user.md", bytes(range(256)) * 20)
    done = await sidecar("doctor", "--fix", "--json")
    assert done.json["mended"] == []
    assert level(done.json, "timezone") == "warning"
    assert (home / "user.md").read_bytes() == bytes(range(256)) * 20


# -- --restore


@pytest.mark.req("OPS-03", "OPS-11")
async def test_the_newest_sound_copy_is_put_back(sidecar: Command, home: Path) -> None:
    backups = home / "backups"
    backups.mkdir()
    shutil.copy(home / "sidecar.db", backups / "sidecar-version-0001-20260101T000000Z.db")
    write(backups / "sidecar-version-0002-20260301T000000Z.db", b"rotten " * 900)
    with closing(sqlite3.connect(backups / "sidecar-version-0001-20260101T000000Z.db")) as connection:
        connection.execute("insert into people (id, created_at) values ('kept', '2026-01-01T00:00:00.000000Z')")
        connection.commit()
    _garbage(home)
    write(home / "sidecar.db-wal", b"a log of the damaged one")
    damaged = (home / "sidecar.db").read_bytes()
    refused = await sidecar("status", "--json")
    assert refused.json["error"]["code"] == "storage_corrupt"
    assert "sidecar doctor" in refused.json["error"]["hint"]
    fix = found((await sidecar("doctor", "--fix", "--json")).json, "database")[0][2]
    assert "sidecar doctor --restore" in fix
    assert (home / "sidecar.db").read_bytes() == damaged  # nobody asked for it yet
    done = await sidecar("doctor", "--restore", "--json")
    assert (done.code, level(done.json, "database"), len(done.json["mended"])) == (0, "ok", 1)
    with closing(sqlite3.connect(home / "sidecar.db")) as connection:
        assert connection.execute("select id from people where id = 'kept'").fetchone() == ("kept",)
    (aside,) = home.glob("sidecar-damaged-*.db")
    assert aside.read_bytes() == damaged
    assert aside.with_name(aside.name + "-wal").read_bytes() == b"a log of the damaged one"
    assert stat.S_IMODE((home / "sidecar.db").stat().st_mode) == 0o600


@pytest.mark.req("OPS-03", "OPS-11")
async def test_without_a_copy_the_damaged_file_is_put_aside(sidecar: Command, home: Path) -> None:
    _garbage(home)
    damaged = (home / "sidecar.db").read_bytes()
    (grave, _, fix) = found((await sidecar("doctor", "--json")).json, "database")[0]
    assert grave == "problem"
    assert "--restore" in fix
    assert "copy" not in fix  # there is none
    done = await sidecar("doctor", "--restore", "--json")
    assert done.code == 0
    assert ".recover" in done.json["mended"][0]
    assert [file.read_bytes() for file in home.glob("sidecar-damaged-*.db")] == [damaged]
    assert (await sidecar("status", "--json")).code == 0


@pytest.mark.req("OPS-11")
@pytest.mark.parametrize("command", [(), ("doctor", "--restore")])
@pytest.mark.parametrize("answer", ["no", "sí"])
def test_at_a_terminal_the_person_is_asked_first(
    sidecar: Command, home: Path, command: tuple[str, ...], answer: str
) -> None:
    with closing(sqlite3.connect(home / "sidecar.db")) as connection:
        (page,) = connection.execute("select rootpage from sqlite_schema where name = 'reminders'").fetchone()
    data = bytearray((home / "sidecar.db").read_bytes())
    data[(page - 1) * 4096 : page * 4096] = bytes(4096)
    write(home / "sidecar.db", bytes(data))
    with at_terminal(sidecar, *command) as person:
        person.expect("damaged file is kept")
        person.type(answer)
        if answer == "no":
            person.ends(1)
            assert (home / "sidecar.db").read_bytes() == bytes(data)
            assert not list(home.glob("sidecar-damaged-*"))
            return
        person.expect("in order again")
        if not command:
            person.expect(">")
            person.type("/exit")
        person.ends(0)
    assert [file.read_bytes() for file in home.glob("sidecar-damaged-*.db")] == [bytes(data)]


@pytest.mark.req("OPS-03", "OPS-11")
async def test_a_sound_database_is_not_restored(sidecar: Command, home: Path) -> None:
    before = snapshot(home)
    assert (await sidecar("doctor", "--restore", "--json")).code == 2
    assert snapshot(home) == before


# -- models


def uses(home: Path, model: str, **settings: str) -> None:
    lines = [f'{name} = "{value}"' for name, value in {"model": model, **settings}.items()]
    write(home / "sidecar.toml", "\n".join(["[models.chat]", *lines, ""]))


@pytest.mark.req("OPS-03", "LLM-07")
async def test_a_model_of_this_computer_is_tried_out(sidecar: Command, home: Path, server: OpenAIServer) -> None:
    uses(home, "openai:loopback", base_url=server.base_url)
    done = await sidecar("doctor", "--json")
    ((grave, detail, _),) = found(done.json, "model")
    assert (done.code, grave) == (0, "ok")
    assert "use tools" in detail
    assert len(server.asked) == 3


@pytest.mark.req("OPS-03", "LLM-07")
async def test_what_it_cannot_do_is_a_warning(sidecar: Command, home: Path, server: OpenAIServer) -> None:
    server.script.steps += [say("one ", "two"), say("I know no tools."), say('{"name": "Ana", "age": 34}')]
    uses(home, "openai:loopback", base_url=server.base_url)
    ((grave, detail, _),) = found((await sidecar("doctor", "--json")).json, "model")
    assert grave == "warning"
    assert "doesn't use tools" in detail


@pytest.mark.req("OPS-03")
@pytest.mark.parametrize(
    ("variables", "says"),
    [
        ({"OPENAI_API_KEY": "sk-wrong-0123456789"}, "doesn't accept the key"),
        ({}, "no key"),
        ({"OPENAI_API_KEY": "sk-right-0123456789", "OPENAI_BASE_URL": NOWHERE}, "Nothing answers"),
    ],
)
async def test_a_model_that_nobody_can_ask_is_a_problem(
    sidecar: Command, home: Path, variables: dict[str, str], says: str
) -> None:
    async with OpenAIServer(api_key="sk-right-0123456789") as server:
        uses(home, "openai:loopback")
        done = await sidecar.having(**{"OPENAI_BASE_URL": server.base_url, **variables})("doctor", "--json")
    ((grave, detail, fix),) = found(done.json, "model")
    assert (done.code, grave) == (1, "problem")
    assert says in detail
    assert fix
    assert "0123456789" not in done.out


@pytest.mark.req("OPS-03")
async def test_a_fallback_that_works_makes_it_a_warning(sidecar: Command, home: Path, server: OpenAIServer) -> None:
    other = f'{{ model = "openai:loopback", base_url = "{server.base_url}" }}'
    write(home / "sidecar.toml", f'[models.chat]\nmodel = "llamacpp:x"\nbase_url = "{NOWHERE}"\nfallback = [{other}]\n')
    done = await sidecar("doctor", "--json")
    assert done.code == 0
    assert sorted(one[0] for one in found(done.json, "model")) == ["ok", "warning"]


@pytest.mark.req("OPS-03")
async def test_a_model_that_is_not_downloaded(sidecar: Command, home: Path) -> None:
    async with OllamaServer(models=("here:1b",)) as server:
        uses(home, "ollama:gone:7b", base_url=server.base_url)
        ((grave, _, fix),) = found((await sidecar("doctor", "--json")).json, "model")
    assert grave == "problem"
    assert "ollama pull gone:7b" in fix
    assert "here:1b" in fix


class CloudProvider(LoopbackServer):
    """A provider that counts what it is asked, at an address that is not of this network."""

    async def respond(self, request: Request, exchange: Exchange) -> None:
        await exchange.send(200, {"data": [{"id": "claude-haiku-4-5-20251001"}]})


@pytest.mark.req("OPS-03")
async def test_a_cloud_model_is_not_asked_anything_that_costs(sidecar: Command, home: Path) -> None:
    async with CloudProvider() as cloud:
        uses(home, "anthropic:claude-haiku-4-5")
        variables = {"ANTHROPIC_API_KEY": "sk-ant-0123456789", "ANTHROPIC_BASE_URL": cloud.url}
        done = await sidecar.having(**variables)("doctor", "--json")
    assert [request.path for request in cloud.requests] == ["/v1/models"]
    assert level(done.json, "model") == "ok"


@pytest.mark.req("OPS-03", "OPS-12")
@pytest.mark.slow
async def test_a_model_that_hangs_is_not_waited_for(sidecar: Command, home: Path, server: OpenAIServer) -> None:
    server.script.steps.append(HANG)
    uses(home, "openai:loopback", base_url=server.base_url)
    done = await sidecar("doctor", "--json")
    assert (done.code, level(done.json, "model")) == (0, "warning")


@pytest.mark.req("OPS-03")
async def test_the_model_that_was_chosen_in_the_talk_is_looked_at_too(sidecar: Command, home: Path) -> None:
    with closing(sqlite3.connect(home / "sidecar.db")) as connection:
        connection.execute("insert into people (id, created_at) values ('owner', '2026-01-01T00:00:00.000000Z')")
        connection.execute("insert into choices (person_id, key, value) values ('owner', 'model', 'deepseek:chat')")
        connection.commit()
    ((grave, detail, _),) = found((await sidecar("doctor", "--json")).json, "model")
    assert (grave, detail.partition(":")[0]) == ("problem", "deepseek")


# -- what else


@pytest.mark.req("OPS-03")
async def test_a_sidecar_that_is_open(sidecar: Command, home: Path) -> None:
    process = await sidecar.start("chat", stdin=-1)
    try:
        await eventually(lambda: (home / "sidecar.lock").exists() and (home / "sidecar.lock").read_text())
        done = await sidecar("doctor", "--json")
        ((grave, detail, _),) = found(done.json, "running")
        assert (done.code, grave) == (0, "ok")
        assert str(process.pid) in detail
        assert level(done.json, "database") == "ok"
    finally:
        assert process.stdin
        process.stdin.close()
        await process.wait()


@pytest.mark.req("OPS-03")
async def test_a_channel_that_there_is_not(sidecar: Command, home: Path) -> None:
    write(home / "user.md", USER + "\n## Channels\n\n- **Terminal**: all\n- **Pigeon**: all\n- **Fax**: none\n")
    ((grave, detail, _),) = found((await sidecar("doctor", "--json")).json, "channels")
    assert grave == "warning"
    assert "pigeon" in detail
    assert "fax" not in detail


def test_a_port_that_is_taken() -> None:
    from sidecar.cli.checks.ports import _is_taken

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert _is_taken(port)
    assert not _is_taken(port)
