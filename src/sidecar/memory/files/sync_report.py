"""What came of a synchronisation, and how to tell the person about it."""

from __future__ import annotations

from dataclasses import dataclass

from sidecar.i18n import Texts

_FILE = "MEMORY.md"


@dataclass(frozen=True, slots=True)
class SyncReport:
    """What a synchronisation did to the facts, and how the file stands after it."""

    added: int = 0
    changed: int = 0
    removed: int = 0
    wrote: bool = False
    """The file was written."""
    facts: int = 0
    """Lines that speak of a fact."""
    not_understood: int = 0
    conflicts: int = 0
    """Lines that wait for the person to choose."""
    held: int = 0
    """Facts whose deletion waits for the person's word."""
    problem: str = ""
    """Why the file could not be read or written, in the system's words; it is tried again."""
    binary: bool = False
    """It is no text; nothing of it was used, and it is left alone."""
    elsewhere: bool = False
    """Another process keeps this file and sees to it."""

    def summary(self, say: Texts) -> str:
        """ "42 facts, 1 line not understood"."""
        facts = say.plural("{n} fact", "{n} facts", self.facts)
        if not self.not_understood:
            return facts
        lines = say.plural("{n} line not understood", "{n} lines not understood", self.not_understood)
        return f"{facts}, {lines}"

    def warnings(self, say: Texts) -> list[str]:
        """What the person should look at in `MEMORY.md`."""
        warnings: list[str] = []
        if self.binary:
            warnings.append(say("{file} is not a text file; I go on without it.", file=_FILE))
        if self.problem:
            warnings.append(say("{file} is not up to date ({reason}); I keep trying.", file=_FILE, reason=self.problem))
        if self.held:
            warnings.append(
                say.plural(
                    "{n} fact disappeared from {file} at once. I kept it; a line in the file asks what to do.",
                    "{n} facts disappeared from {file} at once. I kept them; a line in the file asks what to do.",
                    self.held,
                    file=_FILE,
                )
            )
        if self.conflicts:
            warnings.append(
                say.plural(
                    "{n} line of {file} was changed on both sides; it is marked with “conflict”.",
                    "{n} lines of {file} were changed on both sides; they are marked with “conflict”.",
                    self.conflicts,
                    file=_FILE,
                )
            )
        return warnings
