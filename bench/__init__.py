"""Programs that measure Sidecar: `make bench`, or one of them with `python -m bench.turn`."""
