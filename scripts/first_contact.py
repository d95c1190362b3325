"""Do literally what README, tutorial and how-to pages say, as somebody who has nothing yet, and tell where a page errs.

Every page gets an empty home, an empty environment and model servers on loopback. `python scripts/first_contact.py`
uses the installation that it runs in and leaves out what installs; `--whole` begins with a fresh copy of the repository
and does that as well, as long as it may take.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import shutil
import subprocess
import sys
import tempfile
from asyncio.subprocess import PIPE, STDOUT
from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from datetime import datetime
from itertools import groupby
from pathlib import Path
from zoneinfo import ZoneInfo

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from scripts.page_steps import Step, find_steps, missing_lines  # noqa: E402
from tests.loopback.hub_server import HubServer  # noqa: E402
from tests.loopback.ollama_server import OllamaServer  # noqa: E402
from tests.loopback.openai_server import OpenAIServer  # noqa: E402
from tests.providers.local.gguf_writer import gguf  # noqa: E402

PAGES = (
    "README.md",
    "docs/tutorial.md",
    *sorted(f"docs/how-to/{page.name}" for page in (ROOT / "docs/how-to").glob("*.md")),
)
_INSTALLS = re.compile(r"(make|pipx|uv|git|cd|docker)\b|eval\b")
_NO_SUCH_THING = re.compile(r"I don't know `?/|No conozco `?/|There is no command|No hay ningún comando|Usage:|Uso:")
_OPEN_CHAT = "if command -v sidecar > /dev/null; then sidecar; else .venv/bin/sidecar; fi"
_OF_THE_NETWORK = re.compile(r"(?:PIP|UV|SSL|REQUESTS|HTTPS?|NO)_", re.IGNORECASE)
"""Variables without which a package index behind a proxy cannot be reached."""
_WAIT_S, _WAIT_TO_INSTALL_S = 60, 3600
_ADDRESS = "http://127.0.0.1:8080/v1"
_MODELS = ("qwen2.5:3b", "bge-m3:latest")
_PROGRAMS = shutil.ignore_patterns(".venv", ".cache", "bin", "pipx", "uv", "src", "tests")
_ZONES = ("America/Argentina/Buenos_Aires", "Asia/Tokyo")
"""Twelve hours apart."""
_HUB_MODEL = "Qwen/Qwen2.5-3B-Instruct-GGUF/qwen2.5-3b-instruct-q4_k_m.gguf"


@dataclass(frozen=True, slots=True)
class Reader:
    """Who reads a page: their language, and what they have already when they come to it."""

    lang: str = "en_US.UTF-8"
    before: Sequence[str] = ()
    """Commands that came before, on other pages or days."""
    files: Mapping[str, bytes] = field(default_factory=dict[str, bytes])
    installs: bool = False
    """Whether the page says how to come by Sidecar; others are read by those who have it."""
    refused: Sequence[str] = ()
    """Commands that the page mentions without a question, or for a situation that this reader is not in: they fail in
    words."""


_READERS = {
    "README.md": Reader(installs=True),
    "docs/tutorial.md": Reader(installs=True),
    "docs/how-to/choose-a-model.md": Reader(refused=["sidecar trace"]),
    "docs/how-to/contribute-a-translation.md": Reader(refused=["sidecar ask"]),
    "docs/how-to/memory.md": Reader(
        "es_AR.UTF-8",
        before=['sidecar memory add "I like green tea"'],
        files={
            "talk.jsonl": b'{"id": "1", "text": "The key is under the mat", "date": "2026-03-01"}\n',
            "learnings.md": b"# Learnings\n\n## Preferences\n- [weight:1] Likes mate | learned:2025-01-01\n",
        },
    ),
    "docs/how-to/reminders.md": Reader(
        "es_AR.UTF-8",
        before=[
            'sidecar reminders add "regar" --when "mañana a las 8"',
            'sidecar reminders add "mamá" --when "mañana a las 10"',
            'sidecar reminders add "basura" --when "mañana a las 11"',
        ],
        refused=["sidecar ask", "sidecar reminders lost dismiss 3"],
    ),
    "docs/how-to/local-model.md": Reader(
        files={"Downloads/my model.gguf": gguf()},
        refused=[f"sidecar setup --model local:{_HUB_MODEL}"],  # its weights are noise here
    ),
}


@dataclass(frozen=True, slots=True)
class Problem:
    page: str
    step: Step
    what: str
    output: str

    def __str__(self) -> str:
        shown = "\n".join(f"      {line}" for line in self.output.strip().splitlines()[-12:])
        return f"{self.page}:{self.step.line}: {self.step.typed}\n   {self.what}\n{shown}"


@dataclass(frozen=True, slots=True)
class Place:
    """An empty computer: a folder that is home and working directory, and the variables of a first login."""

    folder: Path
    variables: Mapping[str, str]
    address: str

    def copy(self) -> Place:
        """Return the same computer at this moment, to try something out there."""
        folder = Path(tempfile.mkdtemp(dir=self.folder.parent))
        shutil.copytree(self.folder, folder, symlinks=True, dirs_exist_ok=True, ignore=_PROGRAMS)
        if not (folder / ".venv").exists():
            (folder / ".venv").symlink_to(self.folder / ".venv")
        return Place(folder, {**self.variables, "HOME": str(folder)}, self.address)

    async def run(self, line: str, typed: str = "", wait_s: float = _WAIT_S) -> tuple[int, str]:
        """Run a shell line, with what is typed into it. Returns the exit code, and all that it printed."""
        process = await asyncio.create_subprocess_exec(
            "/bin/sh", "-c", line.replace(_ADDRESS, self.address),
            stdin=PIPE, stdout=PIPE, stderr=STDOUT, cwd=self.folder, env=dict(self.variables),
        )  # fmt: skip
        try:
            async with asyncio.timeout(wait_s):
                output, _ = await process.communicate(typed.encode())
        except TimeoutError:
            process.kill()
            return -1, f"no end after {wait_s} s"
        assert process.returncode is not None
        return process.returncode, output.decode("utf-8", "replace")


async def follow(page: str, text: str, reader: Reader, place: Place, *, whole: bool) -> list[Problem]:
    """Do what the page says. Returns what did not come out as it says."""
    problems: list[Problem] = []
    for line in reader.before:
        code, output = await place.run(line)
        if code:
            problems.append(Problem(page, Step("shell", 0, line), f"exit code {code}", output))
    for mentioned, group in groupby(find_steps(text), key=lambda step: step.mentioned):
        together = list(group)
        for in_chat, alike in groupby(sorted(together, key=_is_chat) if mentioned else together, key=_is_chat):
            if in_chat:
                problems += await _converse(page, list(alike), place.copy() if mentioned else place)
                continue
            for step in alike:
                problems += await _type(page, step, place.copy() if mentioned else place, reader, whole=whole)
    return problems


def _is_chat(step: Step) -> bool:
    return step.kind == "chat"


async def _type(page: str, step: Step, place: Place, reader: Reader, *, whole: bool) -> list[Problem]:
    installs = _INSTALLS.match(step.typed) is not None
    if installs and not whole:
        return []
    code, output = await place.run(step.typed, wait_s=_WAIT_TO_INSTALL_S if installs else _WAIT_S)
    if code and not (step.typed in reader.refused and code in (1, 2, 3)):
        return [Problem(page, step, f"exit code {code}", output)]
    return [Problem(page, step, f"the page shows: {line}", output) for line in missing_lines(step, output)]


async def _converse(page: str, steps: Sequence[Step], place: Place) -> list[Problem]:
    """Say these lines one after the other in one conversation."""
    code, output = await place.run(_OPEN_CHAT, "".join(f"{step.typed}\n" for step in steps))
    if code:
        return [Problem(page, steps[0], f"exit code {code}", output)]
    together = Step("chat", steps[0].line, steps[0].typed, [line for step in steps for line in step.shown])
    problems = [Problem(page, together, f"the page shows: {line}", output) for line in missing_lines(together, output)]
    unknown = [line for line in output.splitlines() if _NO_SUCH_THING.search(line)]
    return problems + [Problem(page, step, line, "") for line in unknown for step in steps[:1]]


def prepare(reader: Reader, folder: Path, variables: Mapping[str, str], address: str, *, whole: bool) -> Place:
    """Make the computer of a reader: as good as empty. `whole`: with the repository, and without Sidecar for those who
    are told to install it."""
    programs = [folder / ".local" / "bin", Path(sys.base_prefix) / "bin"]
    if whole:
        _copy_repository(folder)
        programs.append(folder.parent / "installers" / "bin")
    if not (whole and reader.installs):
        programs.append(folder / ".venv" / "bin")
        programs[-1].mkdir(parents=True)
        (programs[-1] / "sidecar").symlink_to(Path(sys.executable).parent / "sidecar")
    for name, content in reader.files.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(content)
    path = os.pathsep.join([*map(str, programs), "/usr/local/bin", "/usr/bin", "/bin"])
    mine = {"HOME": str(folder), "PATH": path, "LANG": reader.lang, "TZ": _zone_in_daylight()}
    return Place(folder, {**variables, **mine}, address)


def _zone_in_daylight() -> str:
    """Return a zone where it is between 9 and 21 o'clock: "tomorrow at 9" is a question in the small hours."""
    return next(zone for zone in _ZONES if 9 <= datetime.now(ZoneInfo(zone)).hour < 21)


def _copy_repository(folder: Path) -> None:
    folder.mkdir()
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    for name in filter(None, listed.split("\0")):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, folder / name)


def _get_installers(folder: Path) -> None:
    """Get pipx and uv, which the pages take for granted."""
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    subprocess.run([folder / "bin" / "pip", "install", "--quiet", "pipx", "uv"], check=True)


async def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--whole", action="store_true", help="installs as well: needs the network, and time")
    parser.add_argument("pages", nargs="*", default=PAGES)
    options = parser.parse_args()
    async with AsyncExitStack() as stack:
        work = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        ollama = await stack.enter_async_context(OllamaServer(models=_MODELS))
        openai = await stack.enter_async_context(OpenAIServer(models=("own", "the-name-it-uses")))
        hub = await stack.enter_async_context(HubServer())
        hub.keeps(_HUB_MODEL, gguf())
        variables = {"OLLAMA_BASE_URL": ollama.url, "HF_ENDPOINT": hub.url}
        if options.whole:
            variables |= {name: value for name, value in os.environ.items() if _OF_THE_NETWORK.match(name)}
            _get_installers(work / "installers")
        turns = asyncio.Semaphore(os.cpu_count() or 1)

        async def read(number: int, page: str) -> list[Problem]:
            async with turns:
                reader = _READERS.get(page, Reader())
                place = prepare(reader, work / str(number), variables, openai.base_url, whole=options.whole)
                text = (ROOT / page).read_text(encoding="utf-8")
                return await follow(page, text, reader, place, whole=options.whole)

        found = await asyncio.gather(*(read(number, page) for number, page in enumerate(options.pages)))
    problems = [problem for of_page in found for problem in of_page]
    print("\n\n".join(map(str, problems)) or f"{len(options.pages)} pages say what happens.")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
