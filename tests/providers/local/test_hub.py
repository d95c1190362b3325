"""Getting a model's file: whole or not at all, going on where it was cut, and nothing where nobody asked for it."""

from __future__ import annotations

import asyncio
import hashlib
import os
import subprocess
from collections.abc import AsyncIterator, Iterator
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sidecar.errors import ConfigError, DownloadFailed, HomeBusy, SidecarError, StorageReadOnly
from sidecar.providers.local.hub import ModelHub, is_downloaded
from sidecar.runtime.lock import HomeLock
from tests.eventually import eventually
from tests.loopback.hub_server import HubServer, Trouble

MODEL, NAME = "ana/tiny/tiny-q4.gguf", "tiny-q4.gguf"
DATA = Random(1).randbytes(300_000)
OTHER = DATA[:100_000] + Random(2).randbytes(200_000)
CUT = 120_000

pytestmark = pytest.mark.req("LLM-01")


@pytest.fixture(autouse=True)
def surroundings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("HF_TOKEN", raising=False)
    monkeypatch.setenv("NO_PROXY", "*")


@pytest.fixture
async def server(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[HubServer]:
    async with HubServer() as server:
        monkeypatch.setenv("HF_ENDPOINT", server.url)
        server.keeps(MODEL, DATA)
        yield server


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "models" / "ana" / "tiny"


async def get(folder: Path, model: str = MODEL) -> list[tuple[int, int | None]]:
    """What was told of the progress."""
    told: list[tuple[int, int | None]] = []

    def work() -> None:
        with closing(ModelHub(pause_s=0)) as hub:
            for remote in hub.describe(model):
                hub.download(remote, folder / remote.name, lambda there, whole: told.append((there, whole)))

    await asyncio.to_thread(work)
    return told


async def refusal(folder: Path, model: str = MODEL) -> SidecarError:
    with pytest.raises(SidecarError) as caught:
        await get(folder, model)
    assert caught.value.hint
    return caught.value


def there(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir()) if folder.exists() else []


def part_of(folder: Path) -> Path:
    (part,) = folder.glob(".*.part")
    return part


# -- a download


async def test_it_arrives_whole_and_nothing_else_stays(server: HubServer, folder: Path) -> None:
    told = await get(folder)
    assert (folder / NAME).read_bytes() == DATA
    assert there(folder) == [".lock", NAME]
    assert told == sorted(told)
    assert told[-1] == (len(DATA), len(DATA))


async def test_a_small_file_comes_from_the_hub_itself(server: HubServer, folder: Path) -> None:
    server.keeps(MODEL, DATA[:1_000], large=False)
    assert (await get(folder))[-1] == (1_000, 1_000)
    assert (folder / NAME).read_bytes() == DATA[:1_000]
    assert server.delivery.requests == []


async def test_all_parts_of_a_model_come(server: HubServer, folder: Path) -> None:
    for number in (1, 2, 3):
        server.keeps(f"ana/tiny/big-0000{number}-of-00003.gguf", DATA[:number])
    await get(folder, "ana/tiny/big-00002-of-00003.gguf")
    assert [(folder / f"big-0000{number}-of-00003.gguf").read_bytes() for number in (1, 2, 3)] == [
        DATA[:1],
        DATA[:2],
        DATA[:3],
    ]


async def test_a_missing_part_is_known_before_anything_comes(server: HubServer, folder: Path) -> None:
    server.keeps("ana/tiny/big-00001-of-00002.gguf", DATA)
    assert "big-00002-of-00002.gguf" in str(await refusal(folder, "ana/tiny/big-00001-of-00002.gguf"))
    assert server.delivery.requests == []


@pytest.mark.parametrize("name", ["ñandú+imat@2=x.gguf", "deep/er/x.gguf", "日本.GGUF"])
async def test_names_are_written_as_addresses_want_them(server: HubServer, folder: Path, name: str) -> None:
    server.keeps(f"ana/tiny/{name}", DATA)
    await get(folder, f"ana/tiny/{name}")
    assert (folder / Path(name).name).read_bytes() == DATA
    assert all(request.path.isascii() and "+" not in request.path for request in server.requests)


@pytest.mark.parametrize(
    "name",
    ["../tiny/x.gguf", "ana/../../x.gguf", "/ana/tiny/x.gguf", "~/tiny/x.gguf", "ana/x.gguf", "x.gguf", "ana/tiny/x"],
)
async def test_another_kind_of_name_is_not_asked_for(server: HubServer, folder: Path, name: str) -> None:
    assert isinstance(await refusal(folder, name), ConfigError)
    assert server.requests == []
    assert not folder.exists()


# -- what breaks on the way


@pytest.mark.req("OPS-12")
async def test_after_every_break_it_goes_on_where_it_was(server: HubServer, folder: Path) -> None:
    server.delivery.troubles = [Trouble(cut_after=CUT), Trouble(cut_after=50_000), Trouble(cut_after=0)]
    told = await get(folder)
    assert (folder / NAME).read_bytes() == DATA
    assert server.delivery.ranges == [None, "bytes=120000-", "bytes=170000-", "bytes=170000-"]
    assert told == sorted(told)


@given(cuts=st.lists(st.integers(1, 400), max_size=6), ignores=st.booleans())
@settings(deadline=None, max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_wherever_it_is_cut_what_comes_is_the_file(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch, cuts: list[int], ignores: bool
) -> None:
    """Also where the hub begins anew each time: then the last request brings everything."""
    data, folder = DATA[:1_000], tmp_path_factory.mktemp("cut")
    cuts = cuts[:3] if ignores else cuts

    async def play() -> None:
        async with HubServer() as server:
            monkeypatch.setenv("HF_ENDPOINT", server.url)
            server.keeps(MODEL, data)
            server.delivery.troubles = [Trouble(cut_after=cut, ignores_range=ignores) for cut in cuts]
            server.delivery.trouble = Trouble(ignores_range=ignores)
            await get(folder)

    asyncio.run(play())
    assert (folder / NAME).read_bytes() == data


@pytest.mark.req("OPS-12")
async def test_when_nothing_new_comes_it_gives_up_and_the_next_time_goes_on(server: HubServer, folder: Path) -> None:
    server.delivery.troubles = [Trouble(cut_after=CUT)]
    server.delivery.trouble = Trouble(cut_after=0)
    error = await refusal(folder)
    assert isinstance(error, DownloadFailed) and "can't reach" in str(error)
    assert part_of(folder).read_bytes() == DATA[:CUT]
    assert not (folder / NAME).exists()
    assert len(server.delivery.requests) < 10
    server.delivery.trouble = Trouble()
    server.delivery.requests.clear()
    assert (await get(folder))[0][0] > CUT
    assert server.delivery.ranges == [f"bytes={CUT}-"]
    assert (folder / NAME).read_bytes() == DATA
    assert there(folder) == [".lock", NAME]


async def test_a_part_that_is_whole_already_is_only_checked(server: HubServer, folder: Path) -> None:
    server.delivery.troubles = [Trouble(cut_after=CUT)]
    server.delivery.trouble = Trouble(cut_after=0)
    await refusal(folder)
    part_of(folder).write_bytes(DATA)
    server.delivery.requests.clear()
    assert await get(folder) == [(len(DATA), len(DATA))]
    assert server.delivery.requests == []
    assert (folder / NAME).read_bytes() == DATA


@pytest.mark.parametrize(
    "left", [DATA + b"more", OTHER, DATA[:CUT] + b"x"], ids=["too long", "another", "a wrong byte"]
)
async def test_a_part_that_does_not_fit_is_never_kept_for_good(server: HubServer, folder: Path, left: bytes) -> None:
    server.delivery.troubles = [Trouble(cut_after=CUT)]
    server.delivery.trouble = Trouble(cut_after=0)
    await refusal(folder)
    part_of(folder).write_bytes(left)
    server.delivery.trouble = Trouble()
    try:
        await get(folder)
    except DownloadFailed:
        assert there(folder) == [".lock"]
        await get(folder)
    assert (folder / NAME).read_bytes() == DATA


async def test_parts_of_two_versions_never_meet(server: HubServer, folder: Path) -> None:
    server.delivery.troubles = [Trouble(cut_after=CUT)]
    server.delivery.trouble = Trouble(cut_after=0)
    await refusal(folder)
    server.delivery.trouble = Trouble()
    server.delivery.requests.clear()
    server.keeps(MODEL, OTHER)
    await get(folder)
    assert server.delivery.ranges == [None]
    assert (folder / NAME).read_bytes() == OTHER
    assert there(folder) == [".lock", NAME]


async def test_parts_of_other_files_stay(server: HubServer, folder: Path) -> None:
    folder.mkdir(parents=True)
    neighbour = folder / f".another.gguf.{'0' * 16}.part"
    neighbour.write_bytes(b"half")
    await get(folder)
    assert neighbour.read_bytes() == b"half"


@pytest.mark.parametrize("trouble", [Trouble(ignores_range=True), Trouble(other_range=True)], ids=["all", "elsewhere"])
async def test_a_hub_that_cannot_go_on_sends_it_again(server: HubServer, folder: Path, trouble: Trouble) -> None:
    server.delivery.troubles = [Trouble(cut_after=CUT), trouble]
    await get(folder)
    assert (folder / NAME).read_bytes() == DATA


@pytest.mark.parametrize("left", [b"", DATA[:CUT]])
async def test_wrong_bytes_are_thrown_away(server: HubServer, folder: Path, left: bytes) -> None:
    server.delivery.trouble = Trouble(wrong_bytes=True)
    if left:
        server.delivery.troubles = [Trouble(cut_after=len(left))]
    assert "didn't arrive intact" in str(await refusal(folder))
    assert there(folder) == [".lock"]
    server.delivery.trouble = Trouble()
    await get(folder)
    assert (folder / NAME).read_bytes() == DATA


async def test_an_earlier_version_stays_until_the_new_one_is_whole(server: HubServer, folder: Path) -> None:
    await get(folder)
    server.keeps(MODEL, OTHER)
    server.delivery.trouble = Trouble(wrong_bytes=True)
    await refusal(folder)
    assert (folder / NAME).read_bytes() == DATA
    server.delivery.trouble = Trouble()
    await get(folder)
    assert (folder / NAME).read_bytes() == OTHER


@pytest.mark.parametrize(
    "trouble", [Trouble(short_by=1), Trouble(endless=True), Trouble(endless=True, ignores_range=True)]
)
async def test_more_or_less_than_was_promised_comes_to_an_end(
    server: HubServer, folder: Path, trouble: Trouble
) -> None:
    server.delivery.trouble = trouble
    assert isinstance(await refusal(folder), DownloadFailed)
    assert not (folder / NAME).exists()
    assert len(server.delivery.requests) < 15
    assert sum(path.stat().st_size for path in folder.iterdir()) < 30_000_000


async def test_breaks_and_empty_ranges_in_turn_come_to_an_end(server: HubServer, folder: Path) -> None:
    server.keeps(MODEL, DATA).size = str(2 * len(DATA))
    server.delivery.troubles = [Trouble(cut_after=len(DATA)), Trouble()] * 50
    assert isinstance(await refusal(folder), DownloadFailed)
    assert len(server.delivery.requests) < 15


@pytest.mark.parametrize(
    ("status", "words"), [(500, "500"), (429, "rate-limiting"), (404, "doesn't have"), (403, "HF_TOKEN")]
)
async def test_an_error_of_those_who_deliver_keeps_what_came(
    server: HubServer, folder: Path, status: int, words: str
) -> None:
    server.delivery.troubles = [Trouble(cut_after=CUT), Trouble(status=status)]
    error = await refusal(folder)
    assert words in f"{error} {error.hint}"
    assert part_of(folder).read_bytes() == DATA[:CUT]
    await get(folder)
    assert (folder / NAME).read_bytes() == DATA


# -- what the hub does not say


@pytest.mark.parametrize("size", [None, "", "many", "-1", "1e3"])
@pytest.mark.parametrize("chunked", [False, True])
async def test_without_a_size_the_end_is_the_end(
    server: HubServer, folder: Path, size: str | None, chunked: bool
) -> None:
    server.keeps(MODEL, DATA).size = size
    server.delivery.trouble = Trouble(chunked=chunked)
    assert (await get(folder))[-1] == (len(DATA), None)
    assert (folder / NAME).read_bytes() == DATA


async def test_without_a_size_a_break_is_still_a_break(server: HubServer, folder: Path) -> None:
    server.keeps(MODEL, DATA).size = None
    server.delivery.troubles = [Trouble(cut_after=CUT)]
    await get(folder)
    assert (folder / NAME).read_bytes() == DATA


async def test_without_a_size_a_whole_part_comes_again(server: HubServer, folder: Path) -> None:
    """The process was killed between the last byte and the end: nobody knows that it is whole."""
    server.keeps(MODEL, DATA).size = None
    server.delivery.troubles = [Trouble(cut_after=CUT)]
    server.delivery.trouble = Trouble(cut_after=0)
    await refusal(folder)
    part_of(folder).write_bytes(DATA)
    server.delivery.trouble = Trouble()
    await get(folder)
    assert (folder / NAME).read_bytes() == DATA


async def test_without_a_mark_nothing_old_is_trusted(server: HubServer, folder: Path) -> None:
    server.keeps(MODEL, DATA).etag = None
    server.delivery.troubles = [Trouble(cut_after=CUT)]
    server.delivery.trouble = Trouble(cut_after=0)
    await refusal(folder)
    server.keeps(MODEL, OTHER).etag = None
    server.delivery.trouble = Trouble()
    await get(folder)
    assert (folder / NAME).read_bytes() == OTHER


@pytest.mark.parametrize("large", [True, False])
async def test_an_empty_file_comes_too(server: HubServer, folder: Path, large: bool) -> None:
    server.keeps(MODEL, b"", large=large)
    await get(folder)
    assert (folder / NAME).read_bytes() == b""


@pytest.mark.parametrize("mark", ['"abc"', 'W/"abc"', '"../../x"', '"ñ/\\*?"', "abc"])
async def test_marks_of_another_kind(server: HubServer, folder: Path, mark: str) -> None:
    server.keeps(MODEL, DATA, large=False).etag = mark
    await get(folder)
    assert there(folder) == [".lock", NAME]


async def test_what_is_here_is_known_by_its_mark(server: HubServer, folder: Path) -> None:
    def look() -> tuple[bool, ...]:
        with closing(ModelHub()) as hub:
            (remote,) = hub.describe(MODEL)
        return tuple(
            is_downloaded(remote, folder / name) for name in (NAME, "other.gguf", "short.gguf", "none.gguf", "")
        )

    await get(folder)
    (folder / "other.gguf").write_bytes(OTHER)
    (folder / "short.gguf").write_bytes(DATA[:-1])
    assert await asyncio.to_thread(look) == (True, False, False, False, False)


# -- the hub


async def test_a_repository_with_a_new_name(server: HubServer, folder: Path) -> None:
    server.moved = {"old/one": "ana/tiny"}
    await get(folder, f"old/one/{NAME}")
    assert (folder / NAME).read_bytes() == DATA
    with closing(ModelHub()) as hub:
        (remote,) = await asyncio.to_thread(hub.describe, f"old/one/{NAME}")
    assert remote.sha256 == hashlib.sha256(DATA).hexdigest()


async def test_names_that_lead_in_a_circle(server: HubServer, folder: Path) -> None:
    server.moved = {"old/one": "new/one", "new/one": "old/one"}
    assert isinstance(await refusal(folder, f"old/one/{NAME}"), DownloadFailed)
    assert not (folder / NAME).exists()


@pytest.mark.parametrize("model", ["ana/tiny/Tiny-q4.gguf", "nobody/tiny/x.gguf"])
async def test_what_the_hub_does_not_have(server: HubServer, folder: Path, model: str) -> None:
    assert f"Hugging Face doesn't have {model}." == str(await refusal(folder, model))
    assert not folder.exists()


@pytest.mark.parametrize(("status", "words"), [(429, "rate-limiting"), (500, "500"), (503, "503"), (401, "HF_TOKEN")])
async def test_a_hub_that_refuses(server: HubServer, folder: Path, status: int, words: str) -> None:
    server.refuses = status
    error = await refusal(folder)
    assert isinstance(error, DownloadFailed)
    assert words in f"{error} {error.hint}"


@pytest.mark.parametrize("token", ["", "hf_wrongToken0123456789"])
async def test_what_is_not_for_everybody(
    server: HubServer, folder: Path, monkeypatch: pytest.MonkeyPatch, token: str
) -> None:
    monkeypatch.setenv("HF_TOKEN", token)
    server.gated = {"ana/tiny"}
    error = await refusal(folder)
    assert "HF_TOKEN" in error.hint
    assert "hf_wrong" not in f"{error} {error.hint} {error.fields}"


@pytest.mark.req("SEC-04")
async def test_the_token_opens_the_hub_and_goes_nowhere_else(
    server: HubServer, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HF_TOKEN", f" {server.token}\n")
    server.gated = {"ana/tiny"}
    server.moved = {"old/one": "ana/tiny"}
    server.delivery.troubles = [Trouble(cut_after=CUT)]
    await get(folder, f"old/one/{NAME}")
    assert (folder / NAME).read_bytes() == DATA
    assert {request.headers.get("authorization") for request in server.requests} == {f"Bearer {server.token}"}
    assert len(server.delivery.requests) == 2
    assert not any("authorization" in request.headers for request in server.delivery.requests)


@pytest.mark.req("SEC-04")
async def test_a_new_name_elsewhere_does_not_get_the_token(
    server: HubServer, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HF_TOKEN", server.token)
    server.moved = {"old/one": f"/{server.delivery.url.removeprefix('http://')}/ana/tiny"}  # //host:port/…
    await refusal(folder, f"old/one/{NAME}")
    assert not any("authorization" in request.headers for request in server.delivery.requests)


@pytest.mark.parametrize("token", ["hf_ñandú0123456789", "hf_one hf_two\nhf_three"])
async def test_a_token_that_cannot_be_one(folder: Path, monkeypatch: pytest.MonkeyPatch, token: str) -> None:
    monkeypatch.setenv("HF_TOKEN", token)
    error = await refusal(folder)
    assert isinstance(error, ConfigError) and "HF_TOKEN" in str(error)
    assert token not in f"{error} {error.hint} {error.fields}"


@pytest.mark.parametrize("end", ["/", "///", " ", "/ "])
async def test_the_address_of_the_hub_may_end_as_it_likes(
    server: HubServer, folder: Path, monkeypatch: pytest.MonkeyPatch, end: str
) -> None:
    monkeypatch.setenv("HF_ENDPOINT", server.url + end)
    await get(folder)
    assert {request.path for request in server.requests} == {f"/ana/tiny/resolve/main/{NAME}"}


@pytest.mark.parametrize(
    "address",
    ["nonsense", "ftp://hub", "http://", "http://[::1", "http://hub:port", "huggingface.co", "/tmp/hub", "::"],
)
async def test_an_address_that_is_none(folder: Path, monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    monkeypatch.setenv("HF_ENDPOINT", address)
    error = await refusal(folder)
    assert isinstance(error, ConfigError)
    assert address.rstrip("/") in str(error) and "HF_ENDPOINT" in error.hint


@pytest.mark.req("OPS-12")
@pytest.mark.parametrize(
    "address", ["http://127.0.0.1:9", "http://hub.invalid", "http://a..b", f"http://{'a' * 70}.com"]
)
async def test_no_network(folder: Path, monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    monkeypatch.setenv("HF_ENDPOINT", address)
    error = await refusal(folder)
    assert isinstance(error, DownloadFailed)
    assert str(error) == f"I can't reach {address}."
    assert not folder.exists()


@pytest.mark.req("OPS-12")
async def test_those_who_deliver_are_not_there(server: HubServer, folder: Path) -> None:
    await server.delivery.__aexit__(None, None, None)
    assert "can't reach" in str(await refusal(folder))


# -- the disk


async def test_two_at_once_in_one_folder(server: HubServer, folder: Path) -> None:
    with HomeLock.acquire(folder / ".lock"):
        error = await refusal(folder)
        assert isinstance(error, HomeBusy) and error.pid == os.getpid()
        await get(folder.with_name("another"))
    await get(folder)
    assert (folder / NAME).read_bytes() == DATA


async def test_what_a_killed_process_left(server: HubServer, folder: Path) -> None:
    folder.mkdir(parents=True)
    (folder / ".lock").write_text("1")
    await get(folder)
    assert (folder / NAME).read_bytes() == DATA


async def test_a_folder_has_the_name_already(server: HubServer, folder: Path) -> None:
    (folder / NAME / "inside").mkdir(parents=True)
    error = await refusal(folder)
    assert isinstance(error, ConfigError) and "is a folder" in str(error)
    assert server.delivery.requests == []


@pytest.mark.req("OPS-12")
async def test_a_file_is_where_the_folder_should_be(server: HubServer, folder: Path) -> None:
    folder.parent.mkdir(parents=True)
    folder.write_text("mine")
    error = await refusal(folder)
    assert str(folder) in str(error)
    assert folder.read_text() == "mine"


@pytest.mark.req("OPS-12")
@pytest.mark.parametrize("size", ["1000000000000000", "9" * 40])
async def test_more_than_the_disk_has_room_for_does_not_begin(server: HubServer, folder: Path, size: str) -> None:
    server.keeps(MODEL, DATA).size = size
    error = await refusal(folder)
    assert isinstance(error, DownloadFailed) and "no room" in str(error)
    assert server.delivery.requests == []


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A small disk of its own, 400 MB of which nothing is used yet."""
    place = tmp_path / "disk"
    place.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=400m", "tmpfs", str(place)]
    if os.name != "posix" or os.geteuid() != 0 or subprocess.run(mount, capture_output=True).returncode:
        pytest.skip("only an administrator can make a disk")
    try:
        yield place
    finally:
        subprocess.run(["umount", "--lazy", str(place)], check=True)


@pytest.mark.req("OPS-12")
async def test_the_disk_fills_up_meanwhile(server: HubServer, disk: Path) -> None:
    folder = disk / "ana" / "tiny"
    server.delivery.troubles = [Trouble(hold_after=CUT)]
    download = asyncio.create_task(refusal(folder))
    await eventually(lambda: list(folder.glob(".*.part")) and part_of(folder).stat().st_size >= CUT // 2)
    free = os.statvfs(disk).f_bavail * os.statvfs(disk).f_frsize
    with (disk / "filler").open("wb") as filler:
        os.posix_fallocate(filler.fileno(), 0, free)
    server.delivery.released.set()
    error = await download
    assert isinstance(error, DownloadFailed) and "is full" in str(error)
    assert not (folder / NAME).exists()
    kept = part_of(folder).stat().st_size
    assert CUT // 2 <= kept < len(DATA)
    (disk / "filler").unlink()
    server.delivery.requests.clear()
    await get(folder)
    assert server.delivery.ranges == [f"bytes={kept}-"]
    assert (folder / NAME).read_bytes() == DATA


@pytest.mark.req("OPS-12")
async def test_a_disk_that_takes_nothing(server: HubServer, disk: Path) -> None:
    (disk / "tiny").mkdir()
    await asyncio.to_thread(subprocess.run, ["mount", "-o", "remount,ro", str(disk)], check=True)
    assert isinstance(await refusal(disk / "tiny"), StorageReadOnly)
    assert isinstance(await refusal(disk / "new"), DownloadFailed)
    assert server.delivery.requests == []


@pytest.mark.req("OPS-12")
async def test_a_folder_without_permission(server: HubServer, folder: Path) -> None:
    if os.name != "posix" or os.geteuid() == 0:
        pytest.skip("an administrator may write everywhere")
    folder.mkdir(parents=True)
    folder.chmod(0o500)
    assert isinstance(await refusal(folder), StorageReadOnly)
    folder.chmod(0o700)
