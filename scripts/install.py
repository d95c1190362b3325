"""Install with pip, and show how far it is: `python scripts/install.py MEGABYTES PIP-ARGUMENTS...`.

`MEGABYTES` is about what there is to download. At a terminal one line moves; elsewhere a line comes every few seconds.
What pip itself says goes into `install.log` of the environment, and onto the screen if it fails.
"""

from __future__ import annotations

import re
import subprocess
import sys
import threading
import time
from pathlib import Path

_PIP = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--no-input"]
_DOWNLOAD = re.compile(
    r"\s*(?:Downloading|Using cached) (?P<name>[^\s/]+?)-\d\S* \((?P<size>[\d.]+) (?P<unit>kB|MB|bytes)\)"
)
_MOVED = re.compile(r"Progress (?P<done>\d+) of \d+")
_UNPACKS = re.compile(r"Installing collected packages: (?P<names>.*)")
_MEGABYTES = {"bytes": 1e-6, "kB": 1e-3, "MB": 1.0}
_MOVES_EVERY_S, _LINE_EVERY_S = 0.2, 10.0
_LOG_LINES_SHOWN = 30


class Progress:
    """How far pip is, read from what it prints."""

    def __init__(self, expected_mb: float) -> None:
        self._expected_mb = expected_mb
        self._before_mb = self._this_mb = self._this_size_mb = 0.0
        self._name = ""
        self._unpacks = 0

    def read(self, line: str) -> None:
        if found := _DOWNLOAD.match(line):
            self._before_mb += self._this_size_mb
            self._name, self._this_mb = found["name"].replace("_", "-"), 0.0
            self._this_size_mb = float(found["size"]) * _MEGABYTES.get(found["unit"], 0.0)
        elif found := _MOVED.match(line):
            self._this_mb = int(found["done"]) / 1e6
        elif found := _UNPACKS.match(line):
            self._unpacks = found["names"].count(",") + 1

    def describe(self, seconds: float) -> str:
        clock = f"{int(seconds) // 60}:{int(seconds) % 60:02}"
        if self._unpacks:
            return f"  {clock}  unpacking {self._unpacks} packages"
        if not self._name:
            return f"  {clock}  looking up what is needed"
        return f"  {clock}  {self._before_mb + self._this_mb:.0f} of about {self._expected_mb:.0f} MB  {self._name}"


def main(expected_mb: float, arguments: list[str]) -> int:
    log, progress = Path(sys.prefix) / "install.log", Progress(expected_mb)
    command = [*_PIP, "install", "--progress-bar", "raw", *arguments]
    pip = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
    reading = threading.Thread(target=_read, args=(pip, progress, log), daemon=True)
    reading.start()
    _show(progress, reading)
    if code := pip.wait():
        last = "\n".join(log.read_text(encoding="utf-8").splitlines()[-_LOG_LINES_SHOWN:])
        print(f"{last}\npip could not install it. All that it said is in {log}", file=sys.stderr)
    return code


def _read(pip: subprocess.Popen[str], progress: Progress, log: Path) -> None:
    assert pip.stdout is not None
    with log.open("w", encoding="utf-8") as kept:
        for line in pip.stdout:
            progress.read(line)
            if not _MOVED.match(line):
                kept.write(line)


def _show(progress: Progress, reading: threading.Thread) -> None:
    moves, started = sys.stdout.isatty(), time.monotonic()
    while reading.is_alive():
        line = progress.describe(time.monotonic() - started)
        print(f"\r{line}\x1b[K" if moves else line, end="" if moves else "\n", flush=True)
        reading.join(_MOVES_EVERY_S if moves else _LINE_EVERY_S)
    print("\r\x1b[K" if moves else "", end="", flush=True)


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1]), sys.argv[2:]))
