"""The operations of the calculator: whole numbers stay whole, the rest is decimal, and nothing grows without bound.

All of them run in the decimal context that `calculator.evaluate` sets.
"""

from __future__ import annotations

import ast
import math
import operator
from collections.abc import Callable, Mapping
from decimal import ROUND_FLOOR, ROUND_HALF_UP, Decimal
from typing import Any

from sidecar.errors import ToolError

Number = int | Decimal

MOST_BITS = 16_000
"""Of a whole number: some 4,800 digits. Also the greatest exponent of a decimal one."""
ROUNDED_DIGITS = 15
"""Digits that binary arithmetic gets right."""

_GREATEST_FACTORIAL = 1_000
_MOST_DECIMALS = 28
_NOISE = 1e-15
"""Below this a binary result is zero, as sin(pi)."""


def _divide(a: Number, b: Number) -> Number:
    if isinstance(a, int) and isinstance(b, int) and b and a % b == 0:
        return a // b
    if not b:
        raise ZeroDivisionError
    return Decimal(a) / Decimal(b)


def _floor_divide(a: Number, b: Number) -> Number:
    if isinstance(a, int) and isinstance(b, int):
        return a // b
    return Decimal(_divide(a, b)).to_integral_value(ROUND_FLOOR)


def _modulo(a: Number, b: Number) -> Number:
    return a % b if isinstance(a, int) and isinstance(b, int) else a - b * _floor_divide(a, b)


def _multiply(a: Number, b: Number) -> Number:
    if isinstance(a, int) and isinstance(b, int) and a.bit_length() + b.bit_length() > MOST_BITS:
        raise OverflowError
    return a * b


def _power(a: Number, b: Number) -> Number:
    if isinstance(a, int) and isinstance(b, int) and b >= 0:
        if abs(a) > 1 and a.bit_length() * b > MOST_BITS:
            raise OverflowError
        return a**b
    return Decimal(a) ** Decimal(b)


def _root(a: Number) -> Number:
    if isinstance(a, int) and a >= 0 and math.isqrt(a) ** 2 == a:
        return math.isqrt(a)
    return Decimal(a).sqrt()


def _round(a: Number, digits: Number = 0) -> Number:
    if not isinstance(digits, int) or abs(digits) > _MOST_DECIMALS:
        raise ToolError(f"round takes a whole number of decimals, at most {_MOST_DECIMALS}")
    return Decimal(a).quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP)


def _factorial(a: Number) -> Number:
    if a != int(a) or not 0 <= a <= _GREATEST_FACTORIAL:
        raise ToolError(f"factorial takes a whole number from 0 to {_GREATEST_FACTORIAL}")
    return math.factorial(int(a))


def _log(a: Number, base: Number | None = None) -> Number:
    if a <= 0 or (base is not None and base <= 0):
        raise ToolError("a logarithm takes positive numbers")
    return Decimal(a).ln() if base is None else _divide(Decimal(a).ln(), Decimal(base).ln())


def _log2(a: Number) -> Number:
    return _log(a, 2)


def _log10(a: Number) -> Number:
    return _log(a, 10)


def _exp(a: Number) -> Number:
    return Decimal(a).exp()


def _wrap_float_function(function: Callable[..., float]) -> Callable[..., Number]:
    """Wrap a function that only binary arithmetic has: round to 15 digits, and what is almost zero to zero."""

    def apply(*values: Number) -> Number:
        result = function(*(float(value) for value in values))
        return Decimal(f"{0.0 if abs(result) < _NOISE else result:.{ROUNDED_DIGITS}g}")

    return apply


def _wrap_integer_function(function: Callable[..., int]) -> Callable[..., Number]:
    def apply(*values: Number) -> Number:
        if any(value != int(value) or abs(value) > _GREATEST_FACTORIAL**3 for value in values):
            raise ToolError(f"{function.__name__} takes whole numbers up to {_GREATEST_FACTORIAL**3}")
        if function in (math.comb, math.perm) and any(value > _GREATEST_FACTORIAL for value in values):
            raise ToolError(f"{function.__name__} takes numbers up to {_GREATEST_FACTORIAL}")
        return function(*(int(value) for value in values))

    return apply


OPERATORS: Mapping[type[ast.AST], Callable[..., Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: _multiply,
    ast.Div: _divide,
    ast.FloorDiv: _floor_divide,
    ast.Mod: _modulo,
    ast.Pow: _power,
    ast.USub: operator.neg,
    ast.UAdd: operator.pos,
}
FUNCTIONS: Mapping[str, Callable[..., Any]] = {
    "sqrt": _root,
    "abs": abs,
    "round": _round,
    "floor": math.floor,
    "ceil": math.ceil,
    "min": min,
    "max": max,
    "exp": _exp,
    "ln": _log,
    "log": _log,
    "log10": _log10,
    "log2": _log2,
    "factorial": _factorial,
    "gcd": _wrap_integer_function(math.gcd),
    "lcm": _wrap_integer_function(math.lcm),
    "comb": _wrap_integer_function(math.comb),
    "perm": _wrap_integer_function(math.perm),
    **{f.__name__: _wrap_float_function(f) for f in (math.sin, math.cos, math.tan, math.asin, math.acos, math.atan)},
    **{f.__name__: _wrap_float_function(f) for f in (math.degrees, math.radians, math.hypot)},
}
NAMES: Mapping[str, Number] = {
    "pi": Decimal("3.1415926535897932384626433832795028841971693993751"),
    "e": Decimal("2.7182818284590452353602874713526624977572470936999"),
}
