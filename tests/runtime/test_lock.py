"""The home's lock: one process at a time, freed by the system whatever happens."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from sidecar.errors import ConfigError, HomeBusy, StorageError
from sidecar.runtime.lock import HomeLock

pytestmark = pytest.mark.req("SCL-01")

_HOLD = """
import signal, sys
from pathlib import Path
from sidecar.runtime.lock import HomeLock

lock = HomeLock.acquire(Path(sys.argv[1]))
print("held", flush=True)
{then}
signal.pause()
"""


def holder(path: Path, then: str = "") -> subprocess.Popen[str]:
    process = subprocess.Popen(
        [sys.executable, "-c", _HOLD.format(then=then), str(path)],
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "held\n"
    return process


def end(process: subprocess.Popen[str]) -> None:
    process.kill()
    process.communicate()


def test_who_holds_it_is_named_and_a_kill_frees_it(tmp_path: Path) -> None:
    path = tmp_path / "home" / "lock"
    process = holder(path)
    try:
        with pytest.raises(HomeBusy) as busy:
            HomeLock.acquire(path)
        assert busy.value.pid == process.pid and str(process.pid) in str(busy.value)
        assert isinstance(busy.value, ConfigError) and busy.value.code == "home_busy"
    finally:
        end(process)
    with HomeLock.acquire(path):
        assert path.read_text() == str(os.getpid())


def test_it_is_held_until_released_also_within_one_process(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    lock = HomeLock.acquire(path)
    with pytest.raises(HomeBusy) as busy:
        HomeLock.acquire(path)
    assert busy.value.pid == os.getpid()
    lock.release()
    lock.release()
    with HomeLock.acquire(path), pytest.raises(HomeBusy):
        HomeLock.acquire(path)
    HomeLock.acquire(path).release()


@pytest.mark.parametrize(
    "child",
    [
        pytest.param("import subprocess; print(subprocess.Popen(['sleep', '60']).pid, flush=True)", id="started"),
        pytest.param("import os; os.fork() or print(os.getpid(), flush=True)", id="forked"),
    ],
)
@pytest.mark.skipif(os.name != "posix", reason="children inherit nothing there")
def test_a_child_that_outlives_the_holder_does_not_keep_it(tmp_path: Path, child: str) -> None:
    path = tmp_path / "lock"
    process = holder(path, child)
    assert process.stdout is not None
    child_pid = int(process.stdout.readline())
    try:
        with pytest.raises(HomeBusy) as busy:
            HomeLock.acquire(path)
        assert busy.value.pid == process.pid
        process.kill()
        process.wait()
        os.kill(child_pid, 0)  # it lives
        HomeLock.acquire(path).release()
    finally:
        os.kill(child_pid, signal.SIGKILL)
        end(process)


@pytest.mark.req("SEC-04")
def test_the_file_is_private(tmp_path: Path) -> None:
    path = tmp_path / "home" / "lock"
    with HomeLock.acquire(path):
        assert path.stat().st_mode & 0o777 == 0o600
        assert path.parent.stat().st_mode & 0o777 == 0o700


def test_two_homes_never_touch_each_other(tmp_path: Path) -> None:
    with HomeLock.acquire(tmp_path / "one" / "lock"), HomeLock.acquire(tmp_path / "two" / "lock"):
        assert (tmp_path / "two" / "lock").read_text() == str(os.getpid())


@pytest.mark.req("OPS-12")
def test_where_no_file_can_be_made_it_says_so(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StorageError) as refusal:
        HomeLock.acquire(tmp_path / "file" / "lock")
    assert str(tmp_path) in str(refusal.value)
