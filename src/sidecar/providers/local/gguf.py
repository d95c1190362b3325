"""The header of a GGUF file, read without the weights.

The format is that of the ggml project ("GGUF", ggml/docs/gguf.md, versions 2 and 3, little-endian). Its own Python
package creates an object for every token of the vocabulary, which takes seconds; here they are skipped.
"""

from __future__ import annotations

import mmap
import re
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from sidecar.errors import ConfigError

_MAGIC = b"GGUF"
_VERSIONS = (2, 3)
_STRING, _ARRAY = 8, 9
_SCALARS = {0: "<B", 1: "<b", 2: "<H", 3: "<h", 4: "<I", 5: "<i", 6: "<f", 7: "<?", 10: "<Q", 11: "<q", 12: "<d"}
_LONGEST_KEPT = 1_024
"""Items of an array that is read: one number per layer, but not one string per token."""
_MOST_KEYS = 100_000
_DEEPEST_ARRAY = 4
_LONGEST_HEADER_BYTES = 1 << 27
"""Ten times the header with the longest known vocabulary: a broken file must not take minutes."""
_USUAL_ALIGNMENT = 32
_PART = re.compile(r"-(\d{5})-of-(\d{5})(?=\.gguf$)", re.IGNORECASE)
_F16_BYTES = 2

_Value = str | int | float | bool | list[object] | None


@dataclass(frozen=True, slots=True)
class GgufHeader:
    """The fields of a header that Sidecar uses. `size_bytes` covers all parts of a model in several files.

    `trained_context` is in tokens, `cache_bytes_per_token` is the memory of one token in the attention cache (keys and
    values of 16 bits in every layer); each is 0 when the file does not tell.
    """

    path: Path
    size_bytes: int
    architecture: str
    title: str
    trained_context: int
    cache_bytes_per_token: int
    can_chat: bool
    """Whether it has a chat template; without one it continues a text and does not answer."""


def read_header(path: Path) -> GgufHeader:
    """Read the header of a model. Raises `ConfigError` when the file or a part of it is missing or no model."""
    parts = list_part_paths(path)
    try:
        size = sum(part.stat().st_size for part in parts)
        with parts[0].open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as whole:
            fields = _Reader(whole).fields()
    except (FileNotFoundError, NotADirectoryError) as error:
        raise ConfigError(
            "There's no model file {path}.", hint="Check the name, or download it again.", path=error.filename or path
        ) from error
    except PermissionError as error:
        raise ConfigError(
            "I can't read {path} ({reason}).",
            hint="Give yourself permission to read it.",
            path=error.filename or path,
            reason=error.strerror,
        ) from error
    except (OSError, ValueError, OverflowError, struct.error) as error:
        raise ConfigError(
            "{path} isn't a complete GGUF model.",
            hint="Download the file again. Models for this computer have names ending in .gguf.",
            path=path,
        ) from error
    return _header(parts[0], size, fields)


def list_part_paths(path: Path) -> Sequence[Path]:
    """Return all files of a model: `x-00001-of-00002.gguf` comes with `x-00002-of-00002.gguf`."""
    return [path.with_name(name) for name in list_part_names(path.name)]


def list_part_names(name: str) -> Sequence[str]:
    """Return the names of all files of a model, given any one of them."""
    part = _PART.search(name)
    if part is None or not 1 <= int(part[1]) <= int(part[2]):
        return [name]
    return [_PART.sub(f"-{number:05}-of-{part[2]}", name) for number in range(1, int(part[2]) + 1)]


def _header(path: Path, size: int, fields: dict[str, _Value]) -> GgufHeader:
    architecture = fields.get("general.architecture")
    if not isinstance(architecture, str):
        raise ConfigError("{path} isn't a language model.", hint="Choose another file.", path=path)

    def number(key: str) -> int:
        """Return the field, the largest value when it differs from layer to layer; 0 when it is missing."""
        value = fields.get(f"{architecture}.{key}")
        values = value if isinstance(value, list) else [value]
        return max((item for item in values if isinstance(item, int) and item > 0), default=0)

    heads = number("attention.head_count")
    usual_length = number("embedding_length") // heads if heads else 0
    lengths = [number(f"attention.{kind}_length") or usual_length for kind in ("key", "value")]
    kv_heads = number("attention.head_count_kv") or heads
    title = fields.get("general.name")
    return GgufHeader(
        path=path,
        size_bytes=size,
        architecture=architecture,
        title=title if isinstance(title, str) and title else path.stem,
        trained_context=number("context_length"),
        cache_bytes_per_token=number("block_count") * kv_heads * sum(lengths) * _F16_BYTES,
        can_chat=bool(fields.get("tokenizer.chat_template")),
    )


class _Reader:
    """Parser of a header. Raises `ValueError`, `OverflowError` or `struct.error` for anything else."""

    def __init__(self, whole: mmap.mmap) -> None:
        self._whole = whole
        self._end = min(len(whole), _LONGEST_HEADER_BYTES)
        self._at = 0

    def fields(self) -> dict[str, _Value]:
        if self._take(4) != _MAGIC or self._number("<I") not in _VERSIONS:
            raise ValueError("not GGUF")
        tensors, count = self._number("<Q"), self._number("<Q")
        if count > _MOST_KEYS:
            raise ValueError("too many keys")
        fields = {self._string(): self._value(self._number("<I")) for _ in range(count)}
        self._check_weights(tensors, fields.get("general.alignment"))
        return fields

    def _check_weights(self, count: int, alignment: _Value) -> None:
        """Raise `ValueError` when the last tensor begins after the end of the file: the download was cut."""
        last = -1
        for _ in range(count):
            self._string()
            dimensions = self._number("<I")
            self._skip(8 * dimensions + 4)
            last = max(last, self._number("<Q"))
        step = alignment if isinstance(alignment, int) and alignment > 0 else _USUAL_ALIGNMENT
        begin = -(-self._at // step) * step
        if last >= 0 and begin + last >= len(self._whole):
            raise ValueError("the file ends before the weights do")

    def _value(self, kind: int, depth: int = 0) -> _Value:
        if kind == _STRING:
            return self._string()
        if kind == _ARRAY:
            return self._array(self._number("<I"), self._number("<Q"), depth + 1)
        return self._number(_format(kind))

    def _array(self, kind: int, count: int, depth: int) -> _Value:
        if depth > _DEEPEST_ARRAY:
            raise ValueError("too many arrays within arrays")
        if count <= _LONGEST_KEPT:
            return [self._value(kind, depth) for _ in range(count)]
        if kind == _STRING:
            self._skip_strings(count)
        elif kind == _ARRAY:
            for _ in range(count):
                self._value(kind, depth)
        else:
            self._skip(count * struct.calcsize(_format(kind)))
        return None

    def _skip_strings(self, count: int) -> None:
        length_of, whole, at = struct.Struct("<Q").unpack_from, self._whole, self._at
        if 8 * count > self._end - at:
            raise ValueError("more strings than the file has room for")
        for _ in range(count):
            at += 8 + length_of(whole, at)[0]
        self._at = at
        self._skip(0)

    def _string(self) -> str:
        return self._take(self._number("<Q")).decode("utf-8", "replace")

    def _number(self, format: str) -> int:
        (value,) = struct.unpack(format, self._take(struct.calcsize(format)))
        return value

    def _take(self, length: int) -> bytes:
        begin = self._at
        self._skip(length)
        return self._whole[begin : self._at]

    def _skip(self, length: int) -> None:
        self._at += length
        if self._at > self._end:
            raise ValueError("the file ends too early")


def _format(kind: int) -> str:
    if kind not in _SCALARS:
        raise ValueError("unknown kind of value")
    return _SCALARS[kind]
