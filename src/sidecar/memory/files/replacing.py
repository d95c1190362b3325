"""Writing a file so that a reader, or a crash, sees the old one or the new one and nothing between."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path


def replace_file(path: Path, data: bytes) -> None:
    """The file holds the data, for its owner alone; a link stays a link. On `OSError` the old file is untouched."""
    path = path.resolve()
    # A name of its own: another process may be writing the same file now. It is readable for its owner alone.
    descriptor, temporary = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".tmp", dir=path.parent)
    try:
        with open(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    finally:
        with suppress(OSError):  # it is there only if something went wrong
            os.unlink(temporary)
