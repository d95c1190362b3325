"""The last words of setup: that the model answers from now on, or what still keeps it from doing so."""

from __future__ import annotations

from sidecar.cli.output import write
from sidecar.cli.setup.candidate import ModelCandidate
from sidecar.cli.setup.overrides import find_overrides
from sidecar.home import Home
from sidecar.i18n import Texts


def write_outcome(home: Home, kept: ModelCandidate, say: Texts) -> None:
    name = kept.choice.name
    if not (still := list(find_overrides(home, kept, say))):
        write(say("Done: {model} answers you from now on. Write `sidecar` to begin.", model=name))
        return
    write(say("{model} is kept, but does not answer you yet:", model=name))
    for line in still:
        write(line, first="! ")
