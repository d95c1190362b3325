"""`python -m sidecar` and the `sidecar` command."""

from __future__ import annotations

import sys


def main() -> None:
    try:
        from sidecar.cli.main import run

        sys.exit(run(sys.argv[1:]))
    except KeyboardInterrupt:  # while the program was still loading
        sys.exit(130)


if __name__ == "__main__":
    main()
