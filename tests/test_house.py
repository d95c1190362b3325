"""The rules of the house that neither the linter, the type checker nor the import contracts can see."""

from __future__ import annotations

import ast
import builtins
import re
import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from fnmatch import fnmatchcase
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SOURCES = ROOT / "src" / "sidecar"
MODULES = {path.relative_to(SOURCES).as_posix(): path for path in sorted(SOURCES.rglob("*.py"))}
TREES = {name: ast.parse(path.read_text(encoding="utf-8")) for name, path in MODULES.items()}

LONGEST_MODULE = 300
AS_BROAD_AS_EXCEPTION = 5
"""So many families of built-in errors together leave next to nothing out."""
CORE = (
    "agent",
    "brain",
    "conversation",
    "dates",
    "dispatch",
    "domain",
    "language",
    "llm",
    "memory",
    "reminders",
    "router",
)
MAY_PRINT = ("__main__.py", "cli/", "channels/")

ERROR_BOUNDARIES = {
    # module: why everything may be caught there
    "storage/sqlite_threads.py": "what a piece of work raises belongs to its caller, in another thread",
    "tools/registry.py": "a tool that breaks is a result that the model reads",
    "dispatch/delivery.py": "a channel that breaks must not hold up the others",
    "dispatch/dispatcher.py": "a turn that breaks must not take the person's next one with it",
    "providers/embedders/in_process.py": "a library that computes may fail in any way; it becomes a ModelFailed",
    "memory/extraction_worker.py": "a message that cannot be read must not keep the next ones from being read",
    "runtime/supervisor.py": "a background task that breaks is restarted",
    "cli/main.py": "the person gets a sentence and an exit code",
}

PART_OF_ANOTHER = {
    "pydantic-core": "pydantic",
    "anthropic": "pydantic-ai-slim",  # named there as an extra
    "google-genai": "pydantic-ai-slim",
}
NEVER_IMPORTED = {
    "lxml-html-clean": "trafilatura needs it",
    "tzdata": "zoneinfo reads it where the system has no zones",
    "xllamacpp": "an extra: a model server in its own process",
}

_NOT_IN_THE_CORE = (
    "asyncio.get_*loop().time",
    "asyncio.sleep",
    "asyncio.timeout",
    "asyncio.timeout_at",
    "asyncio.wait_for",
    "datetime.date.today",
    "datetime.datetime.now",
    "datetime.datetime.today",
    "datetime.datetime.utcnow",
    "os.urandom",
    "random.[a-z]*",
    "secrets.*",
    "time.*",
    "uuid.uuid[14]",
)
"""Patterns of full names: the same thing under another name counts too."""

DEADLINES = {
    # module: why real time may pass there; asyncio's own deadlines cancel what runs too long
    "conversation/turn.py": "the person waits for the whole turn",
    "dispatch/delivery.py": "the program closes and what runs gets a moment",
    "dispatch/dispatcher.py": "the program closes and what runs gets a moment",
    "memory/extraction_worker.py": "a question does not wait for a slow model",
    "reminders/notice_phraser.py": "a reminder does not wait for a slow model",
}
_DEADLINE = ("asyncio.timeout", "asyncio.wait_for")


def calls(tree: ast.AST) -> Iterator[ast.Call]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.Call))


def test_modules_are_short() -> None:
    lengths = {name: len(path.read_text(encoding="utf-8").splitlines()) for name, path in MODULES.items()}
    assert {name: n for name, n in lengths.items() if n > LONGEST_MODULE} == {}, "this module is probably two"


def test_every_module_says_its_place() -> None:
    silent = [name for name, tree in TREES.items() if not ast.get_docstring(tree)]
    assert silent == []


def test_every_folder_is_a_package() -> None:
    folders = {path.parent for path in MODULES.values()}
    assert [folder.relative_to(ROOT).as_posix() for folder in folders if not (folder / "__init__.py").exists()] == []


def in_core(name: str) -> bool:
    return name.startswith(tuple(f"{package}/" for package in CORE))


def test_the_core_asks_for_time_chance_and_ids() -> None:
    found = [
        f"{name}:{line}: {used}"
        for name, tree in TREES.items()
        if in_core(name)
        for line, used in uses(tree, _NOT_IN_THE_CORE)
        if not (name in DEADLINES and used in _DEADLINE)
    ]
    assert found == [], "take a Clock, a Random or an id as a parameter"


def test_every_deadline_still_is_one() -> None:
    keeping = {name for name, tree in TREES.items() if any(uses(tree, _DEADLINE))}
    assert DEADLINES.keys() - keeping == set(), "take it off the list"


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("import time\ntime.time()", ["time.time"]),
        ("import time as t\nt.monotonic()", ["time.monotonic"]),
        ("from time import time\ntime()", ["time.time"]),
        ("from time import monotonic as now\ndef f(clock=now): ...", ["time.monotonic"]),
        ("from datetime import datetime\ndatetime.now(UTC)", ["datetime.datetime.now"]),
        ("import datetime as dt\ndt.datetime.now()", ["datetime.datetime.now"]),
        ("import asyncio\nasync def f():\n    async with asyncio.timeout(3): ...", ["asyncio.timeout"]),
        ("from asyncio import timeout_at\ntimeout_at(3)", ["asyncio.timeout_at"]),
        ("import asyncio\nasyncio.get_running_loop().time()", ["asyncio.get_running_loop().time"]),
        ("import asyncio\nloop = asyncio.get_event_loop()\nloop.time()", ["asyncio.get_event_loop().time"]),
        ("import random\nrandom.shuffle(x)\nrandom.Random(1)", ["random.shuffle"]),
        ("from datetime import datetime\ndatetime(2026, 1, 1).time()\nrandom = 1\nclock.sleep(2)", []),
    ],
)
def test_what_asking_for_time_means(code: str, expected: list[str]) -> None:
    assert [used for _, used in uses(ast.parse(code), _NOT_IN_THE_CORE)] == expected


def test_only_the_error_boundaries_catch_everything() -> None:
    found = [
        f"{name}:{node.lineno}"
        for name, tree in TREES.items()
        if name not in ERROR_BOUNDARIES
        for node in ast.walk(tree)
        if isinstance(node, ast.ExceptHandler) and catches_everything(node, bound_tuples(tree))
    ]
    assert found == [], "name the errors that you expect here"


def test_every_error_boundary_still_is_one() -> None:
    catching = {
        name
        for name, tree in TREES.items()
        if any(
            isinstance(node, ast.ExceptHandler) and catches_everything(node, bound_tuples(tree))
            for node in ast.walk(tree)
        )
    }
    assert ERROR_BOUNDARIES.keys() - catching == set(), "take it off the list"


def test_only_the_screen_prints() -> None:
    found = [
        f"{name}:{call.lineno}"
        for name, tree in TREES.items()
        if not name.startswith(MAY_PRINT)
        for call in calls(tree)
        if isinstance(call.func, ast.Name) and call.func.id == "print"
    ]
    assert found == [], "emit an event instead"


@pytest.mark.parametrize("package", ["domain", "errors"])
def test_the_nouns_need_only_the_standard_library(package: str) -> None:
    foreign = [
        f"{name}: {module}"
        for name, tree in TREES.items()
        if name in {f"{package}.py"} or name.startswith(f"{package}/")
        for module in imported(tree)
        if module.split(".")[0] not in sys.stdlib_module_names | {"sidecar"}
    ]
    assert foreign == []


def test_dependencies_are_those_that_are_imported() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = [requirement for group in project["optional-dependencies"].values() for requirement in group]
    declared = {canonical(re.split(r"[\[<>=~! ]", requirement)[0]) for requirement in project["dependencies"] + extras}
    owners = packages_distributions()
    modules = {module.split(".")[0] for tree in TREES.values() for module in imported(tree)}
    needed = {module: {owner_of(name) for name in owners.get(module, [module])} for module in modules}
    foreign = {module: owner for module, owner in needed.items() if module not in sys.stdlib_module_names | {"sidecar"}}
    assert [module for module, owner in foreign.items() if not owner & declared] == [], "name them in pyproject.toml"
    assert declared - set[str]().union(*foreign.values()) - NEVER_IMPORTED.keys() == set(), "nothing imports these"


def test_nothing_is_left_for_later() -> None:
    marks = tuple("".join(parts) for parts in (("TO", "DO"), ("FIX", "ME"), ("X", "XX")))
    files = [*MODULES.values(), *sorted((ROOT / "tests").rglob("*.py")), *sorted((ROOT / "scripts").glob("*.py"))]
    left = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in files
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if any(f"{mark}:" in line or f"# {mark}" in line for mark in marks)
    ]
    assert left == []


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("try: ...\nexcept Exception: ...", True),
        ("try: ...\nexcept: ...", True),
        ("try: ...\nexcept (OSError, BaseException): ...", True),
        ("try: ...\nexcept (OSError, ValueError): ...", False),
        ("try: ...\nexcept BaseException:\n    undo()\n    raise", False),
        ("try: ...\nexcept (OSError, ValueError, RuntimeError, KeyError, TypeError): ...", True),
        ("try: ...\nexcept (OSError, ConnectionError, TimeoutError, PermissionError, FileNotFoundError): ...", False),
        ("_ANY = (ValueError, Exception)\ntry: ...\nexcept _ANY: ...", True),
        ("_ANY = Exception\ntry: ...\nexcept _ANY: ...", True),
        ("_SOME = (OSError, ValueError, TypeError)\ntry: ...\nexcept (*_SOME, KeyError, RuntimeError): ...", True),
        ("_SOME = (OSError, ValueError)\ntry: ...\nexcept _SOME: ...", False),
    ],
)
def test_what_catching_everything_means(code: str, expected: bool) -> None:
    tree = ast.parse(code)
    (handler,) = (node for node in ast.walk(tree) if isinstance(node, ast.ExceptHandler))
    assert catches_everything(handler, bound_tuples(tree)) is expected


def catches_everything(handler: ast.ExceptHandler, bound: Mapping[str, ast.expr]) -> bool:
    """Bare, `Exception`, or so many kinds that they come to the same; cleaning up and raising again is no catching."""
    if isinstance(handler.body[-1], ast.Raise) and handler.body[-1].exc is None:
        return False
    kinds = set(caught(handler.type, bound)) if handler.type else {"BaseException"}
    families = {family for kind in kinds if (family := family_of(kind))}
    return bool(kinds & {"Exception", "BaseException"}) or len(families) >= AS_BROAD_AS_EXCEPTION


def caught(kind: ast.expr, bound: Mapping[str, ast.expr]) -> Iterator[str]:
    """The names of the errors, those behind a name of the module included."""
    match kind:
        case ast.Tuple(elts=kinds):
            for one in kinds:
                yield from caught(one, bound)
        case ast.Starred(value=inner):
            yield from caught(inner, bound)
        case ast.Name(id=name) if name in bound:
            yield from caught(bound[name], {other: value for other, value in bound.items() if other != name})
        case _:
            yield last_name(kind)


def bound_tuples(tree: ast.Module) -> Mapping[str, ast.expr]:
    return {
        target.id: node.value
        for node in tree.body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }


def family_of(name: str) -> type | None:
    """The built-in error right below `Exception` that this one is a kind of."""
    error = vars(builtins).get(name)
    if not (isinstance(error, type) and issubclass(error, Exception)) or error is Exception:
        return None
    return error.__mro__[error.__mro__.index(Exception) - 1]


def uses(tree: ast.Module, patterns: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Every mention, by line and full name, of what one of the patterns means."""
    origins = origins_of_names(tree)
    inner = {node.value for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Name | ast.Attribute) and node not in inner and isinstance(node.ctx, ast.Load):
            name = full_name(node, origins)
            if any(fnmatchcase(name, pattern) for pattern in patterns):
                yield node.lineno, name


def origins_of_names(tree: ast.Module) -> dict[str, str]:
    """What the imported names stand for, and the names that a loop of asyncio is given."""
    origins: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            origins |= {alias.asname or alias.name.split(".")[0]: alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            origins |= {alias.asname or alias.name: f"{node.module}.{alias.name}" for alias in node.names}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
            made = full_name(node.value, origins)
            if made.startswith("asyncio.get_"):
                origins |= {target.id: made for target in node.targets if isinstance(target, ast.Name)}
    return origins


def full_name(node: ast.expr, origins: Mapping[str, str]) -> str:
    match node:
        case ast.Attribute(value=value, attr=name):
            return f"{full_name(value, origins)}.{name}"
        case ast.Call(func=function):
            return f"{full_name(function, origins)}()"
        case ast.Name(id=name):
            return origins.get(name, f"?{name}")
        case _:
            return "?"


def imported(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""


def last_name(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def owner_of(distribution: str) -> str:
    return PART_OF_ANOTHER.get(canonical(distribution), canonical(distribution))


def canonical(distribution: str) -> str:
    return re.sub(r"[-_.]+", "-", distribution).lower()
