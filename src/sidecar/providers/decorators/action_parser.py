"""Actions in a model's text: found among prose and fences, with the usual mistakes forgiven and the content strict."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import cast

from sidecar.language.fold import fold


@dataclass(frozen=True, slots=True)
class TextAnswer:
    """An answer in words."""

    text: str


@dataclass(frozen=True, slots=True)
class ActionAnswer:
    """Actions as (name, parameters as JSON text), and what is said meanwhile."""

    text: str
    actions: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class UnconfirmedActions:
    """Actions that the person should agree to first, and no word that asks them."""

    actions: tuple[tuple[str, str], ...]


def parse_answer(text: str, names: Collection[str]) -> TextAnswer | ActionAnswer | UnconfirmedActions | None:
    """What a model means that may act with the actions in `names`; None when it began an action that cannot be read.

    Any object with `actions` counts, and any that names one of `names` by itself; other JSON is something that the
    model talks about. Actions that need the person's agreement are not taken: the message asks for it, or, without one,
    whoever asked the model has to.
    """
    found = list(_objects(text))
    alone = len(found) == 1 and not _around(text, [found[0][:2]])
    acting = [(start, end, value) for start, end, value in found if _is_answer(value, names, alone=alone)]
    if not acting and (step := _step(text, names)):
        return step
    if not acting:
        return None if _looks_like_action(text) else TextAnswer(text)
    actions = [action for _, _, value in acting for action in _actions(value)]
    said = [_message(value) for _, _, value in acting]
    around = _around(text, [(start, end) for start, end, _ in acting])
    words = "\n\n".join(part for part in (around, *said) if part)
    if not actions:
        return TextAnswer(words)
    if any(_waits(value) for _, _, value in acting):
        return TextAnswer(words) if words else UnconfirmedActions(tuple(actions))
    return ActionAnswer(words, tuple(actions))


# -- "Action: NAME" and "Action Input: ...", as many models learned it (ReAct, Yao et al. 2022)

_STEP = re.compile(r"^[ \t]*Action[ \t]*:[ \t]*[`\"]?(\w+)[`\"]?[ \t]*\n\s*Action Input[ \t]*:[ \t]*", re.MULTILINE)
_THOUGHT = re.compile(r"^[ \t]*Thought[ \t]*:.*\n?", re.MULTILINE)


def _step(text: str, names: Collection[str]) -> ActionAnswer | None:
    """The first step; whatever follows it the model has only imagined."""
    step = _STEP.search(text)
    if step is None or step[1] not in names:
        return None
    given = next(((start, value) for start, _, value in _objects(text) if start >= step.end()), None)
    if given is None or text[step.end() : given[0]].strip("` \t\n").removeprefix("json"):
        return None
    said = _THOUGHT.sub("", text[: step.start()]).strip()
    return ActionAnswer(said, ((step[1], json.dumps(given[1], ensure_ascii=False)),))


# -- objects in text

_COMMENT = r"//[^\n]*|/\*.*?\*/"
_DOUBLE = r'"(?:[^"\\]|\\.)*"'
_SINGLE = r"'(?:[^'\\]|\\.)*'"
_TOKENS = re.compile(rf"{_DOUBLE}|{_COMMENT}|[{{}}\[\]]", re.DOTALL)
_PYTHON_TOKENS = re.compile(rf"{_DOUBLE}|{_SINGLE}|{_COMMENT}|[{{}}\[\]]", re.DOTALL)
_COMMENTS = re.compile(rf"({_DOUBLE}|{_SINGLE})|{_COMMENT}", re.DOTALL)
_SLIPS = re.compile(rf"{_DOUBLE}|{_SINGLE}|,(?=\s*[}}\]])|\b(?:True|False|None)\b", re.DOTALL)
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
    """The value, with comments, trailing commas, single quotes, bare keys and Python's constants forgiven; None when it
    is no object or list."""
    for candidate in (text, _mended(text), _mended(_BARE_KEY.sub(r'\1"\2"\3', text))):
        try:
            value: object = json.loads(candidate, strict=False)
        except (ValueError, RecursionError):
            continue
        return cast("object", value) if isinstance(value, dict | list) else None
    return None


def _mended(text: str) -> str:
    return _SLIPS.sub(_mend, _COMMENTS.sub(lambda found: found[1] or "", text))


def _mend(found: re.Match[str]) -> str:
    token = found[0]
    if token.startswith("'"):
        inside = token[1:-1].replace("\\'", "'").replace('\\"', '"')
        return json.dumps(inside, ensure_ascii=False).replace("\\\\", "\\")
    return "" if token == "," else _PYTHON.get(token, token)


# -- what an object means

_ANSWER_KEYS = {"message", "actions", "requires_confirmation"}
_LISTS = ("actions", "tool_calls")
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
    calls = fields.get("tool_calls")
    if isinstance(calls, list) and calls and all(_is_action(call, names) for call in cast("list[object]", calls)):
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


def _actions(value: object) -> Iterator[tuple[str, str]]:
    for candidate in _candidates(value):
        if name := _name(candidate):
            yield name, _params(cast("Mapping[str, object]", candidate))


def _candidates(value: object) -> list[object]:
    """The actions that an answer lists; itself when it lists none."""
    if isinstance(value, list):
        return cast("list[object]", value)
    fields = cast("Mapping[str, object]", value)
    return next(
        (cast("list[object]", listed) for key in _LISTS if isinstance(listed := fields.get(key), list)), [value]
    )


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
    """Whether the person should agree first: the answer or one of its actions says so, in whatever spelling."""
    return any(_says_so(each) for each in (value, *_candidates(value)))


def _says_so(value: object) -> bool:
    if not isinstance(value, dict):
        return False
    said = cast("Mapping[str, object]", value).get("requires_confirmation")
    return fold(said).strip() not in _NO if isinstance(said, str) else bool(said)


_NO = {"", "false", "no", "0", "none", "null"}


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


_BEGUN = re.compile(
    r"(?:```(?:json)?\s*)?[\[{]+\s*[\"']?(?:actions?|message|tool|tool_calls|requires_confirmation)[\"']?\s*:|<tool_call"
)


def _looks_like_action(text: str) -> bool:
    """It begins as one, or breaks off in the middle of one."""
    begun = _BEGUN.search(text := text.strip())
    return begun is not None and (begun.start() == 0 or _goes_on(text[begun.start() :]))


def _goes_on(text: str) -> bool:
    """Whether more brackets open than close."""
    brackets = [token[0] for token in _TOKENS.finditer(text)]
    return sum(map(brackets.count, "{[")) > sum(map(brackets.count, "}]"))
