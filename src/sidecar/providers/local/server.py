"""The process that holds a model: llama.cpp's own HTTP server, started by Sidecar and ended with it.

`python -m sidecar.providers.local.server` reads one JSON line, a `LoadPlan` with a key, prints one JSON line, an
address or an error, and runs until its standard input closes, so that it cannot outlive its parent.
"""

from __future__ import annotations

import json
import os
import sys
import threading
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any, TextIO

from sidecar.providers.local.machine import available_memory_bytes

_ANSWER_SHARE = 4
"""The longest answer is a quarter of the window: a small model may never stop."""
_QUIET = 1
"""Only errors are logged."""


def main() -> int:
    sys.stdout.flush()
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what llama.cpp prints is no answer
    load: dict[str, Any] = json.loads(sys.stdin.buffer.readline())
    threading.Thread(target=_end_with_standard_input, daemon=True).start()
    _be_killed_first()
    llama: Any = import_module("xllamacpp")  # it has no types
    free = available_memory_bytes()
    if load["needs_bytes"] > free and _has_no_gpu(llama):
        _tell(answers, short_of_memory=True, free_bytes=free)
        return 1
    try:
        server = llama.Server(_params(llama, load))
    except RuntimeError:  # the reason is on standard error
        _tell(answers, not_loaded=True)
        return 1
    _tell(answers, url=server.listening_address)
    threading.Event().wait()
    return 0


def _params(llama: Any, load: dict[str, Any]) -> Any:
    params = llama.CommonParams()
    params.model.path = load["path"]
    params.model_alias = {"local"}
    params.n_ctx = load["context"]
    params.n_predict = load["context"] // _ANSWER_SHARE
    params.n_parallel = 1
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = load["threads"]
    params.cache_ram_mib = load["prompt_cache_mib"]
    params.hostnames = ["127.0.0.1"]
    params.port = 0
    params.api_keys = [load["key"]]
    params.ui = params.endpoint_slots = False
    params.warmup = False  # the first request warms it up
    params.verbosity = _QUIET
    return params


def _has_no_gpu(llama: Any) -> bool:
    """Return whether the model runs in main memory: the free memory of a graphics card is unknown."""
    kinds = llama.ggml_backend_dev_type
    graphics = (kinds.GGML_BACKEND_DEVICE_TYPE_GPU, kinds.GGML_BACKEND_DEVICE_TYPE_IGPU)
    return not any(device["type"] in graphics for device in llama.get_device_info())


def _be_killed_first() -> None:
    """Let the system end this process first when the computer runs out of memory."""
    with suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text("800", encoding="ascii")


def _end_with_standard_input() -> None:
    sys.stdin.buffer.read()
    os._exit(0)  # without waiting for the server's threads


def _tell(answers: TextIO, **what: object) -> None:
    answers.write(json.dumps(what) + "\n")
    answers.flush()


if __name__ == "__main__":
    status = main()
    os._exit(status)
