"""Download of a model's file from a hub: resumed where it was interrupted, and verified at the end.

The protocol is Hugging Face's: `/OWNER/REPOSITORY/resolve/main/FILE` redirects to the file, whose size and SHA-256 are
in `X-Linked-Size` and `X-Linked-ETag`. As in its own tools, `HF_ENDPOINT` names another hub and `HF_TOKEN` gives access
to gated models. Its Python package (2.4) neither resumes nor verifies.
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
_NO_ANSWER = (httpx2.HTTPError, httpx2.InvalidURL, UnicodeError)  # `UnicodeError` for invalid host names
_RELATIVE_REDIRECT = re.compile(r"/(?!/)")
_UNCOMPRESSED = {"accept-encoding": "identity"}

OnProgress = Callable[[int, int | None], None]
"""Called with the bytes received and the total, None when the hub does not tell."""


@dataclass(frozen=True, slots=True)
class RemoteFile:
    """One file as the hub describes it. `size_bytes` is None and `etag` empty when the hub does not tell."""

    url: str
    name: str
    size_bytes: int | None
    etag: str

    @property
    def sha256(self) -> str:
        return self.etag if _SHA256.fullmatch(self.etag) else ""


class ModelHub:
    """A connection to the hub. Call `close` when done."""

    def __init__(self, pause_s: float = _PAUSE_S) -> None:
        """`pause_s` is the wait before a broken connection is retried. Raises `ConfigError` for an invalid address or
        token in the environment."""
        self._root = _address()
        self._pause_s = pause_s
        token = _token()
        self._http = httpx2.Client(
            timeout=_TIMEOUT_S,
            follow_redirects=True,  # the token is not sent to another host
            headers=_UNCOMPRESSED | ({"authorization": f"Bearer {token}"} if token else {}),
        )

    def close(self) -> None:
        self._http.close()

    def describe(self, model: str) -> Sequence[RemoteFile]:
        """Describe all files of `owner/repository/file.gguf`. Raises `ConfigError` for another kind of name and
        `DownloadFailed` when the hub does not have it or does not answer."""
        if not is_hub_id(model):
            raise ConfigError(
                "“{model}” isn't the name of a model file on Hugging Face.",
                hint="Write OWNER/REPOSITORY/FILE.gguf, for example "
                "Qwen/Qwen2.5-3B-Instruct-GGUF/qwen2.5-3b-instruct-q4_k_m.gguf.",
                model=model,
            )
        folder, _, name = model.rpartition("/")
        return [self._describe(f"{folder}/{part}", part) for part in list_part_names(name)]

    def download(self, remote: RemoteFile, target: Path, on_progress: OnProgress) -> None:
        """Download the file to `target`. After an interruption the received part stays beside it for the next time.

        Raises `DownloadFailed`, `ConfigError` when a folder has that name, `StorageReadOnly`, or `HomeBusy` while
        another process downloads into the same folder.
        """
        if target.is_dir():
            raise ConfigError("{path} is a folder.", hint="Move it away, or choose another model.", path=target)
        with _disk_problems(target.parent):
            target.parent.mkdir(parents=True, exist_ok=True)
            with HomeLock.acquire(target.with_name(".lock")):
                part = target.with_name(f".{target.name}.{_version_mark(remote)}.part")
                _make_room(remote, part)
                part.touch()
                self._fetch(remote, part, on_progress)
                _check(remote, part)
                part.replace(target)

    # -- description

    def _describe(self, path: str, name: str) -> RemoteFile:
        """Read the hub's own headers, before it redirects to the file."""
        owner, repository, file = path.split("/", 2)
        url = f"{self._root}/{quote(owner)}/{quote(repository)}/resolve/main/{quote(file)}"
        try:
            answer = self._http.head(url, follow_redirects=False)
            for _ in range(_MOST_REDIRECTS):
                # a renamed repository redirects within the hub
                location = answer.headers.get("location", "")
                if "x-linked-etag" in answer.headers or not _RELATIVE_REDIRECT.match(location):
                    break
                answer = self._http.head(answer.url.join(location), follow_redirects=False)
        except _NO_ANSWER as failure:
            raise self._unreachable() from failure
        self._raise_for_status(answer, path)
        about = answer.headers
        # the plain headers of a redirect are about the redirect itself
        size = about.get("x-linked-size") or (about.get("content-length", "") if answer.is_success else "")
        etag = about.get("x-linked-etag") or (about.get("etag", "") if answer.is_success else "")
        return RemoteFile(url, name, int(size) if size.isdecimal() else None, etag.removeprefix("W/").strip('"'))

    def _raise_for_status(self, answer: httpx2.Response, path: str) -> None:
        match answer.status_code:
            case HTTPStatus.UNAUTHORIZED | HTTPStatus.FORBIDDEN:
                raise DownloadFailed(
                    "Hugging Face doesn't have {model}, or doesn't give it to everyone.",
                    hint="Check the name. If its owner grants access on request, ask on its page and set "
                    "HF_TOKEN to your access token.",
                    model=path,
                )
            case HTTPStatus.NOT_FOUND:
                raise DownloadFailed(
                    "Hugging Face doesn't have {model}.",
                    hint="Check its name on its page, capital letters too.",
                    model=path,
                )
            case HTTPStatus.TOO_MANY_REQUESTS:
                raise DownloadFailed("Hugging Face is rate-limiting; try later.", hint="Try again in a while.")
            case status if status >= HTTPStatus.BAD_REQUEST:
                raise DownloadFailed(
                    "Hugging Face returned an error ({status}).", hint="Try again in a while.", status=status
                )
            case _:
                pass

    def _unreachable(self) -> DownloadFailed:
        return DownloadFailed(
            "I can't reach {hub}.",
            hint=("Check your internet connection. What has arrived is kept: the same command picks up from there."),
            hub=self._root,
        )

    # -- transfer

    def _fetch(self, remote: RemoteFile, part: Path, on_progress: OnProgress) -> None:
        """Resume after every interruption, and give up when several in a row brought no new bytes."""
        left, furthest = _ATTEMPTS, _size(part)
        while (before := _size(part)) != remote.size_bytes:
            failure: Exception | None = None
            try:
                is_complete = self._receive(remote, part, before, on_progress)
                if is_complete and remote.size_bytes in (None, _size(part)):
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
        """Receive the bytes from `start` on; return whether the hub has sent all of them."""
        headers = {"range": f"bytes={start}-"} if start else {}
        with self._http.stream("GET", remote.url, headers=headers) as answer:
            resumes = answer.status_code == HTTPStatus.PARTIAL_CONTENT
            elsewhere = resumes and not answer.headers.get("content-range", "").startswith(f"bytes {start}-")
            if elsewhere or answer.status_code == HTTPStatus.REQUESTED_RANGE_NOT_SATISFIABLE:
                part.write_bytes(b"")  # the parts do not fit together
                return False
            self._raise_for_status(answer, remote.name)
            with part.open("ab" if resumes else "wb") as file:
                received = start if resumes else 0
                for chunk in answer.iter_raw():
                    file.write(chunk)
                    received += len(chunk)
                    on_progress(received, remote.size_bytes)
                    if remote.size_bytes is not None and received > remote.size_bytes:
                        break  # more than was announced: it may never end
                file.flush()
                os.fsync(file.fileno())
        return True


def is_downloaded(remote: RemoteFile, file: Path) -> bool:
    """Return whether the file is this version, by the size and hash that the hub gives. Reads the whole file."""
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
        "“{url}” isn't the address of a model hub.",
        hint="Set HF_ENDPOINT to one like {usual}.",
        url=address,
        usual=USUAL_HUB,
    )


def _token() -> str:
    token = os.environ.get("HF_TOKEN", "").strip()
    remember_secret(token)
    if not (token.isascii() and token.isprintable()):
        raise ConfigError("HF_TOKEN doesn't hold an access token.", hint=("Copy it again from your account page."))
    return token


def _version_mark(remote: RemoteFile) -> str:
    """Return the mark of this version of the file: parts of two versions must not be joined."""
    return hashlib.sha256(remote.etag.encode()).hexdigest()[:_MARK_LENGTH]


def _make_room(remote: RemoteFile, part: Path) -> None:
    """Delete parts of other versions, and the part of a version without a hash. Raises `DownloadFailed` when the disk
    has no room."""
    for other in part.parent.glob(f".{glob.escape(remote.name)}.{'?' * _MARK_LENGTH}.part"):
        if other != part or not remote.etag:
            other.unlink(missing_ok=True)
    missing = (remote.size_bytes or 0) - _size(part)
    free = shutil.disk_usage(part.parent).free
    if missing + _SPARE_BYTES > free:
        raise DownloadFailed(
            "There's no room in {folder}: {missing} MB still to come, {free} MB free.",
            hint="Free up some space, or choose a smaller model.",
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
    return DownloadFailed("{model} didn't arrive intact.", hint="Try again.", model=name)


@contextmanager
def _disk_problems(folder: Path) -> Generator[None]:
    try:
        yield
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise DownloadFailed(
                "The disk with {folder} is full.", hint="Free up some space; what has arrived is kept.", folder=folder
            ) from error
        raise DownloadFailed(
            "I can't write in {folder} ({reason}).",
            hint="Give yourself permission to use it, or choose another data folder with --home.",
            folder=folder,
            reason=error.strerror or error,
        ) from error


def _size(part: Path) -> int:
    try:
        return part.stat().st_size
    except FileNotFoundError:
        return 0
