"""Tool: arithmetic, with the exactness that people expect of a calculator."""

from __future__ import annotations

import ast
import decimal
import math
from collections.abc import Mapping
from typing import Annotated

from sidecar.errors import ToolError
from sidecar.i18n import Texts
from sidecar.tools.arithmetic import FUNCTIONS, MOST_BITS, NAMES, OPERATORS, ROUNDED_DIGITS, Number
from sidecar.tools.expression import normalise
from sidecar.tools.tool import tool

_LONGEST_EXPRESSION = 500
_MOST_DIGITS = 1_000  # of a result worth showing
_PRECISION = 50
_EXACT_DIGITS = 28
"""Results with more digits than these are the trace of a division or a root, and are rounded."""
_KNOWN = ", ".join([*NAMES, *FUNCTIONS])


def _label(say: Texts, given: Mapping[str, str]) -> str:
    return say("calculating {expression}", expression=given["expression"])


@tool(category="mathematics", timeout_s=5, label=_label)
async def calculator(expression: Annotated[str, "e.g. (3.5+2)*4^2, 15% * 80, sqrt(2), round(x, 2)"]) -> str:
    """Exact arithmetic: + - * / // % ^ !, sqrt, log, trigonometry in radians, pi."""
    return evaluate(expression)


def evaluate(expression: str) -> str:
    """The value, in plain decimal notation. Raises `ToolError` with what is wrong in the expression."""
    if not expression.strip():
        raise ToolError("the expression is empty")
    if len(expression) > _LONGEST_EXPRESSION:
        raise ToolError(f"the expression is longer than {_LONGEST_EXPRESSION} characters")
    with decimal.localcontext(decimal.Context(prec=_PRECISION, Emax=MOST_BITS, Emin=-MOST_BITS)):
        return _shown(_value(normalise(expression)))


def _value(expression: str) -> Number:
    try:
        return _evaluate(ast.parse(expression, mode="eval").body, expression)
    except SyntaxError as error:
        raise ToolError(f'"{expression}" is not an arithmetic expression: {error.msg}') from None
    except ZeroDivisionError:
        raise ToolError("division by zero") from None
    except (decimal.Overflow, OverflowError, MemoryError, RecursionError):
        raise ToolError("the result is too large") from None
    except (decimal.InvalidOperation, ValueError):
        raise ToolError("no real number is the result: an argument is out of its function's domain") from None
    except TypeError:
        raise ToolError("a function has the wrong number of arguments; decimals take a point, not a comma") from None


def _evaluate(node: ast.expr, source: str) -> Number:
    """The value of a syntax tree that holds nothing but numbers, names, operators and calls of known functions."""
    match node:
        case ast.Constant(value=int() | float() as value) if not isinstance(value, bool):
            return _literal(value, ast.get_source_segment(source, node) or "")
        case ast.Name(id=name) if name in NAMES:
            return NAMES[name]
        case ast.UnaryOp(op=sign, operand=operand) if type(sign) in OPERATORS:
            return OPERATORS[type(sign)](_evaluate(operand, source))
        case ast.BinOp(left=left, op=sign, right=right) if type(sign) in OPERATORS:
            return OPERATORS[type(sign)](_evaluate(left, source), _evaluate(right, source))
        case ast.Call(func=ast.Name(id=name), args=values, keywords=[]) if name in FUNCTIONS:
            return FUNCTIONS[name](*(_evaluate(value, source) for value in values))
        case _:
            part = (ast.get_source_segment(source, node) or source)[:40]
            raise ToolError(f'cannot evaluate "{part}"; there are + - * / // % ^ !, {_KNOWN}')


def _literal(value: float, written: str) -> Number:
    """A number with all the digits it was written with: a float has already lost some."""
    if isinstance(value, int):
        return value
    # made by the context, so that its limits hold
    return decimal.getcontext().create_decimal(written.replace("_", ""))


def _shown(value: Number) -> str:
    if isinstance(value, int):
        if value.bit_length() > _MOST_DIGITS * math.log2(10):
            raise ToolError(f"the result has more than {_MOST_DIGITS} digits")
        return str(value)
    if not value.is_finite():
        raise ToolError("the result is too large")
    if len(value.normalize().as_tuple().digits) > _EXACT_DIGITS:
        value = decimal.Context(prec=ROUNDED_DIGITS).plus(value)
    value = value.normalize()
    if value and not -_EXACT_DIGITS <= value.adjusted() <= _PRECISION:
        return f"{value:E}"
    return f"{value + 0:f}"
