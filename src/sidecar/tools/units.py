"""Tool: conversion of units of measure."""

from __future__ import annotations

import asyncio
import difflib
import re
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, cast

from sidecar.errors import ToolError
from sidecar.i18n import Texts
from sidecar.language.fold import fold_name
from sidecar.tools.tool import tool
from sidecar.tools.unit_names import CURRENCIES, UNITS, US_KITCHEN

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
    from_unit: Annotated[str, "e.g. km, °F, taza, lb, m2"],
    to_unit: str,
) -> str:
    """Convert a measure to another unit. Not currencies."""
    # the first use loads pint and its definitions, some 250 ms
    return await asyncio.to_thread(convert, value, from_unit, to_unit)


def convert(value: float, from_unit: str, to_unit: str) -> str:
    """`5 mile = 8.04672 kilometer`. Raises `ToolError` for unknown units and for units of different things."""
    from pint import DimensionalityError, PintError

    source, target = _unit(from_unit), _unit(to_unit)
    try:
        result = _registry().Quantity(value, source).to(target)
    except DimensionalityError:
        raise ToolError(
            f"{from_unit} ({_dimension(source)}) and {to_unit} ({_dimension(target)}) measure different things"
        ) from None
    except (PintError, OverflowError, ZeroDivisionError) as error:
        raise ToolError(f"cannot convert {from_unit} to {to_unit}: {error}") from None
    note = " (US measures)" if US_KITCHEN & {str(source), str(target)} else ""
    return f"{_shown(value)} {source} = {_shown(float(result.magnitude))} {target}{note}"


def _unit(written: str) -> PlainUnit:
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
    from pint import PintError

    if not _UNIT.fullmatch(spelling):
        return None
    try:
        return _registry().parse_units(spelling)
    except (PintError, ValueError, TypeError, AttributeError, AssertionError):  # pint's ways to say that it is no unit
        return None


@cache
def _registry() -> Any:  # pint's own types leave the magnitude unknown
    import pint

    return cast("Any", pint).UnitRegistry(autoconvert_offset_to_baseunit=True)


def _dimension(unit: PlainUnit) -> str:
    return str(unit.dimensionality).replace("[", "").replace("]", "") or "a plain number"


def _shown(value: float) -> str:
    return f"{value:.{_DIGITS}g}"
