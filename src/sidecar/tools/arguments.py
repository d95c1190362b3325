"""A tool's arguments: the schema that the model sees, and the check of what the model sends."""

from __future__ import annotations

import difflib
import inspect
import json
from collections.abc import Mapping
from typing import Annotated, Any, TypedDict, cast, get_args, get_origin, get_type_hints

from pydantic import BaseModel, ConfigDict, Field, ValidationError, create_model
from pydantic.json_schema import GenerateJsonSchema
from pydantic_core import ErrorDetails

from sidecar.brain.toolbox import ToolScope
from sidecar.errors import ToolError
from sidecar.tools.tool import ToolFunction

_SHOWN_CHARS = 80

JsonSchema = Mapping[str, object]


class InvalidArgumentsError(ToolError):
    """The arguments of a call do not fit; the text says which, what came and what was expected."""


class _Property(TypedDict, total=False):
    """The part of a JSON schema that `expected` puts into words."""

    type: str
    enum: list[object]
    const: object
    minimum: float
    maximum: float
    minLength: int
    maxLength: int


class Parameters:
    """The parameters of one tool function."""

    def __init__(self, function: ToolFunction) -> None:
        hints = get_type_hints(function, include_extras=True)
        signature = inspect.signature(function)
        self.scope_name = next((name for name in signature.parameters if hints.get(name) is ToolScope), "")
        fields: dict[str, Any] = {
            name: _make_field(hints[name], parameter)
            for name, parameter in signature.parameters.items()
            if name != self.scope_name
        }
        config = ConfigDict(extra="forbid", coerce_numbers_to_str=True, allow_inf_nan=False)
        self._model: type[BaseModel] = create_model("Arguments", __config__=config, **fields)
        self.schema: JsonSchema = _make_schema(self._model)

    def read(self, raw: str) -> dict[str, object]:
        """Read the checked values, by name. Raises `InvalidArgumentsError`."""
        given = self._drop_nulls(parse_object(raw))
        try:
            checked = self._model.model_validate(given)
        except ValidationError as error:
            details = error.errors(include_url=False)
            raise InvalidArgumentsError("; ".join(self._explain(detail) for detail in details)) from None
        return {name: getattr(checked, name) for name in type(checked).model_fields}

    def _drop_nulls(self, given: dict[str, object]) -> dict[str, object]:
        """Drop nulls for what has a default: they mean the default."""
        fields = self._model.model_fields
        optional = {name for name, field in fields.items() if not field.is_required()}
        return {name: value for name, value in given.items() if value is not None or name not in optional}

    def _explain(self, detail: ErrorDetails) -> str:
        name = str(detail["loc"][0]) if detail["loc"] else ""
        known = cast("dict[str, _Property]", self.schema["properties"])
        match detail["type"]:
            case "missing" if len(detail["loc"]) == 1:
                return f'missing argument "{name}" (expected {describe_schema(known[name])})'
            case "extra_forbidden" if len(detail["loc"]) == 1:
                return f'unknown argument "{_shorten(name)}"; {_suggest_names(name, list(known))}'
            case _:
                where = ".".join(str(part) for part in detail["loc"])
                wanted = describe_schema(known[name]) if len(detail["loc"]) == 1 and name in known else detail["msg"]
                return f'argument "{where}": got {show_value(detail["input"])}, expected {wanted}'


def parse_object(raw: str) -> dict[str, object]:
    """Parse the JSON object that a model wrote as arguments.

    Nothing at all and `null` count as no arguments, and an object inside a JSON string is taken out of it: both are
    habits of small models, with only one possible meaning. Raises `InvalidArgumentsError` for all else.
    """
    if not raw.strip():
        return {}
    value = _parse(raw)
    if isinstance(value, str):
        value = _parse(value) if value.strip() else None
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise InvalidArgumentsError(f"the arguments must be one JSON object; got {show_value(value)}")
    return cast("dict[str, object]", value)


def describe_schema(schema: _Property) -> str:
    """Describe a property's schema: `integer from 1 to 7`, `one of "a", "b"`."""
    if "enum" in schema:
        return "one of " + ", ".join(show_value(option) for option in schema["enum"])
    if "const" in schema:
        return show_value(schema["const"])
    words = schema.get("type", "another value")
    if "minimum" in schema and "maximum" in schema:
        return f"{words} from {schema['minimum']:g} to {schema['maximum']:g}"
    if "minimum" in schema:
        return f"{words} of at least {schema['minimum']:g}"
    if "maximum" in schema:
        return f"{words} of at most {schema['maximum']:g}"
    if "maxLength" in schema:
        return f"{words} of {schema.get('minLength', 0)} to {schema['maxLength']} characters"
    return f"{words} that is not empty" if schema.get("minLength") else words


def show_value(value: object) -> str:
    """Format a value as JSON, cut to a length that an error can hold."""
    return _shorten(json.dumps(value, ensure_ascii=False, default=str))


def _parse(raw: str) -> object:
    try:
        return json.loads(raw, parse_constant=_refuse_constant)
    except RecursionError:
        raise InvalidArgumentsError("the arguments are nested too deeply") from None
    except ValueError as error:
        place = f" ({error})" if isinstance(error, json.JSONDecodeError) else ""
        raise InvalidArgumentsError(
            f"the arguments are not valid JSON{place}; got {_shorten(raw)}. Send one JSON object"
        ) from None


def _refuse_constant(name: str) -> object:
    raise ValueError(name)  # NaN and Infinity are Python's, not JSON's


def _make_field(hint: object, parameter: inspect.Parameter) -> tuple[object, object]:
    default = ... if parameter.default is inspect.Parameter.empty else parameter.default
    metadata = get_args(hint)[1:] if get_origin(hint) is Annotated else ()
    description = next((item for item in metadata if isinstance(item, str)), None)
    return hint, Field(default, description=description)


class _Untitled(GenerateJsonSchema):
    def field_title_should_be_set(self, schema: Any) -> bool:
        return False


def _make_schema(model: type[BaseModel]) -> JsonSchema:
    """Return the model's schema without what only costs tokens: titles, `additionalProperties`, defaults."""
    schema = model.model_json_schema(schema_generator=_Untitled)
    properties = cast("dict[str, dict[str, object]]", schema.get("properties", {}))
    for prop in properties.values():
        prop.pop("default", None)
    return {
        "type": "object",
        "properties": properties,
        **({"required": schema["required"]} if schema.get("required") else {}),
        **({"$defs": schema["$defs"]} if "$defs" in schema else {}),
    }


def _suggest_names(name: str, known: list[str]) -> str:
    close = difflib.get_close_matches(name, known, n=1)
    hint = f'did you mean "{close[0]}"? ' if close else ""
    return hint + (f"Known: {', '.join(known)}" if known else "this tool takes none")


def _shorten(text: str) -> str:
    return text if len(text) <= _SHOWN_CHARS else text[: _SHOWN_CHARS - 1] + "…"
