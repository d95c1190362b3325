"""Writing a file so that a reader, or a crash, sees the old one or the new one and nothing between."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path


def replace_file(path: Path, data: bytes) -> None:
    """The file holds the data, for its owner alone; a link stays a link. On `OSError` the old file is untouched."""
    path = path.resolve()
    temporary = path.with_name(f".{path.name}.tmp")
    try:
        temporary.touch(mode=0o600)
        with temporary.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except OSError:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)
        raise
