"""Measure how the code reads: its names, docstrings, imports and sizes, against the goals of the house.

`python scripts/house.py` prints the table; `--list` names what each row counts, `--root` measures another checkout.
"""

from __future__ import annotations

import argparse
import ast
import statistics
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import grimp

_VERBS = """
    accept add adopt align allow announce answer append apply archive arrange ask assemble assert assign attach await
    back begin bind block bring build calculate call cancel canonicalize capture cast change check choose claim classify
    clean clear close collapse collect combine commit compare compile complete compose compute confirm connect consume
    continue convert copy correct count cover create cut deal decide decode decline decorate decrease define delete
    deliver deny derive describe detach detect determine discard discover dispatch display divide do download draft draw
    drop edit embed emit empty encode end enforce ensure enter escape estimate evaluate exclude execute exit expand
    expect explain export expose extend extract fail fall feed fetch fill filter find finish fire fit fix flag flush
    fold follow forget format forward free freeze gather generate get give go greet group guard guess handle hash hide
    hold identify ignore import include increase index infer inform insert inspect install interpret interrupt
    introduce invite issue iterate join judge keep kill label launch leave lead let lift limit link list listen load
    locate lock log look make map mark mask match measure mention merge migrate move name narrow normalize note
    number observe offer omit open order pack pad paint pair parse pass pause peel permit persist phrase pick place plan
    play point poll pop postpone predict prefer prepare prevent print probe proceed produce promise prompt prove
    provide publish pull push put quote raise rank rate read rebuild recall receive recognize recommend record recover
    redact redraw reduce refer refine refresh refuse register reject release remember remind remove rename render repair
    repeat replace reply report represent request require resend reserve reset resolve respond restart restore resume
    retrieve retry return reveal reverse rewrite round route run sample sanitize satisfy save say scan schedule score
    search see seed select send separate serialize serve set settle shorten show shrink shut sign simplify skip sleep
    snooze solve sort speak speed spell split spread squeeze stamp start state stay stem step stop store stream strip
    submit subtract suggest sum summarize supply support suppress suspend swap switch sync synchronize take tell test
    think throw tidy time tokenize total trace track train translate trim truncate try turn type undo unescape unfold
    unify unlock unpack unregister update upgrade use validate verify visit vote wait wake walk warn watch weigh wrap
    write yield
    decompress dismiss erase implement prefix queue reconcile scale
"""
VERBS = frozenset(_VERBS.split())
GERUNDS = frozenset({"embedding", "logging", "onboarding", "pricing", "setting", "string", "ring", "thing", "thinking"})
COMPOSITION_ROOT = "sidecar.app.bootstrap"


@dataclass(frozen=True, slots=True)
class Measure:
    """One row: what was counted, in the unit of the goal, and the places that count against it."""

    name: str
    value: float
    goal: float
    at_least: bool = False
    unit: str = ""
    places: tuple[str, ...] = ()

    @property
    def met(self) -> bool:
        return self.value >= self.goal if self.at_least else self.value <= self.goal

    def __str__(self) -> str:
        bound = "≥" if self.at_least else "≤"
        goal = f"{bound} {self.goal:g}{self.unit}"
        return f"{self.name:<50} {self.value:>7.4g}{self.unit:<1}  goal {goal:<7} {'met' if self.met else 'MISSED'}"


class House:
    """The modules of one checkout, parsed, with the graph of their imports."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.source = root / "src" / "sidecar"
        self.paths = {self.module_name(path): path for path in sorted(self.source.rglob("*.py"))}
        self.texts = {name: path.read_text(encoding="utf-8") for name, path in self.paths.items()}
        self.trees = {name: ast.parse(text) for name, text in self.texts.items()}
        self.lengths = {name: len(text.splitlines()) for name, text in self.texts.items()}

    def module_name(self, path: Path) -> str:
        parts = path.relative_to(self.source.parent).with_suffix("").parts
        return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)

    def definitions(self) -> Iterator[tuple[str, ast.AST]]:
        """Yield every class and function with the module it stands in."""
        for name, tree in self.trees.items():
            for node in ast.walk(tree):
                if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                    yield name, node

    @cached_property
    def imports(self) -> dict[str, set[str]]:
        """The modules that each module imports, inside functions and for types too."""
        found: dict[str, set[str]] = {}
        for name, tree in self.trees.items():
            found[name] = set()
            for node in ast.walk(tree):
                if isinstance(node, ast.Import):
                    found[name] |= {alias.name for alias in node.names if alias.name in self.paths}
                elif isinstance(node, ast.ImportFrom) and node.module:
                    inner = {f"{node.module}.{alias.name}" for alias in node.names} & self.paths.keys()
                    whole = {node.module} & self.paths.keys() if len(inner) < len(node.names) else set[str]()
                    found[name] |= inner | whole
        return found

    def measures(self) -> list[Measure]:
        return [
            self.verbs(),
            self.class_names(),
            self.gerunds(),
            self.function_imports(),
            self.cycles(),
            self.fan_out(),
            self.small_modules(),
        ]

    def verbs(self) -> Measure:
        """Count the docstrings of functions that open with a verb in the imperative; a property is named, not done."""
        opened: list[tuple[str, str]] = []
        for name, node in self.definitions():
            if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) or is_property(node):
                continue
            if docstring := ast.get_docstring(node):
                opened.append((f"{name}.{node.name}: {docstring.splitlines()[0]}", docstring.split()[0]))
        others = tuple(place for place, word in opened if word.strip(".,:;*`").lower() not in VERBS)
        share = 100 * (1 - len(others) / max(1, len(opened)))
        return Measure("function docstrings that open with a verb", share, 90, True, "%", others)

    def class_names(self) -> Measure:
        owners: dict[str, list[str]] = {}
        for name, tree in self.trees.items():
            for node in tree.body:
                if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                    owners.setdefault(node.name, []).append(name)
        twice = tuple(f"{name}: {', '.join(places)}" for name, places in sorted(owners.items()) if len(places) > 1)
        return Measure("public class names that occur twice or more", len(twice), 3, places=twice)

    def gerunds(self) -> Measure:
        named = tuple(
            name
            for name in self.paths
            if (last := name.rpartition(".")[2].split("_")[-1]).endswith("ing") and last not in GERUNDS
        )
        return Measure("modules named by a gerund", 100 * len(named) / len(self.paths), 3, unit="%", places=named)

    def function_imports(self) -> Measure:
        inside = tuple(
            f"{name}:{inner.lineno}"
            for name, node in self.definitions()
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
            for inner in statements_of(node)
            if isinstance(inner, ast.Import | ast.ImportFrom)
        )
        lines = sum(self.lengths.values())
        return Measure("imports inside functions per 1,000 lines", 1000 * len(inside) / lines, 1.5, places=inside)

    def cycles(self) -> Measure:
        graph = grimp.ImportGraph()
        for name, others in self.imports.items():
            graph.add_module(name)
            for other in others - {name}:
                graph.add_import(importer=name, imported=other)
        within = tuple(
            name
            for name in self.imports
            if any(name in graph.find_upstream_modules(other) for other in self.imports[name] - {name})
        )
        return Measure("modules in import cycles, lazy ones included", len(within), 0, places=within)

    def fan_out(self) -> Measure:
        imported = tuple(sorted(self.imports.get(COMPOSITION_ROOT, ())))
        return Measure("modules that the composition root imports", len(imported), 15, places=imported)

    def small_modules(self) -> Measure:
        importers = Counter(other for name, others in self.imports.items() for other in others - {name})
        small = tuple(
            f"{name} ({length})"
            for name, length in self.lengths.items()
            if length < 60 and importers[name] == 1 and self.paths[name].name != "__init__.py"
        )
        return Measure("modules under 60 lines with one importer", len(small), 35, places=small)

    def sizes(self) -> str:
        """Describe the sizes of modules and functions in lines."""
        functions = [
            (node.end_lineno or node.lineno) - node.lineno + 1
            for _, node in self.definitions()
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        ]
        modules = list(self.lengths.values())
        return (
            f"{len(modules)} modules, {sum(modules):,} lines: median {statistics.median(modules):g}, "
            f"p90 {percentile(modules, 90)}, longest {max(modules)}; "
            f"{len(functions):,} functions: median {statistics.median(functions):g}, "
            f"p95 {percentile(functions, 95)}, longest {max(functions)}"
        )


def is_property(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    names = {ast.unparse(decorator).rpartition(".")[2] for decorator in node.decorator_list}
    return bool(names & {"property", "cached_property", "computed_field"})


def statements_of(function: ast.AST) -> Iterator[ast.AST]:
    """Yield what stands in a function itself, leaving the functions inside it to their own turn."""
    for child in ast.iter_child_nodes(function):
        yield child
        if not isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield from statements_of(child)


def percentile(values: list[int], percent: int) -> int:
    return sorted(values)[min(len(values) - 1, len(values) * percent // 100)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--root", type=Path, default=Path(__file__).parent.parent)
    parser.add_argument("--list", action="store_true", help="name what each row counts")
    parser.add_argument("--only", default="", help="the rows whose name has this word")
    arguments = parser.parse_args()
    house = House(arguments.root)
    for measure in house.measures():
        if arguments.only in measure.name:
            print(measure)
            if arguments.list:
                print(*(f"    {place}" for place in measure.places), sep="\n")
    print(house.sizes())


if __name__ == "__main__":
    main()
