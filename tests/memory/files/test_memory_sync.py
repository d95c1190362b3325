"""`MEMORY.md` under real editors, on a disk that fails, beside other processes."""

from __future__ import annotations

import asyncio
import os
import shutil
import stat
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from sidecar.domain.fact import NewFact
from sidecar.domain.person import OWNER
from sidecar.files.atomic import replace_file
from sidecar.files.stamp import FileStamp
from sidecar.i18n import Texts
from sidecar.memory.files.memory_sync import MemorySync
from sidecar.memory.files.sync_report import answer_question
from sidecar.memory.ports import FactAddition
from sidecar.runtime.lock import HomeLock
from tests.eventually import eventually
from tests.fakes.clock import FakeClock
from tests.growth import assert_linear
from tests.memory.files.desk import TODAY, Desk

pytestmark = pytest.mark.req("MEM-04")


@pytest.fixture
async def watched(tmp_path: Path) -> AsyncIterator[Desk]:
    """A desk whose file is watched in the background."""
    desk = Desk(tmp_path)
    await desk.know("vive en Junín", "tiene un taller")
    task = asyncio.create_task(desk.sync.run())
    yield desk
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task


async def until(desk: Desk, holds: Callable[[], object]) -> None:
    """Let time pass for the watch until it holds."""

    async def passing() -> bool:
        await desk.clock.advance(0.05)
        return bool(holds())

    await eventually(passing)


async def until_known(desk: Desk, text: str) -> None:
    async def passing() -> bool:
        await desk.clock.advance(0.05)
        return text in await desk.texts()

    await eventually(passing)


# -- editors: each replays what the editor does to the disk (seen with strace), and gives the seconds it waits for it


def in_place(path: Path, text: str) -> Iterator[float]:
    """nano, and many others."""
    path.write_text(text, encoding="utf-8")
    yield 0


def in_place_slowly(path: Path, text: str) -> Iterator[float]:
    """A big file on a slow disk: for a moment it is empty, then it is half there."""
    with path.open("w", encoding="utf-8") as file:
        yield 0.1
        file.write(text[: len(text) // 2])
        file.flush()
        yield 0.1
        file.write(text[len(text) // 2 :])


def by_renaming_over(path: Path, text: str) -> Iterator[float]:
    """sed -i, gedit, most editors with atomic save."""
    new = path.with_name(".goutputstream-X")
    new.write_text(text, encoding="utf-8")
    new.replace(path)
    yield 0


def by_moving_away(path: Path, text: str) -> Iterator[float]:
    """vim with `backupcopy=no`: the old file becomes the backup, and for a moment there is none."""
    backup = path.with_name("MEMORY.md~")
    path.rename(backup)
    yield 0.05
    path.write_text(text, encoding="utf-8")
    backup.unlink()


def by_deleting(path: Path, text: str) -> Iterator[float]:
    path.unlink()
    yield 0.05
    path.write_text(text, encoding="utf-8")


@pytest.mark.parametrize("before_s", [0.0, 0.1, 0.2])
@pytest.mark.parametrize("save", [in_place, in_place_slowly, by_renaming_over, by_moving_away, by_deleting])
async def test_whatever_way_the_editor_saves(
    watched: Desk, save: Callable[[Path, str], Iterator[float]], before_s: float
) -> None:
    before = {fact.text: fact.id for fact in await watched.active()}
    text = watched.text.replace("en Junín", "en Chivilcoy") + "- toca la flauta\n"
    await watched.clock.advance(before_s)
    for seconds in save(watched.path, text):
        await watched.clock.advance(seconds)
    await until_known(watched, "toca la flauta")
    after = {fact.text: fact.id for fact in await watched.active()}
    assert after["vive en Chivilcoy"] == before["vive en Junín"]
    assert len(after) == 3
    await until(watched, lambda: "<!-- f:" in watched.line("flauta"))
    assert watched.sync.report.held == 0


COMMANDS = {
    "sed": ["sed", "-i", "s/Junín/Chivilcoy/", "MEMORY.md"],
    "vim": ["vim", "-Nu", "NONE", "-es", "-c", "%s/Junín/Chivilcoy/", "-c", "wq", "MEMORY.md"],
    "vim renaming": [
        "vim", "-Nu", "NONE", "-es", "-c", "set backup backupcopy=no", "-c", "%s/Junín/Chivilcoy/", "-c", "wq",
        "MEMORY.md",
    ],
    "perl": ["perl", "-pi", "-e", "s/Junín/Chivilcoy/", "MEMORY.md"],
    "emacs": [
        "emacs", "-Q", "--batch", "MEMORY.md", "--eval",
        '(progn (while (search-forward "Junín" nil t) (replace-match "Chivilcoy")) (save-buffer))',
    ],
}  # fmt: skip


@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS.keys())
async def test_real_editors(watched: Desk, command: list[str]) -> None:
    if not shutil.which(command[0]):
        pytest.skip(f"there is no {command[0]} here")
    (before, _) = await watched.active()
    environment = os.environ | {"LC_ALL": "C.UTF-8", "HOME": str(watched.path.parent)}
    await asyncio.to_thread(
        subprocess.run, command, cwd=watched.path.parent, env=environment, check=True, timeout=20,
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    await until_known(watched, "vive en Chivilcoy")
    assert (await watched.fact("vive en Chivilcoy")).id == before.id
    assert "tiene un taller" in await watched.texts()


async def test_nano(watched: Desk) -> None:
    if not shutil.which("nano") or sys.platform == "win32":
        pytest.skip("there is no nano here")
    import pty

    pid, terminal = pty.fork()
    if pid == 0:
        os.environ["TERM"] = "xterm"
        os.execlp("nano", "nano", "-I", "+999", str(watched.path))
    shown = b""
    while b"^X" not in shown:  # its last line: now it reads the keys
        shown += await asyncio.to_thread(os.read, terminal, 4096)
    os.write(terminal, b"- toca la flauta\r\x0f\r\x18")  # ^O writes, ^X leaves
    await until_known(watched, "toca la flauta")
    os.close(terminal)
    await asyncio.to_thread(os.waitpid, pid, 0)


async def test_an_edit_counts_within_a_second(watched: Desk) -> None:
    for n in range(3):
        watched.edit(lambda text, n=n: f"{text}- cosa número {n}\n")
        await watched.clock.advance(1.0, idle=lambda: watched.clock.sleeping > 0)
        assert "<!--" in watched.line(f"cosa número {n}")
        assert f"cosa número {n}" in await watched.texts()


async def test_a_fact_shows_within_a_second_and_a_flood_of_them_too(watched: Desk) -> None:
    for n in range(20):
        fact = NewFact(f"lección {n}")
        await watched.facts.apply(OWNER, [FactAddition(fact, TODAY, TODAY)], watched.clock.now())
        await watched.clock.advance(0.02, idle=lambda: watched.clock.sleeping > 0)
    await watched.clock.advance(1.0, idle=lambda: watched.clock.sleeping > 0)
    assert watched.sync.report.facts == 22
    assert "lección 19" in watched.text
    committed, written = watched.facts.committed, watched.path.stat().st_mtime_ns
    await watched.clock.advance(5.0)
    await watched.sync.sync_now()  # after whatever has begun
    assert (watched.facts.committed, watched.path.stat().st_mtime_ns) == (committed, written), "an echo"


async def test_a_file_that_is_deleted_comes_back(watched: Desk) -> None:
    whole = watched.text
    watched.path.unlink()
    await until(watched, watched.path.exists)
    assert watched.text == whole


# -- the disk


async def test_mode_and_link_are_kept(desk: Desk, tmp_path: Path) -> None:
    real = tmp_path / "notes" / "memory.md"
    real.parent.mkdir()
    real.write_text("- anda en bici\n", encoding="utf-8")
    real.chmod(0o640)
    desk.path.symlink_to(real)
    await desk.sync.sync_now()
    assert await desk.texts() == ["anda en bici"]
    assert desk.path.is_symlink()
    assert "<!-- f:" in real.read_text(encoding="utf-8")
    assert stat.S_IMODE(real.stat().st_mode) == 0o640


async def test_a_new_file_is_private_and_nothing_is_left_over(desk: Desk) -> None:
    await desk.know("anda en bici")
    assert stat.S_IMODE(desk.path.stat().st_mode) == 0o600
    assert sorted(path.name for path in desk.path.parent.iterdir()) == [".MEMORY.md.lock", "MEMORY.md"]


class BadDisk:
    """Takes writes only when it is well."""

    def __init__(self) -> None:
        self.ill = False

    def __call__(self, path: Path, data: bytes) -> FileStamp:
        if self.ill:
            raise OSError(28, "No space left on device")
        return replace_file(path, data)


async def test_a_full_disk_loses_nothing_and_is_tried_again(tmp_path: Path) -> None:
    disk = BadDisk()
    desk = Desk(tmp_path, replace=disk)
    await desk.know("es zurda")
    disk.ill = True
    report = await desk.edited(lambda text: f"{text}- tiene vértigo\n")
    assert report.problem == "No space left on device"
    assert "No space left" in report.warnings(Texts("en"))[0]
    assert await desk.texts() == ["es zurda", "tiene vértigo"]
    await desk.facts.apply(OWNER, [FactAddition(NewFact("ronca"), TODAY, TODAY)], desk.clock.now())
    await desk.sync.sync_now()
    await desk.edited(lambda text: text.replace("es zurda", "es ambidiestra"))
    disk.ill = False
    report = await desk.sync.sync_now()
    assert (report.problem, report.wrote) == ("", True)
    assert await desk.texts() == ["es ambidiestra", "tiene vértigo", "ronca"]
    assert [desk.text.count(text) for text in await desk.texts()] == [1, 1, 1]
    desk.sync.close()


async def test_a_second_save_within_the_same_second_is_not_overwritten(tmp_path: Path) -> None:
    """Where times are whole seconds, both saves have one stamp."""
    second = ["- tiene vértigo"]

    class SaveMeanwhile(FakeClock):
        def now(self) -> datetime:
            if second:  # the file was read, and is not written yet
                stat = desk.path.stat()
                desk.path.write_text(desk.text.replace("- tiene fiebre!!", second.pop()), encoding="utf-8")
                os.utime(desk.path, ns=(stat.st_atime_ns, stat.st_mtime_ns))
            return super().now()

    desk = Desk(tmp_path)
    await desk.know("es zurda")
    desk.path.write_text(f"{desk.text}- tiene fiebre!!\n", encoding="utf-8")
    desk.sync.close()
    desk.sync = MemorySync(desk.path, desk.facts, SaveMeanwhile(), lambda: desk.preferences)
    await desk.sync.sync_now()
    assert not second
    assert "tiene vértigo" in await desk.texts() and "tiene vértigo" in desk.text
    desk.sync.close()


@pytest.mark.parametrize("seconds", [-3_600, -366 * 86_400, 366 * 86_400])
async def test_a_clock_that_is_set_back_or_ahead_loses_nothing(desk: Desk, seconds: int) -> None:
    await desk.know("es zurda", "tiene vértigo")
    old = desk.text
    desk.sync.close()
    clock = FakeClock(desk.clock.now() + timedelta(seconds=seconds))
    desk.sync = MemorySync(desk.path, desk.facts, clock, lambda: desk.preferences)
    await desk.edited(lambda text: text.replace("es zurda", "es ambidiestra"))
    await desk.know("ronca")
    await desk.edited(lambda _: f"{old}- rema los domingos\n")
    assert {*await desk.texts()} == {"es ambidiestra", "tiene vértigo", "ronca", "rema los domingos"}


async def test_the_watch_goes_on_after_a_full_disk(tmp_path: Path) -> None:
    disk = BadDisk()
    desk = Desk(tmp_path, replace=disk)
    await desk.know("es zurda")
    task = asyncio.create_task(desk.sync.run())
    disk.ill = True
    desk.edit(lambda text: f"{text}- tiene vértigo\n")
    await until(desk, lambda: desk.sync.report.problem)
    disk.ill = False
    await until(desk, lambda: "<!--" in desk.line("vértigo"))
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="nothing is forbidden to this user")
async def test_a_folder_that_cannot_be_written_to(desk: Desk) -> None:
    await desk.know("es zurda")
    desk.edit(lambda text: f"{text}- tiene vértigo\n")
    desk.path.parent.chmod(0o500)
    try:
        assert (await desk.sync.sync_now()).problem
    finally:
        desk.path.parent.chmod(0o700)
    assert not (await desk.sync.sync_now()).problem
    assert "tiene vértigo" in await desk.texts()


@pytest.mark.parametrize("content", [b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", bytes(range(32)) * 50])
async def test_what_is_no_text_is_left_alone(desk: Desk, content: bytes) -> None:
    before = await desk.know("es zurda", "ronca")
    desk.path.write_bytes(content)
    report = await desk.sync.sync_now()
    assert report.binary
    assert len(report.warnings(Texts("en"))) == 1
    assert desk.path.read_bytes() == content
    assert await desk.active() == before


async def test_a_folder_in_its_place_is_left_alone(desk: Desk) -> None:
    desk.path.mkdir()
    assert (await desk.sync.sync_now()).binary
    assert desk.path.is_dir()


async def test_facts_with_characters_that_no_text_file_has(desk: Desk) -> None:
    before = await desk.know("uno\0dos\x07 tres\ncuatro\u2028cinco", "x\ufeffy \ud800", " ".join("\x01" * 200))
    assert not desk.sync.report.binary
    assert not (await desk.sync.sync_now()).wrote
    await desk.edited(lambda text: f"{text}- otra\n")
    assert (await desk.active())[: len(before)] == before


# -- other processes


async def test_one_process_keeps_the_file(desk: Desk) -> None:
    with HomeLock.acquire(desk.path.with_name(".MEMORY.md.lock")):
        assert (await desk.sync.sync_now()).elsewhere
        assert not desk.path.exists()
    assert not (await desk.sync.sync_now()).elsewhere
    assert desk.path.exists()


async def test_another_process_may_approve(watched: Desk) -> None:
    await watched.facts.apply(
        OWNER, [FactAddition(NewFact(f"lección {n}"), TODAY, TODAY) for n in range(4)], watched.clock.now()
    )
    await until(watched, lambda: "lección 3" in watched.text)
    watched.edit(lambda text: "\n".join(line for line in text.split("\n") if "lección" not in line))
    await until(watched, lambda: watched.sync.report.held == 4)
    other = Desk(watched.path.parent)
    answer_question(other.path, delete=True)
    assert (await other.sync.sync_now()).elsewhere
    await until(watched, lambda: watched.sync.report.held == 0)
    assert await watched.texts() == ["vive en Junín", "tiene un taller"]


def test_the_time_of_an_edit_grows_with_the_facts_and_no_faster(tmp_path: Path) -> None:
    async def create_desk(count: int) -> Desk:
        (folder := tmp_path / str(count)).mkdir()
        desk = Desk(folder)
        facts = [FactAddition(NewFact(f"dato {n} de muchos"), TODAY, TODAY) for n in range(count)]
        await desk.facts.apply(OWNER, facts, desk.clock.now())
        await desk.sync.sync_now()
        return desk

    async def edit(desk: Desk, count: int) -> None:
        now, new = ("77", "otro") if "dato 77 de" in desk.text else ("otro", "77")
        report = await desk.edited(lambda text: text.replace(f"dato {now} de", f"dato {new} de"))
        assert (report.changed, report.facts) == (1, count)

    with asyncio.Runner() as runner:
        desks = {count: runner.run(create_desk(count)) for count in (500, 2_000)}
        assert_linear(lambda count: runner.run(edit(desks[count], count)), 500)
