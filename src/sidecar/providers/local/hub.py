"""Getting a model's file from a hub: only when asked, going on where it was cut, and checked at the end.

The hub speaks as Hugging Face's does: `/OWNER/REPOSITORY/resolve/main/FILE` leads to the file, `X-Linked-Size` and
`X-Linked-ETag` (its SHA-256) say what it is. `HF_ENDPOINT` names another hub and `HF_TOKEN` opens what is closed, as in
its own tools; its Python package (2.4) neither goes on after a break nor checks what came.
"""

from __future__ import annotations

import errno
import glob
import hashlib
import os
import re
import shutil
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path
from urllib.parse import quote, urlsplit

import httpx2

from sidecar.errors import ConfigError, DownloadFailed
from sidecar.observe.redaction import remember_secret
from sidecar.providers.local.gguf import list_part_names
from sidecar.providers.local.model_files import is_hub_id
from sidecar.runtime.lock import HomeLock

USUAL_HUB = "https://huggingface.co"
_TIMEOUT_S = 30.0
_ATTEMPTS = 5
_PAUSE_S = 1.0
_MOST_REDIRECTS = 5
_SPARE_BYTES = 200_000_000
_MARK_LENGTH = 16
_SHA256 = re.compile(r"[0-9a-f]{64}")
_NO_ANSWER = (httpx2.HTTPError, httpx2.InvalidURL, UnicodeError)  # the latter for names that no host can have
_ON_THE_HUB = re.compile(r"/(?!/)")
_AS_IT_IS = {"accept-encoding": "identity"}

OnProgress = Callable[[int, int | None], None]
"""Told the bytes that are there and those of the whole, None when the hub does not say."""


@dataclass(frozen=True, slots=True)
class RemoteFile:
    """One file as the hub describes it. `size_bytes` None and empty marks mean that it does not say."""

    url: str
    name: str
    size_bytes: int | None
    etag: str

    @property
    def sha256(self) -> str:
        return self.etag if _SHA256.fullmatch(self.etag) else ""


class ModelHub:
    """A connection to the hub. `close` when done with it."""

    def __init__(self, pause_s: float = _PAUSE_S) -> None:
        """`pause_s` is how long a broken connection rests before it is tried again. Raises `ConfigError` when what the
        environment says of the hub cannot be."""
        self._root = _address()
        self._pause_s = pause_s
        token = _token()
        self._http = httpx2.Client(
            timeout=_TIMEOUT_S,
            follow_redirects=True,  # which leaves the token behind when it leaves the hub
            headers=_AS_IT_IS | ({"authorization": f"Bearer {token}"} if token else {}),
        )

    def close(self) -> None:
        self._http.close()

    def look(self, model: str) -> Sequence[RemoteFile]:
        """All the files of `owner/repository/file.gguf`. Raises `ConfigError` for another kind of name and
        `DownloadFailed` when the hub does not have it, or does not answer."""
        if not is_hub_id(model):
            raise ConfigError(
                "“{model}” is not the name of a model's file on a hub.",
                hint="Write OWNER/REPOSITORY/FILE.gguf, for example "
                "Qwen/Qwen2.5-3B-Instruct-GGUF/qwen2.5-3b-instruct-q4_k_m.gguf.",
                model=model,
            )
        folder, _, name = model.rpartition("/")
        return [self._describe(f"{folder}/{part}", part) for part in list_part_names(name)]

    def get(self, remote: RemoteFile, target: Path, on_progress: OnProgress) -> None:
        """Leaves the whole file at `target`, or what has arrived beside it, for the next time.

        Raises `DownloadFailed`, `ConfigError` when a folder has that name, `StorageReadOnly`, or `HomeBusy` while
        another process gets a file into the same folder.
        """
        if target.is_dir():
            raise ConfigError("{path} is a folder.", hint="Move it away, or choose another model.", path=target)
        with _disk_problems(target.parent):
            target.parent.mkdir(parents=True, exist_ok=True)
            with HomeLock.acquire(target.with_name(".lock")):
                part = target.with_name(f".{target.name}.{_mark(remote)}.part")
                _make_room(remote, part)
                part.touch()
                self._fetch(remote, part, on_progress)
                _check(remote, part)
                part.replace(target)

    # -- asking

    def _describe(self, path: str, name: str) -> RemoteFile:
        """The hub's own answer, before it sends us elsewhere for the file itself."""
        owner, repository, file = path.split("/", 2)
        url = f"{self._root}/{quote(owner)}/{quote(repository)}/resolve/main/{quote(file)}"
        try:
            answer = self._http.head(url, follow_redirects=False)
            for _ in range(_MOST_REDIRECTS):
                # a repository that was renamed: the redirect stays on the hub
                if "x-linked-etag" in answer.headers or not _ON_THE_HUB.match(answer.headers.get("location", "")):
                    break
                answer = self._http.head(answer.url.join(answer.headers["location"]), follow_redirects=False)
        except _NO_ANSWER as failure:
            raise self._unreachable() from failure
        self._refuse(answer, path)
        about = answer.headers
        # those of a redirect are about the redirect
        size = about.get("x-linked-size") or (about.get("content-length", "") if answer.is_success else "")
        etag = about.get("x-linked-etag") or (about.get("etag", "") if answer.is_success else "")
        return RemoteFile(url, name, int(size) if size.isdecimal() else None, etag.removeprefix("W/").strip('"'))

    def _refuse(self, answer: httpx2.Response, path: str) -> None:
        match answer.status_code:
            case HTTPStatus.UNAUTHORIZED | HTTPStatus.FORBIDDEN:
                raise DownloadFailed(
                    "The hub does not have {model}, or does not give it to everybody.",
                    hint="Check the name. If its owner wants to be asked first, do so on its page, and set HF_TOKEN "
                    "to your access token.",
                    model=path,
                )
            case HTTPStatus.NOT_FOUND:
                raise DownloadFailed(
                    "The hub does not have {model}.",
                    hint="Check its name on its page, capital letters too.",
                    model=path,
                )
            case HTTPStatus.TOO_MANY_REQUESTS:
                raise DownloadFailed("The hub wants to be asked less often.", hint="Try again in a while.")
            case status if status >= HTTPStatus.BAD_REQUEST:
                raise DownloadFailed(
                    "The hub answers with an error ({status}).", hint="Try again in a while.", status=status
                )
            case _:
                pass

    def _unreachable(self) -> DownloadFailed:
        return DownloadFailed(
            "{hub} cannot be reached.",
            hint="Check the internet connection. What has arrived is kept: the same command goes on from there.",
            hub=self._root,
        )

    # -- fetching

    def _fetch(self, remote: RemoteFile, part: Path, on_progress: OnProgress) -> None:
        """Goes on after every break, and gives up when several in a row brought nothing new."""
        left, furthest = _ATTEMPTS, _size(part)
        while (before := _size(part)) != remote.size_bytes:
            failure: Exception | None = None
            try:
                came_to_its_end = self._receive(remote, part, before, on_progress)
                if came_to_its_end and remote.size_bytes in (None, _size(part)):
                    return
            except _NO_ANSWER as error:
                failure = error
            left = _ATTEMPTS if _size(part) > furthest else left - 1
            furthest = max(furthest, _size(part))
            if not left:
                raise (self._unreachable() if failure else _not_whole(remote.name)) from failure
            time.sleep(self._pause_s)
        on_progress(before, remote.size_bytes)

    def _receive(self, remote: RemoteFile, part: Path, start: int, on_progress: OnProgress) -> bool:
        """Whether this was to be all, as far as the hub is concerned."""
        headers = {"range": f"bytes={start}-"} if start else {}
        with self._http.stream("GET", remote.url, headers=headers) as answer:
            goes_on = answer.status_code == HTTPStatus.PARTIAL_CONTENT
            elsewhere = goes_on and not answer.headers.get("content-range", "").startswith(f"bytes {start}-")
            if elsewhere or answer.status_code == HTTPStatus.REQUESTED_RANGE_NOT_SATISFIABLE:
                part.write_bytes(b"")  # they do not fit together
                return False
            self._refuse(answer, remote.name)
            with part.open("ab" if goes_on else "wb") as file:
                there = start if goes_on else 0
                for chunk in answer.iter_raw():
                    file.write(chunk)
                    there += len(chunk)
                    on_progress(there, remote.size_bytes)
                    if remote.size_bytes is not None and there > remote.size_bytes:
                        break  # who knows when it would end
                file.flush()
                os.fsync(file.fileno())
        return True


def is_downloaded(remote: RemoteFile, file: Path) -> bool:
    """Whether the file is this very version, as far as the hub's marks tell. Reads all of it."""
    if not file.is_file() or file.stat().st_size != remote.size_bytes:
        return False
    return not remote.sha256 or _sha256(file) == remote.sha256


def _address() -> str:
    address = (os.environ.get("HF_ENDPOINT", "").strip() or USUAL_HUB).rstrip("/")
    with suppress(ValueError):
        parts = urlsplit(address)
        if parts.scheme in ("http", "https") and parts.hostname and parts.port != 0:
            return address
    raise ConfigError(
        "“{url}” is not the address of a hub.",
        hint="Set HF_ENDPOINT to one like {usual}.",
        url=address,
        usual=USUAL_HUB,
    )


def _token() -> str:
    token = os.environ.get("HF_TOKEN", "").strip()
    remember_secret(token)
    if not (token.isascii() and token.isprintable()):
        raise ConfigError("What HF_TOKEN holds is no access token.", hint="Copy it again from the hub's page.")
    return token


def _mark(remote: RemoteFile) -> str:
    """Of this version of the file: parts of two versions must never meet."""
    return hashlib.sha256(remote.etag.encode()).hexdigest()[:_MARK_LENGTH]


def _make_room(remote: RemoteFile, part: Path) -> None:
    """Throws away parts of older versions; and one that cannot be trusted, of a version without a mark."""
    for other in part.parent.glob(f".{glob.escape(remote.name)}.{'?' * _MARK_LENGTH}.part"):
        if other != part or not remote.etag:
            other.unlink(missing_ok=True)
    missing = (remote.size_bytes or 0) - _size(part)
    free = shutil.disk_usage(part.parent).free
    if missing + _SPARE_BYTES > free:
        raise DownloadFailed(
            "There is no room in {folder}: {missing} MB are still to come, and {free} MB are free.",
            hint="Free some space, or choose a smaller model.",
            folder=part.parent,
            missing=missing // 10**6,
            free=free // 10**6,
        )


def _check(remote: RemoteFile, part: Path) -> None:
    if not remote.sha256:
        return
    if _sha256(part) != remote.sha256:
        part.unlink()
        raise _not_whole(remote.name)


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _not_whole(name: str) -> DownloadFailed:
    return DownloadFailed("{model} did not arrive as it was sent.", hint="Try again.", model=name)


@contextmanager
def _disk_problems(folder: Path) -> Generator[None]:
    try:
        yield
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise DownloadFailed(
                "The disk with {folder} is full.", hint="Free some space; what has arrived is kept.", folder=folder
            ) from error
        raise DownloadFailed(
            "I cannot write in {folder} ({reason}).",
            hint="Give yourself permission to it, or choose another data folder with --home.",
            folder=folder,
            reason=error.strerror or error,
        ) from error


def _size(part: Path) -> int:
    try:
        return part.stat().st_size
    except FileNotFoundError:
        return 0
