"""The rules of the house that neither the linter, the type checker nor the import contracts can see."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SOURCES = ROOT / "src" / "sidecar"
MODULES = {path.relative_to(SOURCES).as_posix(): path for path in sorted(SOURCES.rglob("*.py"))}
TREES = {name: ast.parse(path.read_text(encoding="utf-8")) for name, path in MODULES.items()}

LONGEST_MODULE = 300
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

BORDERS = {
    # module: why everything may be caught there
    "storage/sqlite_threads.py": "what a piece of work raises belongs to its caller, in another thread",
    "tools/registry.py": "a tool that breaks is a result that the model reads",
    "dispatch/delivery.py": "a channel that breaks must not hold up the others",
    "dispatch/dispatcher.py": "a turn that breaks must not take the person's next one with it",
    "memory/extraction_worker.py": "a message that cannot be read must not keep the next ones from being read",
    "runtime/supervisor.py": "a background task that breaks is restarted",
    "cli/main.py": "the person gets a sentence and an exit code",
}

PART_OF_ANOTHER = {
    "pydantic-core": "pydantic",
    "openai": "pydantic-ai-slim",  # named there as an extra
    "anthropic": "pydantic-ai-slim",
    "google-genai": "pydantic-ai-slim",
}
NEVER_IMPORTED = {
    "lxml-html-clean": "trafilatura needs it",
    "tzdata": "zoneinfo reads it where the system has no zones",
    "xllamacpp": "an extra: a model server in its own process",
}

_NOT_IN_THE_CORE = {
    ("datetime", "now"),
    ("datetime", "today"),
    ("datetime", "utcnow"),
    ("date", "today"),
    ("time", "time"),
    ("time", "monotonic"),
    ("time", "perf_counter"),
    ("uuid", "uuid4"),
    ("random", "random"),
    ("random", "choice"),
    ("asyncio", "sleep"),
}


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


def test_the_core_asks_for_time_chance_and_ids() -> None:
    found = [
        f"{name}:{call.lineno}: {ast.unparse(call.func)}"
        for name, tree in TREES.items()
        if name.startswith(tuple(f"{package}/" for package in CORE))
        for call in calls(tree)
        if isinstance(call.func, ast.Attribute) and (last_name(call.func.value), call.func.attr) in _NOT_IN_THE_CORE
    ]
    assert found == [], "take a Clock, a Random or an id as a parameter"


def test_only_the_borders_catch_everything() -> None:
    found = [
        f"{name}:{node.lineno}"
        for name, tree in TREES.items()
        if name not in BORDERS
        for node in ast.walk(tree)
        if isinstance(node, ast.ExceptHandler) and catches_everything(node)
    ]
    assert found == [], "name the errors that you expect here"


def test_every_border_still_is_one() -> None:
    catching = {
        name
        for name, tree in TREES.items()
        if any(isinstance(node, ast.ExceptHandler) and catches_everything(node) for node in ast.walk(tree))
    }
    assert BORDERS.keys() - catching == set(), "take it off the list"


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
    ],
)
def test_what_catching_everything_means(code: str, expected: bool) -> None:
    (handler,) = (node for node in ast.walk(ast.parse(code)) if isinstance(node, ast.ExceptHandler))
    assert catches_everything(handler) is expected


def catches_everything(handler: ast.ExceptHandler) -> bool:
    """Bare, `Exception` or `BaseException`; cleaning up and raising it again is no catching."""
    if isinstance(handler.body[-1], ast.Raise) and handler.body[-1].exc is None:
        return False
    match handler.type:
        case None:
            return True
        case ast.Tuple(elts=kinds):
            return any(last_name(kind) in {"Exception", "BaseException"} for kind in kinds)
        case kind:
            return last_name(kind) in {"Exception", "BaseException"}


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
