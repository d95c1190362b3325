"""Tool: arithmetic, with the exactness that people expect of a calculator."""

from __future__ import annotations

import ast
import decimal
import math
import warnings
from collections.abc import Mapping
from typing import Any

from simpleeval import FeatureNotAvailable, InvalidExpression, SimpleEval  # pyright: ignore[reportMissingTypeStubs]

from sidecar.errors import ToolError
from sidecar.i18n import Texts
from sidecar.tools.arithmetic import FUNCTIONS, MOST_BITS, NAMES, OPERATORS, ROUNDED_DIGITS, Number
from sidecar.tools.expression import normalize_expression
from sidecar.tools.tool import tool

_LONGEST_EXPRESSION = 500
_MOST_DIGITS = 1_000  # of a result worth showing
_PRECISION = 50
_EXACT_DIGITS = 28
"""Results with more digits come from a division or a root, and are rounded."""
_KNOWN = ", ".join([*NAMES, *FUNCTIONS])


def _label(say: Texts, given: Mapping[str, str]) -> str:
    return say("calculating {expression}", expression=given["expression"])


@tool(category="mathematics", timeout_s=5, label=_label)
async def calculator(expression: str) -> str:
    """Exact arithmetic: 15% * 80, (3.5+2)^2 // 7, 5!, sqrt, log, sin (radians), pi, round(x, 2)."""
    return evaluate(expression)


def evaluate(expression: str) -> str:
    """Evaluate an expression to plain decimal notation. Raises `ToolError` with what is wrong in it."""
    if not expression.strip():
        raise ToolError("the expression is empty")
    if len(expression) > _LONGEST_EXPRESSION:
        raise ToolError(f"the expression is longer than {_LONGEST_EXPRESSION} characters")
    with decimal.localcontext(decimal.Context(prec=_PRECISION, Emax=MOST_BITS, Emin=-MOST_BITS)):
        return _format_result(_evaluate_or_explain(normalize_expression(expression)))


def _evaluate_or_explain(expression: str) -> Number:
    try:
        return _evaluate(expression)
    except SyntaxError as error:
        raise ToolError(f'"{expression}" is not an arithmetic expression: {error.msg}') from None
    except InvalidExpression as error:
        part = getattr(error, "name", "") or getattr(error, "func_name", "") or expression[:40]
        raise ToolError(f'cannot evaluate "{part}"; there are + - * / // % ^ !, {_KNOWN}') from None
    except ZeroDivisionError:
        raise ToolError("division by zero") from None
    except (decimal.Overflow, OverflowError, MemoryError, RecursionError):
        raise ToolError("the result is too large") from None
    except (decimal.InvalidOperation, ValueError):
        raise ToolError("no real number is the result: an argument is out of its function's domain") from None
    except TypeError:
        raise ToolError("a function has the wrong number of arguments; decimals take a point, not a comma") from None


def _evaluate(expression: str) -> Number:
    """Evaluate with simpleeval reduced to numbers, names, operators and calls of known functions."""

    def literal(node: ast.Constant) -> Number:
        """Return a number with all its written digits: a float has already lost some."""
        if isinstance(node.value, bool) or not isinstance(node.value, int | float):
            raise FeatureNotAvailable("only numbers")
        if isinstance(node.value, int):
            return node.value
        written = ast.get_source_segment(expression, node) or ""
        return decimal.getcontext().create_decimal(written.replace("_", ""))  # keeps the limits of the context

    with warnings.catch_warnings(action="ignore"):  # "1if" is only bad style
        tree = ast.parse(expression, mode="eval").body
    evaluator: Any = SimpleEval(operators=dict(OPERATORS), functions=dict(FUNCTIONS), names=dict(NAMES))
    allowed = (ast.Name, ast.UnaryOp, ast.BinOp, ast.Call)
    evaluator.nodes = {kind: evaluator.nodes[kind] for kind in allowed} | {ast.Constant: literal}
    value = evaluator.eval(expression, tree)
    if not isinstance(value, int | decimal.Decimal):
        raise FeatureNotAvailable("a function alone is no number")
    return value


def _format_result(value: Number) -> str:
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
