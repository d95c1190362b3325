"""Arithmetic as people write it, normalized to what the evaluator reads."""

from __future__ import annotations

import re

from sidecar.errors import ToolError

_SIGNS = str.maketrans({"×": "*", "·": "*", "÷": "/", "−": "-", "–": "-", "^": "**", "π": "pi"})
_NUMBER = re.compile(r"(?<![\w.,])\d[\d.,]*")
_OPERAND = r"(?:\d[\d.]*|\([^()]*\))"
_PERCENT_OF = re.compile(r"%\s*(?:de|of)\b\s*", re.IGNORECASE)
_PERCENT = re.compile(rf"({_OPERAND})\s*%(?=\s*(?:[-+*/),]|$))")
_RELATIVE = re.compile(rf"([\d.]+|\))\s*([-+]\s*{_OPERAND}\s*%)(?=\s*(?:[-+),]|$))")
_FACTORIAL = re.compile(rf"({_OPERAND})\s*!(?!=)")
_ROOT = re.compile(r"√\s*(\d[\d.,]*)")
_TIMES = re.compile(r"(?<=[\d)])\s*[xX]\s*(?=[\d(.])")
_IMPLICIT_TIMES = re.compile(r"((?<![\w.,])\d[\d.,]*|\))\s*(?=\()")
_THOUSANDS = re.compile(r"[1-9]\d{0,2}(?:([.,])\d{3})(?:\1\d{3})*")


def normalize_expression(text: str) -> str:
    """Rewrite `×`, `^`, `√`, `n!`, percentages and decimal commas in the evaluator's own terms.

    Raises `ToolError` where two readings are possible: `1,000` (a thousand or one?), `200 + 10%` (of what?).
    """
    text = text.strip().rstrip("=").strip().translate(_SIGNS)
    text = _ROOT.sub(r"sqrt(\1)", _TIMES.sub(" * ", text)).replace("√", "sqrt")
    text = _IMPLICIT_TIMES.sub(r"\1 * ", text)
    text = _normalize_numbers(text)
    for base, change in _RELATIVE.findall(text):
        if base != "1":
            raise ToolError(f'"{change}" has two readings: write it as a factor (200 * 1.10) or a part (200 + 0.10)')
    text = _PERCENT.sub(r"(\1/100)", _PERCENT_OF.sub("% * ", text))
    return _FACTORIAL.sub(r"factorial(\1)", text)


def _normalize_numbers(text: str) -> str:
    """Read commas as part of a number everywhere but between the arguments of a function."""
    pieces: list[str] = []
    end = 0
    for found in _NUMBER.finditer(text):
        in_call = _is_inside_call(text[: found.start()])
        pieces += [text[end : found.start()], found[0] if in_call else _normalize_number(found[0])]
        end = found.end()
    return "".join(pieces) + text[end:]


def _is_inside_call(before: str) -> bool:
    """Return whether the innermost open parenthesis belongs to a function."""
    depth = 0
    for at in range(len(before) - 1, -1, -1):
        depth += {")": 1, "(": -1}.get(before[at], 0)
        if depth < 0:
            return before[:at].rstrip()[-1:].isalnum()
    return False


def _normalize_number(written: str) -> str:
    digits = written.rstrip(".,")
    tail = written[len(digits) :]
    if "," not in digits and digits.count(".") <= 1:
        return written
    if "," in digits and "." in digits:
        decimal = max(",.", key=digits.rindex)
        thousands = "." if decimal == "," else ","
        whole, _, fraction = digits.rpartition(decimal)
        if decimal not in whole and _THOUSANDS.fullmatch(whole) and thousands in whole:
            return f"{whole.replace(thousands, '')}.{fraction}{tail}"
        raise ToolError(f'"{digits}" is not a number: write it as 1234.56')
    separator = "," if "," in digits else "."
    if digits.count(separator) == 1 and not _THOUSANDS.fullmatch(digits):
        return digits.replace(",", ".") + tail
    if digits.count(separator) > 1 and _THOUSANDS.fullmatch(digits):
        return digits.replace(separator, "") + tail
    if not _THOUSANDS.fullmatch(digits):
        raise ToolError(f'"{digits}" is not a number: write it as 1234.56')
    plain = digits.replace(",", "")
    raise ToolError(f'"{digits}" has two readings: write {plain} or {digits.replace(",", ".", 1)}')
