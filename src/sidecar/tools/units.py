"""Tool: conversion of units of measure."""

from __future__ import annotations

import asyncio
import difflib
import re
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, cast

from sidecar.errors import ToolError
from sidecar.i18n import Texts
from sidecar.language.fold import fold_name
from sidecar.language.unit_names import CURRENCIES, UNITS, US_KITCHEN
from sidecar.tools.lazy_imports import load_pint
from sidecar.tools.tool import tool

if TYPE_CHECKING:
    from pint.facets.plain import PlainUnit

_DIGITS = 10
# pint evaluates what it parses: names, one level of products and quotients, and one-digit powers are enough
_FACTOR = r"[^\W\d]+(?:(?:\*\*|\^)-?\d|\d)?"
_UNIT = re.compile(rf"{_FACTOR}(?:\s*[*/]\s*{_FACTOR}){{0,4}}")


def _label(say: Texts, given: Mapping[str, str]) -> str:
    return say("converting {value} {unit} to {to}", value=given["value"], unit=given["from_unit"], to=given["to_unit"])


@tool(category="mathematics", timeout_s=10, label=_label)
async def convert_units(
    value: float,
    from_unit: str,
    to_unit: str,
) -> str:
    """Convert units (km, °F, taza), not currencies."""
    return await asyncio.to_thread(convert, value, from_unit, to_unit)


def convert(value: float, from_unit: str, to_unit: str) -> str:
    """Convert to a line such as `5 mile = 8.04672 kilometer`. Raises `ToolError` for unknown or unlike units."""
    pint = load_pint()
    source, target = _find_unit(from_unit), _find_unit(to_unit)
    try:
        result = _load_units().Quantity(value, source).to(target)
    except pint.DimensionalityError:
        unlike = f"{from_unit} ({_describe_dimension(source)}) and {to_unit} ({_describe_dimension(target)})"
        raise ToolError(f"{unlike} measure different things") from None
    except (pint.PintError, OverflowError, ZeroDivisionError) as error:
        raise ToolError(f"cannot convert {from_unit} to {to_unit}: {error}") from None
    note = " (US measures)" if US_KITCHEN & {str(source), str(target)} else ""
    return f"{_format(value)} {source} = {_format(float(result.magnitude))} {target}{note}"


def _find_unit(written: str) -> PlainUnit:
    name = fold_name(written.replace("²", "2").replace("³", "3"))
    if name in CURRENCIES:
        raise ToolError(f'"{written}" is a currency: rates change, look them up with web_search')
    for spelling in (UNITS.get(name), written.strip(), name.replace(" ", "_")):
        if spelling and (unit := _parse(spelling)) is not None:
            return unit
    close = difflib.get_close_matches(name, UNITS, n=3)
    hint = f" Did you mean {', '.join(close)}?" if close else " Use its English name or symbol"
    raise ToolError(f'"{written[:40]}" is not a known unit.{hint}')


def _parse(spelling: str) -> PlainUnit | None:
    if not _UNIT.fullmatch(spelling):
        return None
    try:
        return _load_units().parse_units(spelling)
    except (load_pint().PintError, ValueError, TypeError, AttributeError, AssertionError):  # pint raises them all
        return None


@cache
def _load_units() -> Any:  # pint's own types leave the magnitude unknown
    return cast("Any", load_pint()).UnitRegistry(autoconvert_offset_to_baseunit=True)


def _describe_dimension(unit: PlainUnit) -> str:
    return str(unit.dimensionality).replace("[", "").replace("]", "") or "a plain number"


def _format(value: float) -> str:
    return f"{value:.{_DIGITS}g}"
