"""What all tests share: catalogues as they are in the source, and the report of proven requirements."""

from __future__ import annotations

import json
import signal
from collections import defaultdict
from pathlib import Path

import pytest
from hypothesis import settings

from hatch_build import LOCALES, compile_catalogue

_ROOT = Path(__file__).parent.parent
_REQUIREMENT = "requirement"
_ONE_WORKER = "inference"

settings.register_profile("house", deadline=None)  # no test fails because the machine is busy
settings.load_profile("house")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--req-report", type=Path, help="write the outcome of each requirement's tests to this JSON file")


def pytest_configure(config: pytest.Config) -> None:
    _hear_signals()
    if hasattr(config, "workerinput"):
        return
    _compile_changed_catalogues()
    if path := config.getoption("--req-report"):
        config.pluginmanager.register(RequirementReport(path))


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        item.user_properties += [(_REQUIREMENT, id_) for mark in item.iter_markers("req") for id_ in mark.args]
        if item.get_closest_marker("inference"):
            item.add_marker(pytest.mark.xdist_group(_ONE_WORKER))  # one model in memory, not one per worker


class RequirementReport:
    """Collects, also from parallel workers, how the tests marked with `req` end: {id: {test: outcome}}."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._outcomes: dict[str, dict[str, str]] = defaultdict(dict)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        test = report.nodeid.removesuffix(f"@{_ONE_WORKER}")
        for name, id_ in report.user_properties:
            if name == _REQUIREMENT and (report.when == "call" or not report.passed):
                self._outcomes[str(id_)].setdefault(test, report.outcome)
                if report.failed:
                    self._outcomes[str(id_)][test] = report.outcome

    def pytest_sessionfinish(self) -> None:
        self._path.write_text(json.dumps(self._outcomes, indent=1), encoding="utf-8")


def _hear_signals() -> None:
    """Undo what `nohup` and the `&` of a script leave ignored, here and in every program that tests start and stop."""
    for number, handler in ((signal.SIGINT, signal.default_int_handler), (signal.SIGHUP, signal.SIG_DFL)):
        if signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, handler)


def _compile_changed_catalogues() -> None:
    for po in (_ROOT / LOCALES).glob("*/LC_MESSAGES/*.po"):
        mo = po.with_suffix(".mo")
        if not mo.exists() or mo.stat().st_mtime < po.stat().st_mtime:
            compile_catalogue(po)
