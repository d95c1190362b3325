"""Goes on from the last result: "and in Tokyo?", "and 3 and a half inches?", "plus 10 %", "split it 3 ways"."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from datetime import timedelta
from typing import cast

from sidecar.conversation.context import ConversationContext
from sidecar.domain.message import Speaker
from sidecar.domain.tool import ToolCall
from sidecar.language.fold import fold
from sidecar.router.intents import Calculation, Intent, TimeQuestion, UnitConversion

_PAUSE = timedelta(minutes=10)
_MOST_CHARS = 80
_N = r"\$?(?P<n>\d[\d.,]*)"
_AND = r"(?:y|e|and|but|pero|ok|so|now|ahora|what about|how about|que tal|if (?:they|you|i|we)|si (?:le|me|les))"
_THAT = r"(?:(?:el|the) (?:total|resultado|result)|it|that|this|lo|eso|esto)"
_PERCENT = r"(?:%|por ?ciento|percent)"
_PLACE = re.compile(rf"(?:{_AND}\s+)+(?:en|in|at|a)?\s*(?P<place>[a-z][a-z .'-]{{2,40}})")
_QUANTITY = re.compile(
    rf"(?:{_AND}\s+)+(?:\w+ )?{_N}\s*(?P<unit>[a-z°\"']+)?(?P<half>\s+(?:y media?o?|and a half))?(?:\s+en \w+)?"
)
_LESS = r"(?:menos|less|minus|restale|resta(?:ndo)?|subtract|take(?: off)?)"
_MORE = r"(?:mas|plus|sumale|add)"
_TIMES = r"(?:por|x|times|multipl\w+(?: por| by)?)"
_SPLIT, _INTO = r"(?:split|divid\w+|reparti\w*|entre|between|among)", r"(?:entre|por|by|in|into|among|between|en)"
_CALCULATIONS = tuple(
    (re.compile(rf"(?:{_AND}\s+)*(?:{pattern})(?!\d).*"), expression)
    for pattern, expression in (
        (rf"{_LESS}\s+(?:un |el )?{_N}\s*{_PERCENT}", "{r} * (1 - {n} / 100)"),
        (rf"(?:{_THAT}\s+)?(?:con|with)\s+(?:un |el |an? )?{_N}\s*{_PERCENT}\s+(?:{_LESS}|off|de descuento)", "{r} * (1 - {n} / 100)"),  # noqa: E501
        (rf"(?:(?:cuanto es |what is |what's )?(?:el )?){_N}\s*{_PERCENT} (?:de|of) {_THAT}", "{r} * {n} / 100"),
        (rf"(?:{_THAT}\s+)?(?:con|with|{_MORE})\s+(?:un |el |an? )?{_N}\s*{_PERCENT}", "{r} * (1 + {n} / 100)"),
        (rf"(?:{_THAT}\s+)?{_LESS}\s+{_N}", "{r} - {n}"),
        (rf"{_N}\s+{_MORE}\s+{_THAT}", "{n} + {r}"),
        (rf"(?:{_THAT}\s+)?{_MORE}\s+{_N}", "{r} + {n}"),
        (rf"{_N}\s+{_TIMES}\s+{_THAT}", "{n} * {r}"),
        (rf"(?:{_THAT}\s+)?{_TIMES}\s+(?:{_THAT}\s+(?:por|by)\s+)?{_N}", "{r} * {n}"),
        (rf"{_SPLIT}\s+{_THAT}\s*{_INTO}?\s*{_N}", "{total} / {n}"),
        (rf"(?:{_THAT}\s+)?{_SPLIT}\s+{_INTO}?\s*{_N}", "{r} / {n}"),
        (r"(?:el |the |cual es el |what is the |what's the )?total\b", "{total}"),
        (r"(?:la mitad|half(?: of (?:it|that))?)", "{r} / 2"),
        (r"(?:el doble|double(?: (?:it|that))?|twice (?:it|that))", "{r} * 2"),
    )
)  # fmt: skip
_PART_OF = re.compile(r"(?P<share>\d[\d.]*)\s*%\s*\*\s*(?P<base>\d[\d.]*)")


def match_result_follow_up(context: ConversationContext) -> Intent | None:
    """Return the question of the last turn asked of something else, or a calculation with its result."""
    text = fold(context.text.replace("’", "'")).strip(" ¿?¡!.,")
    last = _find_last_result(context)
    if last is None or len(text) > _MOST_CHARS:
        return None
    call, result = last
    given = cast("Mapping[str, object]", json.loads(call.arguments))
    match call.name:
        case "current_time" if found := _PLACE.fullmatch(text):
            return TimeQuestion(found["place"])
        case "convert_units" if found := _QUANTITY.fullmatch(text):
            number = read_number(found["n"], context) + (0.5 if found["half"] else 0)
            return UnitConversion(number, found["unit"] or str(given["from_unit"]), str(given["to_unit"]))
        case "calculator":
            return _go_on(text, str(given["expression"]), result, context)
        case _:
            return None


def read_number(written: str, context: ConversationContext) -> float:
    """Return the number: of two marks the last is the decimal one; of one mark, the language decides."""
    marks = [mark for mark in written if mark in ".,"]
    digits = written.rstrip(".,")
    if len(set(marks)) == 2:
        decimal = max(".,", key=digits.rindex)
    else:
        decimal = "," if context.answer_language == "es" else "."
        if re.fullmatch(r"\d+[.,]\d{1,2}", digits):
            decimal = marks[0]
    thousands = "." if decimal == "," else ","
    return float(digits.replace(thousands, "").replace(decimal, ".") or 0)


def _go_on(text: str, expression: str, result: str, context: ConversationContext) -> Calculation | None:
    for pattern, template in _CALCULATIONS:
        if found := pattern.fullmatch(text):
            number = read_number(found["n"], context) if "n" in found.groupdict() else 0.0
            part = _PART_OF.fullmatch(expression)
            if part is None and template == "{total}":
                return None
            total = f"({part['base']} + {result})" if part else result
            return Calculation(template.format(r=result, n=f"{number:.10g}", total=total))
    return None


def _find_last_result(context: ConversationContext) -> tuple[ToolCall, str] | None:
    """Return the only call of the last turn, and its result, where it was done."""
    history = context.history
    if not history or context.now - history[-1].at > _PAUSE:
        return None
    last = [message for message in history if message.turn == history[-1].turn]
    calls = [call for message in last for call in message.tool_calls]
    results = [message.text for message in last if message.speaker is Speaker.TOOL]
    if len(calls) != 1 or len(results) != 1 or results[0].startswith("Error"):
        return None
    return calls[0], results[0]
