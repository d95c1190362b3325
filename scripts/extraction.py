"""Where the texts that a person may see stand in the code. English sentences are the ids of the catalogues.

Found are the literal texts in

- `say("...")` and `say.plural("one", "many", n)`, however the variable holding the `Texts` is reached (`self._say`);
- the first argument of Sidecar's errors, but for `ToolError` and its kind, which the model reads;
- what is given, by name or by place, for a parameter or dataclass field called `hint`, `label`, `summary`, `help`,
  `short_help` or `epilog`, and the docstrings of click commands;
- `msgid("...")`, which marks a text that is looked up elsewhere.

Instead of a literal there may be `a if condition else b`, or a module constant (also in a table: `_LABELS[key]`).
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

CARRIERS = frozenset({"hint", "label", "summary", "help", "short_help", "epilog"})
OTHER_CARRIERS = {"PreferenceWarning": "text"}
"""{class: its field}, where the field's name alone does not tell. `say(warning.text)` looks it up."""
FUNCTIONS = frozenset({"say", "msgid"})
_LOOKED_UP = {"error.text", "warning.text"}
_FIELD = re.compile(r"\{[^{}]*\}")
_ERRORS = "SidecarError"
_ERRORS_FOR_THE_MODEL = "ToolError"


@dataclass(frozen=True, slots=True)
class Text:
    """A text, its plural if it has one, and where it stands."""

    one: str
    many: str
    path: Path
    line: int


@dataclass(frozen=True, slots=True)
class Untraceable:
    """A text that reaches `say` in a way that the extraction cannot follow."""

    path: Path
    line: int
    code: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.code}"


def find_texts(sources: Iterable[Path]) -> tuple[list[Text], list[Untraceable]]:
    """Find all texts in these Python files, in their order, and what could not be followed."""
    modules = {path: ast.parse(path.read_text(encoding="utf-8")) for path in sources}
    house = _House.of(modules.values())
    found = [item for path, tree in modules.items() for item in _Module(path, tree, house).items()]
    return [item for item in found if isinstance(item, Text)], [item for item in found if isinstance(item, Untraceable)]


@dataclass(frozen=True, slots=True)
class _House:
    """What calls anywhere in the code must be understood by: the classes that carry texts, by name."""

    errors: frozenset[str]
    errors_for_the_model: frozenset[str]
    carriers: dict[str, dict[int, str]]
    """{class: {place of an argument: field that holds a text}}"""

    @classmethod
    def of(cls, trees: Iterable[ast.Module]) -> _House:
        classes = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
        for_the_model = _family(_ERRORS_FOR_THE_MODEL, classes)
        for_people = _family(_ERRORS, classes) - for_the_model
        return cls(for_people, for_the_model, {item.name: _text_fields(item) for item in classes})


class _Module:
    def __init__(self, path: Path, tree: ast.Module, house: _House) -> None:
        self._path = path
        self._tree = tree
        self._house = house
        self._constants = dict(_constants(tree))

    def items(self) -> Iterator[Text | Untraceable]:
        for node in ast.walk(self._tree):
            if isinstance(node, ast.Call):
                yield from self._in_call(node)
            elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and _is_click_command(node):
                doc, *_ = (ast.get_docstring(node) or "").split("\f")
                yield from [self._text(node, doc.strip())] if doc else []

    def _in_call(self, call: ast.Call) -> Iterator[Text | Untraceable]:
        name = _name(call.func)
        if name in self._house.errors_for_the_model:
            return
        if name == "plural" and isinstance(call.func, ast.Attribute) and _name(call.func.value) in FUNCTIONS:
            yield from self._plural(call)
        elif call.args and (name in FUNCTIONS or name in self._house.errors):
            yield from self._singular(call, call.args[0])
        carried = self._house.carriers.get(name, {})
        values = [value for place, value in enumerate(call.args) if place in carried]
        values += [keyword.value for keyword in call.keywords if keyword.arg in CARRIERS]
        for value in values:
            for text in _literals(value, self._constants) or ():
                yield self._text(value, text)

    def _singular(self, call: ast.Call, argument: ast.expr) -> Iterator[Text | Untraceable]:
        texts = _literals(argument, self._constants)
        if texts is None and _is_own(call.func):
            yield Untraceable(self._path, call.lineno, ast.unparse(call))
        for text in texts or ():
            if _FIELD.sub("", text).strip():  # what only passes a field on has no words to translate
                yield self._text(argument, text)

    def _plural(self, call: ast.Call) -> Iterator[Text | Untraceable]:
        forms = [_literals(argument, self._constants) for argument in call.args[:2]]
        match forms:
            case [[one], [many]]:
                yield Text(one, many, self._path, call.lineno)
            case _:
                yield Untraceable(self._path, call.lineno, ast.unparse(call))

    def _text(self, node: ast.expr | ast.stmt, text: str) -> Text:
        return Text(text, "", self._path, node.lineno)


def _literals(node: ast.expr, constants: dict[str, list[str]]) -> list[str] | None:
    """Return the texts that the expression can be; empty for none, None if that cannot be told from here."""
    match node:
        case ast.Constant(value=str(text)):
            return [text] if text else []
        case ast.Constant():
            return []
        case ast.IfExp(body=body, orelse=orelse):
            either = [_literals(body, constants), _literals(orelse, constants)]
            return None if None in either else [text for texts in either for text in texts or ()]
        case ast.Call(func=func) if _name(func) in FUNCTIONS:
            return []  # found by itself
        case ast.Attribute(attr=name) if name in CARRIERS or ast.unparse(node) in _LOOKED_UP:
            return []  # found where it was given
        case ast.Name(id=name) | ast.Subscript(value=ast.Name(id=name)):
            return constants.get(name)
        case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="get")):
            return constants.get(name)
        case _:
            return None


def _constants(tree: ast.Module) -> Iterator[tuple[str, list[str]]]:
    """Find module constants that hold texts: a string, or strings in a tuple, a list or a table's values."""
    for statement in tree.body:
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                pass
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                pass
            case _:
                continue
        if texts := _strings(value):
            yield name, texts


def _strings(node: ast.expr) -> list[str]:
    match node:
        case ast.Constant(value=str(text)):
            return [text]
        case ast.Tuple(elts=parts) | ast.List(elts=parts) | ast.Dict(values=parts):
            return [text for part in parts for text in _strings(part)]
        case _:
            return []


def _name(node: ast.expr) -> str:
    """Return the last name of `a.b._c`, without leading underscores."""
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name.lstrip("_")
        case _:
            return ""


def _is_own(function: ast.expr) -> bool:
    """Tell `say(...)` and `self.say(...)` from some other object's method of that name."""
    return isinstance(function, ast.Name) or (isinstance(function, ast.Attribute) and _name(function.value) == "self")


def _is_click_command(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    called = (item.func for item in function.decorator_list if isinstance(item, ast.Call))
    return any(isinstance(item, ast.Attribute) and item.attr in {"command", "group"} for item in called)


def _text_fields(item: ast.ClassDef) -> dict[int, str]:
    annotated = (node.target for node in item.body if isinstance(node, ast.AnnAssign))
    fields = [_name(target) for target in annotated]
    wanted = CARRIERS | {OTHER_CARRIERS.get(item.name, "")}
    return {place: name for place, name in enumerate(fields) if name in wanted}


def _family(root: str, classes: list[ast.ClassDef]) -> frozenset[str]:
    """Return the names of the class and of all its subclasses."""
    known = {root}
    while more := {
        item.name for item in classes if item.name not in known and any(_name(base) in known for base in item.bases)
    }:
        known |= more
    return frozenset(known)
