"""Actions in a model's text: found among prose and fences, with the usual mistakes forgiven and the content strict."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import cast


@dataclass(frozen=True, slots=True)
class Spoken:
    """An answer in words."""

    text: str


@dataclass(frozen=True, slots=True)
class Acting:
    """Actions as (name, parameters as JSON text), and what is said meanwhile."""

    text: str
    actions: tuple[tuple[str, str], ...]


def read_answer(text: str, names: Collection[str]) -> Spoken | Acting | None:
    """What a model means that may act with the actions in `names`; None when it began an action that cannot be read.

    Any object with `actions` counts, and any that names one of `names` by itself; other JSON is something that the
    model talks about. Actions that need the person's agreement are not taken: the message asks for it.
    """
    found = list(_objects(text))
    alone = len(found) == 1 and not _around(text, [found[0][:2]])
    acting = [(start, end, value) for start, end, value in found if _is_answer(value, names, alone=alone)]
    if not acting:
        return None if _looks_like_action(text) else Spoken(text)
    actions = [action for _, _, value in acting for action in _actions(value, names)]
    said = [_message(value) for _, _, value in acting]
    around = _around(text, [(start, end) for start, end, _ in acting])
    words = "\n\n".join(part for part in (around, *said) if part)
    if not actions or (any(_waits(value) for _, _, value in acting) and any(said)):
        return Spoken(words)
    return Acting(words, tuple(actions))


# -- objects in text

_TOKENS = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\]]', re.DOTALL)
_PYTHON_TOKENS = re.compile(r"\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'|[{}\[\]]", re.DOTALL)
_SINGLE = re.compile(r"\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'|,(?=\s*[}\]])|\b(?:True|False|None)\b", re.DOTALL)
_PYTHON = {"True": "true", "False": "false", "None": "null"}
_BARE_KEY = re.compile(r"([{,]\s*)([A-Za-z_]\w*)(\s*:)")
_LONGEST_TEXT = 50_000
_MOST_BRACKETS = 200


def _objects(text: str) -> Iterator[tuple[int, int, object]]:
    """Every outermost object or list of objects, with its place."""
    at = 0
    text = text[:_LONGEST_TEXT]
    for _ in range(_MOST_BRACKETS):
        if (start := _next_opening(text, at)) < 0:
            return
        end = _closing(text, start)
        value = _parsed(text[start:end]) if end else None
        if value is None:
            at = start + 1
        else:
            yield start, end, value
            at = end


def _next_opening(text: str, at: int) -> int:
    places = [place for place in (text.find("{", at), text.find("[", at)) if place >= 0]
    return min(places, default=-1)


def _closing(text: str, start: int) -> int:
    """The place after the bracket that closes the one at `start`; 0 when none does."""
    for quotes in (_TOKENS, _PYTHON_TOKENS):
        depth = 0
        for token in quotes.finditer(text, start):
            depth += {"{": 1, "[": 1, "}": -1, "]": -1}.get(token[0], 0)
            if depth == 0:
                if _parsed(text[start : token.end()]) is not None:
                    return token.end()
                break
    return 0


def _parsed(text: str) -> object:
    """The value, with trailing commas, single quotes, bare keys and Python's constants forgiven; None when it is no
    object or list."""
    for candidate in (text, _mended(text), _mended(_BARE_KEY.sub(r'\1"\2"\3', text))):
        try:
            value: object = json.loads(candidate, strict=False)
        except (ValueError, RecursionError):
            continue
        return cast("object", value) if isinstance(value, dict | list) else None
    return None


def _mended(text: str) -> str:
    return _SINGLE.sub(_mend, text)


def _mend(found: re.Match[str]) -> str:
    token = found[0]
    if token.startswith("'"):
        inside = token[1:-1].replace("\\'", "'").replace('\\"', '"')
        return json.dumps(inside, ensure_ascii=False).replace("\\\\", "\\")
    return "" if token == "," else _PYTHON.get(token, token)


# -- what an object means

_ANSWER_KEYS = {"message", "actions", "requires_confirmation"}
_NAME_KEYS = ("action", "tool", "name", "function")
_PARAM_KEYS = ("params", "parameters", "arguments", "args", "input")


def _is_answer(value: object, names: Collection[str], *, alone: bool) -> bool:
    """`alone`: nothing else stands in the text, so that even a bare message is the answer and no example."""
    if isinstance(value, list):
        items = cast("list[object]", value)
        return bool(items) and all(_is_action(item, names) for item in items)
    if not isinstance(value, dict):
        return False
    fields = cast("Mapping[str, object]", value)
    if isinstance(fields.get("actions"), list):
        return True
    return _is_action(fields, names) or (
        alone and isinstance(fields.get("message"), str) and fields.keys() <= _ANSWER_KEYS
    )


def _is_action(value: object, names: Collection[str]) -> bool:
    """It names an action. A `name` by itself may be anybody's: parameters must come with it."""
    if not isinstance(value, dict) or _name(cast("object", value)) not in names:
        return False
    fields = cast("Mapping[str, object]", value)
    return any(key in fields for key in ("action", "tool", "function", *_PARAM_KEYS))


def _actions(value: object, names: Collection[str]) -> Iterator[tuple[str, str]]:
    if isinstance(value, list):
        candidates = cast("list[object]", value)
    else:
        fields = cast("Mapping[str, object]", value)
        listed = fields.get("actions")
        candidates = cast("list[object]", listed) if isinstance(listed, list) else [fields]
    for candidate in candidates:
        if name := _name(candidate):
            yield name, _params(cast("Mapping[str, object]", candidate))


def _name(value: object) -> str:
    if not isinstance(value, dict):
        return ""
    fields = cast("Mapping[str, object]", value)
    if isinstance(inner := fields.get("function"), dict):  # OpenAI's way of writing it
        return _name(cast("object", inner))
    return next((name for key in _NAME_KEYS if isinstance(name := fields.get(key), str)), "")


def _params(fields: Mapping[str, object]) -> str:
    """The parameters as JSON text; what is no object stays as it is, for the tool to refuse."""
    if isinstance(inner := fields.get("function"), dict):
        return _params(cast("Mapping[str, object]", inner))
    params = next((fields[key] for key in _PARAM_KEYS if key in fields), None)
    if params is None:
        params = {key: value for key, value in fields.items() if key not in (*_NAME_KEYS, *_ANSWER_KEYS, "id", "type")}
    return params if isinstance(params, str) else json.dumps(params, ensure_ascii=False)


def _message(value: object) -> str:
    if not isinstance(value, dict):
        return ""
    message = cast("Mapping[str, object]", value).get("message")
    return message.strip() if isinstance(message, str) else ""


def _waits(value: object) -> bool:
    return isinstance(value, dict) and cast("Mapping[str, object]", value).get("requires_confirmation") is True


_FENCES = re.compile(
    r"```[a-zA-Z_]*[ \t]*\n?\s*(?=```|\Z)|```[a-zA-Z_]*[ \t]*\n?\s*```|</?tool_calls?>|<\|?/?tool[^>]*>"
)


def _around(text: str, places: list[tuple[int, int]]) -> str:
    """The prose before and after the actions, without the fences that held them."""
    kept, at = "", 0
    for start, end in places:
        kept += text[at:start]
        at = end
    kept += text[at:]
    return _FENCES.sub("", kept).strip().strip("`").strip() if places else text


_BEGUN = re.compile(r"\s*(?:```(?:json)?\s*)?[\[{]\s*[\"']?(?:actions?|message|tool|requires_confirmation)[\"']?\s*:")


def _looks_like_action(text: str) -> bool:
    return _BEGUN.match(text) is not None
