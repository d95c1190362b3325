"""What a person types to run Sidecar where they are: advice has to work where it is given."""

from __future__ import annotations

import os
import re
import shlex
import sys
from functools import cache

_NAME = "sidecar"
_COMMAND = re.compile(rf"(?<=`){_NAME}(?=[ `])|(?<=: ){_NAME}(?= [a-z])|^{_NAME}(?= [a-z])", re.MULTILINE)


@cache
def program_name() -> str:
    """Return `sidecar`, or the path by which it was started where that name alone would not find it, such as
    `.venv/bin/sidecar` after `make run`."""
    started = os.path.abspath(sys.argv[0])
    if os.path.basename(started) != _NAME or not os.path.isfile(started):  # `python -m sidecar`
        return _NAME
    found = next(filter(os.path.isfile, (os.path.join(folder, _NAME) for folder in os.get_exec_path())), "")
    if found and os.path.samefile(found, started):
        return _NAME
    return shlex.quote(min(os.path.relpath(started), started, key=len))


def name_program(text: str) -> str:
    """Return the text with its commands (`sidecar setup`) as they can be typed here."""
    return text if program_name() == _NAME else _COMMAND.sub(program_name(), text)
