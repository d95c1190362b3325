"""Arithmetic: exact, forgiving in how it is written, and impossible to abuse."""

from __future__ import annotations

import math
import operator
from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from sidecar.errors import ToolError
from sidecar.tools.calculator import evaluate
from tests.growth import at_most_bytes, at_most_lines

pytestmark = pytest.mark.req("TOO-02")


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("0.1+0.2", "0.3"),
        ("99.99*3", "299.97"),
        ("7/2", "3.5"),
        ("6/2", "3"),
        ("1/3", "0.333333333333333"),
        ("1/3*3", "1"),
        ("sqrt(2)**2", "2"),
        ("2^10", "1024"),
        ("2**-1", "0.5"),
        ("10 % 3", "1"),
        ("-7 % 3", "2"),
        ("-7.5 % 2", "0.5"),
        ("-7 // 2", "-4"),
        ("12345678901234567890*98765432109876543210", "1219326311370217952237463801111263526900"),
        ("0.1234567890123456789*10", "1.234567890123456789"),
        ("round(2.5)", "3"),
        ("round(2.675, 2)", "2.68"),
        ("floor(-1.5)", "-2"),
        ("sin(pi)", "0"),
        ("cos(0)", "1"),
        ("log10(1000)", "3"),
        ("log(8, 2)", "3"),
        ("ln(e)", "1"),
        ("factorial(5)", "120"),
        ("5!", "120"),
        ("comb(5, 2)", "10"),
        ("hypot(3, 4)", "5"),
        ("1e400", "1E+400"),
        ("1000000*1.21", "1210000"),
        # as people write it
        ("15% * 80", "12"),
        ("15% de 80", "12"),
        ("15% of 80", "12"),
        ("80*(1+15%)", "92"),
        ("15% + 5%", "0.2"),
        ("3,5 + 2", "5.5"),
        ("1,5*2,5", "3.75"),
        ("1.234,56*2", "2469.12"),
        ("1,234.56*2", "2469.12"),
        ("1.000.000/4", "250000"),
        ("max(1,5)", "5"),
        ("3 x 4", "12"),
        ("5 × 3 ÷ 2", "7.5"),
        ("2(3+4)", "14"),
        ("√16", "4"),
        ("1+1=", "2"),
    ],
)
def test_values(expression: str, value: str) -> None:
    assert evaluate(expression) == value


@pytest.mark.parametrize(
    ("expression", "complaint"),
    [
        ("", "empty"),
        ("1/0", "division by zero"),
        ("5.5 % 0", "division by zero"),
        ("0/0", "division by zero"),
        ("sqrt(-1)", "no real number"),
        ("(-8)**(1/3)", "no real number"),
        ("log(0)", "positive"),
        ("1,000+1", "write 1000 or 1.000"),
        ("200 + 10%", '"+ 10%" has two readings'),
        ("sqrt(2,25)", "wrong number of arguments"),
        ("1+", "not an arithmetic expression"),
        ("2 3", "not an arithmetic expression"),
        ("x+1", 'cannot evaluate "x"'),
        ("foo(3)", "sqrt"),
        ("1if 1else 2", "cannot evaluate"),
        ("1 + " * 200 + "1", "longer than 500"),
    ],
)
def test_errors_say_what_is_wrong(expression: str, complaint: str) -> None:
    with pytest.raises(ToolError) as error:
        evaluate(expression)
    assert complaint in str(error.value)


@pytest.mark.parametrize(
    "expression",
    [
        "9**9**9",
        "9**9999999",
        "10**5000",
        "factorial(100000)",
        "factorial(factorial(9))",
        "comb(10**6, 10**5)",
        "floor(1e999999)",
        "exp(exp(exp(9)))",
        "1e999999*1e999999",
        "*".join(["9**5000"] * 50),
        "(" * 300,
        "-" * 499 + "1",
        "'a'*9999",
        "[1]*9999",
        "__import__('os').system('true')",
        "().__class__.__bases__",
        "(lambda: 1)()",
        "sqrt.__globals__",
        "[x for x in (1,2)]",
        "f'{1}'",
        "a := 5",
        "True",
        "1 if 1 else 2",
        "max(*3)",
        "round(1, 10**9)",
        "1 << 99999",
    ],
)
def test_nothing_but_arithmetic_and_nothing_large(expression: str) -> None:
    """What takes long here are large numbers, so none is ever made, not on the way to the result either."""
    with at_most_lines(100_000), at_most_bytes(700_000):
        try:
            assert len(evaluate(expression)) < 1_100
        except ToolError as error:
            assert len(str(error)) < 1_000


_OPERATIONS = {"+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv, "//": operator.floordiv}


@given(
    a=st.integers(-(10**12), 10**12), b=st.integers(-(10**12), 10**12), sign=st.sampled_from(["+", "-", "*", "//", "%"])
)
def test_whole_numbers_are_exact(a: int, b: int, sign: str) -> None:
    assume(b or sign not in ("//", "%"))
    assert evaluate(f"({a}) {sign} ({b})") == str((_OPERATIONS | {"%": operator.mod})[sign](a, b))


@given(a=st.decimals(-(10**6), 10**6, places=3), b=st.decimals(-(10**6), 10**6, places=3), sign=st.sampled_from("+-*/"))
def test_decimal_numbers_are_exact_or_right_to_fifteen_digits(a: object, b: object, sign: str) -> None:
    x, y = Fraction(str(a)), Fraction(str(b))
    assume(y or sign != "/")
    exact = x / y if sign == "/" else _OPERATIONS[sign](x, y)
    result = Fraction(evaluate(f"({a}) {sign} ({b})"))
    if sign == "/":
        assert math.isclose(result, exact, rel_tol=1e-14)
    else:
        assert result == exact


@pytest.mark.filterwarnings("error")
@given(st.text("0123456789.,+-*/%^!() xesqrtpi√", max_size=40))
def test_no_text_breaks_it(expression: str) -> None:
    try:
        assert evaluate(expression)
    except ToolError as error:
        assert str(error)
