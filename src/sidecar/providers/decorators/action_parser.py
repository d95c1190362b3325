"""Actions in a model's text: found among prose and Markdown fences, with broken JSON repaired."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import cast

from sidecar.language.fold import fold
from sidecar.providers.decorators.call_dialects import CALL_WRAPPINGS, find_begun_call, write_calls_as_json


@dataclass(frozen=True, slots=True)
class TextAnswer:
    """An answer in words."""

    text: str


@dataclass(frozen=True, slots=True)
class ActionAnswer:
    """Actions as (name, parameters as JSON text), and the text around them."""

    text: str
    actions: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class UnconfirmedActions:
    """Actions that the person should agree to first, without a text that asks them."""

    actions: tuple[tuple[str, str], ...]


def parse_answer(text: str, names: Collection[str]) -> TextAnswer | ActionAnswer | UnconfirmedActions | None:
    """Parse the answer of a model that may use the actions in `names`. None: it starts an action that is unreadable.

    An object with `actions` counts, and so does one that names one of `names` itself; other JSON is a part of the text.
    Actions that need the person's agreement are not taken: the text asks for it, or else the caller has to.
    """
    found, begun = list(_find_objects(text)), find_begun_call(text)
    if begun is not None and not any(start < begun < end for start, end, _ in found):
        text = text[:begun] + write_calls_as_json(text[begun:])
        found = list(_find_objects(text))
    alone = len(found) == 1 and not _text_around(text, [found[0][:2]])
    answers = [(start, end, value) for start, end, value in found if _is_answer(value, names, alone=alone)]
    if not answers and (step := _parse_step(text, names)):
        return step
    if not answers:
        return None if begun is not None or _looks_like_action(text) else TextAnswer(text)
    actions = tuple(action for _, _, value in answers for action in _parse_actions(value))
    messages = [_message(value) for _, _, value in answers]
    around = _text_around(text, [(start, end) for start, end, _ in answers])
    words = "\n\n".join(part for part in (around, *messages) if part)
    if not actions:
        return TextAnswer(words)
    if any(_needs_confirmation(value) for _, _, value in answers):
        return TextAnswer(words) if words else UnconfirmedActions(actions)
    return ActionAnswer(words, actions)


# -- "Action: NAME" and "Action Input: …", as many models were trained to write (ReAct, Yao et al. 2022)

_STEP = re.compile(r"^[ \t]*Action[ \t]*:[ \t]*[`\"]?(\w+)[`\"]?[ \t]*\n\s*Action Input[ \t]*:[ \t]*", re.MULTILINE)
_THOUGHT = re.compile(r"^[ \t]*Thought[ \t]*:.*\n?", re.MULTILINE)


def _parse_step(text: str, names: Collection[str]) -> ActionAnswer | None:
    """Parse the first step: the model has only imagined the results that follow it."""
    step = _STEP.search(text)
    if step is None or step[1] not in names:
        return None
    given = next(((start, value) for start, _, value in _find_objects(text) if start >= step.end()), None)
    if given is None or text[step.end() : given[0]].strip("` \t\n").removeprefix("json"):
        return None
    said = _THOUGHT.sub("", text[: step.start()]).strip()
    return ActionAnswer(said, ((step[1], json.dumps(given[1], ensure_ascii=False)),))


# -- objects in text

_COMMENT = r"//[^\n]*|/\*.*?\*/"
_DOUBLE_QUOTED = r'"(?:[^"\\]|\\.)*"'
_SINGLE_QUOTED = r"'(?:[^'\\]|\\.)*'"
_TOKENS = re.compile(rf"{_DOUBLE_QUOTED}|{_COMMENT}|[{{}}\[\]]", re.DOTALL)
_PYTHON_TOKENS = re.compile(rf"{_DOUBLE_QUOTED}|{_SINGLE_QUOTED}|{_COMMENT}|[{{}}\[\]]", re.DOTALL)
_LONGEST_TEXT = 50_000
_LONGEST_REPAIRED = 10_000
_MOST_BRACKETS = 200
_MOST_SCANNED = 10 * _LONGEST_TEXT
"""Characters behind brackets that open nothing."""
_MOST_REPAIRS = 20
"""Attempts in one text. Each takes 25 ms for 10,000 characters."""


def _find_objects(text: str) -> Iterator[tuple[int, int, object]]:
    """Yield every outermost object or list, with its start and end."""
    at = failures = scanned = 0
    text = text[:_LONGEST_TEXT]
    for _ in range(_MOST_BRACKETS):
        start = min((place for bracket in "{[" if (place := text.find(bracket, at)) >= 0), default=-1)
        if start < 0:
            return
        parsed = _parse_at(text, start, repair=failures < _MOST_REPAIRS)
        if parsed is None:
            failures += 1
            scanned += len(text) - start
            if scanned > _MOST_SCANNED:
                return
            at = start + 1
        else:
            at, value = parsed
            yield start, at, value


def _parse_at(text: str, start: int, *, repair: bool) -> tuple[int, object] | None:
    """Parse the object or list from the bracket at `start` to the one that closes it; return its end and its value."""
    for tokens in (_TOKENS, _PYTHON_TOKENS):
        depth = 0
        for token in tokens.finditer(text, start):
            depth += {"{": 1, "[": 1, "}": -1, "]": -1}.get(token[0], 0)
            if depth == 0:
                if (value := _parse(text[start : token.end()], repair=repair)) is not None:
                    return token.end(), value
                break
    return None


def _parse(text: str, *, repair: bool) -> object:
    """Parse an object or a list; None when it is neither, even after its JSON was repaired."""
    try:
        return json.loads(text, strict=False)
    except (ValueError, RecursionError):
        if not repair or len(text) > _LONGEST_REPAIRED:
            return None
    import json_repair  # 34 ms, and hardly ever needed

    try:
        value = json_repair.loads(text, skip_json_loads=True, strict=True)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict | list) else None


# -- what an object means

_ANSWER_KEYS = {"message", "actions", "requires_confirmation"}
_LISTS = ("actions", "tool_calls")
_NAME_KEYS = ("action", "tool", "tool_name", "name", "function")
_PARAM_KEYS = ("params", "parameters", "arguments", "args", "input")


def _is_answer(value: object, names: Collection[str], *, alone: bool) -> bool:
    """Return whether the value answers us. `alone`: without other text even a bare message is no mere example."""
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
    """Return whether the value names an action. A `name` alone may mean anything: parameters must come with it."""
    if not isinstance(value, dict) or _name(cast("object", value)) not in names:
        return False
    fields = cast("Mapping[str, object]", value)
    return any(key in fields for key in ("action", "tool", "function", *_PARAM_KEYS))


def _parse_actions(value: object) -> Iterator[tuple[str, str]]:
    for candidate in _action_items(value):
        if name := _name(candidate):
            yield name, _parse_params(cast("Mapping[str, object]", candidate))


def _action_items(value: object) -> list[object]:
    """Return the actions that an answer lists, or the answer itself when it lists none."""
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
    if isinstance(inner := fields.get("function"), dict):  # OpenAI's format
        return _name(cast("object", inner))
    return next((name for key in _NAME_KEYS if isinstance(name := fields.get(key), str)), "")


def _parse_params(fields: Mapping[str, object]) -> str:
    """Return the parameters as JSON text. Text stays as it is: the tool rejects it when it is no object."""
    if isinstance(inner := fields.get("function"), dict):
        return _parse_params(cast("Mapping[str, object]", inner))
    params = next((fields[key] for key in _PARAM_KEYS if key in fields), None)
    if params is None:
        params = {key: value for key, value in fields.items() if key not in (*_NAME_KEYS, *_ANSWER_KEYS, "id", "type")}
    return params if isinstance(params, str) else json.dumps(params, ensure_ascii=False)


def _message(value: object) -> str:
    if not isinstance(value, dict):
        return ""
    message = cast("Mapping[str, object]", value).get("message")
    return message.strip() if isinstance(message, str) else ""


def _needs_confirmation(value: object) -> bool:
    """Return whether the answer, or one of its actions, wants the person to agree first."""
    return any(_is_flagged(each) for each in (value, *_action_items(value)))


def _is_flagged(value: object) -> bool:
    if not isinstance(value, dict):
        return False
    said = cast("Mapping[str, object]", value).get("requires_confirmation")
    return fold(said).strip() not in _NO if isinstance(said, str) else bool(said)


_NO = {"", "false", "no", "0", "none", "null"}


_FENCES = re.compile(r"```[a-zA-Z_]*[ \t]*\n?\s*(?=```|\Z)|```[a-zA-Z_]*[ \t]*\n?\s*```")


def _text_around(text: str, places: list[tuple[int, int]]) -> str:
    """Return the text before and after the actions, without the fences around them."""
    around, at = "", 0
    for start, end in places:
        around += text[at:start]
        at = end
    around += text[at:]
    return _FENCES.sub("", CALL_WRAPPINGS.sub("", around)).strip().strip("`").strip() if places else text


_BEGUN = re.compile(
    r"(?:```(?:json)?\s*)?(?<![\[{])[\[{]+\s*[\"']?(?:actions?|message|tool|tool_calls|requires_confirmation)[\"']?\s*:|<tool_call"
)


def _looks_like_action(text: str) -> bool:
    """Return whether the text starts with an action, or breaks off in the middle of one."""
    begun = _BEGUN.search(text := text.strip())
    return begun is not None and (begun.start() == 0 or _is_incomplete(text[begun.start() :]))


def _is_incomplete(text: str) -> bool:
    """Return whether more brackets open than close."""
    brackets = [token[0] for token in _TOKENS.finditer(text)]
    return sum(map(brackets.count, "{[")) > sum(map(brackets.count, "}]"))
