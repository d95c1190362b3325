"""The JSON that programs read: what `--json` prints, as frozen dataclasses in the order of their keys."""
