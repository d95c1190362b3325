"""Checks of the program: Python, its database engine and the packages it needs."""

from __future__ import annotations

import importlib.metadata
import platform
import re
import sys
from collections.abc import Iterator

from sidecar.cli.checks.result import Finding, Level
from sidecar.cli.locale import say
from sidecar.storage.inspection import engine_version, missing_features

_DISTRIBUTION = "sidecar-companion"
_OLDEST = (3, 11)


def check_python() -> Finding:
    title, version = "Python", f"{platform.python_version()} ({sys.executable})"
    if sys.version_info < _OLDEST:
        oldest = ".".join(map(str, _OLDEST))
        fix = say("Install Python {oldest} or newer, and then Sidecar with it.", oldest=oldest)
        return Finding("python", Level.PROBLEM, title, version, fix)
    if missing := list(_missing_packages()):
        detail = say("{version}; these packages are missing: {names}", version=version, names=", ".join(missing))
        fix = say("Install Sidecar again: {command}", command=f"{sys.executable} -m pip install {_DISTRIBUTION}")
        return Finding("python", Level.PROBLEM, title, detail, fix)
    return Finding("python", Level.OK, title, version)


def check_sqlite() -> Finding:
    """Check SQLite, which comes with Python."""
    title, version = "SQLite", engine_version()
    if missing := missing_features():
        detail = say("{version} can't do what Sidecar needs: {names}", version=version, names=", ".join(missing))
        fix = say("Use a Python that comes with a newer SQLite, such as the one from python.org.")
        return Finding("sqlite", Level.PROBLEM, title, detail, fix)
    return Finding("sqlite", Level.OK, title, version)


def _missing_packages() -> Iterator[str]:
    try:
        needed = importlib.metadata.requires(_DISTRIBUTION) or []
    except importlib.metadata.PackageNotFoundError:
        return  # run from its sources
    for requirement in needed:
        if ";" in requirement:
            continue  # optional, or for another system
        name = re.split(r"[\[<>=~! (]", requirement, maxsplit=1)[0]
        try:
            importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            yield name
