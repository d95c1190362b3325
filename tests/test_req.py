"""The overview of requirements tells the truth: what passes, what fails, what nobody has proven."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from scripts.req import ids_by_file, overview

ROOT = Path(__file__).parent.parent

_TESTS = """
import pytest

@pytest.mark.req("AAA-01", "AAA-02")
@pytest.mark.parametrize("n", [1, 2])
def test_passes(n): assert n

@pytest.mark.req("AAA-02")
def test_fails(): assert False

@pytest.mark.req("AAA-03")
@pytest.mark.skip
def test_skipped(): ...

@pytest.fixture
def breaks():
    yield
    raise OSError

@pytest.mark.req("AAA-05")
def test_leaves_something_behind(breaks): ...

@pytest.mark.req("ZZZ-99")
def test_of_something_unknown(): ...
"""


@pytest.mark.slow
def test_outcomes_of_marked_tests_reach_the_overview(tmp_path: Path) -> None:
    (tmp_path / "test_sample.py").write_text(_TESTS)
    (tmp_path / "10-part.md").write_text("- **AAA-01** one\n- **AAA-02** two\n- **AAA-03** three, see **AAA-01**\n")
    (tmp_path / "20-other.md").write_text("- **AAA-04** four **not an id**\n- **AAA-05** five\n")
    report = tmp_path / "report.json"
    options = [f"--rootdir={tmp_path}", f"--config-file={ROOT / 'pyproject.toml'}", f"--req-report={report}"]
    subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "-n",
            "2",
            "-p",
            "tests.conftest",
            "-p",
            "no:cacheprovider",
            *options,
            tmp_path,
        ],
        cwd=ROOT,
        capture_output=True,
        check=False,
    )
    lines = overview(ids_by_file(tmp_path), json.loads(report.read_text())).splitlines()
    assert [line for line in lines if line] == [
        "10-part.md",
        "  AAA-01  ✓ 2 passing",
        "  AAA-02  ✗ 1 failing: test_sample.py::test_fails",
        "  AAA-03  – none (only skipped)",
        "20-other.md",
        "  AAA-04  – none",
        "  AAA-05  ✗ 1 failing: test_sample.py::test_leaves_something_behind",
        "5 requirements: 1 ✓, 2 ✗, 2 –",
        "ZZZ-99: marked in tests, not in the specification",
    ]
