"""Headers of GGUF files: whatever a file holds, it is understood or refused, at once and in plain words."""

from __future__ import annotations

import os
import struct
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sidecar.errors import ConfigError
from sidecar.providers.local.gguf import GgufHeader, list_part_names, list_part_paths, read_header
from tests.growth import at_most_bytes, at_most_lines
from tests.providers.local.gguf_writer import (
    ARRAY,
    BOOL,
    CHAT,
    F32,
    F64,
    I8,
    I16,
    I32,
    I64,
    NUMBERS,
    STRING,
    U8,
    U16,
    U32,
    U64,
    Array,
    Typed,
    Value,
    gguf,
    text,
)

pytestmark = pytest.mark.req("LLM-01")

WORDS = 200_000
ENOUGH_LINES = 500_000
"""A few for each byte that is there, and not one for each thing that a header claims to have."""
rewriting = settings(deadline=None, max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "model.gguf"


def read(file: Path, data: bytes) -> GgufHeader:
    file.write_bytes(data)
    return read_header(file)


def read_fields(file: Path, fields: Mapping[str, Value]) -> GgufHeader:
    return read(file, gguf({**CHAT, **fields}))


def refused(file: Path, data: bytes) -> str:
    file.write_bytes(data)
    with at_most_lines(ENOUGH_LINES), pytest.raises(ConfigError) as caught:
        read_header(file)
    assert caught.value.hint
    return str(caught.value)


# -- what a file says


@pytest.mark.parametrize("version", [2, 3])
def test_what_a_model_says_of_itself(file: Path, version: int) -> None:
    data = gguf(version=version)
    header = read(file, data)
    assert (header.path, header.size_bytes) == (file, len(data))
    assert (header.architecture, header.title, header.trained_context) == ("llama", "Tiny", 4096)
    assert header.cache_bytes_per_token == 2 * 4 * (16 + 16) * 2
    assert header.can_chat


def test_a_model_that_says_little(file: Path) -> None:
    header = read(file, gguf({"general.architecture": "other"}))
    assert (header.title, header.trained_context, header.cache_bytes_per_token) == ("model", 0, 0)
    assert not header.can_chat


@pytest.mark.parametrize("kind", [U8, I8, U16, I16, U32, I32, U64, I64])
def test_the_context_in_every_kind_of_whole_number(file: Path, kind: int) -> None:
    assert read_fields(file, {"llama.context_length": Typed(kind, 100)}).trained_context == 100


@pytest.mark.parametrize("value", [Typed(I32, -5), Typed(F64, 512.0), "many", Array(I32, [-1, -2])])
def test_a_context_that_is_no_length_is_none(file: Path, value: Value) -> None:
    assert read_fields(file, {"llama.context_length": value}).trained_context == 0


def test_values_of_all_kinds_are_stepped_over(file: Path) -> None:
    numbers: dict[str, Value] = {f"of.{kind}": Typed(kind, 1) for kind in NUMBERS}
    arrays: dict[str, Value] = {f"some.{kind}": Array(kind, [0, 1]) for kind in NUMBERS}
    long: dict[str, Value] = {f"many.{kind}": Array(kind, [1] * 2000) for kind in NUMBERS}
    nested: dict[str, Value] = {
        "words": Array(STRING, ["a", "ñ", ""]),
        "none": Array(U8, []),
        "table": Array(ARRAY, [Array(F32, [0.5]), Array(STRING, ["x", "y"]), Array(U8, [])]),
        "long table": Array(ARRAY, [Array(BOOL, [True])] * 2000),
    }
    header = read(file, gguf({**numbers, **arrays, **long, **nested, **CHAT}))
    assert (header.title, header.trained_context) == ("Tiny", 4096)


def test_one_number_per_layer_counts_with_the_largest(file: Path) -> None:
    fields: dict[str, Value] = {
        "llama.attention.head_count": Array(U32, [4, 4]),
        "llama.attention.head_count_kv": Array(U32, [0, 2]),
        "llama.attention.key_length": 24,
    }
    assert read_fields(file, fields).cache_bytes_per_token == 2 * 2 * (24 + 16) * 2


def test_a_large_vocabulary_is_not_loaded(file: Path) -> None:
    words = Array(STRING, [f"word{n}" for n in range(WORDS)])
    fields: dict[str, Value] = {
        "tokenizer.ggml.tokens": words,
        "tokenizer.ggml.merges": words,
        "tokenizer.ggml.scores": Array(F32, [0.0] * WORDS),
    }
    file.write_bytes(gguf({**fields, **CHAT}))
    with at_most_bytes(100_000):
        assert read_header(file).title == "Tiny"


# -- what is no model


@pytest.mark.parametrize("data", [b"", b"G", b"GGUF", b"GGML" + bytes(100), b"<html>" * 50, b"PK\x03\x04" + bytes(99)])
def test_another_kind_of_file(file: Path, data: bytes) -> None:
    assert "GGUF model" in refused(file, data)


@pytest.mark.parametrize(("version", "order"), [(1, "<"), (4, "<"), (0, "<"), (3, ">"), (2, ">")])
def test_versions_that_nobody_writes_and_the_other_order_of_bytes(file: Path, version: int, order: str) -> None:
    assert "GGUF model" in refused(file, gguf(version=version, order=order))


@pytest.mark.parametrize("architecture", [None, 5, Array(STRING, ["llama"])])
def test_a_file_without_an_architecture(file: Path, architecture: Value | None) -> None:
    fields = {"general.name": "Something"} | ({} if architecture is None else {"general.architecture": architecture})
    assert "isn't a language model" in refused(file, gguf(fields))


SAMPLE = gguf({**CHAT, "words": Array(STRING, ["a"] * 1500), "table": Array(ARRAY, [Array(U16, [1, 2])])})
LAST_WEIGHTS = len(SAMPLE) - 32


@rewriting
@given(length=st.integers(0, LAST_WEIGHTS))
def test_a_file_that_was_cut_anywhere(file: Path, length: int) -> None:
    refused(file, SAMPLE[:length])


@rewriting
@given(at=st.integers(0, len(SAMPLE) - 1), put=st.binary(min_size=1, max_size=16))
def test_bytes_that_fell_over_give_a_header_or_a_plain_refusal(file: Path, at: int, put: bytes) -> None:
    data = SAMPLE[:at] + put + SAMPLE[at + len(put) :]
    file.write_bytes(data)
    try:
        with at_most_lines(ENOUGH_LINES):
            header = read_header(file)
    except ConfigError as error:
        assert str(file) in str(error)
    else:
        assert header.trained_context >= 0 and header.cache_bytes_per_token >= 0


@rewriting
@given(noise=st.binary(max_size=300))
def test_noise_after_the_first_bytes(file: Path, noise: bytes) -> None:
    refused(file, b"GGUF" + struct.pack("<IQQ", 3, 1, 3) + noise)


def header_with(value: bytes, keys: int = 1) -> bytes:
    """One key with this value, kind and all, and many bytes to be read for it."""
    return b"GGUF" + struct.pack("<IQQ", 3, 0, keys) + text("key") + value + bytes(100_000)


@pytest.mark.parametrize("count", [1 << 20, 1 << 40, 1 << 60, (1 << 64) - 1])
@pytest.mark.parametrize("kind", [U8, F64, STRING, ARRAY, 77])
def test_more_items_than_there_can_be(file: Path, count: int, kind: int) -> None:
    refused(file, header_with(struct.pack("<IIQ", ARRAY, kind, count)))


@pytest.mark.parametrize("length", [200_000, 1 << 60, (1 << 63) - 1, (1 << 64) - 1])
def test_words_longer_than_the_file(file: Path, length: int) -> None:
    refused(file, header_with(struct.pack("<IQ", STRING, length)))
    words = struct.pack("<IIQ", ARRAY, STRING, 2000) + struct.pack("<Q", length) * 2000
    refused(file, header_with(words))


@pytest.mark.parametrize(
    ("tensors", "keys"), [(0, 1 << 60), (0, 1 << 20), (1 << 60, 0), ((1 << 64) - 1, (1 << 64) - 1)]
)
def test_more_keys_or_weights_than_there_can_be(file: Path, tensors: int, keys: int) -> None:
    refused(file, b"GGUF" + struct.pack("<IQQ", 3, tensors, keys) + bytes(100_000))


def test_arrays_within_arrays_without_end(file: Path) -> None:
    refused(file, header_with(struct.pack("<I", ARRAY) + struct.pack("<IQ", ARRAY, 1) * 5_000))


def test_nonsense_in_a_large_file_costs_no_minutes(file: Path) -> None:
    """Four gigabytes of empty words, of which the disk keeps next to nothing."""
    count = 500_000_000
    file.write_bytes(b"GGUF" + struct.pack("<IQQ", 3, 0, 1) + text("key") + struct.pack("<IIQ", ARRAY, STRING, count))
    os.truncate(file, 4_000_000_000)
    with at_most_lines(ENOUGH_LINES), pytest.raises(ConfigError):
        read_header(file)


# -- where the file is


def test_no_file(file: Path) -> None:
    with pytest.raises(ConfigError, match="There's no model file"):
        read_header(file)
    file.write_bytes(gguf())
    with pytest.raises(ConfigError, match="There's no model file"):
        read_header(file / "inside a file.gguf")


def test_a_folder(tmp_path: Path) -> None:
    with pytest.raises(ConfigError):
        read_header(tmp_path)


@pytest.mark.skipif(os.name != "posix", reason="permissions of another kind")
def test_a_file_of_somebody_else(file: Path) -> None:
    """A process without privileges looks at it: who runs the tests may read everything."""
    file.write_bytes(gguf())
    file.chmod(0)
    file.parent.chmod(0o755)
    program = (
        "import os, sys, pathlib\n"
        "from sidecar.errors import ConfigError\n"
        "from sidecar.providers.local.gguf import read_header\n"
        "folder = os.open(sys.argv[1], os.O_RDONLY)\n"
        "os.fchdir(folder)\n"  # the folders above may be closed too
        "if os.geteuid() == 0:\n    os.setgid(65534)\n    os.setuid(65534)\n"
        "try:\n    read_header(pathlib.Path('model.gguf'))\n"
        "except ConfigError as error:\n    print(error)\n"
    )
    done = subprocess.run([sys.executable, "-c", program, str(file.parent)], capture_output=True, text=True)
    assert done.stdout.startswith("I can't read model.gguf ("), done


# -- models in several files


def test_all_parts_count_and_the_first_one_speaks(tmp_path: Path) -> None:
    first, second = (tmp_path / f"big-0000{number}-of-00002.gguf" for number in (1, 2))
    first.write_bytes(gguf())
    second.write_bytes(gguf({"split.no": Typed(U16, 1)}))
    for named in (first, second):
        header = read_header(named)
        assert (header.path, header.title) == (first, "Tiny")
        assert header.size_bytes == first.stat().st_size + second.stat().st_size


@pytest.mark.parametrize("missing", [1, 2])
def test_a_missing_part_is_named(tmp_path: Path, missing: int) -> None:
    (tmp_path / f"big-0000{3 - missing}-of-00002.gguf").write_bytes(gguf())
    with pytest.raises(ConfigError, match=f"There's no model file .*big-0000{missing}-of-00002.gguf"):
        read_header(tmp_path / "big-00001-of-00002.gguf")


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("m.gguf", ["m.gguf"]),
        ("m-00001-of-00001.gguf", ["m-00001-of-00001.gguf"]),
        ("m-00002-of-00003.gguf", [f"m-0000{number}-of-00003.gguf" for number in (1, 2, 3)]),
        ("m-1-of-3.gguf", ["m-1-of-3.gguf"]),
        ("m-00001-of-00000.gguf", ["m-00001-of-00000.gguf"]),
        ("m-00000-of-00002.gguf", ["m-00000-of-00002.gguf"]),
        ("m-00009-of-00002.gguf", ["m-00009-of-00002.gguf"]),
        ("m-00001-of-00002.gguf.part", ["m-00001-of-00002.gguf.part"]),
    ],
)
def test_the_names_of_the_parts(name: str, parts: list[str]) -> None:
    assert list_part_names(name) == parts
    assert [path.name for path in list_part_paths(Path("/somewhere") / name)] == parts
