"""GGUF files for tests: a header with any keys and values, and as many weights as it takes to be a file."""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

U8, I8, U16, I16, U32, I32, F32, BOOL, STRING, ARRAY, U64, I64, F64 = range(13)
NUMBERS = {U8: "B", I8: "b", U16: "H", I16: "h", U32: "I", I32: "i", F32: "f", BOOL: "?", U64: "Q", I64: "q", F64: "d"}
ALIGNMENT = 32


@dataclass(frozen=True, slots=True)
class Typed:
    """A number of this kind."""

    kind: int
    value: float


@dataclass(frozen=True, slots=True)
class Array:
    """Items of one kind: numbers, strings, or arrays."""

    kind: int
    items: Sequence[object]


Value = str | bool | int | float | Typed | Array

CHAT: Mapping[str, Value] = {
    "general.architecture": "llama",
    "general.name": "Tiny",
    "llama.context_length": 4096,
    "llama.block_count": 2,
    "llama.embedding_length": 64,
    "llama.attention.head_count": 4,
    "tokenizer.chat_template": "{{ messages[0].content }}",
}


def gguf(
    fields: Mapping[str, Value] | None = None, *, version: int = 3, order: str = "<", weights: bytes = b"\x01" * 64
) -> bytes:
    """A whole file: two tensors share `weights`. Plain integers are written with 32 bits, as most are."""
    fields = CHAT if fields is None else fields
    half = len(weights) // 2 // ALIGNMENT * ALIGNMENT
    tensors = [("first", 0), ("second", half)] if weights else []
    head = b"GGUF" + struct.pack(f"{order}IQQ", version, len(tensors), len(fields))
    head += b"".join(text(key, order) + field(value, order) for key, value in fields.items())
    for name, offset in tensors:
        head += text(name, order) + struct.pack(f"{order}IQQIQ", 2, 4, 2, 0, offset)
    return head + b"\0" * (-len(head) % ALIGNMENT) + weights


def text(value: str, order: str = "<") -> bytes:
    data = value.encode()
    return struct.pack(f"{order}Q", len(data)) + data


def field(value: Value, order: str = "<") -> bytes:
    """A value with its kind before it."""
    kind, inner = _kind_of(value)
    return struct.pack(f"{order}I", kind) + _plain(kind, inner, order)


def _kind_of(value: Value) -> tuple[int, object]:
    match value:
        case Typed(kind, number):
            return kind, number
        case Array():
            return ARRAY, value
        case str():
            return STRING, value
        case bool():
            return BOOL, value
        case int():
            return U32, value
        case float():
            return F32, value


def _plain(kind: int, value: object, order: str) -> bytes:
    if kind == STRING:
        return text(str(value), order)
    if kind != ARRAY:
        return struct.pack(order + NUMBERS[kind], value)
    assert isinstance(value, Array)
    items = b"".join(_plain(value.kind, item, order) for item in value.items)
    return struct.pack(f"{order}IQ", value.kind, len(value.items)) + items
