"""Real processes: killed in the middle of their work, and writing at the same time."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sqlite3
import sys
from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest

from tests.storage.worker import MESSAGES_OF_A_WRITER, PEOPLE

_ROOT = Path(__file__).parents[2]


async def worker(mode: str, path: Path, *names: str) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "tests.storage.worker",
        mode,
        str(path),
        *names,
        cwd=_ROOT,
        env=os.environ | {"PYTHONPATH": os.pathsep.join([str(_ROOT), *filter(None, sys.path)])},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )


async def ended_well(process: asyncio.subprocess.Process) -> None:
    _, complaints = await process.communicate()
    assert process.returncode == 0, complaints.decode()


def rows(path: Path, sql: str) -> list[tuple[str, ...]]:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(sql).fetchall()


@pytest.mark.req("CHA-20", "CHA-21", "CHA-22", "OPS-12")
@pytest.mark.parametrize("kills", [8, pytest.param(200, marks=[pytest.mark.slow, pytest.mark.timeout(600)])])
async def test_killed_again_and_again_nothing_is_lost_doubled_or_out_of_order(path: Path, kills: int) -> None:
    path.parent.mkdir()
    chance = random.Random(kills)
    for _ in range(kills):
        process = await worker("live", path)
        assert process.stdout is not None
        assert await process.stdout.readline() == b"ready\n", (await process.communicate())[1].decode()
        await asyncio.sleep(chance.uniform(0, 0.06))
        process.send_signal(signal.SIGKILL)
        await process.communicate()
    await ended_well(await worker("drain", path))

    seen = [line.split(" ", 1) for line in path.with_name("world.log").read_text().splitlines()]
    acknowledged = [text for kind, text in seen if kind == "ack"]
    assert len(acknowledged) > kills
    stored = [external_id for (external_id,) in rows(path, "select external_id from inbox order by id")]
    assert stored[: len(acknowledged)] == acknowledged  # at most one more: stored, and killed before it was said
    assert len(stored) <= len(acknowledged) + 1
    assert rows(path, "pragma integrity_check") == [("ok",)]

    expected = [f"re {message}" for message in stored]
    answers = "select m.text from messages m join inbox i on i.id = m.turn_id where speaker = 'companion'"
    for which, person in enumerate(PEOPLE):
        own = [text for text in expected if int(text.split("m")[1]) % len(PEOPLE) == which]
        assert [text for (text,) in rows(path, f"{answers} and i.person_id = '{person}' order by m.id")] == own
    assert sorted(text for (text,) in rows(path, "select text from outbox where state = 'sent'")) == sorted(expected)
    # seen twice only with the warning that it may be the second time, and each once per kill at most
    assert Counter(text for kind, text in seen if kind == "said").most_common(1)[0][1] == 1
    assert {text for kind, text in seen if kind != "ack"} == set(expected)
    assert sum(kind == "again" for kind, _ in seen) <= kills


@pytest.mark.req("OPS-12", "SCL-01")
async def test_two_processes_create_the_database_and_write_to_it_at_once(path: Path) -> None:
    writers = await asyncio.gather(*(worker("write", path, name) for name in ("one", "two", "three")))
    await asyncio.gather(*(ended_well(writer) for writer in writers))
    stored = Counter(external_id.split()[0] for (external_id,) in rows(path, "select external_id from inbox"))
    assert stored == dict.fromkeys(("one", "two", "three"), MESSAGES_OF_A_WRITER)
