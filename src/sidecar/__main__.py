"""`python -m sidecar` and the `sidecar` command."""

from __future__ import annotations

import gc
import sys
import warnings


def main() -> None:
    gc.disable()  # loading makes no garbage, and looking for it costs a fifth of the start; `Sidecar.run` turns it on
    if not sys.warnoptions:
        warnings.simplefilter("ignore")  # a library's word to programmers would stand in the middle of the conversation
    try:
        from sidecar.cli.main import run

        sys.exit(run(sys.argv[1:]))
    except KeyboardInterrupt:  # while the program was still loading
        sys.exit(130)


if __name__ == "__main__":
    main()
